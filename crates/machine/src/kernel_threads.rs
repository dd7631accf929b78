//! The processor time of the threads of the kernel.

use crate::System;
use crate::proc::{ProcessStat, process_numbers};

/// With more processes than this, threads of the kernel are not looked for: it would take longer than a measurement.
const MOST_PROCESSES: usize = 4096;

/// The process that the threads of the kernel descend from.
const KERNEL_THREADS: u32 = 2;

/// Returns the ticks of the threads of the kernel; `None` where there are none to be seen, as in a container.
pub(crate) fn ticks(system: &System) -> Option<u64> {
    let processes = process_numbers(system);
    if processes.len() > MOST_PROCESSES {
        return None;
    }
    let ticks = processes.into_iter().filter_map(|process| {
        let stat = ProcessStat::at(system, process)?;
        // In a container, a program may be process 2: its parent is 1 then.
        let is_kernels = stat.parent == KERNEL_THREADS || process == KERNEL_THREADS && stat.parent == 0;
        is_kernels.then(|| stat.user_ticks.saturating_add(stat.system_ticks))
    });
    ticks.reduce(u64::saturating_add)
}
