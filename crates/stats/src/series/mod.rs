//! The shape of a series of intervals: the course of a stream's rate.

mod describe;
mod dips;
mod few;
mod levels;
mod model;
mod ramp;
mod steady_rule;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use dips::{Dips, periodic_dips};
pub use few::{course_in_words, keeps_level};
pub use levels::{Level, SHORT_SERIES, levels};
pub use ramp::{MIN_STEADY_SHARE, steady_from};
pub use steady_rule::{SteadyCriterion, SteadyFigures, SteadyRule};

use crate::order::{MAD_TO_SIGMA, median, median_distance, sorted};
use crate::quantile::quantile;
use model::Points;

/// The fewest intervals that have a shape: with 9 the strictest trend barely passes the test, and any scatter hides it.
pub const MIN_INTERVALS: usize = 10;

/// The least change from start to end that is a drift: devices differ by more from one day to the next, however certain
/// the change.
pub const MIN_DRIFT: f64 = 0.05;

/// The least step, as a fraction of its higher side. It is above [`MIN_DRIFT`] because a step implies a cause at one
/// moment (a cache filled, a throttle set in), and a small one may equally be random variation.
pub const MIN_STEP: f64 = 0.10;

/// The noise of the intervals, as a standard deviation relative to their level, from which on a series is noisy. Up to
/// there, eight repeats determine their level to about 3 %.
pub const NOISY_FROM: f64 = 0.04;

/// The share of the intervals that are inside `within` of [`Shape::Steady`].
pub const WITHIN_SHARE: f64 = 0.9;

/// The fraction of the level below which an interval is a stall.
pub const STALL_BELOW: f64 = 0.5;

/// The shape of a series of intervals. Levels are in the unit of the values, the rest are fractions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "shape", rename_all = "snake_case")]
pub enum Shape {
    /// Too few intervals (under [`MIN_INTERVALS`]), or one that is not finite.
    TooShort,
    /// One level with little noise.
    Steady {
        /// The median.
        level: f64,
        /// The fraction of the level within which nine in ten intervals are.
        within: f64,
        /// The number of intervals at less than half the level. They are too few to make the series noisy, but users
        /// wait in each of them.
        stalls: usize,
    },
    /// One level with noise, [`NOISY_FROM`] or more.
    Noisy {
        /// The median; the mean if the median is 0.
        level: f64,
        /// The fraction of the level outside of which half the intervals are.
        spread: f64,
    },
    /// A gradual change from start to end.
    Drift {
        /// The level at the start, on the fitted line.
        from: f64,
        /// The level at the end, on the fitted line; not below 0 unless a value is.
        to: f64,
        /// The whole change as a fraction of `from`, negative for a fall.
        change: f64,
        /// The change from one interval to the next as a fraction of `from`.
        per_interval: f64,
    },
    /// One or more sudden changes between levels.
    Step {
        /// The steps in order of time; at least one.
        steps: Vec<Step>,
    },
}

/// One sudden change of level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The index of the first interval at the new level.
    pub at: usize,
    /// The fraction of the run that had passed by then.
    pub share: f64,
    /// The level before: the median of the intervals back to the previous step.
    pub before: f64,
    /// The level after: the median of the intervals up to the next step.
    pub after: f64,
}

/// Classifies `values`: the rates of successive intervals of equal length, in any unit, from 10 to 10,000 and more.
///
/// A long series is first condensed to the medians of at most 120 blocks. Three models compete: one level; a line
/// (Theil and Sen, admitted if the test of Mann and Kendall detects it at the 0.1 % level and it changes by
/// [`MIN_DRIFT`]); and levels with one to five steps (the segmentation of least absolute deviation, found exactly;
/// admitted if each step is at least [`MIN_STEP`]). The model that explains most is chosen, where each of its
/// parameters has a price (the information criterion of Schwarz for Laplace noise, with a higher price for steps
/// because their positions are searched for). Both the test and the criterion count an autocorrelated series as the
/// smaller number of independent points that it is worth.
pub fn classify(values: &[f64]) -> Shape {
    if values.len() < MIN_INTERVALS || values.iter().any(|value| !value.is_finite()) {
        return Shape::TooShort;
    }
    let points = Points::condense(values);
    let level = model::level(&points);
    let line = model::line(&points).filter(|line| line.change().abs() >= MIN_DRIFT && line.beats(&level));
    match (line, model::stairs(&points, &level)) {
        (Some(line), Some(stairs)) if !stairs.beat(&line) => line.shape(values),
        (_, Some(stairs)) => Shape::Step {
            steps: stairs.steps(values),
        },
        (Some(line), None) => line.shape(values),
        (None, None) => level_shape(values),
    }
}

/// Returns the shape of a series without drift or steps.
fn level_shape(values: &[f64]) -> Shape {
    let mut level = median(values);
    if level == 0.0 {
        // Mostly idle: bursts that the median does not see.
        level = values.iter().sum::<f64>() / values.len() as f64;
    }
    if level == 0.0 {
        return match values.iter().all(|&value| value == 0.0) {
            true => Shape::Steady {
                level,
                within: 0.0,
                stalls: 0,
            },
            false => Shape::Noisy { level, spread: 1.0 },
        };
    }
    let spread = median_distance(values, level) / level.abs();
    if spread * MAD_TO_SIGMA >= NOISY_FROM {
        return Shape::Noisy { level, spread };
    }
    let distances: Vec<f64> = values.iter().map(|value| (value / level - 1.0).abs()).collect();
    Shape::Steady {
        level,
        within: quantile(&sorted(&distances), WITHIN_SHARE).unwrap_or(0.0),
        stalls: values.iter().filter(|&value| value / level < STALL_BELOW).count(),
    }
}
