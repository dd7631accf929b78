//! Appends rows to an existing file.
//!
//! For readers, the rows of a file end with the number of rows in its first subheader. Rows behind it are invisible, on
//! any page. So rows are written first, then the header counts their pages, and finally the number of rows is changed,
//! which is one word: until then the file is what it was.

use super::super::bytes::Put;
use super::super::field::Order;
use super::super::header::{Header, MOVED};
use super::super::metadata::Metadata;
use super::super::page::{Page, PageKind};
use super::capacity::rows_per_page;
use super::description::ROW_SIZE;
use super::edit::Edit;
use super::last_page::LastPage;
use super::row_pages::RowPages;
use crate::compression::Compression;

/// Why rows cannot be appended to a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotExtended {
    /// Its rows are compressed.
    #[error("it is compressed")]
    Compressed,
    /// Some of its rows are deleted.
    #[error("it has deleted observations")]
    Deleted,
    /// Its rows are compressed, and it does not list its pages, or the space of deleted rows is reused.
    #[error("it is compressed and has no directory of its pages")]
    Unlisted,
    /// It has another word length or byte order.
    #[error("it is a file of a 32-bit or big-endian system")]
    Foreign,
    /// Its texts are not in UTF-8.
    #[error("its text is in {0}")]
    Encoding(String),
    /// Its pages do not have the layout of files made here.
    #[error("its pages are not laid out as they are here")]
    Layout,
    /// It has an index, which would lack the new rows.
    #[error("an index file lies beside it")]
    Indexed,
    /// It is a file of another format, which is written from front to back.
    #[error("rows cannot be added to a file of the engine {0}")]
    Engine(&'static str),
}

/// Appends rows to an existing file.
#[derive(Debug)]
pub struct Extension {
    row_pages: RowPages,
    last: Option<LastPage>,
    /// The number of the first new page.
    next_page: u64,
    stored: u64,
    /// The first bytes of the header, and the subheader with the number of rows and its offset.
    prefix: Vec<u8>,
    row_size: Vec<u8>,
    row_size_at: u64,
}

impl Metadata {
    /// Returns the last page with rows or with space for some, if there is one, and the number of the page after it.
    ///
    /// # Errors
    ///
    /// Returns why rows cannot be appended.
    pub fn end_of_rows(&self) -> Result<(Option<u64>, u64), NotExtended> {
        self.check_own_form()?;
        if self.rows_deleted > 0 {
            return Err(NotExtended::Deleted);
        }
        self.end_of_stored_rows()
    }

    /// The same if some rows may be deleted.
    pub(crate) fn end_of_stored_rows(&self) -> Result<(Option<u64>, u64), NotExtended> {
        let header = &self.header;
        self.check_own_form()?;
        let per_page = rows_per_page(header.page_size, self.schema.row_length());
        let is_bare = self.schema.row_length() == 0;
        if is_bare || self.most_rows_per_page() != per_page || self.row_size_at.is_none() {
            return Err(NotExtended::Layout);
        }
        if self.rows_stored > 0 {
            let placement = self.stored_placement().ok_or(NotExtended::Layout)?;
            let end = placement.pages().end;
            return Ok((Some(end - 1), end));
        }
        match self.first_page_with_rows {
            // If the description leaves no space on its page, no rows are on it.
            first if self.most_on_mixed_page == 0 => Ok((None, first)),
            first if first < header.page_count && self.first_pointer_to_rows > 0 => Ok((Some(first), first + 1)),
            _ => Err(NotExtended::Layout),
        }
    }

    /// Checks that rows are stored as in files that are made here.
    ///
    /// # Errors
    ///
    /// Returns how they are stored otherwise.
    pub(crate) fn check_own_form(&self) -> Result<(), NotExtended> {
        let header = &self.header;
        if self.compression != Compression::None {
            return Err(NotExtended::Compressed);
        }
        if !header.wide || header.order != Order::Little {
            return Err(NotExtended::Foreign);
        }
        if !header.encoding.is_utf8() {
            return Err(NotExtended::Encoding(header.encoding.name()));
        }
        Ok(())
    }

    /// Returns whether a page is a page of rows.
    pub fn is_row_page(&self, number: u64, page: &[u8]) -> bool {
        let page = Page::parse(page, number, self.header.shape());
        page.is_ok_and(|page| page.kind == PageKind::Rows && !page.has_deleted)
    }
}

impl Extension {
    /// Begins to append rows to the file with these metadata: `prefix` is the first [`Header::PREFIX`] bytes of the
    /// file, `first` is its first page, and `last` is the one that [`Metadata::end_of_rows`] returns.
    ///
    /// # Errors
    ///
    /// Returns why rows cannot be appended.
    pub fn new(metadata: &Metadata, prefix: &[u8], first: &[u8], last: Option<&[u8]>) -> Result<Self, NotExtended> {
        let (number, next_page) = metadata.end_of_rows()?;
        let header = &metadata.header;
        let sequence: [u8; 4] = *first.first_chunk().ok_or(NotExtended::Layout)?;
        let sequence = u32::from_le_bytes(sequence) ^ 1;
        let row_size_at = metadata.row_size_at.ok_or(NotExtended::Layout)?;
        let row_size = first
            .get(row_size_at..row_size_at + ROW_SIZE)
            .ok_or(NotExtended::Layout)?;
        let last = match (number, last) {
            (Some(number), Some(bytes)) => Some(LastPage::new(metadata, number, bytes).ok_or(NotExtended::Layout)?),
            (None, None) => None,
            _ => return Err(NotExtended::Layout),
        };
        let prefix = prefix.get(..Header::PREFIX).ok_or(NotExtended::Layout)?;
        Ok(Self {
            row_pages: RowPages::new(header.page_size, &metadata.schema, sequence),
            last,
            next_page,
            stored: metadata.rows_stored,
            prefix: prefix.to_vec(),
            row_size: row_size.to_vec(),
            row_size_at: u64::from(header.header_length) + row_size_at as u64,
        })
    }

    /// Returns how the new pages are filled. They are numbered from [`Self::next_page`] on.
    pub fn row_pages(&self) -> RowPages {
        self.row_pages
    }

    /// Returns the number of the first new page.
    pub fn next_page(&self) -> u64 {
        self.next_page
    }

    /// Returns the number of rows before any is appended.
    pub fn stored(&self) -> u64 {
        self.stored
    }

    /// Returns the number of rows, including those added to the last page.
    pub fn rows(&self) -> u64 {
        self.stored + self.last.as_ref().map_or(0, |last| last.added())
    }

    /// Returns whether the last page has no space for another row, or there is none.
    #[inline]
    pub fn is_last_page_full(&self) -> bool {
        self.last.as_ref().is_none_or(LastPage::is_full)
    }

    /// Returns the bytes of another row on the last page; `None` if it is full.
    #[inline]
    pub fn next_on_last_page(&mut self) -> Option<&mut [u8]> {
        self.last.as_mut()?.next_slot()
    }

    /// Returns the change of the last page with the added rows; `None` if there are none. Existing bytes are unchanged
    /// except for the page header, so that it is the same page for readers of the previous rows, even while it is being
    /// written.
    pub fn last_page(&mut self) -> Option<Edit> {
        self.last.as_mut()?.edit()
    }

    /// Returns the change of the header: the number of pages with `new_pages` more, and the time of the last change, in
    /// seconds since 1960.
    pub fn header(&self, new_pages: u64, modified: f64) -> Edit {
        counted_pages(&self.prefix, self.next_page + new_pages, modified)
    }

    /// Returns the change of the first subheader: the number of rows, with `new_rows` rows on the new pages and those
    /// on the last page.
    pub fn row_count(&self, new_rows: u64) -> Edit {
        let rows = self.rows() + new_rows;
        let on_page = self.row_pages.slots().count as u64;
        let mut piece = self.row_size.clone();
        // Pages and their blocks are numbered from 1.
        let first_row = match &self.last {
            Some(last) => last.location(0),
            None => (self.next_page + 1, 1),
        };
        let last_row = match (new_rows.checked_sub(1), &self.last) {
            (Some(before), _) => (self.next_page + before / on_page + 1, before % on_page + 1),
            (None, Some(last)) => last.location(last.rows() - 1),
            (None, None) => first_row,
        };
        if self.stored == 0 {
            piece.put_u64(544, first_row.0);
            piece.put_u64(552, first_row.1);
        }
        piece.put_u64(560, last_row.0);
        piece.put_u64(568, last_row.1);
        let again = piece[776..].first_chunk().map(|word| u64::from_le_bytes(*word));
        if again == Some(self.stored) {
            piece.put_u64(776, rows);
        }
        piece.put_u64(48, rows);
        let part = 48..784;
        Edit {
            at: self.row_size_at + part.start as u64,
            before: self.row_size[part.clone()].to_vec(),
            after: piece[part].to_vec(),
        }
    }
}

/// Returns the change of a header, of which `prefix` is the beginning: the number of pages, and the time of the last
/// change, in seconds since 1960.
pub(crate) fn counted_pages(prefix: &[u8], pages: u64, modified: f64) -> Edit {
    // On some systems doubles are shifted to a multiple of eight bytes.
    let moved = if prefix[35] == MOVED { 4 } else { 0 };
    let part = 172 + moved..212 + moved;
    let mut after = prefix[part.clone()].to_vec();
    after.put(0, &modified.to_le_bytes());
    after.put_u64(32, pages);
    Edit {
        at: part.start as u64,
        before: prefix[part].to_vec(),
        after,
    }
}
