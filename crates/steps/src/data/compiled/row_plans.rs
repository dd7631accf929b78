//! How rows of data sets and the vector go together in the code of a step.

use crate::data::runtime::{Move, Runtime, Taking};
use crate::ir::DataStep;

/// How many numbers are moved one by one; more of them are one call.
pub(super) const NUMBERS_INLINE: usize = 16;

/// How many bytes of text are.
pub(super) const BYTES_INLINE: usize = 32;

/// How rows and the vector go together.
pub(super) struct RowPlans<'r> {
    /// Of each SET and MERGE; `None` where the runtime decides what comes next.
    pub(super) reads: Vec<Option<Taking<'r>>>,
    /// Of each data set that is made.
    pub(super) writes: Vec<WritePlan<'r>>,
}

/// How an observation of a data set is made.
pub(super) struct WritePlan<'r> {
    pub(super) moves: &'r [Move],
    pub(super) row_bytes: usize,
}

impl<'r> RowPlans<'r> {
    pub(super) fn new(step: &DataStep, runtime: &'r Runtime<'_, '_>) -> Self {
        let reads = (0..step.reads.len()).map(|read| runtime.taking(read));
        let writes = runtime.sinks().map(|sink| WritePlan {
            moves: sink.storer().moves(),
            row_bytes: sink.row_bytes(),
        });
        Self {
            reads: reads.collect(),
            writes: writes.collect(),
        }
    }
}

impl RowPlans<'_> {
    /// How many instructions it takes, more or less, to take an observation of a SET or MERGE.
    pub(super) fn size_of_read(&self, read: u32) -> usize {
        let taking = self.reads.get(read as usize).and_then(Option::as_ref);
        taking.map_or(0, |taking| size(taking.moves))
    }

    /// The same of an observation of a data set that is made.
    pub(super) fn size_of_write(&self, write: usize) -> usize {
        self.writes.get(write).map_or(0, |plan| size(plan.moves))
    }

    /// The longest row in bytes.
    pub(super) fn longest_row(&self) -> usize {
        let reads = self.reads.iter().flatten().map(|taking| taking.row_bytes);
        let writes = self.writes.iter().map(|plan| plan.row_bytes);
        reads.chain(writes).max().unwrap_or(0)
    }
}

/// How many instructions moves take, more or less.
fn size(moves: &[Move]) -> usize {
    let sizes = moves.iter().map(|step| match *step {
        Move::Numbers { count, .. } if count > NUMBERS_INLINE => 4,
        Move::Numbers { count, .. } => 2 * count,
        Move::Short { length, .. } => 4 * length,
        Move::Text { length, blanks, .. } => 4 + (length + blanks).min(2 * BYTES_INLINE) / 4,
    });
    sizes.sum()
}
