//! Changes rows of an existing compressed file in place: replaces them, deletes them, and adds some behind the last.
//!
//! A deleted row leaves its pointer, so that the rows behind it keep their numbers. To other readers it is a pointer to
//! nothing, and the number of rows in the file does not count it; the marks in the header do.

use crate::compression::Compression;
use crate::compression::packer::Packer;
use crate::compression::pages::filler::PageFiller;
use crate::format::bytes::Put;
use crate::format::directory::Directory;
use crate::format::error::FormatError;
use crate::format::field::Order;
use crate::format::header::Header;
use crate::format::metadata::Metadata;
use crate::format::page::{Mark, Page};
use crate::format::write::description::ROW_SIZE;
use crate::format::write::edit::Edit;
use crate::format::write::extension::{NotExtended, counted_pages};
use crate::format::write::row_pages::{Head, KIND};
use crate::format::write::{HEAD, MOST_BLOCKS, POINTER};

/// The form of rows of a compressed file that are changed in place.
#[derive(Debug)]
pub struct PackedInPlace {
    /// The number that page numbers are XORed with.
    sequence: u32,
    page_size: usize,
    /// Where the description begins on the first page with rows.
    front_end: usize,
    /// The number of rows that the file tells.
    told: u64,
    prefix: Vec<u8>,
    row_size: Vec<u8>,
    row_size_at: u64,
}

/// The counts of a compressed file.
#[derive(Clone, Copy, Debug)]
pub struct PackedCounts {
    /// The number of rows without deleted ones.
    pub rows: u64,
    /// The number of pages after the header.
    pub pages: u64,
    /// The page and the block of the first row and of the last one, from 1, if there are some.
    pub ends: Option<[(u64, u64); 2]>,
    /// The last page of the directory, from 1; 0 if there is none.
    pub directory_page: u64,
}

impl Metadata {
    /// Returns the number of the first page that may be written behind the rows of a compressed file.
    ///
    /// # Errors
    ///
    /// Returns why rows of the file cannot be changed.
    pub fn end_of_changeable_rows(&self, directory: Option<&Directory>) -> Result<u64, NotExtended> {
        let header = &self.header;
        if !header.wide || header.order != Order::Little {
            return Err(NotExtended::Foreign);
        }
        if !header.encoding.is_utf8() {
            return Err(NotExtended::Encoding(header.encoding.name()));
        }
        if self.compression == Compression::None || self.row_size_at.is_none() {
            return Err(NotExtended::Layout);
        }
        let Some(marks) = header.marks else {
            return Err(NotExtended::Layout);
        };
        // Another program has deleted some.
        if self.rows_deleted > marks.removed {
            return Err(NotExtended::Deleted);
        }
        match (self.directory_page, directory) {
            (0, ..) => Ok(header.page_count),
            (page, Some(directory)) if directory.rows() == self.rows_stored => Ok(page),
            _ => Err(NotExtended::Unlisted),
        }
    }
}

impl PackedInPlace {
    /// Begins to change the file with these metadata: `prefix` is the first [`Header::PREFIX`] bytes of the file,
    /// `first` is its first page, and `front` the first page with rows, if there is one.
    ///
    /// # Errors
    ///
    /// Returns why rows cannot be changed.
    pub fn new(metadata: &Metadata, prefix: &[u8], first: &[u8], front: Option<&[u8]>) -> Result<Self, NotExtended> {
        let sequence: [u8; 4] = *first.first_chunk().ok_or(NotExtended::Layout)?;
        let row_size_at = metadata.row_size_at.ok_or(NotExtended::Layout)?;
        let row_size = first
            .get(row_size_at..row_size_at + ROW_SIZE)
            .ok_or(NotExtended::Layout)?;
        let prefix = prefix.get(..Header::PREFIX).ok_or(NotExtended::Layout)?;
        let page_size = metadata.header.page_size as usize;
        let front_end = match front {
            Some(front) => metadata.end_of_front(front).map_err(|_| NotExtended::Layout)?,
            None => page_size,
        };
        let told = metadata.rows_stored - metadata.header.marks.map_or(0, |marks| marks.removed);
        Ok(Self {
            sequence: u32::from_le_bytes(sequence) ^ 1,
            page_size,
            front_end,
            told,
            prefix: prefix.to_vec(),
            row_size: row_size.to_vec(),
            row_size_at: u64::from(metadata.header.header_length) + row_size_at as u64,
        })
    }

    /// Returns the number that page numbers are XORed with.
    pub fn sequence(&self) -> u32 {
        self.sequence
    }

    /// Returns how many bytes are free for rows on a page with so many pointers to other things, and that end of rows;
    /// each row takes a [pointer](Self::POINTER) besides its bytes.
    pub fn room(&self, pointers: usize) -> usize {
        self.end_of_rows(pointers)
            .saturating_sub(HEAD + (pointers + 1) * POINTER)
    }

    /// The length of a pointer.
    pub const POINTER: usize = POINTER;

    /// Returns the most rows of a page with so many pointers to other things.
    pub fn most_rows(pointers: usize) -> usize {
        (MOST_BLOCKS as usize).saturating_sub(pointers + 1)
    }

    fn end_of_rows(&self, pointers: usize) -> usize {
        match pointers {
            0 => self.page_size,
            _ => self.front_end,
        }
    }

    /// Makes a page without rows of any bytes.
    pub fn clear(&self, page: &mut [u8], number: u64) {
        page.fill(0);
        Head {
            sequence: self.sequence,
            number,
            gap: 0,
            kind: 0,
            blocks: 0,
            pointers: 0,
        }
        .put(page);
        self.fill(page, 0).finish();
    }

    /// Begins to fill a page anew that keeps its header and so many pointers to other things.
    pub fn fill<'p>(&self, page: &'p mut [u8], pointers: usize) -> PageFiller<'p> {
        PageFiller::new(page, pointers, self.end_of_rows(pointers))
    }

    /// Returns the change of a page that may have rows into one of subheaders, some of which are rows, as an offset on
    /// it and bytes.
    pub fn of_subheaders() -> (u64, [u8; 2]) {
        (KIND as u64, [0; 2])
    }

    /// Returns the changes of the header and of the first subheader, as offsets in the file and bytes. `modified` is
    /// the time in seconds since 1960.
    pub fn counts(&self, counts: PackedCounts, modified: f64) -> [(u64, Vec<u8>); 2] {
        let Edit { at, after, .. } = counted_pages(&self.prefix, counts.pages, modified);
        let mut piece = self.row_size.clone();
        if let Some([first, last]) = counts.ends {
            piece.put_u64(544, first.0);
            piece.put_u64(552, first.1);
            piece.put_u64(560, last.0);
            piece.put_u64(568, last.1);
        }
        let again = piece[776..].first_chunk().copied();
        if again.map(u64::from_le_bytes) == Some(self.told) {
            piece.put_u64(776, counts.rows);
        }
        piece.put_u64(48, counts.rows);
        piece.put_u64(64, counts.directory_page);
        [(at, after), (self.row_size_at, piece)]
    }
}

impl Metadata {
    /// Returns how many pointers precede those to rows on a page.
    pub fn pointers_before_rows(&self, page: u64) -> usize {
        match page == self.first_page_with_rows {
            true => self.first_pointer_to_rows,
            false => 0,
        }
    }

    /// Returns where the description begins on the first page with rows: its subheaders lie behind the rows.
    fn end_of_front(&self, page: &[u8]) -> Result<usize, FormatError> {
        let page = Page::parse(page, self.first_page_with_rows, self.header.shape())?;
        let mut end = page.view.bytes.len();
        for index in 0..self.first_pointer_to_rows.min(page.subheaders) {
            let pointer = page.pointer(index)?;
            if pointer.mark != Mark::Void {
                end = end.min(pointer.offset);
            }
        }
        Ok(end)
    }
}

/// Compresses single rows of a file.
#[derive(Debug)]
pub struct RowPacker(Packer);

impl RowPacker {
    /// Creates it for the rows of a file.
    pub fn new(metadata: &Metadata) -> Self {
        let row_length = metadata.schema.row_length() as usize;
        Self(Packer::new(metadata.compression, row_length))
    }

    /// Returns one for rows of no bytes.
    pub fn none() -> Self {
        Self(Packer::new(Compression::None, 0))
    }

    /// Returns the bytes to be stored of a row, and whether they are compressed.
    ///
    /// # Panics
    ///
    /// Panics if the row is too short.
    pub fn pack<'a>(&'a mut self, row: &'a [u8]) -> (&'a [u8], bool) {
        self.0.pack(row);
        self.0.packed(row)
    }

    /// Returns the same again for the row that was given last.
    ///
    /// # Panics
    ///
    /// Panics if the row is too short.
    pub fn packed<'a>(&'a self, row: &'a [u8]) -> (&'a [u8], bool) {
        self.0.packed(row)
    }
}
