//! Pages of rows, and the headers of pages.

use super::super::bytes::Put;
use super::capacity::rows_per_page;
use super::{HEAD, ROWS};
use crate::schema::Schema;

/// The row slots of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slots {
    /// The offset of the first row on the page.
    pub start: usize,
    /// The length of a row in bytes; rows are contiguous.
    pub stride: usize,
    /// The number of slots.
    pub count: usize,
}

impl Slots {
    /// Returns the bytes of a row on its page.
    ///
    /// # Panics
    ///
    /// Panics if there is no such slot, or if the page is too short.
    #[inline]
    pub fn of(self, page: &mut [u8], index: usize) -> &mut [u8] {
        assert!(index < self.count, "row {index} of a page of {}", self.count);
        let at = self.start + index * self.stride;
        &mut page[at..at + self.stride]
    }

    /// Returns the bytes of all rows from index `first` on.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer slots, or if the page is too short.
    pub fn from(self, page: &mut [u8], first: usize) -> &mut [u8] {
        &mut page[self.end(first)..self.end(self.count)]
    }

    /// Returns the end of so many rows.
    pub(crate) fn end(self, rows: usize) -> usize {
        self.start + rows * self.stride
    }
}

/// Fills the pages of rows of a file.
#[derive(Clone, Copy, Debug)]
pub struct RowPages {
    page_size: usize,
    slots: Slots,
    end_of_values: usize,
    /// The number that page numbers are XORed with.
    sequence: u32,
}

impl RowPages {
    pub(crate) fn new(page_size: u32, schema: &Schema, sequence: u32) -> Self {
        let row_length = schema.row_length();
        Self {
            page_size: page_size as usize,
            slots: Slots {
                start: HEAD,
                stride: row_length as usize,
                count: rows_per_page(page_size, row_length) as usize,
            },
            end_of_values: schema.end_of_values() as usize,
            sequence,
        }
    }

    /// Returns the row slots of every page. All bytes of values must be set; padding need not be.
    pub fn slots(&self) -> Slots {
        self.slots
    }

    /// Completes a page whose first `rows` slots were filled. Pages are numbered from 0 after the header.
    ///
    /// # Panics
    ///
    /// Panics if the page does not have the page size, or no space for so many rows.
    pub fn seal(&self, page: &mut [u8], number: u64, rows: usize) {
        assert_eq!(page.len(), self.page_size, "the length of a page");
        let count = self.slots.count;
        assert!(rows <= count, "{rows} rows on a page of {count}");
        page[..HEAD].fill(0);
        let map = self.page_size - count.div_ceil(8);
        let end = self.slots.end(rows);
        Head {
            sequence: self.sequence,
            number,
            gap: map - end,
            kind: ROWS,
            blocks: rows,
            pointers: 0,
        }
        .put(page);
        clear_padding(page, self.slots, 0..rows, self.end_of_values);
        page[end..].fill(0);
    }
}

/// Clears the padding of rows.
pub(crate) fn clear_padding(page: &mut [u8], slots: Slots, rows: std::ops::Range<usize>, end_of_values: usize) {
    if end_of_values < slots.stride {
        let rows = &mut page[slots.end(rows.start)..slots.end(rows.end)];
        for row in rows.chunks_exact_mut(slots.stride) {
            row[end_of_values..].fill(0);
        }
    }
}

/// The header of a page.
pub(crate) struct Head {
    /// The number that the page number is XORed with.
    pub(crate) sequence: u32,
    /// Its number, from 0 after the header.
    pub(crate) number: u64,
    /// The bytes between its rows and their bitmap of deleted rows.
    pub(crate) gap: usize,
    /// Its kind.
    pub(crate) kind: u16,
    /// The number of its pointers and rows.
    pub(crate) blocks: usize,
    /// The number of its pointers.
    pub(crate) pointers: usize,
}

/// The offsets of the gap and of the number of blocks in a page header.
pub(crate) const GAP: usize = 24;
pub(crate) const BLOCKS: usize = 34;

/// The offset of the kind of a page.
pub(crate) const KIND: usize = 32;

impl Head {
    pub(crate) fn put(&self, page: &mut [u8]) {
        page.put_u64(0, (self.sequence ^ (self.number as u32).wrapping_add(1)).into());
        page.put_u64(GAP, self.gap as u64);
        page.put_u16(KIND, self.kind);
        page.put_u16(BLOCKS, self.blocks as u16);
        page.put_u16(36, self.pointers as u16);
    }
}
