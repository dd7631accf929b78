//! The ratio of two settings among several, with an interval that holds for all comparisons together.

use crate::distribution::student;
use crate::ratio::{PairedRatio, ln_ratio};
use crate::summary::Interval;

/// The pairs below which there is no interval, as for a [`PairedRatio`].
const LEAST_PAIRS: usize = 6;

/// The pairs beyond which no number of pairs is told.
const MOST_PAIRS: usize = 1000;

/// The probability with which one of the intervals misses its ratio.
const ERROR: f64 = 0.05;

/// The ratio of two settings that were measured in pairs, one of several such comparisons.
///
/// The point is the mean of the logarithms of the ratios, and the interval that of Student's t at a confidence of 1 -
/// 0.05 / comparisons (Bonferroni), so that all intervals together hold in 95 of 100 cases. The interval of
/// [`PairedRatio`] is not widened to that confidence: with six pairs a test of signed ranks cannot go beyond 1 in 32.
/// (Miller, Simultaneous Statistical Inference, 2nd ed., section 1.5.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimultaneousRatio {
    /// The pairs, the point, and the interval, which there is from six pairs on.
    pub ratio: PairedRatio,
    /// The standard deviation of the logarithms; 0 for a single pair.
    deviation: f64,
    comparisons: usize,
}

impl SimultaneousRatio {
    /// Computes the ratio of `pairs` of (ours, theirs), one of so many comparisons; `None` if there are none, or if a
    /// value is not finite and positive.
    pub fn of(pairs: &[(f64, f64)], comparisons: usize) -> Option<Self> {
        let logs: Vec<f64> = pairs.iter().map(|&(a, b)| ln_ratio(a, b)).collect::<Option<_>>()?;
        let count = logs.len() as f64;
        let mean = (!logs.is_empty()).then(|| logs.iter().sum::<f64>() / count)?;
        let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
        let deviation = (squares / (count - 1.0).max(1.0)).sqrt();
        let half = half_width(deviation, logs.len(), comparisons);
        let interval = (logs.len() >= LEAST_PAIRS).then(|| Interval {
            low: (mean - half).exp(),
            high: (mean + half).exp(),
        });
        Some(Self {
            ratio: PairedRatio {
                pairs: logs.len(),
                ratio: mean.exp(),
                interval,
            },
            deviation,
            comparisons,
        })
    }

    /// Returns the number of pairs, more than there are, with which the interval would probably leave out `border`, if
    /// the point and the noise stay as they are. `None` beyond a thousand.
    pub fn pairs_to_tell_from(&self, border: f64) -> Option<usize> {
        let distance = (self.ratio.ratio / border).ln().abs();
        let tells = |pairs: usize| half_width(self.deviation, pairs, self.comparisons) < distance;
        let (mut low, mut high) = ((self.ratio.pairs + 1).max(LEAST_PAIRS), MOST_PAIRS);
        while low < high {
            let middle = (low + high) / 2;
            if tells(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        tells(low).then_some(low)
    }
}

/// Returns half the width of the interval of a mean of logarithms.
fn half_width(deviation: f64, pairs: usize, comparisons: usize) -> f64 {
    let degrees = pairs.saturating_sub(1).max(1) as f64;
    student::two_sided_quantile(ERROR / comparisons.max(1) as f64, degrees) * deviation / (pairs as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Noise;

    fn noisy(noise: &mut Noise, truth: f64, pairs: usize) -> Vec<(f64, f64)> {
        (0..pairs)
            .map(|_| (truth * (0.05 * noise.normal()).exp(), (0.05 * noise.normal()).exp()))
            .collect()
    }

    #[test]
    fn all_intervals_together_hold_in_95_of_100_cases() {
        for (comparisons, pairs) in [(1, 6), (3, 8), (19, 12)] {
            let mut noise = Noise::new(7);
            let held = (0..1000)
                .filter(|_| {
                    (0..comparisons).all(|_| {
                        let ratio = SimultaneousRatio::of(&noisy(&mut noise, 0.9, pairs), comparisons).unwrap();
                        ratio.ratio.interval.unwrap().contains(0.9)
                    })
                })
                .count();
            assert!(
                (935..=970).contains(&held),
                "{comparisons} comparisons of {pairs} pairs: {held}"
            );
        }
    }

    #[test]
    fn so_many_pairs_as_are_told_decide() {
        let mut noise = Noise::new(3);
        let (mut decided, mut told) = (0, 0);
        for _ in 0..200 {
            let ratio = SimultaneousRatio::of(&noisy(&mut noise, 0.95, 8), 4).unwrap();
            if ratio.ratio.interval.unwrap().contains(1.0) && (0.93..0.97).contains(&ratio.ratio.ratio) {
                let pairs = ratio.pairs_to_tell_from(1.0).unwrap();
                assert!(pairs > 8);
                told += 1;
                let longer = SimultaneousRatio::of(&noisy(&mut noise, 0.95, pairs), 4).unwrap();
                decided += usize::from(!longer.ratio.interval.unwrap().contains(1.0));
            }
        }
        // The number is that of an even chance: the point then lies at the border of its interval.
        assert!(told >= 50 && decided * 10 >= told * 4, "{decided} of {told}");
    }

    #[test]
    fn few_pairs_have_no_interval() {
        assert_eq!(SimultaneousRatio::of(&[], 1), None);
        assert_eq!(SimultaneousRatio::of(&[(1.0, 0.0)], 1), None);
        let ratio = SimultaneousRatio::of(&[(2.0, 1.0); 5], 3).unwrap();
        assert_eq!((ratio.ratio.pairs, ratio.ratio.interval), (5, None));
        assert!((ratio.ratio.ratio - 2.0).abs() < 1e-12);
        assert_eq!(ratio.pairs_to_tell_from(1.0), Some(6));
        assert_eq!(
            SimultaneousRatio::of(&[(1.0, 1.0); 9], 3)
                .unwrap()
                .pairs_to_tell_from(1.0),
            None
        );
    }
}
