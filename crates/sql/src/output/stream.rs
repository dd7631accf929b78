//! The rows of a running plan, one after the other.

use feedrate_rows::environment::Environment;
use feedrate_rows::{Fault, StepResult};
use feedrate_values::Value;

use crate::bind::OutputColumn;
use crate::column_values::ColumnValues;
use crate::run::{PlannedQuery, Rows};

/// The rows of a running plan.
pub(crate) struct Stream<'a> {
    rows: Rows<'a>,
    /// The number of selected columns, which are the first ones of each batch.
    selected: usize,
    /// The selected columns of the current batch.
    columns: Vec<ColumnValues>,
    batch_rows: usize,
    /// The index of the row after the current one.
    next: usize,
}

impl<'a> Stream<'a> {
    /// Starts to execute a plan.
    pub(crate) fn start(
        planned: &PlannedQuery,
        columns: &[OutputColumn],
        environment: &mut Environment<'a>,
    ) -> StepResult<Self> {
        Ok(Self {
            rows: planned.start(environment)?,
            selected: columns.len(),
            columns: Vec::new(),
            batch_rows: 0,
            next: 0,
        })
    }

    /// Moves to the next row. Returns whether there is one.
    #[inline]
    pub(crate) fn advance(&mut self) -> StepResult<bool> {
        while self.next == self.batch_rows {
            let Some(batch) = self.rows.next()? else {
                return Ok(false);
            };
            let columns = batch.columns().iter().take(self.selected).map(ColumnValues::of);
            let neither = || {
                Box::new(Fault::Query(
                    "a column of the result is neither numbers nor text".into(),
                ))
            };
            self.columns = columns.collect::<Option<_>>().ok_or_else(neither)?;
            self.batch_rows = batch.num_rows();
            self.next = 0;
        }
        self.next += 1;
        Ok(true)
    }

    /// Returns a value of the current row.
    ///
    /// # Panics
    ///
    /// Panics if there is no current row.
    #[inline]
    pub(crate) fn value(&self, column: usize) -> Value<'_> {
        self.columns[column].value(self.next - 1)
    }
}
