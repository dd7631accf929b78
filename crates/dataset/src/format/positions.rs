//! Where single rows of a file lie, deleted or not.

use super::bytes::View;
use super::metadata::Metadata;
use super::page::Shape;
use super::placement::Placement;
use crate::compression::Compression;

/// The positions of the rows of an uncompressed file whose pages are all full except for the last. Rows are numbered
/// from 0 and include deleted ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPositions {
    placement: Placement,
    shape: Shape,
    header_length: u64,
    page_size: u64,
    row_length: u64,
    /// The offset of the first row on the first page with rows, and on every page after it.
    first_start: u64,
    start: u64,
}

/// The facts about its rows in the header of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageHead {
    /// The bytes between its rows and their map of deleted ones.
    pub gap: u64,
    /// Its kind.
    pub kind: u16,
    /// The number of its pointers and rows.
    pub blocks: u16,
    /// The number of its pointers.
    pub pointers: u16,
}

impl PageHead {
    /// The bit of the kind which says that the map of deleted rows is in use.
    const HAS_DELETED: u16 = 0x0080;

    /// Returns whether its map of deleted rows is in use.
    pub fn has_deleted(&self) -> bool {
        self.kind & Self::HAS_DELETED != 0
    }

    /// Returns the same with its map of deleted rows in use.
    pub fn with_deleted(self) -> Self {
        Self {
            kind: self.kind | Self::HAS_DELETED,
            ..self
        }
    }

    /// Returns the bytes of these fields in a file that is made here, and their offset on the page.
    pub fn encode(self) -> (u64, [u8; 14]) {
        let mut bytes = [0; 14];
        bytes[..8].copy_from_slice(&self.gap.to_le_bytes());
        bytes[8..10].copy_from_slice(&self.kind.to_le_bytes());
        bytes[10..12].copy_from_slice(&self.blocks.to_le_bytes());
        bytes[12..].copy_from_slice(&self.pointers.to_le_bytes());
        (24, bytes)
    }
}

/// Where the map of deleted rows of a page has the bit of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeletedBit {
    /// The offset of the byte in the file.
    pub at: u64,
    /// The bit of the byte.
    pub bit: u8,
}

impl RowPositions {
    /// Returns the positions of the rows of a file, or of those to come if it has none. Returns `None` if they cannot
    /// be computed: compressed rows differ in length, and there may be a page that is not full.
    pub fn new(metadata: &Metadata) -> Option<Self> {
        let header = &metadata.header;
        let number = metadata.first_page_with_rows;
        if metadata.compression != Compression::None || metadata.schema.row_length() == 0 {
            return None;
        }
        let head = header.shape().head();
        let placement = match metadata.rows_stored {
            0 => Placement::of_empty(metadata),
            _ => metadata.stored_placement(),
        };
        let positions = Self {
            placement: placement?,
            shape: header.shape(),
            header_length: header.header_length.into(),
            page_size: header.page_size.into(),
            row_length: metadata.schema.row_length().into(),
            first_start: metadata.start_of_rows as u64,
            start: head as u64,
        };
        let fits = |page: u64, start: u64| {
            let rows = positions.placement.rows_on(page);
            start + rows * positions.row_length <= positions.page_size
        };
        let is_right = fits(number, positions.first_start) && fits(number + 1, positions.start);
        is_right.then_some(positions)
    }

    /// Returns the positions with another number of rows.
    pub fn with_rows(self, rows: u64) -> Self {
        Self {
            placement: self.placement.with_rows(rows),
            ..self
        }
    }

    /// Returns how rows are spread over pages.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Returns the first page with rows, or with space for some.
    fn first_page(&self) -> u64 {
        self.placement.pages().start
    }

    /// Returns the offset of a page in the file.
    pub fn page_at(&self, page: u64) -> u64 {
        self.header_length + page * self.page_size
    }

    /// Returns the offset of a row in the file.
    #[inline]
    pub fn row_at(&self, row: u64) -> u64 {
        let page = self.placement.page_of(row);
        let index = row - self.placement.rows_before(page);
        self.page_at(page) + self.start_on(page) + index * self.row_length
    }

    /// Returns the length of the header of a page.
    pub fn head_length(&self) -> usize {
        self.shape.head()
    }

    /// Returns what the header of a page says, of which `bytes` are the first [`head_length`](Self::head_length) bytes;
    /// `None` if they are fewer.
    pub fn page_head(&self, bytes: &[u8]) -> Option<PageHead> {
        let Shape { order, wide, .. } = self.shape;
        let view = View { bytes, order, wide };
        let end = self.shape.head();
        Some(PageHead {
            gap: view.word(if wide { 24 } else { 12 })?,
            kind: view.u16(end - 8)?,
            blocks: view.u16(end - 6)?,
            pointers: view.u16(end - 4)?,
        })
    }

    /// Returns where the bit of a row is in the map of its page, which has `rows` rows and this many bytes between them
    /// and the map. Returns `None` if that is not on the page.
    pub fn deleted_bit(&self, row: u64, rows: u64, gap: u64) -> Option<DeletedBit> {
        let page = self.placement.page_of(row);
        let index = row - self.placement.rows_before(page);
        let map = (self.start_on(page) + rows * self.row_length).checked_add(gap)?;
        let at = map.checked_add(index / 8)?;
        (at < self.page_size).then(|| DeletedBit {
            at: self.page_at(page) + at,
            bit: 0x80 >> (index % 8),
        })
    }

    /// Returns the offset on a page of its first row.
    pub fn start_on(&self, page: u64) -> u64 {
        match page == self.first_page() {
            true => self.first_start,
            false => self.start,
        }
    }
}
