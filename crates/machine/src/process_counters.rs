//! The kernel's counters of a process: its processor time and its traffic with storage.
//!
//! Sources: `/proc/PID/stat` and `/proc/PID/io`, `proc_pid_stat(5)` and `proc_pid_io(5)`. Both can be read until the
//! parent of an ended process has waited for it, and hold then what its threads and its own children, once it waited
//! for them, have used.

use std::time::Duration;

use crate::System;
use crate::text::after_colon;

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
        Self::at(
            &System::host(),
            process,
            rustix::param::clock_ticks_per_second(),
        )
    }

    /// The counters of a process of a given machine, whose clock ticks so often a second.
    pub fn at(system: &System, process: u32, ticks_per_second: u64) -> Self {
        let text = |name| {
            system
                .text(format!("/proc/{process}/{name}"))
                .unwrap_or_default()
        };
        Self::parse(&text("stat"), &text("io"), ticks_per_second)
    }

    fn parse(stat: &str, io: &str, ticks_per_second: u64) -> Self {
        // The name of the program, in parentheses, may contain blanks and parentheses; after it comes field 3.
        let fields: Vec<&str> = stat
            .rsplit_once(')')
            .map_or("", |(_, rest)| rest)
            .split_ascii_whitespace()
            .collect();
        let ticks = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        let time = |own: usize, of_children: usize| {
            let ticks = ticks(own)?.checked_add(ticks(of_children)?)?;
            Some(Duration::from_secs_f64(
                ticks as f64 / ticks_per_second.max(1) as f64,
            ))
        };
        let bytes = |name| after_colon(io, name)?.trim().parse::<u64>().ok();
        Self {
            user: time(14, 16),
            system: time(15, 17),
            read_bytes: bytes("read_bytes"),
            write_bytes: bytes("write_bytes").map(|written| {
                written.saturating_sub(bytes("cancelled_write_bytes").unwrap_or_default())
            }),
        }
    }

    /// Returns the counts since an earlier reading of the same process.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let time = |later: Option<Duration>, before: Option<Duration>| {
            Some(later?.saturating_sub(before?))
        };
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
    use proptest::prelude::*;

    use super::*;

    const STAT: &str = "42 (a (b) c) S 1 42 42 0 -1 4194560 100 200 3 4 150 50 30 20 20 0 5 0 999";
    const IO: &str =
        "rchar: 9\nwchar: 9\nread_bytes: 4096\nwrite_bytes: 8192\ncancelled_write_bytes: 1000\n";

    #[test]
    fn times_and_bytes_are_those_of_the_process_and_its_children() {
        let counters = ProcessCounters::parse(STAT, IO, 100);
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
        assert_eq!(
            ProcessCounters::parse("", "", 100),
            ProcessCounters::default()
        );
        let no_io = ProcessCounters::parse(STAT, "", 100);
        assert_eq!((no_io.read_bytes, no_io.write_bytes), (None, None));
        assert_eq!(
            no_io.since(&ProcessCounters::default()),
            ProcessCounters::default()
        );
    }

    #[test]
    fn a_process_of_this_machine_is_counted_after_its_end() {
        let mut child = std::process::Command::new("sh")
            .args(["-c", "exit 3"])
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(50));
        assert!(ProcessCounters::of(child.id()).user.is_some());
        child.wait().unwrap();
    }

    proptest! {
        #[test]
        fn any_text_is_survived(stat: String, io: String) {
            ProcessCounters::parse(&stat, &io, 100);
        }
    }
}
