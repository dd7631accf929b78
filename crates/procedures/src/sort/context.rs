//! The parts of a sort that its intake, the spilling of runs and their merge share.

use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_rows::spill::{self, RunWriter, SpillRoom};

use super::held::HeldRows;
use super::limits::Limits;
use super::recorded::KnownOrder;
use super::request::{Duplicates, Sort};
use super::work::SortWork;

/// The number of rows that are spilled between checks for an interrupt.
const BETWEEN_LOOKS: u64 = 1 << 14;

/// A sort that is under way.
#[derive(Clone, Copy)]
pub(super) struct SortContext<'i> {
    pub(super) sort: &'i Sort,
    pub(super) work: &'i SortWork<'i>,
    pub(super) limits: Limits,
    pub(super) room: &'i SpillRoom,
    pub(super) stop: &'i AtomicBool,
    /// The knowledge of the order of the input.
    pub(super) known: KnownOrder,
}

impl<'i> SortContext<'i> {
    /// Returns memory for this many rows.
    pub(super) fn held(&self, rows: usize) -> HeldRows {
        HeldRows::new(
            self.work.record_bytes(),
            self.work.key_bytes(),
            rows,
            self.limits.most_rows,
        )
    }

    fn begin_runs(&self) -> spill::Result<RunWriter<'i>> {
        // At least the last rows stay in memory. The rows may be fewer than the maximum.
        let runs = self.limits.most_rows / self.limits.rows_held.max(1) as u64;
        self.room.writer_of_runs(self.limits.layout, runs)
    }

    /// Sorts rows and spills them as a run. The first run creates the writer.
    pub(super) fn spill(
        &self,
        held: &mut HeldRows,
        threads: usize,
        writer: &mut Option<RunWriter<'i>>,
    ) -> spill::Result<()> {
        held.sort(&self.work.key, threads);
        let writer = match writer {
            Some(writer) => writer,
            None => writer.insert(self.begin_runs()?),
        };
        writer.reserve(held.len() as u64)?;
        let mut rows = held.in_order();
        while rows.advance() {
            writer.append(rows.row())?;
            if writer.records() % BETWEEN_LOOKS == 0 && self.stop.load(Ordering::Relaxed) {
                return Err(spill::Error::Interrupted);
            }
        }
        writer.end_run()
    }

    /// Returns whether rows that are in order need not be written, because the data set replaces itself, nothing in it
    /// changes, and someone expected this.
    pub(super) fn leaves_as_it_is(&self) -> bool {
        let is_expected = self.known != KnownOrder::Unknown;
        self.sort.replaces && is_expected && self.sort.duplicates == Duplicates::Stay && self.work.is_as_read
    }
}
