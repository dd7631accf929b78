//! The order of the rows of a hash table.

use std::collections::BTreeMap;
use std::ops::Bound;

use feedrate_options::{MemoryGrant, MemoryRefused};

use super::{KeyOrder, TREE_BYTES, Table, some, take};

impl Table {
    /// Prepares the order of the keys, which the methods below need.
    ///
    /// # Errors
    ///
    /// Fails if the memory does not suffice.
    pub(in crate::objects) fn put_in_order(&mut self, memory: &mut MemoryGrant) -> Result<(), MemoryRefused> {
        if self.order == KeyOrder::Added || self.tree.is_some() {
            return Ok(());
        }
        let bytes = self.index.len() as u64 * (TREE_BYTES + self.key_bytes as u64);
        take(memory, bytes)?;
        self.taken += bytes;
        let heads = self.index.heads();
        self.tree = Some(heads.map(|head| (self.key(head).into(), head)).collect());
        Ok(())
    }

    /// Returns the first row in the order of the table.
    pub(in crate::objects) fn first(&self) -> Option<u32> {
        match (&self.tree, self.order) {
            (Some(tree), KeyOrder::Descending) => tree.values().next_back().copied(),
            (Some(tree), _) => tree.values().next().copied(),
            (None, _) => some(self.first),
        }
    }

    /// Returns the last row in the order of the table.
    pub(in crate::objects) fn last(&self) -> Option<u32> {
        let head = match (&self.tree, self.order) {
            (Some(tree), KeyOrder::Descending) => tree.values().next().copied(),
            (Some(tree), _) => tree.values().next_back().copied(),
            (None, _) => some(self.last),
        };
        head.map(|head| self.last_same(head))
    }

    /// Returns the row behind a row in the order of the table.
    pub(in crate::objects) fn next(&self, row: u32) -> Option<u32> {
        if let Some(next) = self.next_same(row) {
            return Some(next);
        }
        match (&self.tree, self.order) {
            (Some(tree), KeyOrder::Descending) => below(tree, self.key(row)),
            (Some(tree), _) => above(tree, self.key(row)),
            (None, _) => some(self.links[self.head_of(row) as usize].next_head),
        }
    }

    /// Returns the row before a row in the order of the table.
    pub(in crate::objects) fn previous(&self, row: u32) -> Option<u32> {
        if let Some(previous) = self.previous_same(row) {
            return Some(previous);
        }
        let head = match (&self.tree, self.order) {
            (Some(tree), KeyOrder::Descending) => above(tree, self.key(row)),
            (Some(tree), _) => below(tree, self.key(row)),
            (None, _) => some(self.links[row as usize].previous_head),
        };
        head.map(|head| self.last_same(head))
    }

    /// Returns the head of the chain of a row.
    fn head_of(&self, row: u32) -> u32 {
        match self.previous_same(row) {
            None => row,
            Some(_) => self.find(self.key(row)).unwrap_or(row),
        }
    }
}

fn above(tree: &BTreeMap<Box<[u8]>, u32>, key: &[u8]) -> Option<u32> {
    let range = (Bound::Excluded(key), Bound::Unbounded);
    tree.range::<[u8], _>(range).next().map(|(_, &head)| head)
}

fn below(tree: &BTreeMap<Box<[u8]>, u32>, key: &[u8]) -> Option<u32> {
    let range = (Bound::Unbounded, Bound::Excluded(key));
    tree.range::<[u8], _>(range).next_back().map(|(_, &head)| head)
}
