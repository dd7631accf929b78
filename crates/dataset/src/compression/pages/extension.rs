//! Appends rows to an existing compressed file.
//!
//! The rows go to new pages behind the directory of pages, which is the last page of the file for its readers, and a
//! new directory behind them lists these, too. A page that is not full stays so. The subheader with the number of rows
//! has the number of the last page of the directory as well, in the same sector of 512 bytes, so that both change
//! together: until then the file is what it was.

use crate::compression::Compression;
use crate::compression::pages::rows::PackedRows;
use crate::format::bytes::Put;
use crate::format::directory::Directory;
use crate::format::field::Order;
use crate::format::header::Header;
use crate::format::metadata::Metadata;
use crate::format::page::{Mark, Page, PageKind};
use crate::format::write::description::ROW_SIZE;
use crate::format::write::edit::Edit;
use crate::format::write::extension::{NotExtended, counted_pages};

/// Appends rows to an existing compressed file.
#[derive(Debug)]
pub struct PackedExtension {
    /// The number of the first new page.
    next_page: u64,
    stored: u64,
    sequence: u32,
    /// The first bytes of the header, and the subheader with the number of rows and its offset.
    prefix: Vec<u8>,
    row_size: Vec<u8>,
    row_size_at: u64,
}

impl Metadata {
    /// Returns the number of the page behind the directory of pages of a compressed file, where rows are appended.
    ///
    /// # Errors
    ///
    /// Returns why rows cannot be appended.
    pub fn end_of_packed_rows(&self, directory: Option<&Directory>) -> Result<u64, NotExtended> {
        let header = &self.header;
        if !header.wide || header.order != Order::Little {
            return Err(NotExtended::Foreign);
        }
        if !header.encoding.is_utf8() {
            return Err(NotExtended::Encoding(header.encoding.name()));
        }
        if self.rows_deleted > 0 {
            return Err(NotExtended::Deleted);
        }
        let is_listed = directory.is_some_and(|it| it.rows() == self.rows_stored);
        if self.compression == Compression::None || !is_listed || self.reuses_space {
            return Err(NotExtended::Unlisted);
        }
        match self.row_size_at {
            Some(_) => Ok(self.directory_page),
            None => Err(NotExtended::Layout),
        }
    }

    /// Returns whether a page has compressed rows or belongs to a directory of pages, and nothing else.
    pub fn is_packed_page(&self, number: u64, page: &[u8]) -> bool {
        let Ok(page) = Page::parse(page, number, self.header.shape()) else {
            return false;
        };
        match page.kind {
            PageKind::Description => {
                let first = (page.subheaders > 1).then(|| page.pointer(0));
                first.is_some_and(|first| {
                    first.is_ok_and(|it| it.varies && matches!(it.mark, Mark::Plain | Mark::Packed | Mark::Deleted))
                })
            }
            PageKind::Other => Directory::is_page(page.view.bytes),
            PageKind::Mixed | PageKind::Rows => false,
        }
    }
}

impl PackedExtension {
    /// Begins to append rows to the file with these metadata and this directory of pages: `prefix` is the first
    /// [`Header::PREFIX`] bytes of the file, and `first` is its first page.
    ///
    /// # Errors
    ///
    /// Returns why rows cannot be appended.
    pub fn new(metadata: &Metadata, directory: &Directory, prefix: &[u8], first: &[u8]) -> Result<Self, NotExtended> {
        let next_page = metadata.end_of_packed_rows(Some(directory))?;
        let sequence: [u8; 4] = *first.first_chunk().ok_or(NotExtended::Layout)?;
        let row_size_at = metadata.row_size_at.ok_or(NotExtended::Layout)?;
        let row_size = first
            .get(row_size_at..row_size_at + ROW_SIZE)
            .ok_or(NotExtended::Layout)?;
        let row_size_at = u64::from(metadata.header.header_length) + row_size_at as u64;
        // Otherwise the number of rows and that of the directory do not change together.
        if (row_size_at + 48) / 512 != (row_size_at + 71) / 512 {
            return Err(NotExtended::Layout);
        }
        let prefix = prefix.get(..Header::PREFIX).ok_or(NotExtended::Layout)?;
        Ok(Self {
            next_page,
            stored: metadata.rows_stored,
            sequence: u32::from_le_bytes(sequence) ^ 1,
            prefix: prefix.to_vec(),
            row_size: row_size.to_vec(),
            row_size_at,
        })
    }

    /// Returns how rows of this schema are added to the new pages, which are numbered from [`Self::next_page`] on.
    pub fn packed_rows(&self, metadata: &Metadata) -> PackedRows {
        let row_length = metadata.schema.row_length() as usize;
        PackedRows::new(
            metadata.compression,
            row_length,
            row_length,
            metadata.header.page_size as usize,
            self.sequence,
        )
    }

    /// Returns the number that page numbers are XORed with.
    pub fn sequence(&self) -> u32 {
        self.sequence
    }

    /// Returns the number of the first new page.
    pub fn next_page(&self) -> u64 {
        self.next_page
    }

    /// Returns the number of rows before any is appended.
    pub fn stored(&self) -> u64 {
        self.stored
    }

    /// Returns the change of the header: the number of pages with `new_pages` more, and the time of the last change, in
    /// seconds since 1960.
    pub fn header(&self, new_pages: u64, modified: f64) -> Edit {
        counted_pages(&self.prefix, self.next_page + new_pages, modified)
    }

    /// Returns the change of the first subheader: the number of rows, the page and the block of the last row, and the
    /// last page of the directory, both from 1.
    pub fn row_count(&self, rows: u64, last_row: (u64, u64), directory_page: u64) -> Edit {
        let mut piece = self.row_size.clone();
        let again = piece[776..].first_chunk().map(|word| u64::from_le_bytes(*word));
        if again == Some(self.stored) {
            piece.put_u64(776, rows);
        }
        piece.put_u64(48, rows);
        piece.put_u64(64, directory_page);
        piece.put_u64(560, last_row.0);
        piece.put_u64(568, last_row.1);
        let part = 48..784;
        Edit {
            at: self.row_size_at + part.start as u64,
            before: self.row_size[part.clone()].to_vec(),
            after: piece[part].to_vec(),
        }
    }
}
