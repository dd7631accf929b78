//! Bulk loads.

use std::collections::BTreeSet;
use std::convert::Infallible;

use feedrate_index::{BuildError, Builder, Cursor, Layout, Repeat, verify_page};
use proptest::prelude::*;

use crate::support::{Pair, Store, pairs};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn has_what_was_pushed((layout, set) in pairs(0..500), fill in 0..=100_u8) {
        let (mut store, built) = Store::build(layout, fill, &set);
        store.assert_is(&set);
        let keys: BTreeSet<&Vec<u8>> = set.iter().map(|pair| &pair.0).collect();
        prop_assert_eq!(built.keys, keys.len() as u64);
        let repeat = set.iter().zip(set.iter().skip(1)).find(|(left, right)| left.0 == right.0);
        let repeat = repeat.map(|(left, right)| Repeat { first: left.1, second: right.1 });
        prop_assert_eq!(built.repeat, repeat);
    }
}

fn numbers(count: u64) -> Vec<Pair> {
    (0..count).map(|row| (row.to_be_bytes().to_vec(), row * 3)).collect()
}

#[test]
fn pages_come_in_order_and_sealed() {
    let layout = Layout::new(1024, 8).unwrap();
    let mut next = 7;
    let mut builder = Builder::new(layout, 7, 100, |number, page: &[u8]| {
        assert_eq!((number, page.len()), (next, 1024));
        assert!(verify_page(number, page) && !verify_page(number + 1, page));
        next += 1;
        Ok::<(), Infallible>(())
    });
    for (key, row) in numbers(10_000) {
        builder.push(&key, row).unwrap();
    }
    let built = builder.finish().unwrap();
    assert_eq!((built.next_page, built.tree.root()), (next, next - 1));
    assert_eq!((built.tree.entries(), built.keys), (10_000, 10_000));
}

#[test]
fn refuses_what_is_not_in_order() {
    let layout = Layout::new(1024, 8).unwrap();
    for bad in [(3_u64, 3), (4, 3), (4, 4), (0, u64::MAX)] {
        let mut builder = Builder::new(layout, 1, 100, |_, _: &[u8]| Ok::<(), Infallible>(()));
        builder.push(&1_u64.to_be_bytes(), 1).unwrap();
        builder.push(&4_u64.to_be_bytes(), 4).unwrap();
        let refused = builder.push(&bad.0.to_be_bytes(), bad.1);
        assert_eq!(refused, Err(BuildError::OutOfOrder { position: 3 }));
        builder.push(&4_u64.to_be_bytes(), 5).unwrap();
        assert_eq!(builder.repeat(), Some(Repeat { first: 4, second: 5 }));
    }
}

#[test]
fn passes_on_why_a_page_was_not_written() {
    let layout = Layout::new(512, 8).unwrap();
    let mut builder = Builder::new(
        layout,
        1,
        100,
        |number, _: &[u8]| {
            if number < 3 { Ok(()) } else { Err("full") }
        },
    );
    let failed = numbers(10_000)
        .iter()
        .find_map(|(key, row)| builder.push(key, *row).err());
    assert_eq!(failed, Some(BuildError::Storage("full")));
}

#[test]
fn refuses_keys_of_another_length() {
    let layout = Layout::new(512, 8).unwrap();
    let mut builder = Builder::new(layout, 1, 100, |_, _: &[u8]| Ok::<(), Infallible>(()));
    let refused = builder.push(b"short", 1);
    assert_eq!(refused, Err(BuildError::KeyLength { expected: 8, found: 5 }));
    let (mut store, _) = Store::build(layout, 100, &numbers(3));
    let refused = Cursor::new(&store.tree).find(&mut store.pages, b"short");
    assert_eq!(
        refused.unwrap_err().to_string(),
        "a key of 5 bytes was used on an index with keys of 8 bytes"
    );
}

#[test]
fn common_bytes_are_stored_once() {
    // 200 bytes of which 3 differ: 100,000 whole keys take 20 MB.
    let pairs: Vec<Pair> = (0..100_000_u64)
        .map(|row| {
            let mut key = vec![b' '; 200];
            key[100..108].copy_from_slice(&row.to_be_bytes());
            (key, row)
        })
        .collect();
    let layout = Layout::new(8192, 200).unwrap();
    let (mut store, built) = Store::build(layout, 100, &pairs);
    assert!(store.check().used_bytes < 1_000_000, "{:?}", store.check());
    assert_eq!(built.tree.height(), 2);
}
