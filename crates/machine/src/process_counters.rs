//! The kernel's counters of a process: its processor time and its traffic with storage.
//!
//! Sources: `/proc/PID/stat` and `/proc/PID/io`, `proc_pid_stat(5)` and `proc_pid_io(5)`. Both can be read until the
//! parent of an ended process has waited for it, and hold then what its threads and its own children, once it waited
//! for them, have used.

use std::time::Duration;

use crate::System;
use crate::platform;
use crate::proc::{ProcessIo, ProcessStat};

/// The counters of a process with its ended children. Each may be missing: `/proc` may be hidden, and the process may
/// belong to another user.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ProcessCounters {
    /// Processor time in user mode, in steps of the kernel's clock (10 ms on most machines).
    pub user: Option<Duration>,
    /// Processor time in the kernel.
    pub system: Option<Duration>,
    /// Bytes fetched from storage, read-ahead included.
    pub read_bytes: Option<u64>,
    /// Bytes sent, or made to be sent later, to storage, less those that were discarded before they were sent.
    pub write_bytes: Option<u64>,
}

impl ProcessCounters {
    /// The counters of a process of this machine.
    pub fn of(process: u32) -> Self {
        Self::at(&System::host(), process, platform::clock_ticks_per_second())
    }

    /// The counters of a process of a given machine, whose clock ticks so often a second.
    pub fn at(system: &System, process: u32, ticks_per_second: u64) -> Self {
        Self::of_files(
            ProcessStat::at(system, process),
            ProcessIo::at(system, process),
            ticks_per_second,
        )
    }

    fn of_files(stat: Option<ProcessStat>, io: Option<ProcessIo>, ticks_per_second: u64) -> Self {
        let time = |ticks: u64| Duration::from_secs_f64(ticks as f64 / ticks_per_second.max(1) as f64);
        let user = stat.as_ref().map(ProcessStat::user_ticks_with_children);
        let system = stat.as_ref().map(ProcessStat::system_ticks_with_children);
        Self {
            user: user.map(time),
            system: system.map(time),
            read_bytes: io.map(|io| io.storage_read_bytes),
            write_bytes: io.map(|io| {
                let written = io.storage_write_bytes;
                written.saturating_sub(io.cancelled_write_bytes)
            }),
        }
    }

    /// Returns the counts since an earlier reading of the same process.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let time = |later: Option<Duration>, before: Option<Duration>| Some(later?.saturating_sub(before?));
        let bytes = |later: Option<u64>, before: Option<u64>| Some(later?.saturating_sub(before?));
        Self {
            user: time(self.user, earlier.user),
            system: time(self.system, earlier.system),
            read_bytes: bytes(self.read_bytes, earlier.read_bytes),
            write_bytes: bytes(self.write_bytes, earlier.write_bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAT: &str = "42 (a (b) c) S 1 42 42 0 -1 4194560 100 200 3 4 150 50 30 20 20 0 5 0 999";
    const IO: &str = "rchar: 9\nwchar: 9\nsyscr: 9\nsyscw: 9\nread_bytes: 4096\nwrite_bytes: 8192\n\
         cancelled_write_bytes: 1000\n";

    fn parse(stat: &str, io: &str) -> ProcessCounters {
        let stat = ProcessStat::parse(stat.as_bytes());
        ProcessCounters::of_files(stat, ProcessIo::parse(io.as_bytes()), 100)
    }

    #[test]
    fn times_and_bytes_are_those_of_the_process_and_its_children() {
        let counters = parse(STAT, IO);
        assert_eq!(counters.user, Some(Duration::from_millis(1800)));
        assert_eq!(counters.system, Some(Duration::from_millis(700)));
        assert_eq!(counters.read_bytes, Some(4096));
        assert_eq!(counters.write_bytes, Some(7192));
        assert_eq!(
            counters.since(&counters).user,
            Some(Duration::ZERO),
            "nothing since now"
        );
    }

    #[test]
    fn what_is_hidden_is_unknown() {
        assert_eq!(parse("", ""), ProcessCounters::default());
        let no_io = parse(STAT, "");
        assert_eq!((no_io.read_bytes, no_io.write_bytes), (None, None));
        assert_eq!(no_io.since(&ProcessCounters::default()), ProcessCounters::default());
    }

    #[test]
    fn a_process_of_this_machine_is_counted_after_its_end() {
        let mut child = std::process::Command::new("sh").args(["-c", "exit 3"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(50));
        assert!(ProcessCounters::of(child.id()).user.is_some());
        child.wait().unwrap();
    }
}
