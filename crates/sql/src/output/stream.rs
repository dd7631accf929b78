//! The rows of a plan that runs, one after the other.

use feedrate_steps::data::Faulted;
use feedrate_steps::environment::Environment;
use feedrate_values::Value;

use super::batch::Batch;
use crate::bind::OutputColumn;
use crate::run::{Planned, Rows};

/// The rows of a plan that runs.
pub(crate) struct Stream<'a, 'c> {
    rows: Rows<'a>,
    columns: &'c [OutputColumn],
    batch: Batch,
    /// The row behind the current one.
    next: usize,
}

impl<'a, 'c> Stream<'a, 'c> {
    /// Begins to carry a plan out.
    pub(crate) fn start(
        planned: &Planned,
        columns: &'c [OutputColumn],
        environment: &mut Environment<'a>,
    ) -> Faulted<Self> {
        Ok(Self {
            rows: planned.start(environment)?,
            columns,
            batch: Batch::empty(),
            next: 0,
        })
    }

    /// Goes on to the next row; false when there is none.
    #[inline]
    pub(crate) fn advance(&mut self) -> Faulted<bool> {
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

    /// A value of the current row. There must be one.
    #[inline]
    pub(crate) fn value(&self, column: usize) -> Value<'_> {
        self.batch.value(self.next - 1, column)
    }
}
