//! The rows of a file of another format.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::{Block, Memory, SourceBlock};
use crate::error::Result;
use crate::foreign::RowSource;

/// A source and the rows that it returned last.
#[derive(Debug)]
pub(super) struct Foreign {
    pub(super) engine: &'static str,
    path: PathBuf,
    pub(super) source: Box<dyn RowSource>,
    rows: Vec<u8>,
}

impl Foreign {
    pub(super) fn new(engine: &'static str, path: &Path, source: Box<dyn RowSource>) -> Self {
        Self {
            engine,
            path: path.into(),
            source,
            rows: Vec::new(),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn memory(&self) -> &[u8] {
        &self.rows
    }

    pub(super) fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
        self.source.seek(wanted)
    }

    pub(super) fn next_block(&mut self) -> Result<Option<SourceBlock>> {
        let found = self.source.next_block(&mut self.rows)?;
        Ok(found.map(|found| SourceBlock {
            block: Block {
                memory: Memory::Converted,
                start: 0,
                stride: self.source.schema().row_length() as usize,
                has_deleted: false,
            },
            stored: found.count,
            before: Some(found.first),
            stored_before: None,
        }))
    }
}
