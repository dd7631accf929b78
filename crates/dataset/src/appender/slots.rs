//! Rows that are appended to the slots of pages.

use crate::format::{Edit, Extension, RowPages};

/// Rows that are appended to the last page of a file and to new ones.
#[derive(Debug)]
pub(super) struct Slots {
    pub(super) extension: Extension,
    row_pages: RowPages,
    /// Rows on the new pages, and on the current one.
    on_new_pages: u64,
    on_page: usize,
}

impl Slots {
    pub(super) fn new(extension: Extension) -> Self {
        Self {
            row_pages: extension.row_pages(),
            extension,
            on_new_pages: 0,
            on_page: 0,
        }
    }

    /// Returns the number of rows, including the appended ones.
    pub(super) fn rows(&self) -> u64 {
        self.extension.rows() + self.on_new_pages
    }

    /// Returns whether the next row needs a new page, if there is one already or none.
    #[inline]
    pub(super) fn needs_page(&self, has_page: bool) -> bool {
        self.extension.is_last_page_full() && (!has_page || self.on_page == self.row_pages.slots().count)
    }

    /// Adds a row to the last page, or to the current new one. Returns `None` if it needs a new page.
    #[inline]
    pub(super) fn next_row<'a>(&'a mut self, page: Option<&'a mut [u8]>) -> Option<&'a mut [u8]> {
        if !self.extension.is_last_page_full() {
            return self.extension.next_on_last_page();
        }
        let page = page?;
        let index = self.on_page;
        self.on_page += 1;
        self.on_new_pages += 1;
        Some(self.row_pages.slots().of(page, index))
    }

    /// Completes the current page, if it has rows. Returns whether it does.
    pub(super) fn seal(&mut self, page: &mut [u8], number: u64) -> bool {
        let rows = std::mem::take(&mut self.on_page);
        if rows > 0 {
            self.row_pages.seal(page, number, rows);
        }
        rows > 0
    }

    /// Returns the edits that make the rows part of the file, the last of which does so.
    pub(super) fn edits(&mut self, new_pages: u64, modified: f64) -> (Vec<Edit>, Edit) {
        let last_page = self.extension.last_page();
        let header = self.extension.header(new_pages, modified);
        let edits = last_page.into_iter().chain([header]).collect();
        (edits, self.extension.row_count(self.on_new_pages))
    }
}
