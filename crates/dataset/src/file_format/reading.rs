//! The rows of a file of another format.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::RowSource;
use crate::error::{Error, Result};
use crate::reader::{Block, Memory, SourceBlock};
use crate::schema::Schema;
use crate::settings::Widening;

/// A source and the rows that it returned last.
#[derive(Debug)]
pub(crate) struct Foreign {
    pub(crate) engine: &'static str,
    path: PathBuf,
    pub(crate) source: Box<dyn RowSource>,
    rows: Vec<u8>,
    widened: Option<Widened>,
}

/// Rows with more room for texts than their source gives.
#[derive(Debug)]
struct Widened {
    schema: Schema,
    /// Where the bytes of each variable are, and where they go.
    moves: Vec<(Range<usize>, Range<usize>)>,
    rows: Vec<u8>,
}

impl Widened {
    /// Returns the rows in their new layout.
    fn widen(&mut self, rows: &[u8], row_length: usize, count: usize) {
        let length = self.schema.row_length() as usize;
        self.rows.clear();
        // Texts end with blanks.
        self.rows.resize(count * length, b' ');
        let pairs = rows
            .chunks_exact(row_length)
            .zip(self.rows.chunks_exact_mut(length));
        for (row, wide) in pairs {
            for (from, to) in &self.moves {
                wide[to.start..to.start + from.len()].copy_from_slice(&row[from.clone()]);
            }
        }
    }
}

impl Foreign {
    pub(crate) fn new(engine: &'static str, path: &Path, source: Box<dyn RowSource>) -> Self {
        Self {
            engine,
            path: path.into(),
            source,
            rows: Vec::new(),
            widened: None,
        }
    }

    /// Gives its texts more room.
    pub(crate) fn widened(self, widening: Widening) -> Result<Self> {
        let schema = self.source.schema();
        let wide = widening
            .of(schema)
            .map_err(|error| Error::format(&self.path, error.into()))?;
        let pairs = schema.variables().iter().zip(wide.variables());
        let moves = pairs.map(|(from, to)| (from.span(), to.span())).collect();
        Ok(Self {
            widened: Some(Widened {
                schema: wide,
                moves,
                rows: Vec::new(),
            }),
            ..self
        })
    }

    pub(crate) fn schema(&self) -> &Schema {
        let widened = self.widened.as_ref();
        widened.map_or(self.source.schema(), |widened| &widened.schema)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn memory(&self) -> &[u8] {
        self.widened
            .as_ref()
            .map_or(&self.rows, |widened| &widened.rows)
    }

    pub(crate) fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
        self.source.seek(wanted)
    }

    pub(crate) fn next_block(&mut self) -> Result<Option<SourceBlock>> {
        let found = self.source.next_block(&mut self.rows)?;
        if let (Some(found), Some(widened)) = (&found, &mut self.widened) {
            let row_length = self.source.schema().row_length() as usize;
            widened.widen(&self.rows, row_length, found.count);
        }
        Ok(found.map(|found| SourceBlock {
            block: Block {
                memory: Memory::Converted,
                start: 0,
                stride: self.schema().row_length() as usize,
                has_deleted: false,
            },
            stored: found.count,
            before: Some(found.first),
            stored_before: None,
        }))
    }
}
