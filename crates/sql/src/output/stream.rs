//! The rows of a running plan, one after the other.

use feedrate_rows::StepResult;
use feedrate_rows::environment::Environment;
use feedrate_values::Value;

use super::batch::Batch;
use crate::bind::OutputColumn;
use crate::run::{PlannedQuery, Rows};

/// The rows of a running plan.
pub(crate) struct Stream<'a, 'c> {
    rows: Rows<'a>,
    columns: &'c [OutputColumn],
    batch: Batch,
    /// The index of the row after the current one.
    next: usize,
}

impl<'a, 'c> Stream<'a, 'c> {
    /// Starts to execute a plan.
    pub(crate) fn start(
        planned: &PlannedQuery,
        columns: &'c [OutputColumn],
        environment: &mut Environment<'a>,
    ) -> StepResult<Self> {
        Ok(Self {
            rows: planned.start(environment)?,
            columns,
            batch: Batch::empty(),
            next: 0,
        })
    }

    /// Moves to the next row. Returns whether there is one.
    #[inline]
    pub(crate) fn advance(&mut self) -> StepResult<bool> {
        while self.next == self.batch.rows() {
            match self.rows.next()? {
                None => return Ok(false),
                Some(batch) => {
                    self.batch = Batch::new(batch, self.columns)?;
                    self.next = 0;
                }
            }
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
        self.batch.value(self.next - 1, column)
    }
}
