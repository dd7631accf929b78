//! Pages that are used again.

use std::collections::VecDeque;

use feedrate_index::{Cursor, FreeList, Layout, MemoryPages, Pages, Tree, check};

use crate::support::Store;

fn key(number: u64) -> [u8; 8] {
    number.to_be_bytes()
}

/// As many entries go as come.
fn turn_over(next_key: impl Fn(u64) -> u64) {
    let layout = Layout::new(512, 8).expect("such keys fit");
    let mut store = Store::new(layout);
    let mut queue = VecDeque::new();
    let mut most = 0;
    for number in 0..60_000 {
        if queue.len() == 5000 {
            let (key, row): ([u8; 8], u64) = queue.pop_front().expect("there are 5000");
            assert!(store.remove(&key, row));
        }
        let pair = (key(next_key(number)), number);
        assert!(store.insert(&pair.0, pair.1));
        queue.push_back(pair);
        if number == 15_000 {
            most = store.pages.count();
        }
    }
    assert!(store.pages.count() <= most * 3 / 2, "{most}, {}", store.pages.count());
    assert_eq!(store.check().unused, 0);
}

#[test]
fn a_queue_of_keys_does_not_grow() {
    turn_over(|number| number);
}

#[test]
fn keys_at_random_do_not_grow() {
    turn_over(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
}

#[test]
fn rows_of_few_keys_do_not_grow() {
    turn_over(|number| number % 3);
}

#[test]
fn ascending_keys_fill_their_pages() {
    let mut store = Store::new(Layout::new(1024, 8).unwrap());
    for number in 0..50_000 {
        store.insert(&key(number * 0x1_0203_0405), number);
    }
    let summary = store.check();
    let pages = summary.leaves + summary.branches;
    assert!(summary.used_bytes > pages * 1024 * 9 / 10, "{summary:?}");
}

#[test]
fn trees_share_pages() {
    let mut pages = MemoryPages::new(512);
    let mut free = FreeList::new();
    let layouts = [(8, 40_000_u64), (20, 5000), (100, 1000)];
    let mut trees: Vec<Tree> = Vec::new();
    for (key_bytes, count) in layouts {
        let mut tree = Tree::new(Layout::new(512, key_bytes).unwrap());
        for number in 0..count {
            let mut long = vec![b'x'; key_bytes];
            long[..8].copy_from_slice(&key(number * 7919 % count));
            assert_eq!(tree.insert(&mut pages, &mut free, &long, number), Ok(true));
        }
        trees.push(tree);
    }
    check(&mut pages, &trees, &free).unwrap();
    for number in 0..40_000 {
        let key = key(number * 7919 % 40_000);
        assert_eq!(trees[0].remove(&mut pages, &mut free, &key, number), Ok(true));
    }
    let summary = check(&mut pages, &trees, &free).unwrap();
    assert_eq!((summary.entries, summary.unused), (6000, 0));
    let count = pages.count();
    for number in 0..10_000 {
        trees[0].insert(&mut pages, &mut free, &key(number), number).unwrap();
    }
    assert_eq!(pages.count(), count);
    let mut cursor = Cursor::new(&trees[0]);
    assert_eq!(cursor.find(&mut pages, &key(77)), Ok(Some(77)));
    cursor.renew(&trees[1]);
    assert_eq!(cursor.next(&mut pages), Ok(None));
}
