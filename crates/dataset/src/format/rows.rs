//! The rows of a page, in place or decompressed.

use std::ops::Range;

use super::collect::unknown_mark;
use super::error::FormatError;
use super::metadata::Metadata;
use super::page::{Mark, Page, PageKind, Pointer, Shape};
use super::write::MOST_BLOCKS;
use crate::compression::{Compression, decompress};

/// The approximate size of a block of decompressed rows, which should stay in the processor's cache.
const BLOCK: usize = 64 * 1024;

/// Consecutive rows.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    bytes: &'a [u8],
    /// Their offset on the page, if they are in it.
    start: Option<usize>,
    stride: usize,
    count: usize,
    /// One bit per row, from the most significant; `None` if no row of the file is deleted.
    deleted: Option<&'a [u8]>,
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
    number: u64,
    stored: usize,
    rows: StoredRows,
    shape: Shape,
    row_length: usize,
    compression: Compression,
}

#[derive(Clone, Copy, Debug)]
enum StoredRows {
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
    pub fn page_rows(
        &self,
        number: u64,
        page: &[u8],
        rows_before: u64,
    ) -> Result<PageRows, FormatError> {
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

    fn contiguous_rows(
        &self,
        page: &Page<'_>,
        most: usize,
        limit: usize,
    ) -> Result<(usize, StoredRows), FormatError> {
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

    fn rows_in_subheaders(
        &self,
        page: &Page<'_>,
        limit: usize,
    ) -> Result<(usize, StoredRows), FormatError> {
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
                what: format!(
                    "the method by which rows of page {} are compressed",
                    page.number + 1
                ),
                remedy: "copy the data set with COMPRESS=NO where it was made",
            });
        }
        match pointer.mark {
            Mark::Plain => Ok(pointer.varies
                && pointer.length == row_length
                && self.compression != Compression::None),
            Mark::Void => Ok(false),
            Mark::Packed | Mark::Deleted => Ok(true),
            Mark::Moved => Err(FormatError::Unsupported {
                what: format!(
                    "a row that an update moved to or from page {}",
                    page.number + 1
                ),
                remedy: "copy the data set where it was made, which puts its rows in order",
            }),
            Mark::Unknown(mark) => Err(unknown_mark(page.number, mark)),
        }
    }
}

impl Metadata {
    /// Returns a row of a page of compressed rows by its index among all rows of the page, from 0, decompressed into
    /// `buffer`. The page has `rows` rows, with deleted ones. Returns `None` if it is deleted, or if there is no such row.
    ///
    /// # Errors
    ///
    /// Fails if the page or the row is damaged.
    pub fn packed_row<'a>(
        &self,
        number: u64,
        page: &[u8],
        (index, rows): (u64, u64),
        buffer: &'a mut Vec<u8>,
    ) -> Result<Option<&'a [u8]>, FormatError> {
        let page = Page::parse(page, number, self.header.shape())?;
        if page.kind != PageKind::Description {
            return Ok(None);
        }
        let first = match number == self.first_page_with_rows {
            true => self.first_pointer_to_rows,
            false => 0,
        };
        // The last pointer may be an empty one.
        let end = match page.subheaders.checked_sub(1) {
            Some(last) if !self.is_row(&page, page.pointer(last)?)? => last,
            _ => page.subheaders,
        };
        // If nothing else than rows is on the page, the row need not be searched for.
        let is_all_rows = end
            .checked_sub(first)
            .is_some_and(|count| count as u64 == rows);
        let (first, mut left) = match is_all_rows && index < rows {
            true => (first + index as usize, 0),
            false => (first, index),
        };
        for at in first..page.subheaders {
            let pointer = page.pointer(at)?;
            if !self.is_row(&page, pointer)? {
                continue;
            }
            if left > 0 {
                left -= 1;
                continue;
            }
            let piece = page.at(pointer).bytes;
            buffer.clear();
            match pointer.mark {
                Mark::Deleted => return Ok(None),
                Mark::Packed => decompress(
                    self.compression,
                    self.schema.row_length() as usize,
                    number,
                    piece,
                    buffer,
                )?,
                _ => buffer.extend_from_slice(piece),
            }
            return Ok(Some(buffer));
        }
        Ok(None)
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
                    deleted: map
                        .map(|at| slice(at, self.stored.div_ceil(8)))
                        .transpose()?,
                }))
            }
            StoredRows::InSubheaders { pointer, left } => self.unpack(page, buffer, pointer, left),
        }
    }

    fn unpack<'a>(
        &mut self,
        page: &'a [u8],
        buffer: &'a mut Vec<u8>,
        first: usize,
        mut left: usize,
    ) -> Result<Option<Block<'a>>, FormatError> {
        let page = Page::parse(page, self.number, self.shape)?;
        let mut index = first;
        let mut has_deleted = false;
        buffer.clear();
        while left > 0 && index < page.subheaders {
            if !buffer.is_empty() && buffer.len() + self.row_length > BLOCK {
                break;
            }
            let pointer = page.pointer(index)?;
            index += 1;
            let piece = page.at(pointer).bytes;
            match pointer.mark {
                Mark::Plain if pointer.varies && piece.len() == self.row_length => {
                    buffer.extend_from_slice(piece);
                }
                Mark::Packed => {
                    decompress(
                        self.compression,
                        self.row_length,
                        self.number,
                        piece,
                        buffer,
                    )?;
                }
                Mark::Deleted => {
                    has_deleted = true;
                    buffer.resize(buffer.len() + self.row_length, 0);
                }
                _ => continue,
            }
            left -= 1;
        }
        self.rows = match left {
            0 => StoredRows::Exhausted,
            _ if index == page.subheaders => StoredRows::Exhausted,
            _ => StoredRows::InSubheaders {
                pointer: index,
                left,
            },
        };
        if buffer.is_empty() {
            return Ok(None);
        }
        let end = buffer.len();
        if has_deleted {
            self.map_deleted(&page, first..index, buffer)?;
        }
        let (bytes, map) = buffer.split_at(end);
        Ok(Some(Block {
            count: end / self.row_length,
            bytes,
            start: None,
            stride: self.row_length,
            deleted: has_deleted.then_some(map),
        }))
    }

    /// Appends the bitmap of deleted rows among those of these pointers.
    fn map_deleted(
        &self,
        page: &Page<'_>,
        pointers: Range<usize>,
        buffer: &mut Vec<u8>,
    ) -> Result<(), FormatError> {
        let (end, mut row) = (buffer.len(), 0);
        buffer.resize(end + (end / self.row_length).div_ceil(8), 0);
        for index in pointers {
            let pointer = page.pointer(index)?;
            let is_row = match pointer.mark {
                Mark::Plain => pointer.varies && pointer.length == self.row_length,
                Mark::Packed => true,
                Mark::Deleted => {
                    if let Some(byte) = buffer.get_mut(end + row / 8) {
                        *byte |= 0x80 >> (row % 8);
                    }
                    true
                }
                Mark::Void | Mark::Moved | Mark::Unknown(_) => false,
            };
            row += usize::from(is_row);
        }
        Ok(())
    }
}
