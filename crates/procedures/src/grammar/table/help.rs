//! What options and statements are for that many procedures have.

pub(crate) const ALPHA: &str = "The probability of error of confidence limits; 0.05 by default.";
pub(crate) const BY: &str = "Does the same for each group of observations.";
pub(crate) const DATA: &str = "The data set that is read; the one made last by default.";
pub(crate) const DELIMITER: &str = "What stands between values in the file.";
pub(crate) const DESCENDING: &str = "Levels in descending order.";
pub(crate) const EXCLUDE: &str = "What is not copied.";
pub(crate) const EXCLNPWGT: &str = "Leaves out observations whose weight is not positive.";
pub(crate) const FREQ: &str = "How many observations each one stands for.";
pub(crate) const MEMTYPE: &str = "Which members: data sets, views or both.";
pub(crate) const MISSING: &str = "Missing values are levels.";
pub(crate) const NOINT: &str = "A model without intercept.";
pub(crate) const NOPRINT: &str = "Lists nothing.";
pub(crate) const NOTHREADS: &str = "Reads on one core.";
pub(crate) const ORDER: &str = "The order of levels; INTERNAL by default.";
pub(crate) const OUT: &str = "The data set that is made.";
pub(crate) const OUTPUT: &str = "Makes a data set of what a model says of each observation.";
pub(crate) const PERCENTILES: &str = "Which definition of percentiles counts; 5 by default.";
pub(crate) const PLOTS: &str = "No effect but a note: nothing is drawn.";
pub(crate) const QMETHOD: &str = "No effect: percentiles are exact.";
pub(crate) const SELECT: &str = "What alone is copied.";
pub(crate) const STYLE: &str = "No effect: a listing has no styles.";
pub(crate) const THREADS: &str = "Reads on several cores, whatever the system option THREADS says.";
pub(crate) const VAR: &str = "The variables that are analysed; all numbers by default.";
pub(crate) const VARDEF: &str = "The divisor of variances; DF by default.";
pub(crate) const WEIGHT: &str = "The weight of each observation.";
