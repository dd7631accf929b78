//! Statistics: of measurements of I/O, whose rate wanders by a factor of two while nobody touches anything,
//! and the models and tests of the statistical procedures.
//!
//! For measurements, nothing assumes that noise is normal, and nothing gives a point without saying how far
//! it can be trusted:
//!
//! - [`Summary`]: the repeats of one measurement, with an interval of the median.
//! - [`PairedRatio`]: two programs measured in turn, and the [`Verdict`] on a
//!   required ratio, which may be "undecided".
//! - [`classify`]: what the rate of a stream did over time, a [`Shape`].
//! - [`Race`]: the best of many settings while the device drifts.
//!
//! Values are plain `f64` in whatever unit the caller measures; every result in
//! the unit of the values says so, and every relative one is a fraction (0.03 is
//! 3 %). All intervals of these are at 95 % confidence.
//!
//! For procedures, observations come one by one on as many threads as the caller has; each of these keeps
//! what it needs of them, the parts are merged, and the result is read off the whole:
//!
//! - [`moments`]: the moments of one variable, and the figures that follow from them.
//! - [`quantile`]: percentiles by all definitions, and modes.
//! - [`glm`]: the general linear model, and regression as one without classes, on [`linear`]'s streaming
//!   orthogonal triangularization.
//! - [`logistic`]: responses in categories, in as many passes as it takes.
//! - [`correlation`], [`contingency`], [`univariate`]: correlations, tables of two classes, location and
//!   normality of one variable.
//! - [`distribution`]: the probabilities of all their tests.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod contingency;
pub mod correlation;
pub mod distribution;
pub mod glm;
pub mod linear;
pub mod logistic;
pub mod moments;
mod order;
pub mod quantile;
pub mod race;
pub mod ratio;
pub mod series;
mod signed_rank;
pub mod summary;
#[cfg(test)]
mod testing;
pub mod univariate;

pub use moments::{Divisor, Moments};
pub use race::{Race, RaceOptions, Standing};
pub use ratio::{PairedRatio, Verdict};
pub use series::{Shape, Step, classify, steady_from};
pub use summary::{Interval, Summary};
