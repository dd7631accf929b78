//! Rows that are appended to a compressed file.

use super::row_block::RowBlock;
use crate::format::{Directory, Edit, Metadata, PackedExtension, PackedRows};

/// Rows that are appended to a compressed file, on new pages.
#[derive(Debug)]
pub(crate) struct PackedAppender {
    pub(crate) extension: PackedExtension,
    packed: PackedRows,
    directory: Directory,
    block: RowBlock,
    added: u64,
    /// The page and the block of the last row, both from 1.
    last_row: (u64, u64),
}

impl PackedAppender {
    pub(crate) fn new(metadata: &Metadata, extension: PackedExtension, mut directory: Directory) -> Self {
        // It does not list its own pages.
        directory.list_until(extension.next_page());
        Self {
            packed: extension.packed_rows(metadata),
            extension,
            directory,
            block: RowBlock::new(metadata.schema.row_length()),
            added: 0,
            last_row: (0, 0),
        }
    }

    /// Returns the number of rows, including the appended ones.
    pub(crate) fn rows(&self) -> u64 {
        self.extension.stored() + self.added
    }

    /// Returns whether the block of rows must be [packed](Self::pack) before another one is added.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.block.is_full()
    }

    /// Returns whether no rows must be packed.
    pub(crate) fn is_empty(&self) -> bool {
        self.block.rows().is_empty()
    }

    /// Adds a row and returns its bytes.
    #[inline]
    pub(crate) fn next_row(&mut self) -> &mut [u8] {
        self.added += 1;
        self.block.next_row()
    }

    /// Compresses the rows of the block into the current page, until it is full. Returns whether that are all.
    pub(crate) fn pack(&mut self, page: &mut [u8]) -> bool {
        let added = self.packed.add(page, self.block.rows());
        self.block.take(added)
    }

    /// Completes the current page, if it has rows. Returns whether it does.
    pub(crate) fn seal(&mut self, page: &mut [u8], number: u64) -> bool {
        if self.packed.on_page() == 0 {
            return false;
        }
        self.last_row = self.packed.last_row(number);
        let rows = self.packed.seal(page, number);
        self.directory.push(u32::try_from(rows).unwrap_or(u32::MAX));
        true
    }

    /// Writes the next page of the directory of pages. Returns whether there was one.
    pub(crate) fn write_directory(&mut self, page: &mut [u8], number: u64) -> bool {
        let sequence = self.extension.sequence();
        self.directory.write_next(page, number, sequence)
    }

    /// Returns the edits that make the rows part of the file, the last of which does so.
    pub(crate) fn edits(&mut self, new_pages: u64, modified: f64) -> (Vec<Edit>, Edit) {
        let header = self.extension.header(new_pages, modified);
        let directory_page = self.directory.last_written();
        let row_count = self.extension.row_count(self.rows(), self.last_row, directory_page);
        (vec![header], row_count)
    }
}
