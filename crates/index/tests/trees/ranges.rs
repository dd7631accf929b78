//! Estimates.

use std::ops::Bound;

use feedrate_index::Layout;
use proptest::prelude::*;

use crate::support::{Pair, Store, keys, pairs};

fn key(number: u64) -> Vec<u8> {
    number.to_be_bytes().to_vec()
}

/// 100,000 numbers in an order of no meaning.
fn store(layout: Layout) -> Store {
    let mut store = Store::new(layout);
    for number in 0..100_000_u64 {
        let number = number * 61_681 % 100_003;
        store.insert(&key(number), number);
    }
    store
}

#[test]
fn estimates_are_near() {
    for page_bytes in [512, 8192] {
        let mut store = store(Layout::new(page_bytes, 8).unwrap());
        for (from, to) in [(0, 100_002), (10, 20), (1000, 2000), (5000, 95_000), (70_000, 71_000)] {
            let (low, high) = (key(from), key(to));
            let bounds = (Bound::Included(low.as_slice()), Bound::Included(high.as_slice()));
            let estimate = store.tree.estimate(&mut store.pages, bounds.0, bounds.1).unwrap();
            let off = estimate.abs_diff(to - from + 1);
            assert!(off * 4 <= to - from + 1, "{from} to {to} on {page_bytes}: {estimate}");
        }
        let all = store
            .tree
            .estimate(&mut store.pages, Bound::Unbounded, Bound::Unbounded);
        assert_eq!(all, Ok(store.tree.entries()));
        let bound = key(50_000);
        let below = Bound::Excluded(bound.as_slice());
        let half = store.tree.estimate(&mut store.pages, Bound::Unbounded, below).unwrap();
        assert!(half.abs_diff(50_000) < 5000, "{half}");
    }
}

fn is_within(pair: &Pair, from: &[u8], to: &[u8]) -> bool {
    pair.0.as_slice() >= from && pair.0.as_slice() <= to
}

proptest! {
    #[test]
    fn estimates_of_two_leaves_are_exact(
        (layout, set, from, to) in pairs(0..40).prop_flat_map(|(layout, set)| {
            let length = layout.key_bytes();
            (Just(layout), Just(set), keys(length), keys(length))
        }),
    ) {
        let (mut store, _) = Store::build(layout, 100, &set);
        let bounds = (Bound::Included(from.as_slice()), Bound::Included(to.as_slice()));
        let estimate = store.tree.estimate(&mut store.pages, bounds.0, bounds.1).unwrap();
        let count = set.iter().filter(|pair| is_within(pair, &from, &to)).count() as u64;
        prop_assert!(estimate <= set.len() as u64);
        if from > to {
            prop_assert_eq!(estimate, 0);
        } else if store.tree.leaves() <= 2 {
            prop_assert_eq!(estimate, count);
        }
    }
}
