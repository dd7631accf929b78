//! The ratio of two programs that are measured in turn, and whether it meets a requirement.
//!
//! The device drifts, so only the two members of a pair, measured directly after each other, are comparable; each pair
//! yields one ratio, and the ratios are compared as logarithms, in which twice and half are equally far from one.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::signed_rank::center;
use crate::summary::Interval;

/// The ratio of ours to theirs over a number of pairs.
///
/// The point is the pseudo-median of Hodges and Lehmann of the logarithms of the ratios (the median of the averages of
/// all pairs of them), and the interval that of Wilcoxon's signed-rank test, exact for up to 60 pairs. It requires that
/// the logarithms are symmetric about their centre, which pairing ensures: if the same noise affects both members
/// alike, its difference is symmetric whatever its distribution. For 10 to 30 pairs it is as narrow as the median's own
/// interval of half as many more (efficiency 95 % against 64 % for normal noise), and it tolerates up to 29 % of
/// outliers among the pairs. (Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, 3rd ed., chapter 3.)
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairedRatio {
    /// The number of pairs.
    pub pairs: usize,
    /// The point: ours divided by theirs.
    pub ratio: f64,
    /// The 95 % interval of the ratio; `None` for fewer than 6 pairs, for which none exists at that confidence.
    pub interval: Option<Interval>,
}

/// The verdict on a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The requirement is met.
    Passed,
    /// The requirement is missed.
    Failed,
    /// The measurements do not decide it; more pairs may.
    Undecided,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Undecided => "undecided",
        })
    }
}

impl PairedRatio {
    /// Computes the ratio of `pairs` of (ours, theirs), in one unit; `None` if there are none, or if a value is not
    /// finite and positive.
    pub fn of(pairs: &[(f64, f64)]) -> Option<Self> {
        let logs: Vec<f64> = pairs.iter().map(|&(a, b)| ln_ratio(a, b)).collect::<Option<_>>()?;
        Self::of_logs(&logs)
    }

    /// Computes the ratio from the logarithms of the ratios of the pairs.
    pub(crate) fn of_logs(logs: &[f64]) -> Option<Self> {
        let center = center(logs)?;
        Some(Self {
            pairs: logs.len(),
            ratio: center.value.exp(),
            interval: center.interval.map(|interval| Interval {
                low: interval.low.exp(),
                high: interval.high.exp(),
            }),
        })
    }

    /// Returns the verdict if higher is better and the ratio must be at least `at_least`.
    ///
    /// - [`Passed`](Verdict::Passed): the point reaches `at_least`, and the interval is not below `at_least * (1 -
    ///   margin)`. The margin is thus how far below the requirement the true ratio may still be if the point is not
    ///   below it.
    /// - [`Failed`](Verdict::Failed): the whole interval is below `at_least`. There is no margin here: a requirement
    ///   that allows 3 % less is 0.97.
    /// - [`Undecided`](Verdict::Undecided): all other cases, namely an interval that extends from `at_least` or above
    ///   it to further below than the margin (too few pairs, too much noise), one that contains `at_least` around a
    ///   lower point, or none.
    ///
    /// The extent of the interval on the good side does not matter. Two equal programs thus fail in 2.5 % of cases at
    /// `at_least` 1, and pass in half of the others once the interval is narrower than the margin.
    pub fn verdict(&self, margin: f64, at_least: f64) -> Verdict {
        let Some(interval) = self.interval else {
            return Verdict::Undecided;
        };
        if self.ratio >= at_least && interval.low >= at_least * (1.0 - margin) {
            Verdict::Passed
        } else if interval.high < at_least {
            Verdict::Failed
        } else {
            Verdict::Undecided
        }
    }

    /// Returns the verdict if lower is better (processor seconds per GB, for example) and the ratio must be at most
    /// `at_most`: the exact mirror of [`verdict`](Self::verdict), as if theirs were divided by ours and had to be at
    /// least `1 / at_most`. The interval of a passed requirement is thus not above `at_most / (1 - margin)`.
    pub fn verdict_at_most(&self, margin: f64, at_most: f64) -> Verdict {
        self.inverse().verdict(margin, at_most.recip())
    }

    /// Returns the ratio of theirs to ours.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self {
            pairs: self.pairs,
            ratio: self.ratio.recip(),
            interval: self.interval.map(|interval| Interval {
                low: interval.high.recip(),
                high: interval.low.recip(),
            }),
        }
    }
}

/// Returns the logarithm of ours divided by theirs; `None` unless both are finite and positive.
pub(crate) fn ln_ratio(ours: f64, theirs: f64) -> Option<f64> {
    let comparable = |value: f64| value.is_finite() && value > 0.0;
    (comparable(ours) && comparable(theirs)).then(|| ours.ln() - theirs.ln())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::Noise;

    fn known(ratio: f64, low: f64, high: f64) -> PairedRatio {
        PairedRatio {
            pairs: 10,
            ratio,
            interval: Some(Interval { low, high }),
        }
    }

    #[test]
    fn verdicts_by_the_rule() {
        use Verdict::{Failed, Passed, Undecided};
        let cases = [
            (known(1.02, 1.01, 1.03), Passed),
            (known(1.00, 0.98, 1.02), Passed),
            (known(1.50, 0.98, 9.00), Passed),
            (known(1.01, 0.90, 1.12), Undecided),
            (known(0.99, 0.98, 1.00), Undecided),
            (known(0.80, 0.30, 1.20), Undecided),
            (known(0.98, 0.97, 0.99), Failed),
            (known(0.50, 0.10, 0.90), Failed),
        ];
        for (ratio, verdict) in cases {
            assert_eq!(ratio.verdict(0.03, 1.0), verdict, "{ratio:?}");
            assert_eq!(ratio.inverse().verdict_at_most(0.03, 1.0), verdict, "{ratio:?}");
        }
        assert_eq!(known(0.98, 0.97, 0.99).verdict(0.03, 0.97), Passed);
    }

    #[test]
    fn five_pairs_decide_nothing() {
        let ratio = PairedRatio::of(&[(2.0, 1.0); 5]).unwrap();
        assert_eq!(ratio.interval, None);
        assert_eq!(ratio.verdict(0.05, 1.0), Verdict::Undecided);
        let ratio = PairedRatio::of(&[(2.0, 1.0); 6]).unwrap();
        assert_eq!(ratio.verdict(0.05, 1.0), Verdict::Passed);
    }

    #[test]
    fn no_ratio_of_what_does_not_compare() {
        assert_eq!(PairedRatio::of(&[]), None);
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(PairedRatio::of(&[(1.0, 1.0), (bad, 1.0)]), None);
            assert_eq!(PairedRatio::of(&[(1.0, 1.0), (1.0, bad)]), None);
        }
    }

    /// Pairs on a device whose rate varies by a factor of two, ours `truth` times theirs, with 5 % of noise on each and
    /// a stall of either in one pair of ten.
    fn wandering(seed: u64, n: usize, truth: f64) -> Vec<(f64, f64)> {
        let mut noise = Noise::new(seed);
        let mut level = 0.0_f64;
        (0..n)
            .map(|_| {
                level = (level + 0.3 * noise.normal()).clamp(-0.7, 0.7);
                let mut rate = |factor: f64| {
                    let stall = if noise.uniform() < 0.05 { 0.5 } else { 1.0 };
                    stall * factor * (level + 0.05 * noise.normal()).exp()
                };
                (rate(truth), rate(1.0))
            })
            .collect()
    }

    #[test]
    fn the_interval_covers_the_truth_while_the_device_wanders() {
        for n in [6, 10, 20, 30] {
            let covered = (0..1000)
                .filter(|&seed| {
                    let ratio = PairedRatio::of(&wandering(seed, n, 0.9)).unwrap();
                    ratio.interval.unwrap().contains(0.9)
                })
                .count();
            assert!(covered >= 935, "n = {n}: {covered} of 1000");
        }
    }

    #[test]
    fn two_dozen_pairs_tell_ten_percent_and_seldom_fail_an_equal() {
        let verdicts = |truth: f64, verdict: Verdict| {
            (0..500)
                .filter(|&seed| {
                    let ratio = PairedRatio::of(&wandering(seed, 24, truth)).unwrap();
                    ratio.verdict(0.05, 1.0) == verdict
                })
                .count()
        };
        assert!(verdicts(0.9, Verdict::Failed) >= 475);
        assert!(verdicts(1.1, Verdict::Passed) >= 475);
        assert!(verdicts(1.0, Verdict::Failed) <= 20);
        assert!(verdicts(0.9, Verdict::Passed) == 0);
    }

    proptest! {
        #[test]
        fn exchanging_the_two_inverts_the_ratio(
            pairs in prop::collection::vec((1e-3..1e6_f64, 1e-3..1e6_f64), 1..40)
        ) {
            let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
            let swapped: Vec<_> = pairs.iter().map(|&(a, b)| (b, a)).collect();
            let ratio = PairedRatio::of(&pairs).unwrap();
            let inverse = PairedRatio::of(&swapped).unwrap().inverse();
            prop_assert!(close(ratio.ratio, inverse.ratio));
            prop_assert_eq!(ratio.interval.is_some(), pairs.len() >= 6);
            if let (Some(a), Some(b)) = (ratio.interval, inverse.interval) {
                prop_assert!(close(a.low, b.low) && close(a.high, b.high));
                prop_assert!(a.contains(ratio.ratio));
            }
        }

        #[test]
        fn a_faster_program_never_gets_a_worse_verdict(
            ratio in 0.1..10.0_f64, below in 0.1..1.0_f64, above in 1.0..10.0_f64,
            faster in 1.0..3.0_f64, margin in 0.0..0.5_f64,
        ) {
            let rank = |scale: f64| {
                let low = ratio * below * scale;
                match known(ratio * scale, low, ratio * above * scale).verdict(margin, 1.0) {
                    Verdict::Failed => 0,
                    Verdict::Undecided => 1,
                    Verdict::Passed => 2,
                }
            };
            prop_assert!(rank(faster) >= rank(1.0));
        }
    }
}
