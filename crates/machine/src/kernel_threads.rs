//! The processor time of the threads of the kernel, from `/proc/PID/stat`.

use crate::System;

/// With more processes than this, threads of the kernel are not looked for: it would take longer than a measurement.
const MOST_PROCESSES: usize = 4096;

/// The process that the threads of the kernel descend from.
const KERNEL_THREADS: u64 = 2;

/// Returns the ticks of the threads of the kernel; `None` where there are none to be seen, as in a container.
pub(crate) fn ticks(system: &System) -> Option<u64> {
    let names = system.names("/proc");
    let processes: Vec<u64> = names.iter().filter_map(|name| name.parse().ok()).collect();
    if processes.len() > MOST_PROCESSES {
        return None;
    }
    let ticks = processes.iter().filter_map(|process| {
        let stat = system.text(format!("/proc/{process}/stat"))?;
        ticks_of(*process, &stat)
    });
    ticks.reduce(u64::saturating_add)
}

/// Returns the ticks of a thread of the kernel by its `stat`; `None` for a program.
fn ticks_of(process: u64, stat: &str) -> Option<u64> {
    // The name, in parentheses, may contain blanks and parentheses; after it comes field 3.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace();
    let parent: u64 = fields.nth(1)?.parse().ok()?;
    // In a container, a program may be process 2: its parent is 1 then.
    let is_kernels = parent == KERNEL_THREADS || process == KERNEL_THREADS && parent == 0;
    let user: u64 = fields.nth(9)?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    is_kernels.then(|| user.saturating_add(system))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_text_is_survived(text: String) {
            let _ = ticks_of(7, &text);
        }
    }
}
