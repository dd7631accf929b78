//! Reads the rows of a page of compressed rows.

use std::ops::Range;

use crate::compression::decompress;
use crate::compression::row_block::BLOCK;
use crate::format::error::FormatError;
use crate::format::metadata::Metadata;
use crate::format::page::{Mark, Page, PageKind};
use crate::format::rows::{Block, PageRows, StoredRows};

impl Metadata {
    /// Returns a row of a page of compressed rows by its index among all rows of the page, from 0, decompressed into
    /// `buffer`. The page has `rows` rows, with deleted ones. Returns `None` if it is deleted, or if there is no such
    /// row.
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
        let is_all_rows = end.checked_sub(first).is_some_and(|count| count as u64 == rows);
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
    /// Decompresses the next rows of the page, of which `left` remain, into `buffer`. `first` is the pointer of the
    /// next.
    pub(crate) fn unpack<'a>(
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
                    decompress(self.compression, self.row_length, self.number, piece, buffer)?;
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
            _ => StoredRows::InSubheaders { pointer: index, left },
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
    fn map_deleted(&self, page: &Page<'_>, pointers: Range<usize>, buffer: &mut Vec<u8>) -> Result<(), FormatError> {
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
