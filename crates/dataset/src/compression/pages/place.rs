//! Where single compressed rows lie, so that one is read without the rest of its page.

use crate::compression::decompress;
use crate::format::bytes::View;
use crate::format::error::FormatError;
use crate::format::metadata::Metadata;
use crate::format::page::{Mark, Page, PageKind, Pointer};

/// Where the pointers to the rows of a page are, which has nothing behind them but one to its free space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedPointers {
    /// The number of pointers before them.
    pub first: usize,
    /// The number of rows.
    pub rows: usize,
    /// True if one to the free space follows.
    pub has_gap: bool,
    head: usize,
    length: usize,
}

impl PackedPointers {
    /// Returns the offset on the page of the pointer to a row, from 0, and its length.
    pub fn at(&self, index: u64) -> (u64, usize) {
        let before = (self.first as u64).saturating_add(index);
        let at = before.saturating_mul(self.length as u64);
        (at.saturating_add(self.head as u64), self.length)
    }
}

/// The content of the pointer to a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedPiece {
    /// The row lies there.
    Row {
        /// Its offset on the page.
        offset: usize,
        /// Its length there.
        length: usize,
        /// True if it is compressed.
        is_packed: bool,
    },
    /// The row was deleted.
    Deleted,
}

impl PackedPiece {
    /// Returns how many bytes the row takes.
    pub fn length(self) -> usize {
        match self {
            Self::Row { length, .. } => length,
            Self::Deleted => 0,
        }
    }
}

impl Metadata {
    /// Returns the length of the header of a page.
    pub fn page_head_length(&self) -> usize {
        self.header.shape().head()
    }

    /// Returns the end of the pointers of a compressed page with so many rows and one to its free space.
    pub fn packed_pointers_end(&self, number: u64, rows: u64) -> u64 {
        let shape = self.header.shape();
        let first = self.pointers_before_rows(number) as u64;
        let pointers = rows.saturating_add(first).saturating_add(1);
        let bytes = pointers.saturating_mul(shape.pointer() as u64);
        bytes.saturating_add(shape.head() as u64)
    }

    /// Returns where the pointers to the rows of a compressed page are, of which `head` is the header and which has
    /// `rows` rows. Returns `None` if other pointers are among them, so that the page must be searched.
    pub fn packed_pointers(&self, number: u64, head: &[u8], rows: u64) -> Option<PackedPointers> {
        let shape = self.header.shape();
        let page = Page::parse_head(head, number, shape).ok()?;
        let first = self.pointers_before_rows(number);
        let rows = usize::try_from(rows).ok()?;
        let behind = page.subheaders.checked_sub(first.checked_add(rows)?)?;
        (page.kind == PageKind::Description && behind <= 1).then_some(PackedPointers {
            first,
            rows,
            has_gap: behind == 1,
            head: shape.head(),
            length: shape.pointer(),
        })
    }

    /// Returns what a pointer says; `None` if it is none to a row.
    pub fn packed_piece(&self, pointer: &[u8]) -> Option<PackedPiece> {
        let header = &self.header;
        let bytes = View {
            bytes: pointer,
            order: header.order,
            wide: header.wide,
        };
        let pointer = Pointer::parse(bytes, header.page_size)?.ok()?;
        let is_packed = match pointer.mark {
            Mark::Deleted => return Some(PackedPiece::Deleted),
            Mark::Packed => true,
            Mark::Plain => false,
            Mark::Void | Mark::Moved | Mark::Unknown(_) => return None,
        };
        let is_whole = pointer.length == self.schema.row_length() as usize;
        (is_packed || pointer.varies && is_whole).then_some(PackedPiece::Row {
            offset: pointer.offset,
            length: pointer.length,
            is_packed,
        })
    }

    /// Decompresses a row of a page into `buffer`.
    ///
    /// # Errors
    ///
    /// Fails if it is damaged.
    pub fn unpack(
        &self,
        number: u64,
        (piece, is_packed): (&[u8], bool),
        buffer: &mut Vec<u8>,
    ) -> Result<(), FormatError> {
        buffer.clear();
        if !is_packed {
            buffer.extend_from_slice(piece);
            return Ok(());
        }
        let row_length = self.schema.row_length() as usize;
        decompress(self.compression, row_length, number, piece, buffer)
    }
}
