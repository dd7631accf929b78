//! Tests of the hypothesis that the location of values is 0. The caller subtracts the location of the hypothesis.

use crate::correlation::mean_ranks;
use crate::distribution::{f, student as t};

/// The number of values up to which the distribution of the signed rank sum is exact.
const EXACT_LIMIT: usize = 20;

/// A test of location.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocationTest {
    /// The statistic.
    pub statistic: f64,
    /// The probability of a statistic that is further from 0 on either side.
    pub probability: f64,
}

/// Returns Student's t test for a mean, a standard deviation and a number of values; `None` unless they vary.
pub fn student(mean: f64, deviation: f64, values: f64) -> Option<LocationTest> {
    let statistic = mean / (deviation / values.sqrt());
    (values > 1.0 && statistic.is_finite()).then(|| LocationTest {
        statistic,
        probability: t::two_sided(statistic, values - 1.0),
    })
}

/// Returns the sign test: M, half the difference between the numbers of positive and negative values. `None` unless
/// there are any.
pub fn sign(values: &[f64]) -> Option<LocationTest> {
    let positive = values.iter().filter(|value| **value > 0.0).count() as f64;
    let negative = values.iter().filter(|value| **value < 0.0).count() as f64;
    sign_of(positive, negative)
}

/// Returns the sign test for numbers of positive and negative values.
pub fn sign_of(positive: f64, negative: f64) -> Option<LocationTest> {
    let fewer = positive.min(negative);
    (positive + negative > 0.0).then(|| LocationTest {
        statistic: (positive - negative) / 2.0,
        probability: (2.0 * binomial_at_most(fewer, positive + negative)).min(1.0),
    })
}

/// Returns the probability of at most `count` of `all` with a probability of one half each. It is an incomplete beta
/// function at one half, and so the tail of an F with 2(count + 1) and 2(all - count) degrees of freedom.
fn binomial_at_most(count: f64, all: f64) -> f64 {
    if count >= all {
        return 1.0;
    }
    let (numerator, denominator) = (2.0 * (count + 1.0), 2.0 * (all - count));
    f::upper(denominator / numerator, numerator, denominator)
}

/// Returns the signed rank test of F. Wilcoxon: S, the rank sum of positive values minus its mean, where ranks are
/// those of absolute values that are not 0. Exact up to 20 values, and by Student's t beyond (R. L. Iman,
/// Communications in Statistics 3, 1974), as in PROC UNIVARIATE. `None` unless there are any.
pub fn signed_rank(values: &[f64]) -> Option<LocationTest> {
    let values: Vec<f64> = values
        .iter()
        .copied()
        .filter(|value| *value != 0.0 && !value.is_nan())
        .collect();
    if values.is_empty() {
        return None;
    }
    let sizes: Vec<f64> = values.iter().map(|value| value.abs()).collect();
    let ranks = mean_ranks(&sizes);
    let signed = values.iter().zip(&ranks.ranks);
    let positive: f64 = signed.filter(|(value, _)| **value > 0.0).map(|(_, rank)| rank).sum();
    let n = values.len() as f64;
    let statistic = positive - n * (n + 1.0) / 4.0;
    let probability = if values.len() <= EXACT_LIMIT {
        exact(&ranks.ranks, positive)
    } else {
        return Some(signed_rank_of(statistic, n, ranks.ties));
    };
    Some(LocationTest { statistic, probability })
}

/// Returns the signed rank test of S by Student's t, for the number of values that are not 0, and `ties`, the sum of
/// t³-t over all groups of t equal ranks.
pub fn signed_rank_of(statistic: f64, values: f64, ties: f64) -> LocationTest {
    let n = values;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
    let rest = n * variance - statistic * statistic;
    LocationTest {
        statistic,
        probability: t::two_sided(statistic * ((n - 1.0) / rest).sqrt(), n - 1.0),
    }
}

/// Returns the probability of a rank sum as far from its mean as `positive`, if each rank is included with probability
/// one half. Twice the ranks are integers, even if they are means of two.
fn exact(ranks: &[f64], positive: f64) -> f64 {
    let doubled: Vec<usize> = ranks.iter().map(|rank| (2.0 * rank).round() as usize).collect();
    let most: usize = doubled.iter().sum();
    let mut chances = vec![0.0; most + 1];
    chances[0] = 1.0;
    for rank in doubled {
        for sum in (0..=most).rev() {
            let without = if sum >= rank { chances[sum - rank] } else { 0.0 };
            chances[sum] = (chances[sum] + without) / 2.0;
        }
    }
    let observed = (2.0 * positive).round() as usize;
    // The distribution is symmetric.
    let fewer = observed.min(most - observed.min(most));
    (2.0 * chances[..=fewer].iter().sum::<f64>()).min(1.0)
}
