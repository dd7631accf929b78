//! The observations whose keys are in some ranges, in the order of the index.

use std::ops::Bound;

use super::{Indexes, Position};
use crate::error::Result;
use crate::pages::FileAccount;

/// A range of keys of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    /// Where it begins; a key has the length of those of the index.
    pub from: Bound<Vec<u8>>,
    /// Where it ends.
    pub to: Bound<Vec<u8>>,
}

impl KeyRange {
    /// Returns the range of all keys.
    pub fn all() -> Self {
        Self {
            from: Bound::Unbounded,
            to: Bound::Unbounded,
        }
    }

    /// Returns whether a key is behind its end.
    fn ends_before(&self, key: &[u8]) -> bool {
        match &self.to {
            Bound::Included(last) => key > last.as_slice(),
            Bound::Excluded(end) => key >= end.as_slice(),
            Bound::Unbounded => false,
        }
    }
}

/// Returns the numbers of observations, those with the same key in their order.
#[derive(Debug)]
pub struct IndexScan {
    indexes: Indexes,
    position: Position,
    ranges: Vec<KeyRange>,
    /// The number of ranges that were begun.
    begun: usize,
    /// True if the position is within the range that was begun last.
    is_within: bool,
}

impl IndexScan {
    /// Creates the scan of ranges that are in order and do not overlap, of the index of `position`.
    pub fn new(indexes: Indexes, position: Position, ranges: Vec<KeyRange>) -> Self {
        Self {
            indexes,
            position,
            ranges,
            begun: 0,
            is_within: false,
        }
    }

    /// Returns the number of the next observation, from 1; `None` after the last.
    ///
    /// # Errors
    ///
    /// Fails if a page of the index cannot be read or is damaged.
    pub fn next_row(&mut self) -> Result<Option<u64>> {
        loop {
            if !self.is_within {
                let Some(range) = self.ranges.get(self.begun) else {
                    return Ok(None);
                };
                self.begun += 1;
                let from = range.from.as_ref().map(Vec::as_slice);
                self.indexes.seek(&mut self.position, from)?;
                self.is_within = true;
            }
            let Some(range) = self.ranges.get(self.begun - 1) else {
                return Ok(None);
            };
            match self.indexes.next(&mut self.position)? {
                Some((key, row)) if !range.ends_before(key) => return Ok(Some(row)),
                _ => self.is_within = false,
            }
        }
    }

    /// Goes back to before the first observation.
    pub fn restart(&mut self) {
        self.begun = 0;
        self.is_within = false;
    }

    /// Returns what was moved of the index so far.
    pub fn account(&self) -> FileAccount {
        self.indexes.account()
    }
}
