//! Selection of the values with given ranks.

/// Puts the values with these ranks where they would be in ascending order: `ranks` has the numbers of values before
/// them, each once and in ascending order. The time is proportional to the number of values.
///
/// # Panics
///
/// Panics if a rank is not less than the number of values.
pub fn select<T: Ord>(values: &mut [T], ranks: &[usize]) {
    select_from(values, 0, ranks);
}

/// Like [`select`], where `start` is the rank of the least of the values.
fn select_from<T: Ord>(values: &mut [T], start: usize, ranks: &[usize]) {
    let (low, rest) = ranks.split_at(ranks.len() / 2);
    let Some((&rank, high)) = rest.split_first() else {
        return;
    };
    let (below, _, above) = values.select_nth_unstable(rank - start);
    select_from(below, start, low);
    select_from(above, rank + 1, high);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn selected_values_are_where_they_would_be(
            values in prop::collection::vec(0..40_u64, 1..200),
            ranks in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
        ) {
            let mut ranks: Vec<usize> = ranks.iter().map(|rank| rank.index(values.len())).collect();
            ranks.sort_unstable();
            ranks.dedup();
            let mut sorted = values.clone();
            sorted.sort_unstable();
            let mut selected = values;
            select(&mut selected, &ranks);
            for rank in ranks {
                prop_assert_eq!(selected[rank], sorted[rank]);
            }
            selected.sort_unstable();
            prop_assert_eq!(selected, sorted);
        }
    }
}
