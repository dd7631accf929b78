//! The processor time that others had while jobs or steps ran.

use feedrate_machine::{OtherLoad, ProcessorCounters};

use crate::CpuUse;

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

    /// Returns the load of others since then; `None` if the time was too short, or the machine does not tell. `of_run`
    /// is what the run used, which may be that of processes of its own.
    pub fn end(&self, of_run: CpuUse) -> Option<OtherLoad> {
        let own = CpuUse::of_process() - self.own;
        let (user, system) = (own.user.max(of_run.user), own.system.max(of_run.system));
        let now = ProcessorCounters::read()?;
        now.others_since(self.processors.as_ref()?, user, system)
    }
}
