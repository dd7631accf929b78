//! Ranks in which equal values share the mean of theirs; the correlation of such ranks is Spearman's.

/// The ranks of some values.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    /// For each value its rank from 1, the mean of those of all equal ones.
    pub ranks: Vec<f64>,
    /// The sum of t³ - t over all groups of t equal values, for correcting the variance of rank sums.
    pub ties: f64,
}

/// Returns the ranks of values in ascending order; NaNs are not equal to any value.
pub fn mean_ranks(values: &[f64]) -> Ranks {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut ties = 0.0;
    let mut before = 0;
    // Both zeros are one value, although their order is total.
    for group in order.chunk_by(|a, b| values[*a] == values[*b]) {
        let count = group.len() as f64;
        let rank = before as f64 + (count + 1.0) / 2.0;
        group.iter().for_each(|place| ranks[*place] = rank);
        ties += count * count * count - count;
        before += group.len();
    }
    Ranks { ranks, ties }
}
