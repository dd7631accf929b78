//! The programs of others that use the processors, by name.
//!
//! Source: `/proc/PID/stat`, at some moments. What a program that begins and ends between two of them uses is not seen.

use std::collections::HashMap;

use crate::System;
use crate::proc::{ProcessStat, process_numbers};

/// With more processes than this, none is looked at: it would take longer than it is worth.
const MOST_PROCESSES: usize = 4096;

/// The process that the threads of the kernel descend from.
const KERNEL_THREADS: u32 = 2;

/// The processor time of the programs of others since the first look at them.
#[derive(Clone, Debug, Default)]
pub struct BusyPrograms {
    /// By the number of a process and the time at which it was started.
    processes: HashMap<(u32, u64), Course>,
    looks: usize,
}

/// The ticks of a process when it was first seen, and when it was last seen.
#[derive(Clone, Debug)]
struct Course {
    name: String,
    first: u64,
    last: u64,
}

impl BusyPrograms {
    /// Looks at all processes but this one, its children, and the threads of the kernel.
    pub fn look(&mut self) {
        self.look_at(&System::host(), std::process::id());
    }

    fn look_at(&mut self, system: &System, own: u32) {
        let processes = process_numbers(system);
        if processes.len() > MOST_PROCESSES {
            return;
        }
        for process in processes {
            let Some(stat) = ProcessStat::at(system, process) else {
                continue;
            };
            let is_kernels = stat.parent == KERNEL_THREADS || process == KERNEL_THREADS;
            if is_kernels || process == own || stat.parent == own {
                continue;
            }
            let ticks = stat.user_ticks.saturating_add(stat.system_ticks);
            // One that was not there at the first look has used all of its time since then.
            let first = if self.looks == 0 { ticks } else { 0 };
            let course = self.processes.entry((process, stat.started_ticks));
            let course = course.or_insert_with(|| Course {
                name: String::new(),
                first,
                last: first,
            });
            course.last = course.last.max(ticks);
            // A process may have become another program.
            course.name = stat.name;
        }
        self.looks += 1;
    }

    /// Returns the names of the programs that used the most, the busiest first: so many at most, and only those with a
    /// tenth of what the busiest used.
    pub fn names(&self, most: usize) -> Vec<String> {
        let mut by_name: HashMap<&str, u64> = HashMap::new();
        for course in self.processes.values() {
            *by_name.entry(&course.name).or_default() += course.last.saturating_sub(course.first);
        }
        let mut used: Vec<_> = by_name.into_iter().filter(|(_, ticks)| *ticks > 0).collect();
        used.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        let busiest = used.first().map_or(0, |(_, ticks)| *ticks);
        used.retain(|(_, ticks)| ticks.saturating_mul(10) >= busiest);
        used.into_iter().take(most).map(|(name, _)| name.to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn process(root: &Path, number: u32, name: &str, parent: u32, ticks: u64) {
        let folder = root.join(format!("proc/{number}"));
        fs::create_dir_all(&folder).unwrap();
        let text = format!("{number} ({name}) R {parent} 0 0 0 -1 0 0 0 0 0 {ticks} 0 0 0 20 0 1 0 5");
        fs::write(folder.join("stat"), text).unwrap();
    }

    #[test]
    fn the_busiest_of_others_are_named() {
        let root = tempfile::tempdir().unwrap();
        let system = System::at(root.path());
        let at = root.path();
        process(at, 10, "idle", 1, 90_000);
        process(at, 11, "make", 1, 100);
        process(at, 12, "feedrate", 1, 0);
        process(at, 13, "kworker/0:1", 2, 0);
        let mut busy = BusyPrograms::default();
        busy.look_at(&system, 12);
        assert_eq!(busy.names(3), [""; 0]);
        process(at, 11, "make", 1, 150);
        process(at, 12, "feedrate", 1, 5000);
        process(at, 13, "kworker/0:1", 2, 5000);
        process(at, 14, "a stream", 12, 5000);
        process(at, 15, "cc1", 11, 300);
        process(at, 16, "cc1", 11, 150);
        process(at, 17, "sleep", 11, 1);
        busy.look_at(&system, 12);
        // Those that are gone at the last look had their time all the same.
        fs::remove_dir_all(at.join("proc/15")).unwrap();
        busy.look_at(&system, 12);
        assert_eq!(busy.names(3), ["cc1", "make"]);
        assert_eq!(busy.names(1), ["cc1"]);
    }
}
