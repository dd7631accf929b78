//! Reads a data set column by column.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_dataset::file_format::{ColumnBlock, RowChoice};
use feedrate_program::DataStep;

use super::{Scan, ScanRead};
use crate::fault::StepResult;

impl Scan {
    /// Returns whether [`read_columns`](Self::read_columns) can be used: the file has its values column by column, and
    /// all of its rows are wanted.
    pub fn has_columns(&self, step: &DataStep) -> bool {
        let is_whole = step.only_source().is_some_and(|source| source.filter.is_none());
        self.has_columns && is_whole && self.choice.chosen.is_none()
    }

    /// Reads the rows of some [`ranges`](Self::ranges) on this thread, and passes their values to `take`, column by
    /// column; it returns whether more are wanted. With a `choice`, rows that are not chosen may be left out; the
    /// blocks tell whether they are. Ends early, without an error, when no more rows are wanted or `stop` is set.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be read or was replaced, or if `take` fails.
    pub fn read_columns(
        &self,
        ranges: &[Range<u64>],
        choice: Option<&Arc<dyn RowChoice>>,
        stop: &AtomicBool,
        take: &mut impl FnMut(ColumnBlock) -> StepResult<bool>,
    ) -> StepResult<ScanRead> {
        let mut reader = self.open()?;
        if let Some(choice) = choice {
            reader.choose_rows(choice);
        }
        let mut rows = 0;
        'ranges: for range in ranges.iter().filter(|range| !range.is_empty()) {
            reader.set_window(range.start, Some(range.end - 1))?;
            while let Some(block) = reader.next_columns()? {
                rows += block.examined;
                if stop.load(Ordering::Relaxed) || !take(block)? {
                    break 'ranges;
                }
            }
        }
        Ok(ScanRead {
            account: reader.account(),
            rows,
            lost: reader.lost(),
            is_condition_compiled: false,
        })
    }
}
