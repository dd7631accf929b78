//! A run: records that were laid down in their order.

use std::fs;
use std::path::{Path, PathBuf};

use super::layout::Layout;

/// Records in a file, in their order. The file goes when this is dropped.
#[derive(Debug)]
pub struct Run {
    file: SpillFile,
    layout: Layout,
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
    pub(super) fn new(file: SpillFile, layout: Layout, records: u64) -> Self {
        Self {
            file,
            layout,
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

    pub(super) fn path(&self) -> &Path {
        &self.file.0
    }
}
