//! `/proc/PID/stat`: the state of a process or a thread, and its processor time.
//!
//! Format: `proc_pid_stat(5)`. It can be read until the parent of an ended process has waited for it.

use std::fmt::Display;

use crate::System;

/// The state and the counters of a process or a thread. Ticks are those of the kernel's clock, of which
/// `sysconf(_SC_CLK_TCK)` tells how many there are in a second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessStat {
    /// The name of the program, 15 bytes at most.
    pub name: String,
    /// `R`, `S`, `D`, `Z` and so on.
    pub state: u8,
    /// The parent.
    pub parent: u32,
    /// Page faults that were served without storage.
    pub minor_faults: u64,
    /// Page faults that were served from storage.
    pub major_faults: u64,
    /// Ticks in user mode.
    pub user_ticks: u64,
    /// Ticks in the kernel.
    pub system_ticks: u64,
    /// Ticks in user mode of children that were waited for.
    pub waited_user_ticks: u64,
    /// Ticks in the kernel of children that were waited for.
    pub waited_system_ticks: u64,
    /// Threads.
    pub threads: u64,
    /// The time at which it was started, in ticks since the machine was: with its number, this is one process and no
    /// other.
    pub started_ticks: u64,
    /// Ticks that the first thread waited for block I/O; 0 without delay accounting.
    pub block_wait_ticks: u64,
}

impl ProcessStat {
    /// Returns that of a process of a machine, by its number or `self`; `None` if it is gone, or hidden.
    pub fn at(system: &System, process: impl Display) -> Option<Self> {
        Self::parse(&system.bytes(format!("/proc/{process}/stat"))?)
    }

    /// Reads the text; `None` if a field is missing.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(text);
        // The name may contain blanks and parentheses; after the last parenthesis comes field 3.
        let (before, after) = text.rsplit_once(')')?;
        let (_, name) = before.split_once('(')?;
        let mut fields = (3..).zip(after.split_ascii_whitespace());
        let mut field = |number: u32| fields.find(|(at, _)| *at == number).map(|(_, text)| text);
        let state = *field(3)?.as_bytes().first()?;
        let parent = field(4)?.parse().ok()?;
        let mut number = |at: u32| field(at)?.parse::<u64>().ok();
        Some(Self {
            name: name.to_owned(),
            state,
            parent,
            minor_faults: number(10)?,
            major_faults: number(12)?,
            user_ticks: number(14)?,
            system_ticks: number(15)?,
            waited_user_ticks: number(16)?,
            waited_system_ticks: number(17)?,
            threads: number(20)?,
            started_ticks: number(22)?,
            // Since Linux 2.6.18.
            block_wait_ticks: number(42).unwrap_or_default(),
        })
    }

    /// Returns whether it has ended, and only its parent keeps it.
    pub fn is_ended(&self) -> bool {
        matches!(self.state, b'Z' | b'X' | b'x')
    }

    /// Returns the ticks in user mode with those of children that were waited for.
    pub fn user_ticks_with_children(&self) -> u64 {
        self.user_ticks.saturating_add(self.waited_user_ticks)
    }

    /// Returns the ticks in the kernel with those of children that were waited for.
    pub fn system_ticks_with_children(&self) -> u64 {
        self.system_ticks.saturating_add(self.waited_system_ticks)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const STAT: &str = "42 (a (b) c) D 7 42 42 0 -1 4194560 100 200 3 4 150 50 30 20 20 0 5 0 999 1 2 3 4 5 6 7 8 9 0 \
                        0 0 0 0 0 17 0 0 0 12 0 0 1";

    #[test]
    fn the_fields_of_stat_are_found_behind_any_name() {
        let stat = ProcessStat::parse(STAT.as_bytes()).unwrap();
        let expected = ProcessStat {
            name: "a (b) c".to_owned(),
            state: b'D',
            parent: 7,
            minor_faults: 100,
            major_faults: 3,
            user_ticks: 150,
            system_ticks: 50,
            waited_user_ticks: 30,
            waited_system_ticks: 20,
            threads: 5,
            started_ticks: 999,
            block_wait_ticks: 12,
        };
        assert_eq!(stat, expected);
        assert_eq!(
            (stat.user_ticks_with_children(), stat.system_ticks_with_children()),
            (180, 70)
        );
        assert!(!stat.is_ended());
        assert_eq!(ProcessStat::parse(b"42 (a) Z 7"), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_survived(bytes: Vec<u8>) {
            let _ = ProcessStat::parse(&bytes);
        }

        #[test]
        fn any_numbers_are_survived(numbers in proptest::collection::vec("[-0-9:a-fx/ ]{0,22}", 0..50)) {
            let _ = ProcessStat::parse(format!("1 (x) S {}", numbers.join(" ")).as_bytes());
        }
    }
}
