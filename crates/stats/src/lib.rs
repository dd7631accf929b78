//! Statistics of I/O measurements, whose rate can vary by a factor of two without any visible cause, and the models and
//! tests of the statistical procedures.
//!
//! For measurements, noise is never assumed to be normal, and no point estimate is given without its uncertainty:
//!
//! - [`Summary`]: the repeats of one measurement, with an interval of the median.
//! - [`PairedRatio`]: two programs measured in turn, and the [`Verdict`] on a required ratio, which may be "undecided".
//! - [`SimultaneousRatio`]: one of several comparisons, with an interval that holds for all of them.
//! - [`UnpairedRatio`]: two programs measured apart from each other.
//! - [`classify`]: the course of a stream's rate over time, a [`Shape`].
//! - [`levels`]: the parts of a long run that keep one rate each, and [`periodic_dips`].
//! - [`SteadyRule`]: fio's rule by which a window of samples is steady.
//! - [`covariance`]: settings against each other over data of several sizes.
//! - [`factorial`]: factors and their interactions.
//! - [`Race`]: the best of many settings while the device drifts.
//!
//! Values are `f64` in the unit of the caller's measurements; results in that unit say so, and relative ones are
//! fractions (0.03 is 3 %). All intervals of these are at 95 % confidence.
//!
//! For procedures, observations come one by one on any number of threads, each of which accumulates what it needs of
//! them; the parts are merged, and the result is computed from the whole:
//!
//! - [`moments`]: the moments of one variable, and the statistics that follow from them.
//! - [`quantile`]: percentiles by all definitions, and modes.
//! - [`glm`]: the general linear model, and regression as one without classes, on [`linear`]'s streaming orthogonal
//!   triangularization.
//! - [`logistic`]: responses in categories, in as many passes as necessary.
//! - [`correlation`], [`contingency`], [`univariate`]: correlations, tables of two classes, location and normality of
//!   one variable.
//! - [`ordered`]: values with their places, in their order.
//! - [`distribution`]: the probabilities of all their tests.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod contingency;
pub mod correlation;
pub mod covariance;
pub mod distribution;
pub mod factorial;
pub mod glm;
pub mod linear;
pub mod logistic;
pub mod moments;
mod order;
pub mod ordered;
pub mod quantile;
pub mod race;
pub mod ratio;
pub mod series;
mod signed_rank;
pub mod simultaneous;
pub mod summary;
#[cfg(test)]
mod testing;
pub mod two_means;
pub mod two_samples;
pub mod univariate;

pub use moments::{Divisor, Moments};
pub use race::{CandidateStanding, Certainty, Choice, Race, RaceOptions};
pub use ratio::{PairedRatio, Verdict};
pub use series::{
    Dips, Level, SHORT_SERIES, Shape, SteadyCriterion, SteadyFigures, SteadyRule, Step, classify, course_in_words,
    keeps_level, levels, periodic_dips, steady_from,
};
pub use simultaneous::SimultaneousRatio;
pub use summary::{Interval, Summary};
pub use two_samples::UnpairedRatio;
