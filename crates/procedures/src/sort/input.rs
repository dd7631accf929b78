//! Reads the rows of the input that satisfy WHERE, block by block.

use feedrate_dataset::format::SortOrder;
use feedrate_dataset::reader::Rows;
use feedrate_dataset::writer::NewDataSet;
use feedrate_dataset::{Libraries, Reader, RequestedSettings, Schema};
use feedrate_program::{DataStep, Source};
use feedrate_rows::{Core, Cursor, DataSetRead, KeyLayout, Outcome, StepResult};

use super::request::source;

/// An input that is read sequentially.
pub(super) struct Input<'s, 'e> {
    step: &'s DataStep,
    source: &'s Source,
    cursor: Cursor<'s>,
    core: Core<'s, 'e>,
    rows: u64,
}

/// Rows of the input.
pub(super) enum Batch<'b> {
    /// The rows of a block.
    Block(Rows<'b>),
    /// A single row.
    One(&'b [u8]),
}

impl<'b> Batch<'b> {
    /// Calls `take` with all rows, as many at a time as are contiguous in memory.
    pub(super) fn pieces(&self, mut take: impl FnMut(&'b [u8]) -> StepResult<()>) -> StepResult<()> {
        match self {
            Self::One(row) => take(row),
            Self::Block(rows) => match rows.contiguous() {
                Some(rows) => take(rows),
                None => rows.iter().try_for_each(take),
            },
        }
    }
}

impl<'s, 'e> Input<'s, 'e> {
    /// Opens the input, whose conditions `core` evaluates.
    pub(super) fn open(step: &'s DataStep, libraries: &mut Libraries, mut core: Core<'s, 'e>) -> StepResult<Self> {
        let source = source(step)?;
        let cursor = Cursor::open(source, &KeyLayout::default(), &[], false, libraries)?;
        core.take_rows(&source.data_set.to_string(), cursor.row_bytes() as u32)?;
        Ok(Self {
            step,
            source,
            cursor,
            core,
            rows: 0,
        })
    }

    /// Limits the buffers of pages in transfer to this many bytes.
    pub(super) fn hold_at_most(&mut self, bytes: u64) {
        self.cursor.reader_mut().hold_at_most(bytes);
    }

    /// Returns the schema of the input.
    pub(super) fn schema(&self) -> &Schema {
        self.cursor.reader().schema()
    }

    /// Returns whether the input is a pipe, which can be read only once.
    pub(super) fn is_pipe(&self) -> bool {
        self.cursor.reader().is_pipe()
    }

    /// Returns the maximum number of rows.
    pub(super) fn most_rows(&self) -> u64 {
        let all = self.cursor.reader().rows();
        let last = self.source.last.unwrap_or(u64::MAX);
        all.min(last)
    }

    /// Returns the attributes of the input, for an output data set.
    pub(super) fn facts(&self, step: &str, created: f64) -> NewDataSet {
        let reader = self.cursor.reader();
        NewDataSet {
            label: reader.label().to_owned(),
            data_set_type: reader.data_set_type().to_owned(),
            step: step.to_owned(),
            created,
            order: None,
        }
    }

    /// Returns the order of its rows, as far as its file records it.
    pub(super) fn order(&self) -> Option<&SortOrder> {
        self.cursor.reader().order()
    }

    /// Returns a request for a data set with the page size and the compression of the input, if it has pages.
    pub(super) fn attributes(&self) -> RequestedSettings {
        let metadata = self.cursor.reader().metadata();
        metadata.map(RequestedSettings::like).unwrap_or_default()
    }

    /// Returns the next rows; `None` after the last.
    pub(super) fn next(&mut self) -> StepResult<Option<Batch<'_>>> {
        self.core.check_stop()?;
        if self.source.filter.is_none() {
            let block = self.cursor.reader_mut().next_block()?;
            self.rows += block.as_ref().map_or(0, |rows| rows.len() as u64);
            return Ok(block.map(Batch::Block));
        }
        self.cursor.advance(&mut self.core)?;
        Ok(match self.cursor.is_there() {
            true => {
                self.rows += 1;
                Some(Batch::One(self.cursor.row()))
            }
            false => None,
        })
    }

    /// Ends the reading and adds its messages to the outcome. Returns the input statistics, and the reader for
    /// reading rows a second time: under the name of the data set there may be another file by now.
    pub(super) fn finish(self, outcome: &mut Outcome) -> (DataSetRead, Reader) {
        let problems = &self.core.problems;
        outcome.missing = problems.missing_places(&self.step.sites);
        outcome.mathematical = problems.mathematical_places(&self.step.sites);
        outcome.conversions = problems.conversions();
        outcome.observations_with_errors = problems.observations;
        (self.statistics(), self.cursor.into_reader())
    }

    /// Returns the input statistics for the log.
    fn statistics(&self) -> DataSetRead {
        let reader = self.cursor.reader();
        DataSetRead {
            name: self.source.data_set.clone(),
            observations: self.rows,
            at_random: reader.selection().is_some(),
            condition: self.source.filter.as_ref().map(|filter| filter.text.clone()),
            is_condition_compiled: self.cursor.is_condition_compiled(),
            lost: reader.lost(),
            account: Some(reader.account()),
            index: self.cursor.index_use(),
        }
    }
}
