//! The help of options and statements that many procedures have.

#![expect(missing_docs, reason = "each constant is the help of the entry of its name")]

pub const ALPHA: &str = "The probability of error of confidence limits; 0.05 by default.";
pub const BY: &str = "Does the same for each group of observations.";
pub const DATA: &str = "The data set that is read; the one made last by default.";
pub const DELIMITER: &str = "What stands between values in the file.";
pub const DESCENDING: &str = "Levels in descending order.";
pub const EXCLUDE: &str = "What is not copied.";
pub const EXCLNPWGT: &str = "Leaves out observations whose weight is not positive.";
pub const FREQ: &str = "How many observations each one stands for.";
pub const MEMTYPE: &str = "Which members: data sets, views or both.";
pub const MISSING: &str = "Missing values are levels.";
pub const NOINT: &str = "A model without intercept.";
pub const NOPRINT: &str = "Lists nothing.";
pub const NOTHREADS: &str = "Reads on one core.";
pub const ORDER: &str = "The order of levels; INTERNAL by default.";
pub const OUT: &str = "The data set that is made.";
pub const OUTPUT: &str = "Makes a data set of what a model says of each observation.";
pub const PERCENTILES: &str = "Which definition of percentiles counts; 5 by default.";
pub const PLOTS: &str = "No effect but a note: nothing is drawn.";
pub const QMETHOD: &str = "No effect: percentiles are exact.";
pub const SELECT: &str = "What alone is copied.";
pub const STYLE: &str = "No effect: a listing has no styles.";
pub const THREADS: &str = "Reads on several cores, whatever the system option THREADS says.";
pub const VAR: &str = "The variables that are analysed; all numbers by default.";
pub const VARDEF: &str = "The divisor of variances; DF by default.";
pub const WEIGHT: &str = "The weight of each observation.";
