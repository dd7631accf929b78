//! The ratio of two samples that were measured apart from each other, such as the runs of last week and those of today.
//!
//! Where the two can be measured in turn, a [`PairedRatio`](crate::PairedRatio) tells smaller differences.

mod differences;
mod rank_sum;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::order::sorted;
use crate::summary::Interval;
use differences::Differences;

/// The ratio of ours to theirs over two samples without pairs.
///
/// The point is the estimate of Hodges and Lehmann of the logarithms: the median of the ratios of each of ours to each
/// of theirs. The interval is that of the rank-sum test of Wilcoxon, Mann and Whitney, exact unless both samples are
/// large. It assumes that both have the same distribution but for a factor. With ties, which rounded values have, it
/// covers the ratio more often than in 95 % of cases, because its ends belong to it. (Hollander, Wolfe and Chicken,
/// Nonparametric Statistical Methods, 3rd ed., sections 4.1 to 4.3.)
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnpairedRatio {
    /// The number of our values.
    pub ours: usize,
    /// The number of their values.
    pub theirs: usize,
    /// The point: ours divided by theirs.
    pub ratio: f64,
    /// The 95 % interval of the ratio; `None` where none exists at that confidence: with fewer than 4 and 4 values, 3
    /// and 5, 2 and 8, or 1 and 39.
    pub interval: Option<Interval>,
}

impl UnpairedRatio {
    /// Computes the ratio of two samples in one unit; `None` if one of them is empty, or if a value is not finite and
    /// positive.
    pub fn of(ours: &[f64], theirs: &[f64]) -> Option<Self> {
        let differences = Differences::of(logarithms(ours)?, logarithms(theirs)?)?;
        let pairs = differences.count();
        let at = |rank| differences.smallest(rank).exp();
        let middle = [(pairs - 1) / 2 + 1, pairs / 2 + 1].map(|rank| differences.smallest(rank));
        Some(Self {
            ours: ours.len(),
            theirs: theirs.len(),
            ratio: (middle[0] / 2.0 + middle[1] / 2.0).exp(),
            interval: rank_sum::rank_of_interval(ours.len(), theirs.len()).map(|rank| Interval {
                low: at(rank),
                high: at(pairs + 1 - rank),
            }),
        })
    }

    /// Returns the ratio of theirs to ours.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self {
            ours: self.theirs,
            theirs: self.ours,
            ratio: self.ratio.recip(),
            interval: self.interval.map(|interval| Interval {
                low: interval.high.recip(),
                high: interval.low.recip(),
            }),
        }
    }
}

/// Returns the logarithms of a sample in ascending order; `None` if a value has none that can be compared.
fn logarithms(values: &[f64]) -> Option<Vec<f64>> {
    let comparable = |value: &f64| value.is_finite() && *value > 0.0;
    let all = values.iter().all(comparable);
    let logarithms: Vec<f64> = values.iter().map(|value| value.ln()).collect();
    all.then(|| sorted(&logarithms))
}
