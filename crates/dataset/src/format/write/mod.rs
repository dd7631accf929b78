//! Creates files: 64-bit, little-endian, UTF-8, with the page layout of Linux.
//!
//! The layout is that of files which the SAS System writes, according to the descriptions and the writer of FredHutch
//! (MIT licence) and the reader of WizardMac (MIT licence). All subheaders that such a file has are present, in the
//! same order, with the same sizes and references.

pub(crate) mod capacity;
pub(crate) mod description;
mod directory;
pub(crate) mod edit;
pub(crate) mod extension;
pub(crate) mod head;
mod in_place;
mod last_page;
mod names;
pub(crate) mod row_pages;
mod subheaders;
mod texts;

use super::bytes::Put;
use super::error::FormatError;
use super::placement::Placement;
use super::sort_order::SortOrder;
use crate::compression::CompressionOptions;
use crate::schema::{LONGEST_LABEL, LONGEST_NAME, Schema};
pub use capacity::{most_rows, page_for, rows_per_page};
use description::{Description, ROW_SIZE};
pub use edit::Edit;
pub use extension::{Extension, NotExtended};
pub use in_place::{AddedRow, InPlace};
use row_pages::{Head, clear_padding};
pub use row_pages::{RowPages, Slots};

/// The length of a page header.
pub(crate) const HEAD: usize = 40;
/// The length of a pointer to a subheader.
pub(crate) const POINTER: usize = 24;
/// The blocks of a page are counted in two signed bytes.
pub(crate) const MOST_BLOCKS: u32 = 0x7FFF;
/// The number of a page, from 1, is stored XORed with this.
pub(crate) const SEQUENCE: u32 = 0xF4A4_FFF6;

pub(crate) const MIXED: u16 = 0x0200;
const ROWS: u16 = 0x0100;

/// The minimum page size: the longest subheader of fixed length, its pointer and an empty one must fit.
pub const SMALLEST_PAGE: u32 = 1024;

/// A file to be created.
#[derive(Clone, Debug)]
pub struct NewFile<'a> {
    /// The name of the data set, at most 32 bytes.
    pub name: &'a str,
    /// Its label, at most 256 bytes; may be empty.
    pub label: &'a str,
    /// Its type, such as `CORR`; empty for an ordinary one. At most 8 bytes.
    pub data_set_type: &'a str,
    /// The step that creates it, such as `DATASTEP` or `SORT`. At most 8 bytes.
    pub step: &'a str,
    /// Its variables.
    pub schema: &'a Schema,
    /// The size of a page in bytes.
    pub page_size: u32,
    /// The length of the header in bytes, at least [`SMALLEST_PAGE`]. If it is a page, pages are aligned.
    pub header_length: u32,
    /// When it is created: seconds since 1960, by the local clock.
    pub created: f64,
    /// The compression of its rows; `None` if they are not compressed.
    pub compression: Option<CompressionOptions>,
    /// The order of its rows, if it is known.
    pub order: Option<&'a SortOrder>,
}

impl NewFile<'_> {
    /// Returns the length of a row in the file. Compressed rows are not padded.
    pub(crate) fn stored_row_length(&self) -> u32 {
        match self.compression {
            Some(_) => self.schema.end_of_values(),
            None => self.schema.row_length(),
        }
    }
}

/// The header and the pages that describe the variables, the last of which has space for rows.
///
/// They are kept in memory until all rows were written, because they contain the number of rows.
#[derive(Debug)]
pub struct Front {
    pub(crate) bytes: Vec<u8>,
    header_length: usize,
    page_size: usize,
    /// The offset of the subheader with the number of rows.
    row_size_at: usize,
    /// The offset of the last page, and the space on it.
    pub(crate) last_page: usize,
    pub(crate) last_pointers: usize,
    pub(crate) mixed: Slots,
    /// The offset on the last page of its bitmap of deleted rows.
    pub(crate) mixed_map: usize,
    rows: RowPages,
    end_of_values: usize,
}

impl Front {
    /// Describes the variables. The number of rows is 0 so far.
    ///
    /// # Errors
    ///
    /// Fails if a text is too long or the page is too small.
    pub fn new(file: &NewFile<'_>) -> Result<Self, FormatError> {
        let texts = [
            ("name of the data set", file.name, LONGEST_NAME),
            ("label of the data set", file.label, LONGEST_LABEL),
            ("type of the data set", file.data_set_type, 8),
            ("name of the step", file.step, 8),
        ];
        let names = file.schema.variables().iter().flat_map(|variable| {
            [
                ("name of a variable", variable.name.as_str(), LONGEST_NAME),
                ("label of a variable", variable.label.as_str(), LONGEST_LABEL),
            ]
        });
        for (what, text, most) in texts.into_iter().chain(names) {
            if text.len() > most {
                return Err(FormatError::TooLong {
                    what,
                    length: text.len(),
                    most,
                });
            }
        }
        let row_length = file.schema.row_length();
        let needed = match file.compression {
            Some(_) => capacity::page_for_packed_row(file.schema),
            None => page_for(1, row_length),
        };
        if u64::from(file.page_size) < needed {
            return Err(FormatError::PageTooSmall {
                page_size: file.page_size,
                row_length,
                needed: u32::try_from(needed).unwrap_or(u32::MAX),
            });
        }
        let stride = row_length as usize;
        let page_size = file.page_size as usize;
        let header_length = file.header_length.max(SMALLEST_PAGE) as usize;
        let description = Description::new(file);
        let mut bytes = vec![0; header_length];
        head::write(&mut bytes, file);
        description.write(&mut bytes);
        let last_page = bytes.len() - page_size;
        let (start, end) = description.room_on_last_page();
        let room = u32::try_from(end - start).unwrap_or(0);
        let free_blocks = MOST_BLOCKS.saturating_sub(description.pointers_on_last_page() as u32);
        let count = most_rows(room, row_length).min(free_blocks) as usize;
        let mut front = Self {
            header_length,
            page_size,
            row_size_at: header_length + page_size - ROW_SIZE,
            last_page,
            last_pointers: description.pointers_on_last_page(),
            mixed: Slots { start, stride, count },
            mixed_map: end - count.div_ceil(8),
            rows: RowPages::new(file.page_size, file.schema, SEQUENCE),
            end_of_values: file.schema.end_of_values() as usize,
            bytes,
        };
        front.put_row_size(120, front.mixed.count as u64);
        if file.compression.is_none() {
            let per_page = front.rows.slots().count as u16;
            front.bytes.put_u16(front.row_size_at + 766, per_page);
        }
        Ok(front)
    }

    /// Returns the length of the header in bytes.
    pub fn header_length(&self) -> usize {
        self.header_length
    }

    /// Returns the size of a page in bytes.
    pub fn page_size(&self) -> usize {
        self.page_size
    }

    /// Returns the number of its pages after the header. This is also the number of the first page of rows, from 0.
    pub fn pages(&self) -> u64 {
        ((self.bytes.len() - self.header_length) / self.page_size) as u64
    }

    /// Returns its length in bytes, including the header, which is the offset of the first page of rows.
    pub fn length(&self) -> usize {
        self.bytes.len()
    }

    /// Returns how many rows it has space for. These are the first rows; pages of rows follow.
    pub fn slots(&self) -> usize {
        self.mixed.count
    }

    /// Returns the offset of its last page, and the slots there for the first rows.
    pub(crate) fn last_page(&self) -> (usize, Slots) {
        (self.last_page, self.mixed)
    }

    /// Lends its bytes, to fill the first rows. It is not used until they are [given back](Self::give_back).
    pub(crate) fn lend(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Gets its bytes back.
    pub(crate) fn give_back(&mut self, bytes: Vec<u8>) {
        self.bytes = bytes;
    }

    /// Returns the bytes of one of the first rows.
    ///
    /// # Panics
    ///
    /// Panics if `index` is out of bounds.
    #[inline]
    pub fn slot_mut(&mut self, index: usize) -> &mut [u8] {
        self.mixed.of(&mut self.bytes[self.last_page..], index)
    }

    /// Returns how pages of rows are filled. They are numbered from [`Self::pages`] on.
    pub fn row_pages(&self) -> RowPages {
        self.rows
    }

    /// Returns the number of pages after the header of a file with so many rows.
    pub fn page_count(&self, rows: u64) -> u64 {
        let left = rows.saturating_sub(self.mixed.count as u64);
        self.pages() + left.div_ceil(self.rows.slots().count as u64)
    }

    /// Returns the positions of this many rows in the file.
    pub fn placement(&self, rows: u64) -> Placement {
        let on_page = self.rows.slots().count as u64;
        match self.mixed.count as u64 {
            0 => Placement::new(self.pages(), on_page, on_page, rows),
            some => Placement::new(self.pages() - 1, some, on_page, rows),
        }
    }

    /// Sets the numbers of rows and pages, and returns the first [`Self::length`] bytes of the file.
    pub fn finish(&mut self, rows: u64, modified: f64) -> &[u8] {
        let on_last = rows.min(self.mixed.count as u64);
        let pages = self.page_count(rows);
        head::put_counts(&mut self.bytes, pages, modified);
        self.put_row_size(48, rows);
        self.put_row_size(776, rows);
        let last = self.pages();
        let pointers = self.last_pointers as u64;
        let first_row = match (rows, on_last) {
            // Files without rows have these two numbers.
            (0, _) => (0, 3),
            (_, 0) => (last + 1, 1),
            _ => (last, pointers + 1),
        };
        let last_row = match (rows, rows - on_last) {
            (0, _) => (0, 3),
            (_, 0) => (last, pointers + on_last),
            (_, after) => (pages, (after - 1) % self.rows.slots().count as u64 + 1),
        };
        self.put_location(544, first_row);
        self.put_location(560, last_row);
        if self.mixed.count > 0 {
            let page = &mut self.bytes[self.last_page..];
            let (slots, on_last) = (self.mixed, on_last as usize);
            let end = slots.end(on_last);
            Head {
                sequence: SEQUENCE,
                number: last - 1,
                gap: self.mixed_map - end,
                kind: MIXED,
                blocks: self.last_pointers + on_last,
                pointers: self.last_pointers,
            }
            .put(page);
            clear_padding(page, slots, 0..on_last, self.end_of_values);
            page[end..self.mixed_map].fill(0);
        }
        &self.bytes
    }

    pub(crate) fn put_row_size(&mut self, at: usize, value: u64) {
        self.bytes.put_u64(self.row_size_at + at, value);
    }

    pub(crate) fn put_location(&mut self, at: usize, (page, block): (u64, u64)) {
        self.put_row_size(at, page);
        self.put_row_size(at + 8, block);
    }
}
