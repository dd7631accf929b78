//! The copies between rows and the vector in the code of a step.

use feedrate_program::DataStep;
use feedrate_rows::runtime::Runtime;
use feedrate_rows::runtime::ready::DirectRead;
use feedrate_rows::vector::moves::Move;

/// The maximum number of numbers that are copied inline; more are copied by a call.
pub(super) const NUMBERS_INLINE: usize = 16;

/// The same for bytes of character values.
pub(super) const BYTES_INLINE: usize = 32;

/// The copies between rows and the vector.
pub(super) struct RowPlans<'r> {
    /// For each SET and MERGE; `None` if the runtime determines the next observation.
    pub(super) reads: Vec<Option<DirectRead<'r>>>,
    /// For each data set that is created.
    pub(super) writes: Vec<WritePlan<'r>>,
}

/// The copies that write an observation of a data set.
pub(super) struct WritePlan<'r> {
    pub(super) moves: &'r [Move],
    pub(super) row_bytes: usize,
}

impl<'r> RowPlans<'r> {
    pub(super) fn new(step: &DataStep, runtime: &'r Runtime<'_, '_>) -> Self {
        let reads = (0..step.reads.len()).map(|read| runtime.direct_read(read));
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
    /// Estimates the instructions for reading an observation of a SET or MERGE.
    pub(super) fn size_of_read(&self, read: u32) -> usize {
        let direct = self.reads.get(read as usize).and_then(Option::as_ref);
        direct.map_or(0, |direct| size(direct.moves))
    }

    /// Estimates the instructions for writing an observation of a data set.
    pub(super) fn size_of_write(&self, write: usize) -> usize {
        self.writes.get(write).map_or(0, |plan| size(plan.moves))
    }

    /// Returns the length of the longest row in bytes.
    pub(super) fn longest_row(&self) -> usize {
        let reads = self.reads.iter().flatten().map(|direct| direct.row_bytes);
        let writes = self.writes.iter().map(|plan| plan.row_bytes);
        reads.chain(writes).max().unwrap_or(0)
    }
}

/// Estimates the instructions for moves.
fn size(moves: &[Move]) -> usize {
    let sizes = moves.iter().map(|step| match *step {
        Move::Numbers { count, .. } if count > NUMBERS_INLINE => 4,
        Move::Numbers { count, .. } => 2 * count,
        Move::Short { length, .. } => 4 * length,
        Move::Cut { .. } => 4,
        Move::Text { length, blanks, .. } => 4 + (length + blanks).min(2 * BYTES_INLINE) / 4,
    });
    sizes.sum()
}
