//! A run: spilled records in sorted order.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::layout::Layout;

/// Records in a file, in sorted order. Several runs may share a file, which is removed with the last of them.
#[derive(Clone, Debug)]
pub struct Run {
    file: Arc<SpillFile>,
    layout: Layout,
    /// The offset at which it begins.
    offset: u64,
    records: u64,
}

/// The path of a file. Dropping it removes the file.
#[derive(Debug)]
pub(super) struct SpillFile(pub(super) PathBuf);

impl Drop for SpillFile {
    fn drop(&mut self) {
        // A file that cannot be removed now is removed with the folder or by a later session.
        let _ = fs::remove_file(&self.0);
    }
}

impl Run {
    pub(super) fn new(file: Arc<SpillFile>, layout: Layout, offset: u64, records: u64) -> Self {
        Self {
            file,
            layout,
            offset,
            records,
        }
    }

    /// Returns the number of records.
    pub fn records(&self) -> u64 {
        self.records
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the file.
    pub(super) fn file(&self) -> &Arc<SpillFile> {
        &self.file
    }

    /// Returns the path of the file.
    pub(super) fn path(&self) -> &Path {
        &self.file.0
    }

    /// Returns the offset at which it begins.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the bytes that it takes in the file.
    pub(super) fn bytes(&self) -> u64 {
        self.layout.blocks(self.records) * self.layout.block_bytes() as u64
    }
}
