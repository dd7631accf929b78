//! `/proc/PID/status`: the user of a process, its memory, and what binds it.
//!
//! Format: `proc_pid_status(5)`.

use crate::System;
use crate::cpulist::CpuList;
use crate::text::{after_colon, bytes_after_colon};

/// The state of a process; each field may be missing.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ProcessStatus {
    /// Effective user.
    pub uid: Option<u32>,
    /// Effective group and the supplementary ones.
    pub groups: Vec<u32>,
    /// Effective capabilities, one bit each.
    pub capabilities: Option<u64>,
    /// 0 none, 1 strict, 2 filter.
    pub seccomp: Option<u8>,
    /// True if a program started from here can gain no rights.
    pub no_new_privileges: Option<bool>,
    /// CPUs that the process may run on, offline ones included.
    pub(crate) cpus: Option<CpuList>,
    /// The most memory that the process has held, in bytes (`VmHWM`).
    pub peak_memory_bytes: Option<u64>,
    /// The memory that the process holds, in bytes (`VmRSS`).
    pub memory_bytes: Option<u64>,
    /// The pages of files in it, such as those of the program, which processes share (`RssFile`).
    pub file_memory_bytes: Option<u64>,
}

impl ProcessStatus {
    /// Returns that of the process that a machine shows as `self`; nothing is known where the file cannot be read.
    pub fn of_self(system: &System) -> Self {
        system
            .text("/proc/self/status")
            .map(|text| Self::parse(&text))
            .unwrap_or_default()
    }

    /// Returns the most memory that the process has held without the pages of files, as far as it can be told: as if it
    /// had held as many of these at its peak as it does now.
    pub fn peak_own_memory_bytes(&self) -> Option<u64> {
        Some(self.peak_memory_bytes?.saturating_sub(self.file_memory_bytes?))
    }

    /// Reads the text.
    pub fn parse(text: &str) -> Self {
        // Real, effective, saved and file system identity, in that order.
        let effective = |name| after_colon(text, name)?.split_whitespace().nth(1)?.parse().ok();
        let mut groups: Vec<u32> = after_colon(text, "Groups")
            .unwrap_or_default()
            .split_whitespace()
            .filter_map(|group| group.parse().ok())
            .collect();
        groups.extend(effective("Gid"));
        Self {
            uid: effective("Uid"),
            groups,
            capabilities: after_colon(text, "CapEff").and_then(|bits| u64::from_str_radix(bits, 16).ok()),
            seccomp: after_colon(text, "Seccomp").and_then(|mode| mode.parse().ok()),
            no_new_privileges: after_colon(text, "NoNewPrivs").map(|value| value == "1"),
            cpus: after_colon(text, "Cpus_allowed_list").map(CpuList::parse),
            peak_memory_bytes: bytes_after_colon(text, "VmHWM"),
            memory_bytes: bytes_after_colon(text, "VmRSS"),
            file_memory_bytes: bytes_after_colon(text, "RssFile"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fields() {
        let status = ProcessStatus::parse(
            "Name:\tx\nVmHWM:\t    2048 kB\nRssFile:\t  1024 kB\nUid:\t1000\t1001\t1000\t1000\n\
             Gid:\t5\t6\t5\t5\nGroups:\t6 27 \nCapEff:\t0000000000004000\n\
             NoNewPrivs:\t1\nSeccomp:\t2\nCpus_allowed_list:\t0-1\n",
        );
        assert_eq!(status.uid, Some(1001));
        assert_eq!(status.peak_memory_bytes, Some(2 << 20));
        assert_eq!(status.memory_bytes, None);
        assert_eq!(status.file_memory_bytes, Some(1 << 20));
        assert_eq!(status.peak_own_memory_bytes(), Some(1 << 20));
        assert_eq!(status.groups, [6, 27, 6]);
        assert_eq!(status.capabilities, Some(1 << 14));
        assert_eq!(status.seccomp, Some(2));
        assert_eq!(status.no_new_privileges, Some(true));
        assert_eq!(status.cpus, Some(CpuList::parse("0-1")));
        assert_eq!(ProcessStatus::parse(""), ProcessStatus::default());
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text: String) {
            ProcessStatus::parse(&text);
        }

        #[test]
        fn any_values_are_survived(values in proptest::collection::vec("[\t 0-9a-fx,-]{0,20}", 6)) {
            let names = ["Uid", "Gid", "Groups", "CapEff", "Seccomp", "Cpus_allowed_list"];
            let lines: Vec<String> = names.iter().zip(&values).map(|(n, v)| format!("{n}:{v}\n")).collect();
            ProcessStatus::parse(&lines.concat());
        }
    }
}
