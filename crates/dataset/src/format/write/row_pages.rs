//! Pages of nothing but rows, and the heads of pages.

use super::super::bytes::Put;
use super::{HEAD, ROWS, rows_per_page};
use crate::schema::Schema;

/// Places for rows on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slots {
    /// Where the first row begins, in bytes from the beginning of the page.
    pub start: usize,
    /// The length of a row in bytes; the next one follows without a gap.
    pub stride: usize,
    /// How many there are.
    pub count: usize,
}

impl Slots {
    /// The place of one row on its page.
    ///
    /// # Panics
    /// If there is no such place, or the page is too short.
    #[inline]
    pub fn of(self, page: &mut [u8], index: usize) -> &mut [u8] {
        assert!(
            index < self.count,
            "row {index} of a page of {}",
            self.count
        );
        let at = self.start + index * self.stride;
        &mut page[at..at + self.stride]
    }

    /// The places of all rows from number `first` on.
    ///
    /// # Panics
    /// If there are not as many, or the page is too short.
    pub fn from(self, page: &mut [u8], first: usize) -> &mut [u8] {
        &mut page[self.end(first)..self.end(self.count)]
    }

    /// Where so many rows end.
    pub(super) fn end(self, rows: usize) -> usize {
        self.start + rows * self.stride
    }
}

/// How the pages of a file are filled that hold nothing but rows.
#[derive(Clone, Copy, Debug)]
pub struct RowPages {
    page_size: usize,
    slots: Slots,
    end_of_values: usize,
    /// The number that those of the pages are combined with.
    sequence: u32,
}

impl RowPages {
    pub(super) fn new(page_size: u32, schema: &Schema, sequence: u32) -> Self {
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

    /// The places for rows on every page. All bytes of a place that are a value must be set; what pads the
    /// row need not be.
    pub fn slots(&self) -> Slots {
        self.slots
    }

    /// Completes a page after its first `rows` places have been filled. Pages are numbered from 0 after
    /// the header.
    ///
    /// # Panics
    /// If the page is not of the size of a page, or has no room for so many rows.
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

/// Clears what follows the values of these rows.
pub(super) fn clear_padding(
    page: &mut [u8],
    slots: Slots,
    rows: std::ops::Range<usize>,
    end_of_values: usize,
) {
    if end_of_values < slots.stride {
        let rows = &mut page[slots.end(rows.start)..slots.end(rows.end)];
        for row in rows.chunks_exact_mut(slots.stride) {
            row[end_of_values..].fill(0);
        }
    }
}

/// The head of a page.
pub(super) struct Head {
    /// The number that its own is combined with.
    pub(super) sequence: u32,
    /// Its number, from 0 after the header.
    pub(super) number: u64,
    /// Bytes between its rows and their map of deleted rows.
    pub(super) gap: usize,
    /// Its kind.
    pub(super) kind: u16,
    /// Its pointers and rows.
    pub(super) blocks: usize,
    /// Its pointers.
    pub(super) pointers: usize,
}

/// Where the gap and the number of blocks are in the head of a page.
pub(super) const GAP: usize = 24;
pub(super) const BLOCKS: usize = 34;

impl Head {
    pub(super) fn put(&self, page: &mut [u8]) {
        page.put_u64(
            0,
            (self.sequence ^ (self.number as u32).wrapping_add(1)).into(),
        );
        page.put_u64(GAP, self.gap as u64);
        page.put_u16(32, self.kind);
        page.put_u16(BLOCKS, self.blocks as u16);
        page.put_u16(36, self.pointers as u16);
    }
}
