//! The number of observations by range of rows of a file.

use std::ops::Range;

use feedrate_dataset::Identity;

/// The number of observations by range of rows of a file.
#[derive(Debug)]
pub(super) struct RowCounts {
    pub(super) file: Option<Identity>,
    /// Each range of rows, and how many of them satisfy the WHERE condition.
    pub(super) parts: Vec<(Range<u64>, u64)>,
}

impl RowCounts {
    /// Returns the ranges of rows that have observations of these numbers, each with the number of its first one.
    pub(super) fn parts_with(&self, wanted: &Range<u64>) -> Vec<(Range<u64>, u64)> {
        let mut number = 0;
        let mut parts = Vec::with_capacity(self.parts.len());
        for (part, count) in &self.parts {
            let own = number..number + count;
            number = own.end;
            if own.start < wanted.end && wanted.start < own.end {
                parts.push((part.clone(), own.start));
            }
        }
        parts
    }
}
