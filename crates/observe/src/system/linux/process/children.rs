//! The children of processes: as the kernel lists them, or found among all processes of the machine.

use std::collections::BTreeMap;

use feedrate_machine::proc::ProcessStat;
use feedrate_machine::proc::folder::{numbers_in, open_in, read_in};
use rustix::fs::CWD;

use super::Process;

/// The children of processes at a moment.
#[derive(Debug)]
pub(crate) enum Children {
    /// The kernel lists those of each process (`/proc/PID/task/TID/children`).
    Listed,
    /// It was built not to do so (without `CONFIG_PROC_CHILDREN`): all processes of the machine, by their parents.
    ByParent(BTreeMap<u32, Vec<u32>>),
}

impl Children {
    /// Prepares to find the children that there are now.
    pub(crate) fn now(are_listed: bool, buffer: &mut Vec<u8>) -> Self {
        if are_listed {
            return Self::Listed;
        }
        let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for id in numbers_in(CWD, "/proc") {
            if read_in(CWD, format!("/proc/{id}/stat"), buffer).is_ok()
                && let Some(stat) = ProcessStat::parse(buffer)
            {
                children.entry(stat.parent).or_default().push(id);
            }
        }
        Self::ByParent(children)
    }

    /// Returns the children of a process.
    pub(crate) fn of(&self, process: &Process, buffer: &mut Vec<u8>) -> Vec<u32> {
        match self {
            Self::Listed => process.children(buffer),
            Self::ByParent(children) => children.get(&process.id).cloned().unwrap_or_default(),
        }
    }
}

/// Returns whether the kernel lists the children of processes, as seen at one.
pub(crate) fn are_listed(process: &Process) -> bool {
    let threads = numbers_in(&process.folder, "task");
    let is_there = |thread: u32| open_in(&process.folder, &format!("task/{thread}/children")).is_ok();
    threads.into_iter().any(is_there)
}
