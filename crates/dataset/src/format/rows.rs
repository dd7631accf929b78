//! The rows of a page, in place or decompressed.

use super::collect::unknown_mark;
use super::error::FormatError;
use super::metadata::Metadata;
use super::page::{Mark, Page, PageKind, Pointer, Shape};
use super::write::MOST_BLOCKS;
use crate::compression::Compression;

/// Consecutive rows.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    pub(crate) bytes: &'a [u8],
    /// Their offset on the page, if they are in it.
    pub(crate) start: Option<usize>,
    pub(crate) stride: usize,
    pub(crate) count: usize,
    /// One bit per row, from the most significant; `None` if no row of the file is deleted.
    pub(crate) deleted: Option<&'a [u8]>,
}

impl<'a> Block<'a> {
    /// Returns a single row.
    pub(crate) fn of_row(row: &'a [u8]) -> Self {
        Self {
            bytes: row,
            start: None,
            stride: row.len(),
            count: 1,
            deleted: None,
        }
    }

    /// Returns the number of rows, including deleted ones.
    pub fn stored(&self) -> usize {
        self.count
    }

    /// Returns the bytes of all rows, including deleted ones.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the offset of the first row on its page; `None` if the rows are in a buffer, decompressed or converted.
    pub fn start_on_page(&self) -> Option<usize> {
        self.start
    }

    /// Returns the length of a row in bytes.
    pub fn row_length(&self) -> usize {
        self.stride
    }

    /// Returns whether it may have deleted rows.
    pub fn has_deleted(&self) -> bool {
        self.deleted.is_some()
    }

    /// Returns whether a row is deleted.
    pub fn is_deleted(&self, index: usize) -> bool {
        self.deleted
            .and_then(|map| map.get(index / 8))
            .is_some_and(|byte| byte & (0x80 >> (index % 8)) != 0)
    }

    /// Returns a row, deleted or not; `None` past the last.
    pub fn row(&self, index: usize) -> Option<&'a [u8]> {
        let start = index.checked_mul(self.stride)?;
        (index < self.count).then(|| &self.bytes[start..start + self.stride])
    }

    /// Returns the rows that are not deleted, in their order.
    pub fn rows(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let block = *self;
        (0..block.count)
            .filter(move |&index| !block.is_deleted(index))
            .filter_map(move |index| block.row(index))
    }

    /// Returns the same rows with their bytes elsewhere, such as after a conversion, with another row length.
    pub(crate) fn moved<'b>(&self, bytes: &'b [u8], stride: usize) -> Block<'b>
    where
        'a: 'b,
    {
        Block {
            bytes,
            start: None,
            stride,
            ..*self
        }
    }
}

/// The rows of a page, and how many were returned.
///
/// It borrows nothing, so that it can be stored with the page.
#[derive(Clone, Copy, Debug)]
pub struct PageRows {
    pub(crate) number: u64,
    pub(crate) stored: usize,
    pub(crate) rows: StoredRows,
    pub(crate) shape: Shape,
    pub(crate) row_length: usize,
    pub(crate) compression: Compression,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum StoredRows {
    /// At `start`, not yet returned, with the bitmap of deleted rows at `map`.
    Contiguous { start: usize, map: Option<usize> },
    /// In subheaders, the next one being `pointer`; `left` rows remain.
    InSubheaders { pointer: usize, left: usize },
    /// All were returned.
    Exhausted,
}

impl Metadata {
    /// Locates the rows of the page with this number, from 0 after the header. `rows_before` is the number of rows on
    /// the pages before it, including deleted ones.
    ///
    /// # Errors
    ///
    /// Fails if the page is damaged.
    pub fn page_rows(&self, number: u64, page: &[u8], rows_before: u64) -> Result<PageRows, FormatError> {
        let page = Page::parse(page, number, self.header.shape())?;
        let limit = self.rows_stored.saturating_sub(rows_before);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let (stored, rows) = match page.kind {
            _ if limit == 0 || number < self.first_page_with_rows => (0, StoredRows::Exhausted),
            PageKind::Other => (0, StoredRows::Exhausted),
            PageKind::Rows => self.contiguous_rows(&page, page.blocks, limit)?,
            PageKind::Mixed => {
                let most = usize::try_from(self.most_on_mixed_page).unwrap_or(usize::MAX);
                self.contiguous_rows(&page, most, limit)?
            }
            PageKind::Description => self.rows_in_subheaders(&page, limit)?,
        };
        Ok(PageRows {
            number,
            stored,
            rows,
            shape: self.header.shape(),
            row_length: self.schema.row_length() as usize,
            compression: self.compression,
        })
    }

    fn contiguous_rows(&self, page: &Page<'_>, most: usize, limit: usize) -> Result<(usize, StoredRows), FormatError> {
        let row_length = self.schema.row_length() as usize;
        let count = match row_length {
            // Empty rows take no space, so only their number limits them.
            0 => most.min(limit).min(MOST_BLOCKS as usize),
            _ => most.min(limit),
        };
        let start = page.start_of_rows(self.is_aligned);
        let end = count
            .checked_mul(row_length)
            .and_then(|bytes| bytes.checked_add(start))
            .filter(|&end| end <= page.view.bytes.len())
            .ok_or_else(|| {
                let reason = format!("{count} rows of {row_length} bytes do not fit it");
                FormatError::page(page.number, reason)
            })?;
        let map = if page.has_deleted && self.rows_deleted > 0 {
            let at = page.gap().saturating_add(end as u64);
            let past = at.saturating_add(count.div_ceil(8) as u64);
            if past > page.view.bytes.len() as u64 {
                let reason = format!("its map of deleted rows, at {at}, lies outside it");
                return Err(FormatError::page(page.number, reason));
            }
            Some(at as usize)
        } else {
            None
        };
        Ok(match count {
            0 => (0, StoredRows::Exhausted),
            _ => (count, StoredRows::Contiguous { start, map }),
        })
    }

    fn rows_in_subheaders(&self, page: &Page<'_>, limit: usize) -> Result<(usize, StoredRows), FormatError> {
        let first = if page.number == self.first_page_with_rows {
            self.first_pointer_to_rows
        } else {
            0
        };
        let mut stored = 0;
        for index in first..page.subheaders {
            let pointer = page.pointer(index)?;
            stored += usize::from(self.is_row(page, pointer)?);
        }
        let stored = stored.min(limit);
        let rows = StoredRows::InSubheaders {
            pointer: first,
            left: stored,
        };
        Ok((stored, rows))
    }

    pub(crate) fn is_row(&self, page: &Page<'_>, pointer: Pointer) -> Result<bool, FormatError> {
        let row_length = self.schema.row_length() as usize;
        let packed = matches!(pointer.mark, Mark::Packed | Mark::Deleted);
        if packed && self.compression == Compression::None {
            return Err(FormatError::Unsupported {
                what: format!("the method by which rows of page {} are compressed", page.number + 1),
                remedy: "copy the data set with COMPRESS=NO where it was made",
            });
        }
        match pointer.mark {
            Mark::Plain => Ok(pointer.varies && pointer.length == row_length && self.compression != Compression::None),
            Mark::Void => Ok(false),
            Mark::Packed | Mark::Deleted => Ok(true),
            Mark::Moved => Err(FormatError::Unsupported {
                what: format!("a row that an update moved to or from page {}", page.number + 1),
                remedy: "copy the data set where it was made, which puts its rows in order",
            }),
            Mark::Unknown(mark) => Err(unknown_mark(page.number, mark)),
        }
    }
}

impl PageRows {
    /// Returns the number of rows on the page, including deleted ones.
    pub fn stored(&self) -> usize {
        self.stored
    }

    /// Returns the next rows of the page, which must be the same bytes as before; `None` after the last.
    ///
    /// Uncompressed rows are returned together and in place. Compressed ones are returned in `buffer`, which is reused
    /// for the next block, with zeros for deleted ones.
    ///
    /// # Errors
    ///
    /// Fails if a row is damaged.
    pub fn next_block<'a>(
        &mut self,
        page: &'a [u8],
        buffer: &'a mut Vec<u8>,
    ) -> Result<Option<Block<'a>>, FormatError> {
        match self.rows {
            StoredRows::Exhausted => Ok(None),
            StoredRows::Contiguous { start, map } => {
                self.rows = StoredRows::Exhausted;
                let lies_outside = || FormatError::page(self.number, "it has become shorter");
                let slice = |at: usize, length| page.get(at..at + length).ok_or_else(lies_outside);
                Ok(Some(Block {
                    bytes: slice(start, self.stored * self.row_length)?,
                    start: Some(start),
                    stride: self.row_length,
                    count: self.stored,
                    deleted: map.map(|at| slice(at, self.stored.div_ceil(8))).transpose()?,
                }))
            }
            StoredRows::InSubheaders { pointer, left } => self.unpack(page, buffer, pointer, left),
        }
    }
}
