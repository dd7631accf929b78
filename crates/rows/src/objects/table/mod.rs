//! The memory of a hash table: keys and data of fixed length, one row behind the other.
//!
//! A row is a key and its data. Rows with the same key are a chain; the first of a chain is its head. The index finds
//! heads by their keys, and heads are linked in the order in which their keys were added. Of an ordered table, a tree
//! has their order, from the first time that it is needed.

mod growth;
mod order;
mod removal;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher};

use feedrate_options::{MemoryGrant, MemoryRefused};
use hashbrown::{DefaultHashBuilder, HashTable};

/// The number of a row that is none.
const NONE: u32 = u32::MAX;

/// The approximate bytes of a row beside its key and data: its links and its place in the index.
const ROW_BYTES: u64 = 16 + 8;

/// The approximate bytes of a key in the tree, beside the key.
const TREE_BYTES: u64 = 32;

/// The rows for which memory is allocated at first.
const FIRST_ROWS: usize = 8;

/// The neighbours of a row.
#[derive(Clone, Copy, Debug)]
struct Links {
    /// The next row of the chain.
    next: u32,
    /// The previous row of the chain; of a head, the last row of the chain.
    previous: u32,
    /// The head after this head, or the next free row.
    next_head: u32,
    /// The head before this head.
    previous_head: u32,
}

/// The order of the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum KeyOrder {
    /// That in which they were added.
    #[default]
    Added,
    /// That of their values.
    Ascending,
    /// The opposite one.
    Descending,
}

/// The rows of a hash table.
#[derive(Debug)]
pub(super) struct Table {
    key_bytes: usize,
    row_bytes: usize,
    rows: Vec<u8>,
    links: Vec<Links>,
    /// A sum for each row, if the table has sums.
    sums: Option<Vec<f64>>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
    order: KeyOrder,
    tree: Option<BTreeMap<Box<[u8]>, u32>>,
    first: u32,
    last: u32,
    free: u32,
    count: usize,
    /// The bytes that were taken from the grant.
    taken: u64,
}

impl Table {
    /// Returns an empty table.
    pub(super) fn new(key_bytes: usize, data_bytes: usize, order: KeyOrder, has_sums: bool) -> Self {
        Self {
            key_bytes,
            row_bytes: key_bytes + data_bytes,
            rows: Vec::new(),
            links: Vec::new(),
            sums: has_sums.then(Vec::new),
            index: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            order,
            tree: None,
            first: NONE,
            last: NONE,
            free: NONE,
            count: 0,
            taken: 0,
        }
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Returns the length of a key and its data.
    pub(super) fn row_bytes(&self) -> usize {
        self.row_bytes
    }

    /// Returns the bytes that it took from the grant.
    pub(super) fn taken(&self) -> u64 {
        self.taken
    }

    /// Returns the key of a row.
    #[inline]
    pub(super) fn key(&self, row: u32) -> &[u8] {
        &self.rows[row as usize * self.row_bytes..][..self.key_bytes]
    }

    /// Returns the data of a row.
    #[inline]
    pub(super) fn data(&self, row: u32) -> &[u8] {
        &self.rows[row as usize * self.row_bytes..][self.key_bytes..self.row_bytes]
    }

    /// Returns the data of a row, to be changed.
    #[inline]
    pub(super) fn data_mut(&mut self, row: u32) -> &mut [u8] {
        &mut self.rows[row as usize * self.row_bytes..][self.key_bytes..self.row_bytes]
    }

    /// Returns the sum of a row; `None` if the table has none.
    pub(super) fn sum(&self, row: u32) -> Option<f64> {
        self.sums.as_ref().map(|sums| sums[row as usize])
    }

    /// Sets the sum of a row, if the table has sums.
    pub(super) fn set_sum(&mut self, row: u32, number: f64) {
        if let Some(sums) = &mut self.sums {
            sums[row as usize] = if number.is_nan() { 0.0 } else { number };
        }
    }

    /// Adds to the sum of a row.
    #[inline]
    pub(super) fn add_to_sum(&mut self, row: u32, number: f64) {
        if let Some(sums) = &mut self.sums
            && !number.is_nan()
        {
            sums[row as usize] += number;
        }
    }

    #[inline]
    fn hash(&self, key: &[u8]) -> u64 {
        hash(&self.hasher, key)
    }

    /// Returns the head of a key.
    #[inline]
    pub(super) fn find(&self, key: &[u8]) -> Option<u32> {
        self.index.find(self.hash(key), |&head| self.key(head) == key).copied()
    }

    /// Removes all rows and keeps the memory for others.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.links.clear();
        self.index.clear();
        if let Some(sums) = &mut self.sums {
            sums.clear();
        }
        if let Some(tree) = &mut self.tree {
            tree.clear();
        }
        (self.first, self.last, self.free, self.count) = (NONE, NONE, NONE, 0);
    }

    /// Returns the next row with the same key.
    #[inline]
    pub(super) fn next_same(&self, row: u32) -> Option<u32> {
        some(self.links[row as usize].next)
    }

    /// Returns the previous row with the same key.
    pub(super) fn previous_same(&self, row: u32) -> Option<u32> {
        let previous = self.links[row as usize].previous;
        (self.links[previous as usize].next == row).then_some(previous)
    }

    /// Returns the last row of the chain of a head.
    fn last_same(&self, head: u32) -> u32 {
        self.links[head as usize].previous
    }
}

const WHAT: (&str, &str) = ("A hash object", "needs");

const REMEDY: &str = "keep fewer or shorter variables in it";

fn take(memory: &mut MemoryGrant, bytes: u64) -> Result<(), MemoryRefused> {
    memory.take(bytes, WHAT, REMEDY)
}

#[inline]
fn hash(hasher: &DefaultHashBuilder, key: &[u8]) -> u64 {
    let mut state = hasher.build_hasher();
    match key.try_into() {
        Ok(bytes) => state.write_u64(u64::from_ne_bytes(bytes)),
        Err(_) => state.write(key),
    }
    state.finish()
}

fn some(row: u32) -> Option<u32> {
    (row != NONE).then_some(row)
}
