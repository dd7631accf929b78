//! The pseudo-median of Hodges and Lehmann, with the interval of Wilcoxon's signed-rank test.

use std::sync::OnceLock;

use crate::order::{TAIL, median_interval_rank, sorted};
use crate::quantile::quantile;
use crate::summary::Interval;

/// The fewest values that have an interval: the widest one of 5 values has a confidence of only 93.75 %.
pub(crate) const MIN_FOR_INTERVAL: usize = 6;

/// Up to this many values the distribution of the rank sum is computed exactly; beyond, its normal approximation yields
/// the same rank to within one.
const EXACT_LIMIT: usize = 60;

/// There are n²/2 averages, so from here on the median itself is used, whose interval is narrow enough then.
const PAIRWISE_LIMIT: usize = 1000;

/// A centre and its 95 % interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Center {
    pub(crate) value: f64,
    pub(crate) interval: Option<Interval>,
}

/// Returns the median of the averages of all pairs of values (each with itself too) and the interval between the k-th
/// smallest and the k-th largest of them, k from the exact distribution of the rank sum (Hollander, Wolfe and Chicken,
/// Nonparametric Statistical Methods, 3rd ed., sections 3.2 and 3.3). `None` for no values.
pub(crate) fn center(values: &[f64]) -> Option<Center> {
    let n = values.len();
    let (points, rank) = if n > PAIRWISE_LIMIT {
        (sorted(values), median_interval_rank(n))
    } else {
        (pair_averages(values), rank_of_interval(n))
    };
    Some(Center {
        value: quantile(&points, 0.5)?,
        interval: rank.map(|rank| Interval {
            low: points[rank - 1],
            high: points[points.len() - rank],
        }),
    })
}

fn pair_averages(values: &[f64]) -> Vec<f64> {
    let mut averages = Vec::with_capacity(values.len() * (values.len() + 1) / 2);
    for (i, a) in values.iter().enumerate() {
        averages.extend(values[i..].iter().map(|b| a / 2.0 + b / 2.0));
    }
    averages.sort_unstable_by(f64::total_cmp);
    averages
}

/// Returns the largest k with P(W < k) <= 2.5 %, where W is the sum of the ranks of the positive ones among `n`
/// symmetric values; `None` if there is none.
fn rank_of_interval(n: usize) -> Option<usize> {
    static EXACT: OnceLock<Vec<usize>> = OnceLock::new();
    if n < MIN_FOR_INTERVAL {
        return None;
    }
    if n <= EXACT_LIMIT {
        return Some(EXACT.get_or_init(exact_ranks)[n]);
    }
    let n = n as f64;
    let mean = n * (n + 1.0) / 4.0;
    let deviation = (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0).sqrt();
    Some((mean - 1.96 * deviation + 0.5) as usize)
}

/// Returns the ranks for 0 to [`EXACT_LIMIT`] values, from the distribution of W: each rank is in the sum with
/// probability 1/2.
fn exact_ranks() -> Vec<usize> {
    let mut distribution = vec![1.0];
    let mut ranks = vec![0];
    for n in 1..=EXACT_LIMIT {
        let mut next = vec![0.0; distribution.len() + n];
        for (sum, probability) in distribution.iter().enumerate() {
            next[sum] += probability / 2.0;
            next[sum + n] += probability / 2.0;
        }
        distribution = next;
        let rank = distribution
            .iter()
            .scan(0.0, |below, probability| {
                *below += probability;
                Some(*below)
            })
            .take_while(|&below| below <= TAIL)
            .count();
        ranks.push(rank);
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_agree_with_published_tables() {
        // Critical values of the signed-rank test at 5 %, two-sided, plus one
        // (Conover, table A12; Wilcoxon's own table).
        let table = [
            (6, 1),
            (7, 3),
            (8, 4),
            (9, 6),
            (10, 9),
            (15, 26),
            (20, 53),
            (25, 90),
            (30, 138),
        ];
        for (n, rank) in table {
            assert_eq!(rank_of_interval(n), Some(rank), "n = {n}");
        }
        assert_eq!(rank_of_interval(5), None);
    }

    #[test]
    fn the_normal_approximation_continues_the_exact_ranks() {
        let exact = rank_of_interval(60).unwrap();
        let next = rank_of_interval(61).unwrap();
        assert!((20..40).contains(&(next - exact)), "{exact} then {next}");
    }

    #[test]
    fn many_values_are_judged_by_their_median() {
        let values: Vec<f64> = (0..=2000).map(f64::from).collect();
        let center = center(&values).unwrap();
        assert_eq!(center.value, 1000.0);
        assert!(center.interval.unwrap().contains(1000.0));
    }
}
