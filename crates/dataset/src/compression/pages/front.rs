//! The header and the description of a compressed file.

use crate::compression::CompressionOptions;
use crate::compression::pages::rows::PackedRows;
use crate::format::bytes::Put;
use crate::format::error::FormatError;
use crate::format::write::row_pages::KIND;
use crate::format::write::{Front, MIXED, NewFile, SEQUENCE, head};

/// The header and the pages that describe the variables of a compressed file. Rows begin on the last of them.
#[derive(Debug)]
pub struct PackedFront {
    front: Front,
    compression: CompressionOptions,
    /// The length of a row in the file.
    row_length: usize,
    /// The pointers to the description on the last page, and where its subheaders begin.
    pointers: usize,
    data: usize,
}

/// The end of a compressed file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedEnd {
    /// The number of rows.
    pub rows: u64,
    /// The number of pages, including those of the directory.
    pub pages: u64,
    /// The number of rows on the last page of the description.
    pub rows_on_front: u64,
    /// The page and the block of the last row, both from 1.
    pub last_row: (u64, u64),
    /// The last page of the directory, from 1; 0 if there is none.
    pub directory_page: u64,
}

impl PackedFront {
    /// Describes the variables. The number of rows is 0 so far.
    ///
    /// # Errors
    ///
    /// Fails if a text is too long or the page is too small.
    pub fn new(file: &NewFile<'_>, compression: CompressionOptions) -> Result<Self, FormatError> {
        let file = NewFile {
            compression: Some(compression),
            ..file.clone()
        };
        let front = Front::new(&file)?;
        Ok(Self {
            compression,
            row_length: file.stored_row_length() as usize,
            // Without the empty one, which follows those to rows.
            pointers: front.last_pointers - 1,
            data: front.mixed_map + front.mixed.count.div_ceil(8),
            front,
        })
    }

    /// Returns the number of its pages after the header. The first row is on the last of them, or on the page after it
    /// if it does not fit.
    pub fn pages(&self) -> u64 {
        self.front.pages()
    }

    /// Returns the size of a page in bytes.
    pub fn page_size(&self) -> usize {
        self.front.page_size()
    }

    /// Returns its last page, whose number is one less than [`Self::pages`].
    pub fn last_page_mut(&mut self) -> &mut [u8] {
        &mut self.front.bytes[self.front.last_page..]
    }

    /// Returns how rows are added, beginning with the last page of the description.
    pub fn rows(&self) -> PackedRows {
        PackedRows::new(
            self.compression.method,
            self.row_length,
            self.front.mixed.stride,
            self.page_size(),
            SEQUENCE,
        )
        .behind(self.pointers, self.data)
    }

    /// Returns the number that page numbers are XORed with.
    pub fn sequence(&self) -> u32 {
        SEQUENCE
    }

    /// Returns how many pages a file of the same pages would have with so many rows that are not compressed.
    pub fn uncompressed_pages(&self, rows: u64) -> u64 {
        self.front.page_count(rows)
    }

    /// Sets the numbers of rows and pages, and returns the bytes up to the first page of rows. The last page must be
    /// sealed.
    pub fn finish(&mut self, end: PackedEnd, modified: f64) -> &[u8] {
        let first_row = match (end.rows, end.rows_on_front) {
            // Files without rows have these two numbers.
            (0, _) => (0, 3),
            (_, 0) => (self.pages() + 1, 1),
            _ => (self.pages(), self.pointers as u64 + 1),
        };
        let last_row = match end.rows {
            0 => (0, 3),
            _ => end.last_row,
        };
        let front = &mut self.front;
        if end.rows == 0 {
            // pandas looks for a page of rows, and stops at one that may have some.
            front.bytes[front.last_page..].put_u16(KIND, MIXED);
        }
        head::put_counts(&mut front.bytes, end.pages, modified);
        front.put_row_size(48, end.rows);
        front.put_row_size(776, end.rows);
        front.put_row_size(64, end.directory_page);
        front.put_location(544, first_row);
        front.put_location(560, last_row);
        &front.bytes
    }
}
