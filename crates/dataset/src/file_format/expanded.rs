//! The rows of another source with more room for their texts.

use std::ops::Range;
use std::path::Path;

use super::memory::{RowBlock, RowMemory};
use super::source::RowSource;
use crate::error::{Error, Result};
use crate::format::ValueLosses;
use crate::pages::{FileAccount, Identity};
use crate::schema::Schema;
use crate::settings::CharacterExpansion;

/// Rows with more room for texts than their source gives.
#[derive(Debug)]
pub(crate) struct ExpandedSource {
    source: Box<dyn RowSource>,
    memory: RowMemory,
    schema: Schema,
    /// Where the bytes of each variable are, and where they go.
    moves: Vec<(Range<usize>, Range<usize>)>,
}

impl ExpandedSource {
    /// Gives the texts of a source, which is the file at `path`, more room.
    ///
    /// # Errors
    ///
    /// Fails if a row would be too long.
    pub(crate) fn new(path: &Path, source: Box<dyn RowSource>, expansion: CharacterExpansion) -> Result<Self> {
        let narrow = source.schema();
        let schema = expansion
            .of(narrow)
            .map_err(|error| Error::format(path, error.into()))?;
        let pairs = narrow.variables().iter().zip(schema.variables());
        let moves = pairs.map(|(from, to)| (from.span(), to.span())).collect();
        Ok(Self {
            source,
            memory: RowMemory::default(),
            schema,
            moves,
        })
    }
}

impl RowSource for ExpandedSource {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn label(&self) -> &str {
        self.source.label()
    }

    fn data_set_type(&self) -> &str {
        self.source.data_set_type()
    }

    fn keeps_lengths(&self) -> bool {
        self.source.keeps_lengths()
    }

    fn rows(&self) -> u64 {
        self.source.rows()
    }

    fn identity(&self) -> Option<Identity> {
        self.source.identity()
    }

    fn can_seek(&self) -> bool {
        self.source.can_seek()
    }

    fn group_starts(&self) -> Vec<u64> {
        self.source.group_starts()
    }

    fn select_variables(&mut self, wanted: &[bool]) {
        self.source.select_variables(wanted);
    }

    fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
        self.memory.give_back();
        self.source.seek(wanted)
    }

    fn next_block(&mut self, memory: &mut RowMemory) -> Result<Option<RowBlock>> {
        self.memory.give_back();
        let Some(block) = self.source.next_block(&mut self.memory)? else {
            return Ok(None);
        };
        let length = self.schema.row_length() as usize;
        let wide = memory.buffer();
        wide.clear();
        // Texts end with blanks.
        wide.resize(block.stored * length, b' ');
        let rows = self.memory.bytes()[block.start..].chunks_exact(block.stride);
        for (row, wide) in rows.zip(wide.chunks_exact_mut(length)) {
            for (from, to) in &self.moves {
                wide[to.start..to.start + from.len()].copy_from_slice(&row[from.clone()]);
            }
        }
        Ok(Some(RowBlock {
            start: 0,
            stride: length,
            ..block
        }))
    }

    fn lost(&self) -> ValueLosses {
        self.source.lost()
    }

    fn account(&self) -> FileAccount {
        self.source.account()
    }
}
