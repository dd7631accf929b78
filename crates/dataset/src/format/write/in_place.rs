//! Changes rows of an existing file in place: replaces them, deletes them, and adds some behind the last.

use super::super::bytes::Put;
use super::super::header::{Header, MOVED};
use super::super::metadata::Metadata;
use super::super::positions::{PageHead, RowPositions};
use super::description::ROW_SIZE;
use super::extension::NotExtended;
use super::row_pages::RowPages;

/// The form of rows of a file that are changed in place.
#[derive(Debug)]
pub struct InPlace {
    positions: RowPositions,
    row_pages: RowPages,
    /// Why no rows can be added, if so.
    closed: Option<NotExtended>,
    /// The number of pages in the header, and of those that are needed.
    page_count: u64,
    pages: u64,
    /// The first page that has no rows and is not described in the file.
    next_page: u64,
    /// The number of pointers on the first page with rows.
    pointers: u64,
    first_page: u64,
    stored_before: u64,
    stored: u64,
    deleted: u64,
    prefix: Vec<u8>,
    row_size: Vec<u8>,
    row_size_at: u64,
}

/// The position of a row that is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddedRow {
    /// The row, from 0.
    pub row: u64,
    /// Its page.
    pub page: u64,
    /// True if the page is new: it is to be written as a whole, as [`InPlace::new_page`] returns it.
    pub is_first_on_new_page: bool,
}

impl InPlace {
    /// Returns where the first subheader of a file is, as an offset in the file and a length.
    pub fn first_subheader(metadata: &Metadata) -> Option<(u64, usize)> {
        let at = metadata.row_size_at?;
        let header_length = u64::from(metadata.header.header_length);
        Some((header_length + at as u64, ROW_SIZE))
    }

    /// Begins to change the file with these metadata: `prefix` is the first [`Header::PREFIX`] bytes of the file,
    /// `sequence` the first of its first page, and `row_size` its [first subheader](Self::first_subheader).
    ///
    /// # Errors
    ///
    /// Returns why rows cannot be changed.
    pub fn new(metadata: &Metadata, prefix: &[u8], sequence: [u8; 4], row_size: &[u8]) -> Result<Self, NotExtended> {
        metadata.check_own_form()?;
        let header = &metadata.header;
        let end = metadata.end_of_stored_rows();
        let positions = RowPositions::new(metadata).ok_or(NotExtended::Layout)?;
        let (row_size_at, length) = Self::first_subheader(metadata).ok_or(NotExtended::Layout)?;
        let row_size = row_size.get(..length).ok_or(NotExtended::Layout)?;
        let prefix = prefix.get(..Header::PREFIX).ok_or(NotExtended::Layout)?;
        let sequence = u32::from_le_bytes(sequence) ^ 1;
        let next_page = match &end {
            Ok((_, next)) => *next,
            Err(_) => positions.placement().pages().end,
        };
        Ok(Self {
            positions,
            row_pages: RowPages::new(header.page_size, &metadata.schema, sequence),
            closed: end.err(),
            page_count: header.page_count,
            pages: header.page_count,
            next_page,
            pointers: metadata.first_pointer_to_rows as u64,
            first_page: metadata.first_page_with_rows,
            stored_before: metadata.rows_stored,
            stored: metadata.rows_stored,
            deleted: metadata.rows_deleted,
            prefix: prefix.to_vec(),
            row_size: row_size.to_vec(),
            row_size_at,
        })
    }

    /// Returns the positions of the rows, including those that were added.
    pub fn positions(&self) -> &RowPositions {
        &self.positions
    }

    /// Returns the number of rows, including deleted and added ones.
    pub fn stored(&self) -> u64 {
        self.stored
    }

    /// Returns the number of deleted rows.
    pub fn deleted(&self) -> u64 {
        self.deleted
    }

    /// Returns the number of pages after the header, including new ones.
    pub fn pages(&self) -> u64 {
        self.pages
    }

    /// Adds a row behind the last one.
    ///
    /// # Errors
    ///
    /// Returns why that is not possible.
    pub fn add(&mut self) -> Result<AddedRow, NotExtended> {
        if let Some(reason) = &self.closed {
            return Err(reason.clone());
        }
        let row = self.stored;
        self.positions = self.positions.with_rows(row + 1);
        self.stored = row + 1;
        let page = self.positions.placement().page_of(row);
        let is_first = self.positions.placement().rows_before(page) == row;
        self.pages = self.pages.max(page + 1);
        Ok(AddedRow {
            row,
            page,
            is_first_on_new_page: is_first && page >= self.next_page,
        })
    }

    /// Counts a deleted row.
    pub fn delete(&mut self) {
        self.deleted += 1;
    }

    /// Returns a page without rows.
    pub fn new_page(&self, number: u64, page_size: usize) -> Vec<u8> {
        let mut page = vec![0; page_size];
        self.row_pages.seal(&mut page, number, 0);
        page
    }

    /// Returns the head of a page with the number of its rows; a process that was killed may have written more.
    /// Returns `None` if the page is not as expected.
    pub fn head_of(&self, page: u64, head: PageHead) -> Option<PageHead> {
        let row_length = self.row_pages.slots().stride as u64;
        let start = self.positions.start_on(page);
        let written = u64::from(head.blocks.checked_sub(head.pointers)?);
        let map = (start + written * row_length).checked_add(head.gap)?;
        let rows = self.positions.placement().rows_on(page);
        let gap = map.checked_sub(start + rows * row_length)?;
        let blocks = u16::try_from(u64::from(head.pointers) + rows).ok()?;
        Some(PageHead { gap, blocks, ..head })
    }

    /// Returns the changes of the header and of the first subheader, as offsets in the file and bytes: the numbers of
    /// rows and pages, and the time of the last change, in seconds since 1960.
    pub fn counts(&self, modified: f64) -> [(u64, Vec<u8>); 2] {
        // On some systems doubles are shifted to a multiple of eight bytes.
        let moved = if self.prefix[35] == MOVED { 4 } else { 0 };
        let part = 172 + moved..212 + moved;
        let at = part.start as u64;
        let mut header = self.prefix[part].to_vec();
        header.put(0, &modified.to_le_bytes());
        header.put_u64(32, self.pages.max(self.page_count));
        let mut piece = self.row_size.clone();
        // Pages and their blocks are numbered from 1.
        let location = |row: u64| {
            let placement = self.positions.placement();
            let page = placement.page_of(row);
            let pointers = if page == self.first_page { self.pointers } else { 0 };
            (page + 1, pointers + row - placement.rows_before(page) + 1)
        };
        if self.stored > self.stored_before {
            if self.stored_before == 0 {
                let first = location(0);
                piece.put_u64(544, first.0);
                piece.put_u64(552, first.1);
            }
            let last = location(self.stored - 1);
            piece.put_u64(560, last.0);
            piece.put_u64(568, last.1);
        }
        let again = piece[776..].first_chunk().copied();
        if again.map(u64::from_le_bytes) == Some(self.stored_before) {
            piece.put_u64(776, self.stored);
        }
        piece.put_u64(48, self.stored);
        piece.put_u64(56, self.deleted);
        [(at, header), (self.row_size_at, piece)]
    }
}
