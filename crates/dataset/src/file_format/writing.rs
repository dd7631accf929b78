//! Writes a new file of another format.

use std::path::Path;

use super::{BLOCK_BYTES, RowSink};
use crate::drafts::Draft;
use crate::error::{Error, Result, not_possible, not_written};
use crate::locks::Claim;
use crate::name::DataSetName;
use crate::pages::StreamWriter;
use crate::schema::Schema;
use crate::settings::Settings;
use crate::writer::{Completed, already_failed};

/// Collects rows and writes many at a time.
#[derive(Debug)]
pub(crate) struct Foreign {
    name: DataSetName,
    schema: Schema,
    row_length: usize,
    /// The buffer for rows, and how many it has.
    block: Vec<u8>,
    capacity: usize,
    gathered: usize,
    /// How many were written before.
    before: u64,
    /// `None` after a failure.
    sink: Option<Box<dyn RowSink>>,
    // Declared after the sink, so that transfers in flight end before the file is removed.
    draft: Draft,
}

impl Foreign {
    /// Begins the file with `begin`, which gets its variables and the stream of its bytes.
    pub(crate) fn create(
        begin: impl FnOnce(&Schema, StreamWriter) -> Result<Box<dyn RowSink>>,
        claim: Claim,
        name: &DataSetName,
        schema: Schema,
        settings: &Settings,
    ) -> Result<Self> {
        if schema.variables().is_empty() {
            let reason = "it has no variables, and a file of its format has at least one column";
            return Err(not_possible(name, reason.into()));
        }
        let (draft, stream) = Draft::begin(claim, |file, path| {
            StreamWriter::open(path, Some(file), settings)
        })
        .map_err(|error| not_written(name, error))?;
        let sink = begin(&schema, stream)
            .map_err(|error| not_written(name, draft.in_terms_of_destination(error)))?;
        let row_length = schema.row_length() as usize;
        let capacity = (BLOCK_BYTES / row_length.max(1)).max(1);
        Ok(Self {
            name: name.clone(),
            schema,
            row_length,
            block: vec![0; capacity * row_length],
            capacity,
            gathered: 0,
            before: 0,
            sink: Some(sink),
            draft,
        })
    }

    pub(crate) fn schema(&self) -> &Schema {
        &self.schema
    }

    pub(crate) fn path(&self) -> &Path {
        self.draft.destination()
    }

    pub(crate) fn block_bytes(&self) -> usize {
        self.block.len()
    }

    pub(crate) fn rows(&self) -> u64 {
        self.before + self.gathered as u64
    }

    #[inline]
    pub(crate) fn next_row(&mut self) -> Result<&mut [u8]> {
        if self.gathered == self.capacity {
            self.hand_on()?;
        }
        let start = self.gathered * self.row_length;
        self.gathered += 1;
        Ok(&mut self.block[start..start + self.row_length])
    }

    pub(crate) fn room(&mut self) -> &mut [u8] {
        &mut self.block[self.gathered * self.row_length..]
    }

    pub(crate) fn fill(&mut self, rows: usize) {
        assert!(
            rows <= self.capacity - self.gathered,
            "there is no room for {rows} rows"
        );
        self.gathered += rows;
    }

    #[cold]
    fn hand_on(&mut self) -> Result<()> {
        let Some(sink) = &mut self.sink else {
            return Err(already_failed(&self.draft));
        };
        let rows = &self.block[..self.gathered * self.row_length];
        if let Err(error) = sink.put(rows) {
            self.sink = None;
            return Err(self.not_written(error));
        }
        self.before += self.gathered as u64;
        self.gathered = 0;
        Ok(())
    }

    pub(crate) fn complete(mut self) -> Result<Completed> {
        self.hand_on()?;
        let Some(sink) = self.sink.take() else {
            return Err(already_failed(&self.draft));
        };
        // Data sets of other formats are never those of WORK, so all of them are durable.
        let ended = sink.finish().and_then(|(stream, notes)| {
            let mut pages = stream.finish(true)?;
            pages.account.notes.extend(notes);
            Ok(pages)
        });
        match ended {
            Ok(pages) => Ok(Completed::file(self.name, pages, self.draft, true)),
            Err(error) => Err(self.not_written(error)),
        }
    }

    fn not_written(&self, error: Error) -> Error {
        not_written(&self.name, self.draft.in_terms_of_destination(error))
    }
}
