//! Computes the page of a row, if the metadata suffice.

use std::ops::Range;

use super::metadata::Metadata;
use crate::compression::Compression;

/// The positions of rows in a file whose pages are all full except for the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    first_page: u64,
    /// The maximum number of rows on the first page with rows, and on every page after it.
    on_first: u64,
    on_page: u64,
    rows: u64,
}

impl Metadata {
    /// Returns the positions of the rows. Returns `None` if they cannot be computed: compressed rows differ in length,
    /// deleted ones do not count, and there may be a page that is not full, or one of another kind between those with
    /// rows.
    pub fn placement(&self) -> Option<Placement> {
        self.stored_placement().filter(|_| self.rows_deleted == 0)
    }

    /// Returns the positions of the rows, deleted or not. Returns `None` if they cannot be computed.
    ///
    /// That there is no such page follows from the position of the last row. No page has more than the maximum number
    /// of rows, so if the rows before the last page are as many as full pages have, all of these pages are full.
    pub fn stored_placement(&self) -> Option<Placement> {
        let is_plain = self.compression == Compression::None;
        let on_page = u64::from(self.most_rows_per_page());
        if !is_plain || self.rows_stored == 0 || on_page == 0 {
            return None;
        }
        let placement = Placement {
            first_page: self.first_page_with_rows,
            on_first: self.most_on_first_page(),
            on_page,
            rows: self.rows_stored,
        };
        let last = placement.pages().end - 1;
        let on_last = self.rows_stored - placement.rows_before(last);
        // On the page with the description, the pointers to it count, too.
        let pointers = match last == self.first_page_with_rows {
            true => self.first_pointer_to_rows as u64,
            false => 0,
        };
        // Pages are numbered from 1 there.
        let expected = (last + 1, pointers + on_last);
        let (page, block) = self.last_row;
        ((page, u64::from(block)) == expected && last < self.header.page_count).then_some(placement)
    }
}

impl Metadata {
    /// Returns whether the file has as many pages as its rows need, as far as that is known. If not, it is damaged, or
    /// rows were appended between the reads of its header and its first page.
    pub fn has_pages_for_rows(&self) -> bool {
        let on_page = u64::from(self.most_rows_per_page());
        if self.compression != Compression::None {
            return self.directory_page <= self.header.page_count;
        }
        if on_page == 0 {
            return true;
        }
        let after = self.rows_stored.saturating_sub(self.most_on_first_page());
        self.first_page_with_rows
            .saturating_add(u64::from(self.rows_stored > 0))
            .saturating_add(after.div_ceil(on_page))
            <= self.header.page_count
    }

    /// Returns the most rows on the first page with rows.
    fn most_on_first_page(&self) -> u64 {
        match self.most_on_mixed_page {
            0 => self.most_rows_per_page().into(),
            most => most,
        }
    }
}

impl Placement {
    /// Returns the positions of rows from a page on. Pages hold a row at least.
    pub(super) fn new(first_page: u64, on_first: u64, on_page: u64, rows: u64) -> Self {
        Self {
            first_page,
            on_first,
            on_page: on_page.max(1),
            rows,
        }
    }

    /// Returns the positions of the rows that would be appended to a file without rows: on its first page with space
    /// for some.
    pub(super) fn of_empty(metadata: &Metadata) -> Option<Self> {
        let on_page = u64::from(metadata.most_rows_per_page());
        (metadata.compression == Compression::None && metadata.rows_stored == 0 && on_page > 0).then_some(Self {
            first_page: metadata.first_page_with_rows,
            on_first: metadata.most_on_first_page(),
            on_page,
            rows: 0,
        })
    }

    /// Returns the positions with this number of rows.
    pub(crate) fn with_rows(self, rows: u64) -> Self {
        Self { rows, ..self }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the numbers of the pages with rows.
    pub fn pages(&self) -> Range<u64> {
        match self.rows.checked_sub(1) {
            Some(last) => self.first_page..self.page_of(last) + 1,
            None => self.first_page..self.first_page,
        }
    }

    /// Returns the page of a row, both from 0.
    pub fn page_of(&self, row: u64) -> u64 {
        match row.checked_sub(self.on_first) {
            None => self.first_page,
            Some(after) => self.first_page + 1 + after / self.on_page,
        }
    }

    /// Returns how many rows precede a page, which must not be before the first.
    pub fn rows_before(&self, page: u64) -> u64 {
        match page.checked_sub(self.first_page + 1) {
            None => 0,
            Some(between) => self.on_first + between * self.on_page,
        }
    }

    /// Returns how many rows a page has.
    pub fn rows_on(&self, page: u64) -> u64 {
        let end = self.rows_before(page + 1).min(self.rows);
        end.saturating_sub(self.rows_before(page))
    }
}
