//! A run: records that were laid down in their order.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::layout::Layout;

/// Records in a file, in their order. Several runs may lie in one file, which goes with the last of them.
#[derive(Clone, Debug)]
pub struct Run {
    file: Arc<SpillFile>,
    layout: Layout,
    /// The byte at which it begins.
    offset: u64,
    records: u64,
}

/// The path of a file, which is removed when this is dropped.
#[derive(Debug)]
pub(super) struct SpillFile(pub(super) PathBuf);

impl Drop for SpillFile {
    fn drop(&mut self) {
        // What cannot be removed now goes with the folder, or is swept by a later session.
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

    /// How many records it has.
    pub fn records(&self) -> u64 {
        self.records
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// The file that it lies in.
    pub(super) fn file(&self) -> &Arc<SpillFile> {
        &self.file
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        &self.file.0
    }

    /// The byte of the file at which it begins.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Bytes that it takes in the file.
    pub(super) fn bytes(&self) -> u64 {
        self.layout.blocks(self.records) * self.layout.block_bytes() as u64
    }
}
