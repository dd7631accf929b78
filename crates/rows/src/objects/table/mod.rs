//! The memory of a hash table: keys and data of fixed length, one row behind the other.
//!
//! A row is a key and its data. Rows with the same key are a chain; the first of a chain is its head. The index finds
//! heads by their keys, and heads are linked in the order in which their keys were added. Of an ordered table, a tree
//! has their order, from the first time that it is needed.

mod growth;
mod index;
mod order;
mod removal;
mod search;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use feedrate_options::{MemoryGrant, MemoryRefused};
use hashbrown::DefaultHashBuilder;

use index::Index;
pub(super) use search::{Search, is_same};

/// The number of a row that is none.
const NONE: u32 = u32::MAX;

/// The approximate bytes of a row beside its key and data: its links and its place in the index.
const ROW_BYTES: u64 = 16 + 16;

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

/// The numbers of changes of a hash table, from its beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Changes {
    /// The keys that were added.
    pub(super) added: u64,
    /// The rows that were removed; all of them at once count as one.
    pub(super) removed: u64,
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
    index: Index,
    hasher: DefaultHashBuilder,
    order: KeyOrder,
    tree: Option<BTreeMap<Box<[u8]>, u32>>,
    first: u32,
    last: u32,
    free: u32,
    count: usize,
    /// The keys that were added and the rows that were removed, by which old searches are known.
    changes: Changes,
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
            index: Index::new(),
            hasher: DefaultHashBuilder::default(),
            order,
            tree: None,
            first: NONE,
            last: NONE,
            free: NONE,
            count: 0,
            changes: Changes::default(),
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

    /// Returns the numbers of its changes.
    pub(super) fn changes(&self) -> Changes {
        self.changes
    }

    /// Returns the key and the data of a row.
    #[inline]
    fn row(&self, row: u32) -> &[u8] {
        &self.rows[row as usize * self.row_bytes..][..self.row_bytes]
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
        self.changes.removed += 1;
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

fn some(row: u32) -> Option<u32> {
    (row != NONE).then_some(row)
}
