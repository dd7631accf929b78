//! Which rows of a page of compressed rows are deleted.

use super::error::FormatError;
use super::metadata::Metadata;
use super::page::{Mark, Page, PageKind};

impl Metadata {
    /// Calls `found` with the index of each deleted row among all rows of a page of compressed rows, from 0.
    ///
    /// # Errors
    ///
    /// Fails if the page is damaged.
    pub fn each_deleted_row(&self, number: u64, page: &[u8], mut found: impl FnMut(u64)) -> Result<(), FormatError> {
        let page = Page::parse(page, number, self.header.shape())?;
        if page.kind != PageKind::Description {
            return Ok(());
        }
        let mut row = 0;
        for index in self.pointers_before_rows(number)..page.subheaders {
            let pointer = page.pointer(index)?;
            if self.is_row(&page, pointer)? {
                if pointer.mark == Mark::Deleted {
                    found(row);
                }
                row += 1;
            }
        }
        Ok(())
    }
}
