//! The end of the warm-up.

use super::{MIN_INTERVALS, Shape, classify};
use crate::order::{MAD_TO_SIGMA, median, median_distance};

/// The part of the run that must remain for its level to count as the steady one:
/// what lasts for less has not been seen to last.
pub const MIN_STEADY_SHARE: f64 = 0.25;

/// A drift that reaches to the end of the warm-up is trimmed by this part of what
/// remains at a time.
const TRIM: f64 = 0.05;

/// An interval within this many standard deviations of the level belongs to it.
const BAND: f64 = 3.0;

/// The least noise, as a fraction of the level, that the band is made of, so that a
/// quiet series does not exclude an interval for nothing.
const MIN_NOISE: f64 = 0.01;

/// The index of the first interval from which on the series keeps one level, neither
/// drifting nor stepping; noise, however much, is no objection. 0 for a series without
/// warm-up. `None` when there is no such index that leaves [`MIN_STEADY_SHARE`] of the
/// series and 10 intervals: it never became steady, or not for long enough to say so.
pub fn steady_from(values: &[f64]) -> Option<usize> {
    let least = ((values.len() as f64 * MIN_STEADY_SHARE).ceil() as usize).max(MIN_INTERVALS);
    let mut start = 0;
    loop {
        let rest = &values[start..];
        if rest.len() < least {
            return None;
        }
        start += match classify(rest) {
            Shape::TooShort => return None,
            Shape::Steady { .. } | Shape::Noisy { .. } => break,
            Shape::Step { steps } => steps.last().map_or(1, |step| step.at),
            Shape::Drift { .. } => ((rest.len() as f64 * TRIM) as usize).max(1),
        };
    }
    // The classification sees no warm-up of an interval or two, and trimming may have
    // overshot: move to where the intervals first come within the noise of the level.
    let level = median(&values[start..]);
    let noise = MAD_TO_SIGMA * median_distance(&values[start..], level);
    let band = BAND * noise.max(MIN_NOISE * level.abs());
    let outside = |value: &f64| (value - level).abs() > band;
    let trimmed = values[..start].iter().rev().take_while(|value| !outside(value)).count();
    let start = start - trimmed;
    let more = values[start..].iter().take_while(|value| outside(value)).count();
    (values.len() - start - more >= least).then_some(start + more)
}

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;

    use super::*;
    use crate::testing::planted;

    const SEEDS: u64 = 100;

    /// Requires that the start of the steady part is found in `within`.
    #[track_caller]
    fn require(within: RangeInclusive<usize>, rate: impl Fn(f64) -> f64) {
        let right = (0..SEEDS)
            .filter_map(|seed| steady_from(&planted(seed, 100, 0.03, &rate)))
            .filter(|from| within.contains(from))
            .count();
        assert!(right >= 95, "{right} of {SEEDS} in {within:?}");
    }

    #[test]
    fn warm_up_is_trimmed() {
        let nothing = |_| 1.0;
        let slow_start = |x| if x < 0.02 { 0.3 } else { 1.0 };
        let ramp = |x: f64| (0.2 + 8.0 * x).min(1.0);
        let burst = |x| if x < 0.4 { 2.0 } else { 1.0 };
        require(0..=0, nothing);
        require(2..=2, slow_start);
        require(7..=14, ramp);
        require(40..=40, burst);
    }

    #[test]
    fn what_never_becomes_steady_has_no_start() {
        assert_eq!(steady_from(&[1.0; 9]), None);
        let falling: Vec<f64> = (0..100).map(|i| 1000.0 - 9.0 * f64::from(i)).collect();
        assert_eq!(steady_from(&falling), None);
        // The last tenth alone is no evidence.
        let late: Vec<f64> = (0..100).map(|i| if i < 90 { 900.0 } else { 100.0 }).collect();
        assert_eq!(steady_from(&late), None);
    }
}
