//! Deleted rows whose numbers and space added ones take, in a data set with REUSE=YES.

use std::ops::Range;

use crate::error::Result;
use crate::format::{Directory, Metadata};
use crate::pages::Pool;
use crate::random::{list_pages, list_pages_with};

/// The most rows that were deleted last and are known.
const MOST_SINCE: usize = 1 << 16;

/// The deleted rows of a file, from 0, that may be used again.
#[derive(Debug, Default)]
pub(crate) struct FreeRows {
    /// A bit for each row that was deleted when the update began, 64 to an entry.
    before: Vec<u64>,
    /// The first of them that may be used.
    next: u64,
    /// Those that the update has deleted, and no others used yet.
    since: Vec<u64>,
    /// True if they are used at all.
    are_used: bool,
}

impl FreeRows {
    /// Returns one for a file whose deleted rows are not used again.
    pub(crate) fn none() -> Self {
        Self::default()
    }

    /// Finds the deleted rows of a file, whose pages must be read for a directory in any case.
    pub(crate) fn find(pool: &mut Pool, metadata: &Metadata) -> Result<(Directory, Self)> {
        if !metadata.reuses_space {
            return Ok((list_pages(pool, metadata)?, Self::none()));
        }
        let mut free = Self {
            are_used: true,
            ..Self::default()
        };
        let directory = match metadata.rows_deleted {
            0 => list_pages(pool, metadata)?,
            _ => list_pages_with(pool, metadata, |number, page, before| {
                metadata.each_deleted_row(number, page, |index| {
                    let row = before + index;
                    if row < metadata.rows_stored {
                        free.insert_before(row);
                    }
                })
            })?,
        };
        Ok((directory, free))
    }

    fn insert_before(&mut self, row: u64) {
        let entry = (row / 64) as usize;
        if self.before.len() <= entry {
            self.before.resize(entry + 1, 0);
        }
        self.before[entry] |= 1 << (row % 64);
    }

    /// Uses none of them from now on.
    pub(crate) fn stop(&mut self) {
        self.are_used = false;
    }

    /// Returns whether a row was deleted when the update began.
    pub(crate) fn was_deleted(&self, row: u64) -> bool {
        let entry = self.before.get((row / 64) as usize);
        entry.is_some_and(|entry| entry & (1 << (row % 64)) != 0)
    }

    /// Takes down that a row was deleted.
    pub(crate) fn free(&mut self, row: u64) {
        if self.are_used && self.since.len() < MOST_SINCE {
            self.since.push(row);
        }
    }

    /// Returns the row to be used next.
    pub(crate) fn first(&mut self) -> Option<u64> {
        if !self.are_used {
            return None;
        }
        self.since.last().copied().or_else(|| self.first_before())
    }

    fn first_before(&mut self) -> Option<u64> {
        let start = (self.next / 64) as usize;
        let mut mask = u64::MAX << (self.next % 64);
        for (at, &entry) in (start..).zip(self.before.get(start..)?) {
            let left = entry & mask;
            if left != 0 {
                self.next = at as u64 * 64 + u64::from(left.trailing_zeros());
                return Some(self.next);
            }
            mask = u64::MAX;
        }
        self.next = self.before.len() as u64 * 64;
        None
    }

    /// Takes down that [`first`](Self::first) is used, or that no row of these is to be.
    pub(crate) fn pass(&mut self, rows: Range<u64>) {
        while self.since.last().is_some_and(|last| rows.contains(last)) {
            self.since.pop();
        }
        if rows.contains(&self.next) {
            self.next = rows.end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_used_in_order_and_once() {
        let mut free = FreeRows {
            are_used: true,
            ..FreeRows::default()
        };
        assert_eq!(free.first(), None);
        let rows = [0, 1, 63, 64, 127, 128, 1000];
        rows.into_iter().for_each(|row| free.insert_before(row));
        for row in rows {
            assert_eq!(free.first(), Some(row));
            assert_eq!(free.first(), Some(row));
            free.pass(row..row + 1);
        }
        assert_eq!(free.first(), None);
        assert!(free.was_deleted(1000) && !free.was_deleted(999) && !free.was_deleted(u64::MAX));
        // Rows that are deleted meanwhile are used, the last first.
        free.free(5);
        free.free(1000);
        assert_eq!(free.first(), Some(1000));
        free.pass(1000..1001);
        assert_eq!(free.first(), Some(5));
        free.stop();
        assert_eq!(free.first(), None);
    }

    #[test]
    fn the_rows_of_a_page_are_passed_together() {
        let mut free = FreeRows {
            are_used: true,
            ..FreeRows::default()
        };
        [10, 11, 70, 200].into_iter().for_each(|row| free.insert_before(row));
        [12, 150, 13].into_iter().for_each(|row| free.free(row));
        assert_eq!(free.first(), Some(13));
        free.pass(10..100);
        assert_eq!(free.first(), Some(150));
        free.pass(150..151);
        assert_eq!(free.first(), Some(12));
        free.pass(0..100);
        assert_eq!(free.first(), Some(200));
    }
}
