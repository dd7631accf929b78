//! The rows of a file that an index has found.

use std::ops::Range;
use std::sync::Arc;

use crate::error::Result;
use crate::file_format::{RowBlock, RowMemory};
use crate::index::IndexScan;
use crate::random::RandomReader;

/// Numbers of rows, from 1 and ascending.
#[derive(Clone, Debug)]
pub struct RowNumbers {
    runs: Arc<[Range<u64>]>,
    count: u64,
}

impl RowNumbers {
    /// Creates them of consecutive numbers in each run. Runs are in order and do not overlap.
    pub fn new(runs: Vec<Range<u64>>) -> Self {
        Self {
            count: runs.iter().map(|run| run.end - run.start).sum(),
            runs: runs.into(),
        }
    }

    /// Returns how many there are.
    pub fn count(&self) -> u64 {
        self.count
    }
}

/// Rows of a data set, chosen by an index.
#[derive(Debug)]
pub enum Selection {
    /// Those with these numbers.
    Numbers(RowNumbers),
    /// Those of a scan, in its order.
    InOrder(Box<IndexScan>),
}

/// Reads the rows of a selection.
#[derive(Debug)]
pub(crate) struct SelectedRows {
    rows: RandomReader,
    selection: Selection,
    /// The number of runs of numbers that were begun, and the rest of the last of them.
    begun: usize,
    run: Range<u64>,
}

impl SelectedRows {
    pub(crate) fn new(selection: Selection, rows: RandomReader) -> Self {
        Self {
            rows,
            selection,
            begun: 0,
            run: 0..0,
        }
    }

    pub(crate) fn reader(&self) -> &RandomReader {
        &self.rows
    }

    pub(crate) fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Goes back to before the first row.
    pub(crate) fn restart(&mut self) {
        self.begun = 0;
        self.run = 0..0;
        if let Selection::InOrder(scan) = &mut self.selection {
            scan.restart();
        }
    }

    /// Returns the next row as a block of its own.
    pub(crate) fn next_block(&mut self, memory: &mut RowMemory) -> Result<Option<RowBlock>> {
        while let Some(number) = self.next_number()? {
            let Some(row) = self.rows.row(number)? else {
                // It was deleted since.
                continue;
            };
            let buffer = memory.buffer();
            buffer.clear();
            buffer.extend_from_slice(row);
            return Ok(Some(RowBlock {
                before: None,
                stored_before: Some(number - 1),
                ..RowBlock::in_buffer(0, 1, row.len())
            }));
        }
        Ok(None)
    }

    fn next_number(&mut self) -> Result<Option<u64>> {
        match &mut self.selection {
            Selection::Numbers(numbers) => {
                while self.run.is_empty() {
                    let Some(run) = numbers.runs.get(self.begun) else {
                        return Ok(None);
                    };
                    self.begun += 1;
                    self.run = run.clone();
                }
                Ok(self.run.next())
            }
            Selection::InOrder(scan) => scan.next_row(),
        }
    }
}
