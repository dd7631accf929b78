//! What tables need to spill what does not fit into memory.

use std::sync::atomic::{AtomicBool, Ordering};

use feedrate_steps::data::{Fault, Faulted};
use feedrate_steps::spill::{self, LeadingBytes, Merge, Run, RunReaders, SpillRoom, reduce};

/// What spilling needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spilling<'r> {
    /// Where runs are spilled.
    pub room: &'r SpillRoom,
    /// Bytes that may be held in memory.
    pub memory: usize,
    /// Becomes true when the user wants the step to stop.
    pub stop: &'r AtomicBool,
}

impl<'r> Spilling<'r> {
    /// A part of the memory.
    pub(crate) fn share(self, parts: usize) -> Self {
        Self {
            memory: self.memory / parts.max(1),
            ..self
        }
    }

    /// Ends the step when the user wants that.
    #[inline]
    pub(super) fn check_stop(self) -> Faulted<()> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(Box::new(Fault::Interrupted)),
            false => Ok(()),
        }
    }

    /// Runs of one layout as one, in the order of the bytes that their records begin with.
    pub(crate) fn merge(
        self,
        runs: Vec<Run>,
        layout: spill::Layout,
        key_bytes: usize,
    ) -> Faulted<Merged<'r>> {
        let key = LeadingBytes(key_bytes);
        let most = layout.runs_at_once(self.memory as u64);
        let (runs, _) = reduce(self.room, layout, runs, most, &key, self.stop)?;
        let count = runs.len();
        Ok(Merge::new(RunReaders::open(self.room, runs)?, count, key))
    }
}

/// How records lie in the runs of a table that may hold so many bytes in memory. A table keeps to it, however
/// much memory there is when its runs are read.
pub(crate) fn run_layout(record_bytes: usize, memory: usize) -> spill::Layout {
    let memory = memory as u64;
    spill::Layout::new(record_bytes, memory.saturating_mul(16), memory)
}

/// Runs that are merged.
pub(crate) type Merged<'r> = Merge<RunReaders<'r>, LeadingBytes>;
