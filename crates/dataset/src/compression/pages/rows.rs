//! Pages of compressed rows. A row is a subheader: its pointer is at the front of the page, its bytes towards the end.

use crate::compression::Compression;
use crate::compression::packer::Packer;
use crate::format::bytes::Put;
use crate::format::write::row_pages::Head;
use crate::format::write::{HEAD, MOST_BLOCKS, POINTER};

/// The marks of a pointer: to a row as it is, to no row, to a compressed row.
const PLAIN: u8 = 0;
pub(crate) const VOID: u8 = 1;
const PACKED: u8 = 4;

/// Fills pages with compressed rows, one after another.
#[derive(Debug)]
pub struct PackedRows {
    packer: Packer,
    page_size: usize,
    /// The distance between the given rows.
    stride: usize,
    /// The number that page numbers are XORed with.
    sequence: u32,
    /// The pointers of the current page without the last, the first of them to rows, and where its subheaders begin.
    pointers: usize,
    first: usize,
    data: usize,
    /// True if the first of the next rows is compressed already, because it did not fit the last page.
    is_packed: bool,
}

impl PackedRows {
    /// Begins with the page that has `pointers` pointers, and subheaders from `data` on.
    pub(crate) fn new(
        compression: Compression,
        row_length: usize,
        stride: usize,
        page_size: usize,
        sequence: u32,
    ) -> Self {
        Self {
            packer: Packer::new(compression, row_length),
            page_size,
            stride,
            sequence,
            pointers: 0,
            first: 0,
            data: page_size,
            is_packed: false,
        }
    }

    /// Continues with a page that has so many pointers to other subheaders, which begin at `data`.
    pub(crate) fn behind(self, pointers: usize, data: usize) -> Self {
        Self {
            pointers,
            first: pointers,
            data,
            ..self
        }
    }

    /// Adds rows to the current page until it is full. Returns how many: if not all, the page must be
    /// [sealed](Self::seal), and the next rows given be the others.
    ///
    /// # Panics
    ///
    /// Panics if the page does not have the page size.
    pub fn add(&mut self, page: &mut [u8], rows: &[u8]) -> usize {
        assert_eq!(page.len(), self.page_size, "the length of a page");
        let mut added = 0;
        for row in rows.chunks_exact(self.stride) {
            if !std::mem::take(&mut self.is_packed) {
                self.packer.pack(row);
            }
            let (bytes, is_compressed) = self.packer.packed(row);
            let at = HEAD + self.pointers * POINTER;
            let is_full = self.pointers + 2 > MOST_BLOCKS as usize || at + 2 * POINTER + bytes.len() > self.data;
            if is_full {
                self.is_packed = true;
                return added;
            }
            self.data -= bytes.len();
            page[self.data..self.data + bytes.len()].copy_from_slice(bytes);
            put_pointer(page, at, (self.data, bytes.len()), mark_of(is_compressed));
            self.pointers += 1;
            added += 1;
        }
        added
    }

    /// Returns how many rows are on the current page.
    pub fn on_page(&self) -> usize {
        self.pointers - self.first
    }

    /// Returns the page and the block of the last row of the current page, both from 1. The page has this number, from
    /// 0 after the header.
    pub fn last_row(&self, number: u64) -> (u64, u64) {
        (number + 1, self.pointers as u64)
    }

    /// Completes the current page, which has this number from 0 after the header, and begins an empty one. Returns how
    /// many rows it has.
    ///
    /// # Panics
    ///
    /// Panics if the page does not have the page size.
    pub fn seal(&mut self, page: &mut [u8], number: u64) -> usize {
        assert_eq!(page.len(), self.page_size, "the length of a page");
        let rows = self.on_page();
        let at = HEAD + self.pointers * POINTER;
        let gap = self.data - at - POINTER;
        put_pointer(page, at, (at + POINTER, gap), VOID);
        page[at + POINTER..self.data].fill(0);
        page[..HEAD].fill(0);
        Head {
            sequence: self.sequence,
            number,
            gap,
            kind: 0,
            blocks: self.pointers + 1,
            pointers: self.pointers + 1,
        }
        .put(page);
        self.pointers = 0;
        self.first = 0;
        self.data = self.page_size;
        rows
    }
}

/// Returns the mark of the pointer to a row.
#[inline]
pub(crate) fn mark_of(is_compressed: bool) -> u8 {
    if is_compressed { PACKED } else { PLAIN }
}

#[inline]
pub(crate) fn put_pointer(page: &mut [u8], at: usize, (offset, length): (usize, usize), mark: u8) {
    let pointer = &mut page[at..at + POINTER];
    pointer.put_u64(0, offset as u64);
    pointer.put_u64(8, length as u64);
    // The mark, and that its length varies.
    pointer.put_u64(16, u64::from(mark) | 1 << 8);
}
