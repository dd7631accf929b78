//! Order statistics for the other modules.

use crate::quantile::quantile;

/// The probability left out at each side of a 95 % interval.
pub(crate) const TAIL: f64 = 0.025;

/// Ratio of the standard deviation to the median absolute deviation of normal
/// noise, 1/Φ⁻¹(3/4): makes the latter an estimate of the former.
pub(crate) const MAD_TO_SIGMA: f64 = 1.4826;

/// Returns the values in ascending order.
pub(crate) fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values
}

/// Returns the median, 0 for no values.
pub(crate) fn median(values: &[f64]) -> f64 {
    quantile(&sorted(values), 0.5).unwrap_or(0.0)
}

/// Returns the median distance from `center`, 0 for no values.
pub(crate) fn median_distance(values: &[f64], center: f64) -> f64 {
    let distances: Vec<f64> = values.iter().map(|v| (v - center).abs()).collect();
    median(&distances)
}

/// Returns the rank k, counted from 1, such that the k-th smallest and the k-th largest of `n` values enclose the
/// median of their population with at least 95 % confidence; `None` if even the smallest and the largest do not (n <
/// 6).
///
/// The number of values below the median is binomial with probability 1/2, for any distribution: k is the largest rank
/// with P(B(n, 1/2) < k) <= 2.5 % (David and Nagaraja, Order Statistics, 3rd ed., section 7.1).
pub(crate) fn median_interval_rank(n: usize) -> Option<usize> {
    // In logarithms, because 2^-n underflows from n = 1075 on.
    let mut ln_term = -(n as f64) * std::f64::consts::LN_2;
    let mut below = 0.0;
    let mut rank = 0;
    while rank < n {
        below += ln_term.exp();
        if below > TAIL {
            break;
        }
        ln_term += ((n - rank) as f64 / (rank + 1) as f64).ln();
        rank += 1;
    }
    (rank > 0).then_some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_agree_with_published_tables() {
        // Conover, Practical Nonparametric Statistics, 3rd ed., table A3.
        let table = [(5, None), (6, Some(1)), (8, Some(1)), (9, Some(2)), (10, Some(2))];
        for (n, rank) in table {
            assert_eq!(median_interval_rank(n), rank, "n = {n}");
        }
        assert_eq!(median_interval_rank(20), Some(6));
        assert_eq!(median_interval_rank(30), Some(10));
        assert_eq!(median_interval_rank(0), None);
    }

    #[test]
    fn ranks_of_large_samples_approach_the_normal_limit() {
        for n in [1_000_usize, 10_000, 100_000] {
            let normal = n as f64 / 2.0 - 1.96 * (n as f64).sqrt() / 2.0;
            let rank = median_interval_rank(n).expect("n is large") as f64;
            assert!((rank - normal).abs() < 2.0, "n = {n}: {rank} against {normal}");
        }
    }
}
