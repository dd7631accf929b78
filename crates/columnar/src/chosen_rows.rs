//! Rows that are chosen by the values of some columns before the others are decoded.

use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrow_array::{BooleanArray, RecordBatch};
use arrow_schema::ArrowError;
use feedrate_dataset::file_format::{ColumnBlock, RowChoice, RowNumbers};

use crate::columns::Column;
use crate::decode::values;
use crate::lost_values::LostValues;

/// A choice of rows, and the columns on which it depends.
#[derive(Clone, Debug)]
pub struct ChosenRows {
    choice: Arc<dyn RowChoice>,
    columns: Arc<[Column]>,
    progress: Arc<Mutex<Progress>>,
}

#[derive(Debug, Default)]
struct Progress {
    /// The next row to examine.
    next: u64,
    /// The chosen rows that were not returned yet.
    chosen: VecDeque<u64>,
    examined: ExaminedRows,
}

/// The rows among which was chosen.
#[derive(Debug, Default)]
pub struct ExaminedRows {
    pub count: u64,
    /// The losses of the columns on which the choice depends.
    pub lost: LostValues,
}

impl ChosenRows {
    /// Creates the choice among rows that have these columns.
    pub fn new(choice: Arc<dyn RowChoice>, columns: &[Column]) -> Self {
        let wanted = choice.variables();
        let columns = columns.iter().filter(|column| wanted.contains(&column.variable));
        Self {
            columns: columns.cloned().collect(),
            choice,
            progress: Arc::default(),
        }
    }

    /// Returns the indices in the file of the columns on which it depends, in ascending order.
    pub fn columns(&self) -> impl Iterator<Item = usize> {
        self.columns.iter().map(|column| column.index)
    }

    /// Returns whether it depends on a column.
    pub fn depends_on(&self, column: &Column) -> bool {
        self.columns.iter().any(|own| own.index == column.index)
    }

    /// Begins with a row, from 0; those that were not returned before are dropped.
    pub fn begin(&self, first: u64) {
        let mut progress = self.progress();
        progress.next = first;
        progress.chosen.clear();
    }

    /// Returns for each row of a batch of its columns whether it is chosen.
    ///
    /// # Errors
    ///
    /// Returns the error of a column that cannot be converted, or of the choice.
    pub fn choose(&self, batch: &RecordBatch) -> Result<BooleanArray, ArrowError> {
        let mut progress = self.progress();
        let (first, count) = (progress.next, batch.num_rows());
        progress.next += count as u64;
        progress.examined.count += count as u64;
        let block = ColumnBlock {
            numbers: RowNumbers::From(first),
            count,
            examined: count as u64,
            columns: values(batch, &self.columns, |_| true, &mut progress.examined.lost)?,
        };
        let chosen = self.choice.choose(block).map_err(ArrowError::ComputeError)?;
        let numbers = chosen.set_indices().map(|index| first + index as u64);
        progress.chosen.extend(numbers);
        Ok(BooleanArray::new(chosen, None))
    }

    /// Returns the next chosen rows, at most `count`.
    pub fn take_numbers(&self, count: usize) -> Vec<u64> {
        let chosen = &mut self.progress().chosen;
        chosen.drain(..count.min(chosen.len())).collect()
    }

    /// Returns the rows that were examined since the last call.
    pub fn take_examined(&self) -> ExaminedRows {
        mem::take(&mut self.progress().examined)
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
