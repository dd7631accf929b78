//! Trees do what sets of pairs do.

use std::collections::BTreeSet;

use feedrate_index::{Cursor, FindMany, FoundEarly, FreeList, Layout, Tree};
use proptest::prelude::*;

use crate::support::{Pair, Store, keys, pairs, rows};

/// A step that is done to a tree.
#[derive(Debug, Clone)]
enum Step {
    Insert(Pair),
    /// Many rows of a key.
    InsertRows(Vec<u8>, u64, u8),
    /// A pair that the tree has, at about this part of it.
    Remove(f64),
    RemoveAny(Pair),
    /// So many pairs from a part on.
    RemoveRange(f64, u8),
    Look(Pair),
    /// Kept, and taken up again.
    Reopen,
}

fn steps(layout: Layout) -> impl Strategy<Value = Vec<Step>> {
    let length = layout.key_bytes();
    let pair = move || (keys(length), rows());
    let step = prop_oneof![
        12 => pair().prop_map(Step::Insert),
        2 => (keys(length), rows(), any::<u8>())
            .prop_map(|(key, row, count)| Step::InsertRows(key, row, count)),
        6 => (0.0..1.0).prop_map(Step::Remove),
        1 => pair().prop_map(Step::RemoveAny),
        1 => (0.0..1.0, any::<u8>()).prop_map(|(part, count)| Step::RemoveRange(part, count)),
        3 => pair().prop_map(Step::Look),
        1 => Just(Step::Reopen),
    ];
    prop::collection::vec(step, 0..200)
}

fn at(set: &BTreeSet<Pair>, part: f64) -> Option<Pair> {
    set.iter().nth((set.len() as f64 * part) as usize).cloned()
}

fn apply(store: &mut Store, set: &mut BTreeSet<Pair>, step: Step) {
    match step {
        Step::Insert((key, row)) => assert_eq!(store.insert(&key, row), set.insert((key, row))),
        Step::InsertRows(key, row, count) => {
            for offset in 0..u64::from(count) {
                let row = row.wrapping_add(offset * 7);
                assert_eq!(store.insert(&key, row), set.insert((key.clone(), row)));
            }
        }
        Step::Remove(part) => {
            if let Some((key, row)) = at(set, part) {
                assert!(store.remove(&key, row));
                set.remove(&(key, row));
            }
        }
        Step::RemoveAny((key, row)) => assert_eq!(store.remove(&key, row), set.remove(&(key, row))),
        Step::RemoveRange(part, count) => {
            let Some(first) = at(set, part) else { return };
            let gone: Vec<Pair> = set.range(first..).take(usize::from(count)).cloned().collect();
            for (key, row) in gone {
                assert!(store.remove(&key, row));
                set.remove(&(key, row));
            }
        }
        Step::Look((key, row)) => look(store, set, &key, row),
        Step::Reopen => {
            let tree = Tree::from_bytes(&store.tree.to_bytes(), store.tree.layout().page_bytes());
            assert_eq!(tree, Some(store.tree));
            let free = FreeList::from_bytes(&store.free.to_bytes());
            assert_eq!(free, Some(store.free));
        }
    }
}

fn look(store: &mut Store, set: &BTreeSet<Pair>, key: &[u8], row: u64) {
    let from = (key.to_vec(), row);
    let rows: Vec<u64> = set
        .range((key.to_vec(), 0)..=(key.to_vec(), u64::MAX))
        .map(|pair| pair.1)
        .collect();
    assert_eq!(store.rows(key), rows);
    let mut cursor = Cursor::new(&store.tree);
    assert_eq!(
        cursor.find(&mut store.pages, key).expect("the tree is sound"),
        rows.first().copied()
    );
    assert_eq!(
        store.pairs_from(key, row),
        set.range(from..).cloned().collect::<Vec<_>>()
    );
}

/// Looks up all keys together, and keys that are not there.
fn look_many(store: &mut Store, set: &BTreeSet<Pair>) {
    let mut keys: Vec<Vec<u8>> = set.iter().map(|pair| pair.0.clone()).collect();
    let changed = |key: &Vec<u8>| key.iter().map(|byte| byte ^ 1).collect();
    keys.extend(keys.clone().iter().map(changed));
    let mut found = Vec::new();
    FindMany::default()
        .find(&store.tree, &mut store.pages, &keys.concat(), &mut found)
        .expect("the tree is sound");
    assert_eq!(found.len(), keys.len());
    let mut unknown = BTreeSet::new();
    for (key, found) in keys.into_iter().zip(found) {
        let of_key = (key.clone(), 0)..=(key.clone(), u64::MAX);
        let first = set.range(of_key).next().map(|pair| pair.1);
        match found {
            FoundEarly::Row(row) => assert_eq!(first, Some(row)),
            FoundEarly::Nothing => assert_eq!(first, None),
            FoundEarly::Unknown => {
                unknown.insert((key, first.is_some()));
            }
        }
    }
    // Only a key that begins a leaf may be unknown, and those that are not there before it.
    let known = unknown.iter().filter(|(_, is_there)| *is_there).count();
    assert!(known as u64 <= store.tree.leaves());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_tree_is_a_set(
        (layout, mut set, steps) in pairs(0..400)
            .prop_flat_map(|(layout, set)| (Just(layout), Just(set), steps(layout))),
        fill in 50..=100_u8,
    ) {
        let (mut store, _) = Store::build(layout, fill, &set);
        for (number, step) in steps.into_iter().enumerate() {
            apply(&mut store, &mut set, step);
            if number % 16 == 0 {
                store.check();
                look_many(&mut store, &set);
            }
        }
        store.assert_is(&set);
        // And down to nothing.
        for (key, row) in &set {
            assert!(store.remove(key, *row));
        }
        let summary = store.check();
        prop_assert_eq!(store.tree, Tree::new(layout));
        prop_assert_eq!((summary.leaves, summary.branches, summary.unused), (0, 0, 0));
    }
}
