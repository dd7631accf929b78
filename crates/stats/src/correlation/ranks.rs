//! Ranks in which equal values share the mean of theirs; the correlation of such ranks is Spearman's.

use crate::ordered::OrderedValues;

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
    ranks_of_ordered(&OrderedValues::new(values.iter().copied().enumerate()))
}

/// Returns the same of values in order, whose places must be 0, 1 and so forth.
///
/// # Panics
///
/// Panics if a place is not less than the number of values.
pub fn ranks_of_ordered(ordered: &OrderedValues) -> Ranks {
    let mut ranks = vec![0.0; ordered.len()];
    let mut ties = 0.0;
    let mut before = 0;
    for group in ordered.equal() {
        let count = group.len() as f64;
        let rank = before as f64 + (count + 1.0) / 2.0;
        group.iter().for_each(|own| ranks[own.place()] = rank);
        ties += count * count * count - count;
        before += group.len();
    }
    Ranks { ranks, ties }
}
