//! Trees in memory, and entries to put into them.

use std::collections::BTreeSet;
use std::convert::Infallible;

use feedrate_index::{Builder, BuiltTree, Cursor, FreeList, Layout, MemoryPages, Summary, Tree, check};
use proptest::prelude::*;

/// A key and a row.
pub type Pair = (Vec<u8>, u64);

/// A tree and all that it needs.
#[derive(Debug, Clone)]
pub struct Store {
    pub pages: MemoryPages,
    pub tree: Tree,
    pub free: FreeList,
}

impl Store {
    pub fn new(layout: Layout) -> Self {
        Self {
            pages: MemoryPages::new(layout.page_bytes()),
            tree: Tree::new(layout),
            free: FreeList::new(),
        }
    }

    /// A tree of sorted pairs.
    pub fn build<'a>(layout: Layout, fill: u8, pairs: impl IntoIterator<Item = &'a Pair>) -> (Self, BuiltTree) {
        let mut store = Self::new(layout);
        let mut builder = Builder::new(layout, 1, fill, |_, page: &[u8]| {
            store.pages.push(page);
            Ok::<(), Infallible>(())
        });
        for (key, row) in pairs {
            builder.push(key, *row).expect("the pairs are sorted");
        }
        let built = builder.finish().expect("pages in memory can be written");
        store.tree = built.tree;
        (store, built)
    }

    pub fn insert(&mut self, key: &[u8], row: u64) -> bool {
        self.tree
            .insert(&mut self.pages, &mut self.free, key, row)
            .expect("the tree is sound")
    }

    pub fn remove(&mut self, key: &[u8], row: u64) -> bool {
        self.tree
            .remove(&mut self.pages, &mut self.free, key, row)
            .expect("the tree is sound")
    }

    pub fn rows(&mut self, key: &[u8]) -> Vec<u64> {
        let mut cursor = Cursor::new(&self.tree);
        cursor.seek(&mut self.pages, key, 0).expect("the tree is sound");
        let mut rows = Vec::new();
        while let Some(row) = cursor.next_row(&mut self.pages).expect("the tree is sound") {
            rows.push(row);
        }
        rows
    }

    /// The pairs from one on.
    pub fn pairs_from(&mut self, key: &[u8], row: u64) -> Vec<Pair> {
        let mut cursor = Cursor::new(&self.tree);
        cursor.seek(&mut self.pages, key, row).expect("the tree is sound");
        let mut pairs = Vec::new();
        while let Some(entry) = cursor.next(&mut self.pages).expect("the tree is sound") {
            pairs.push((entry.key.to_vec(), entry.row));
        }
        pairs
    }

    pub fn check(&mut self) -> Summary {
        check(&mut self.pages, &[self.tree], &self.free).expect("the tree is sound")
    }

    /// Asserts that the tree is sound and has these pairs, and that no page is lost.
    pub fn assert_is(&mut self, pairs: &BTreeSet<Pair>) {
        let summary = self.check();
        assert_eq!(summary.entries, pairs.len() as u64);
        assert_eq!(summary.unused, 0);
        let least = vec![0; self.tree.layout().key_bytes()];
        let all: Vec<Pair> = pairs.iter().cloned().collect();
        assert_eq!(self.pairs_from(&least, 0), all);
    }
}

/// Keys of one length that have much in common here and little there.
pub fn keys(key_bytes: usize) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![Just(0), Just(b' '), Just(b'a'), Just(b'b'), Just(255)];
    prop_oneof![
        // Numbers at some place of a key of equal bytes.
        4 => (prop_oneof![Just(0), Just(b' ')], 0..key_bytes, any::<u16>()).prop_map(
            move |(fill, at, number)| {
                let mut key = vec![fill; key_bytes];
                for (place, byte) in key[at..].iter_mut().zip(number.to_be_bytes()) {
                    *place = byte;
                }
                key
            }
        ),
        1 => prop::collection::vec(byte, key_bytes),
        2 => prop::collection::vec(any::<u8>(), key_bytes),
    ]
}

/// Rows near to each other and far away.
pub fn rows() -> impl Strategy<Value = u64> {
    prop_oneof![5 => 0..300_u64, 2 => 0..1_000_000_u64, 1 => any::<u64>(), 1 => Just(u64::MAX)]
}

/// Pages and keys, with as few as four entries a page and as many as hundreds.
pub fn layouts() -> impl Strategy<Value = Layout> {
    (512..=1024_usize)
        .prop_flat_map(|page_bytes| {
            let longest = Layout::longest_key(page_bytes);
            let length = prop_oneof![1..=9_usize, Just(longest), 1..=longest];
            (Just(page_bytes), length)
        })
        .prop_map(|(page_bytes, key_bytes)| Layout::new(page_bytes, key_bytes).expect("such keys fit"))
}

/// A layout, and pairs for it.
pub fn pairs(count: std::ops::Range<usize>) -> impl Strategy<Value = (Layout, BTreeSet<Pair>)> {
    layouts().prop_flat_map(move |layout| {
        let pair = (keys(layout.key_bytes()), rows());
        (Just(layout), prop::collection::btree_set(pair, count.clone()))
    })
}
