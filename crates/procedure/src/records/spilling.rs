//! Spilling of tables that do not fit into memory.

use std::sync::atomic::AtomicBool;

use feedrate_rows::spill::{self, LeadingBytes, Merge, Run, RunReaders, SpillRoom, reduce};
use feedrate_rows::{StepResult, check_stop};

/// The means to spill.
#[derive(Clone, Copy, Debug)]
pub struct SpillSetting<'r> {
    /// The place of the runs.
    pub room: &'r SpillRoom,
    /// The memory limit in bytes.
    pub memory: usize,
    /// Set to true when the user interrupts the step.
    pub stop: &'r AtomicBool,
}

impl<'r> SpillSetting<'r> {
    /// Returns this with an equal share of the memory.
    pub fn share(self, parts: usize) -> Self {
        Self {
            memory: self.memory / parts.max(1),
            ..self
        }
    }

    /// Fails if the user interrupted the step.
    #[inline]
    pub fn check_stop(self) -> StepResult<()> {
        check_stop(self.stop)
    }

    /// Merges runs of one layout, in the order of the leading bytes of their records.
    pub fn merge(self, runs: Vec<Run>, layout: spill::Layout, key_bytes: usize) -> StepResult<MergedRuns<'r>> {
        let key = LeadingBytes(key_bytes);
        let most = layout.runs_at_once(self.memory as u64);
        let (runs, _) = reduce(self.room, layout, runs, most, &key, self.stop)?;
        let count = runs.len();
        Ok(Merge::new(RunReaders::open(self.room, runs)?, count, key))
    }
}

/// Returns the layout of runs of a table with this memory limit. A table keeps its layout even if the limit differs
/// when its runs are read.
pub fn run_layout(record_bytes: usize, memory: usize) -> spill::Layout {
    let memory = memory as u64;
    spill::Layout::new(record_bytes, memory.saturating_mul(16), memory)
}

/// Runs that are merged.
pub type MergedRuns<'r> = Merge<RunReaders<'r>, LeadingBytes>;
