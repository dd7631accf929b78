//! Statistics for measurements of I/O, whose rate wanders by a factor of two
//! while nobody touches anything.
//!
//! Nothing here assumes that noise is normal, and nothing gives a point without
//! saying how far it can be trusted:
//!
//! - [`Summary`]: the repeats of one measurement, with an interval of the median.
//! - [`PairedRatio`]: two programs measured in turn, and the [`Verdict`] on a
//!   required ratio, which may be "undecided".
//! - [`classify`]: what the rate of a stream did over time, a [`Shape`].
//! - [`Race`]: the best of many settings while the device drifts.
//!
//! Values are plain `f64` in whatever unit the caller measures; every result in
//! the unit of the values says so, and every relative one is a fraction (0.03 is
//! 3 %). All intervals are at 95 % confidence.

mod order;
pub mod race;
pub mod ratio;
pub mod series;
mod signed_rank;
pub mod summary;
#[cfg(test)]
mod testing;

pub use race::{Race, RaceOptions, Standing};
pub use ratio::{PairedRatio, Verdict};
pub use series::{Shape, Step, classify, steady_from};
pub use summary::{Interval, Summary, quantile};
