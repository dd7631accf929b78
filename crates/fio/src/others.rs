//! The processor time that others had while jobs ran.

use feedrate_machine::{OtherLoad, ProcessorCounters};
use feedrate_pageio::CpuUse;

/// The counters of the processors at a moment.
#[derive(Debug)]
pub struct OthersWatch {
    processors: Option<ProcessorCounters>,
    own: CpuUse,
}

impl OthersWatch {
    /// Begins to count.
    pub fn begin() -> Self {
        Self {
            processors: ProcessorCounters::read(),
            own: CpuUse::of_process(),
        }
    }

    /// Returns the load of others since then; `None` if the time was too short, or the machine does not tell.
    pub fn end(&self) -> Option<OtherLoad> {
        let own = CpuUse::of_process() - self.own;
        let now = ProcessorCounters::read()?;
        now.others_since(self.processors.as_ref()?, own.user, own.system)
    }
}
