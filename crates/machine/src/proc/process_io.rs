//! `/proc/PID/io`: the traffic of a process.
//!
//! Format: `proc_pid_io(5)`. All threads of the process are counted, ended ones and the kernel's workers for its
//! io_uring too, and its children once it has waited for them.

use std::fmt::Display;

use crate::System;

/// The counters of a process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProcessIo {
    /// Bytes that calls such as `read` returned, from files, pipes, sockets and terminals (`rchar`).
    pub called_read_bytes: u64,
    /// Bytes that calls such as `write` took (`wchar`).
    pub called_write_bytes: u64,
    /// Calls that read (`syscr`).
    pub read_calls: u64,
    /// Calls that write (`syscw`).
    pub write_calls: u64,
    /// Bytes fetched from storage, read-ahead included (`read_bytes`).
    pub storage_read_bytes: u64,
    /// Bytes sent, or made to be sent later, to storage (`write_bytes`).
    pub storage_write_bytes: u64,
    /// Of them, bytes that were discarded before they were sent, such as those of a file that was removed
    /// (`cancelled_write_bytes`).
    pub cancelled_write_bytes: u64,
}

impl ProcessIo {
    /// Returns those of a process of a machine, by its number or `self`; `None` if it is gone, or hidden.
    pub fn at(system: &System, process: impl Display) -> Option<Self> {
        Self::parse(&system.bytes(format!("/proc/{process}/io"))?)
    }

    /// Reads the text; `None` if a field is missing.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?;
        let field = |name: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
                .and_then(|value| value.trim().parse().ok())
        };
        Some(Self {
            called_read_bytes: field("rchar")?,
            called_write_bytes: field("wchar")?,
            read_calls: field("syscr")?,
            write_calls: field("syscw")?,
            storage_read_bytes: field("read_bytes")?,
            storage_write_bytes: field("write_bytes")?,
            cancelled_write_bytes: field("cancelled_write_bytes").unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_counters_are_all_needed_but_that_of_discarded_bytes() {
        let text = b"rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 5\nwrite_bytes: 6\ncancelled_write_bytes: 7\n";
        let counters = ProcessIo::parse(text).unwrap();
        assert_eq!((counters.called_read_bytes, counters.called_write_bytes), (1, 2));
        assert_eq!((counters.read_calls, counters.write_calls), (3, 4));
        assert_eq!(counters.storage_read_bytes, 5);
        assert_eq!(counters.storage_write_bytes, 6);
        assert_eq!(counters.cancelled_write_bytes, 7);
        assert_eq!(ProcessIo::parse(b"rchar: 1\n"), None);
    }

    #[test]
    fn this_process_has_counters() {
        assert!(ProcessIo::at(&System::host(), "self").is_some());
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = ProcessIo::parse(&bytes);
        }
    }
}
