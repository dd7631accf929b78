//! The distribution of the statistic of Mann and Whitney: how many pairs of two samples have the first value above the
//! second.

use crate::order::TAIL;

/// The most steps of the exact computation, which are few milliseconds. Beyond, the smaller sample has more than a
/// hundred values or the larger one millions, and the normal approximation yields the same rank to within one in a
/// thousand.
const MOST_STEPS: usize = 20_000_000;

/// The amount that rounding may add to a sum of probabilities that is exactly [`TAIL`], as with 1 and 39 values.
const ROUNDING: f64 = 1e-9;

/// Returns the largest k with P(U < k) <= 2.5 % for samples of these sizes from one distribution; `None` if there is
/// none. The k-th smallest and the k-th largest of all differences are the ends of the interval.
pub(super) fn rank_of_interval(ours: usize, theirs: usize) -> Option<usize> {
    let (few, many) = (ours.min(theirs), ours.max(theirs));
    let pairs = few.checked_mul(many)?;
    let rank = match pairs.checked_mul(few) {
        Some(steps) if steps <= MOST_STEPS => exact(few, many),
        _ => {
            let (few, many) = (few as f64, many as f64);
            let deviation = (few * many * (few + many + 1.0) / 12.0).sqrt();
            (few * many / 2.0 - 1.959_964 * deviation + 0.5) as usize
        }
    };
    (rank > 0).then_some(rank)
}

/// Returns that rank by the exact distribution.
fn exact(few: usize, many: usize) -> usize {
    let below = lower_half(few, many).into_iter().scan(0.0, |below, probability| {
        *below += probability;
        Some(*below)
    });
    below.take_while(|&below| below <= TAIL + ROUNDING).count()
}

/// Returns the probabilities of 0, 1, … up to half of the pairs.
///
/// The counts of the sums are the coefficients of the Gaussian binomial, the product of (1 - q^(many + i)) / (1 - q^i)
/// over all i up to `few` (Andrews, The Theory of Partitions, chapter 3). Each factor is divided by its value at q = 1.
fn lower_half(few: usize, many: usize) -> Vec<f64> {
    let mut terms = vec![0.0; few * many / 2 + 1];
    terms[0] = 1.0;
    for i in 1..=few {
        for sum in (many + i..terms.len()).rev() {
            terms[sum] -= terms[sum - many - i];
        }
        for sum in i..terms.len() {
            terms[sum] += terms[sum - i];
        }
        let scale = i as f64 / (many + i) as f64;
        for term in &mut terms {
            *term *= scale;
        }
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_agree_with_published_tables() {
        // Critical values of U at 5 %, two-sided (Mann and Whitney, 1947; Milton, 1964), plus one.
        for (ours, theirs, critical) in [
            (2, 8, 0),
            (3, 5, 0),
            (3, 6, 1),
            (4, 4, 0),
            (4, 10, 5),
            (5, 5, 2),
            (5, 10, 8),
            (6, 6, 5),
            (6, 12, 14),
            (7, 7, 8),
            (8, 8, 13),
            (9, 9, 17),
            (10, 10, 23),
            (12, 12, 37),
            (15, 15, 64),
            (10, 20, 55),
            (20, 20, 127),
        ] {
            let rank = Some(critical + 1);
            assert_eq!(rank_of_interval(ours, theirs), rank, "{ours} and {theirs}");
            assert_eq!(rank_of_interval(theirs, ours), rank, "{theirs} and {ours}");
        }
    }

    #[test]
    fn too_few_values_have_no_interval() {
        for (ours, theirs) in [(0, 9), (1, 1), (3, 3), (3, 4), (2, 7), (1, 38)] {
            assert_eq!(rank_of_interval(ours, theirs), None, "{ours} and {theirs}");
        }
        for (ours, theirs) in [(4, 4), (3, 5), (2, 8), (1, 39)] {
            assert_eq!(rank_of_interval(ours, theirs), Some(1));
        }
    }

    #[test]
    fn the_probabilities_are_those_of_all_orders() {
        for (few, many) in [(1, 6), (2, 5), (3, 4), (4, 5), (5, 5)] {
            let mut counts = vec![0.0; few * many + 1];
            let mut orders = 0.0;
            // A bit for each place: whether the value there is of the small sample.
            for order in 0..1_u32 << (few + many) {
                if order.count_ones() as usize != few {
                    continue;
                }
                let places = (0..few + many).filter(|place| order >> place & 1 == 1);
                let above: usize = places.enumerate().map(|(rank, place)| place - rank).sum();
                counts[above] += 1.0;
                orders += 1.0;
            }
            for (sum, probability) in lower_half(few, many).into_iter().enumerate() {
                let expected = counts[sum] / orders;
                assert!((probability - expected).abs() < 1e-12, "{few}, {many}: {sum}");
            }
        }
    }

    #[test]
    fn large_samples_are_added_up_without_loss() {
        // By symmetry the lower half has half of the probability, and half of that of the middle.
        for (few, many) in [(100, 101), (8, 3001), (150, 151)] {
            let terms = lower_half(few, many);
            assert!(terms.iter().all(|&term| term > -1e-14));
            let middle = terms[terms.len() - 1] / 2.0;
            let half: f64 = terms.iter().sum::<f64>() - middle;
            assert!((half - 0.5).abs() < 1e-9, "{few} and {many}: {half}");
        }
    }

    #[test]
    fn the_normal_approximation_continues_the_exact_ranks() {
        let exact = exact(270, 270);
        let (few, many) = (270.0_f64, 270.0_f64);
        let deviation = (few * many * (few + many + 1.0) / 12.0).sqrt();
        let normal = few * many / 2.0 - 1.959_964 * deviation + 0.5;
        assert!((exact as f64 - normal).abs() < 3.0, "{exact} and {normal}");
        assert!(rank_of_interval(3000, 3000).is_some_and(|rank| rank < 4_500_000));
        assert_eq!(rank_of_interval(usize::MAX, 2), None);
    }
}
