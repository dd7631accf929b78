//! The resources that a step used: time, processor, memory.
//!
//! The lines of STIMER and FULLSTIMER have the layout of SAS on UNIX.

use std::fmt::Write;
use std::time::Instant;

use feedrate_machine::System;
use feedrate_machine::proc::{ProcessStat, ProcessStatus};
use feedrate_pageio::CpuUse;
use feedrate_pageio::cache::StorageIo;
use feedrate_pageio::cold::{self, EvictionTime};
use serde::Serialize;

use crate::clock::timestamp;

/// The clocks and counters of the process at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    at: Instant,
    cpu: CpuUse,
    faults: Option<Faults>,
    storage: Option<StorageIo>,
    /// The time that this process spent on making inputs cold, which is not measured. Where one thread does so and
    /// another computes, the time is left out of the elapsed time all the same.
    cold: EvictionTime,
}

/// Page faults of the process so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Faults {
    /// Faults served without storage: FULLSTIMER's page reclaims.
    minor: u64,
    /// Faults served from storage.
    major: u64,
}

/// The resources used between two moments.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Usage {
    /// Elapsed seconds, without those in which a thread of this process made an input cold.
    pub real_seconds: f64,
    /// Seconds of processor time in user mode, of all threads.
    pub user_cpu_seconds: f64,
    /// Seconds of processor time in the kernel.
    pub system_cpu_seconds: f64,
    /// The most memory that the process has held, in bytes; `None` where `/proc` is hidden.
    pub peak_memory_bytes: Option<u64>,
    /// The same without the pages of files, such as those of the program, which processes share.
    pub peak_own_memory_bytes: Option<u64>,
    /// The memory that the process holds now, in bytes.
    pub memory_bytes: Option<u64>,
    /// Page faults that were served from storage.
    pub page_faults: Option<u64>,
    /// Page faults that were not.
    pub page_reclaims: Option<u64>,
    /// Voluntary context switches.
    pub voluntary_switches: u64,
    /// Involuntary context switches.
    pub involuntary_switches: u64,
    /// Bytes that were read from storage; `None` where `/proc` is hidden.
    pub storage_read_bytes: Option<u64>,
    /// Bytes that were or will be written to storage.
    pub storage_write_bytes: Option<u64>,
}

impl Clocks {
    /// Returns the clocks now.
    pub fn now() -> Self {
        Self {
            at: Instant::now(),
            cpu: CpuUse::of_process(),
            faults: Faults::so_far(),
            storage: StorageIo::now().ok(),
            cold: cold::eviction_time(),
        }
    }

    /// Returns the resources used since then.
    pub fn used(&self) -> Usage {
        let now = Self::now();
        let cold = now.cold.since(self.cold);
        let cpu = now.cpu - self.cpu;
        let status = ProcessStatus::of_self(&System::host());
        let faults = now.faults.zip(self.faults);
        let storage = now.storage.zip(self.storage).map(|(now, then)| now.since(then));
        Usage {
            real_seconds: (now.at - self.at).saturating_sub(cold.elapsed).as_secs_f64(),
            user_cpu_seconds: cpu.user.saturating_sub(cold.user).as_secs_f64(),
            system_cpu_seconds: cpu.system.saturating_sub(cold.system).as_secs_f64(),
            peak_memory_bytes: status.peak_memory_bytes,
            peak_own_memory_bytes: status.peak_own_memory_bytes(),
            memory_bytes: status.memory_bytes,
            page_faults: faults.map(|(now, then)| now.major.saturating_sub(then.major)),
            page_reclaims: faults.map(|(now, then)| now.minor.saturating_sub(then.minor)),
            voluntary_switches: cpu.voluntary_switches,
            involuntary_switches: cpu.involuntary_switches,
            storage_read_bytes: storage.map(|storage| storage.read_bytes),
            storage_write_bytes: storage.map(|storage| storage.write_bytes),
        }
    }
}

impl Faults {
    fn so_far() -> Option<Self> {
        let stat = ProcessStat::at(&System::host(), "self")?;
        Some(Self {
            minor: stat.minor_faults,
            major: stat.major_faults,
        })
    }
}

impl Usage {
    /// Returns the lines after a step's last note: two with STIMER, all with FULLSTIMER.
    pub fn lines(&self, full: bool) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            // Writing to a string never fails.
            let _ = writeln!(text, "{name:<19} {value}");
        };
        line("real time", seconds(self.real_seconds));
        if !full {
            let cpu = self.user_cpu_seconds + self.system_cpu_seconds;
            line("cpu time", seconds(cpu));
            return text;
        }
        line("user cpu time", seconds(self.user_cpu_seconds));
        line("system cpu time", seconds(self.system_cpu_seconds));
        let kib = |bytes: Option<u64>| {
            bytes.map_or_else(
                || "unknown".to_owned(),
                |bytes| format!("{:.2}k", bytes as f64 / 1024.0),
            )
        };
        let count = |number: Option<u64>| number.map_or_else(|| "unknown".to_owned(), |number| number.to_string());
        line("memory", kib(self.memory_bytes));
        line("OS Memory", kib(self.peak_memory_bytes));
        line("Timestamp", timestamp());
        line("Page Faults", count(self.page_faults));
        line("Page Reclaims", count(self.page_reclaims));
        // Processes are not swapped out as a whole any more; getrusage(2) returns 0 too.
        line("Page Swaps", "0".to_owned());
        line("Voluntary Context Switches", self.voluntary_switches.to_string());
        line("Involuntary Context Switches", self.involuntary_switches.to_string());
        // In blocks of 512 bytes, as in getrusage(2).
        let blocks = |bytes: Option<u64>| count(bytes.map(|bytes| bytes / 512));
        line("Block Input Operations", blocks(self.storage_read_bytes));
        line("Block Output Operations", blocks(self.storage_write_bytes));
        text
    }
}

/// Formats `0.05 seconds`, and `3:59.35` from a minute on.
fn seconds(seconds: f64) -> String {
    let hundredths = (seconds * 100.0).round() as u64;
    let (minutes, rest) = (hundredths / 6000, hundredths % 6000);
    let (whole, part) = (rest / 100, rest % 100);
    match (minutes / 60, minutes % 60) {
        (0, 0) => format!("{whole}.{part:02} seconds"),
        (0, minutes) => format!("{minutes}:{whole:02}.{part:02}"),
        (hours, minutes) => format!("{hours}:{minutes:02}:{whole:02}.{part:02}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_written_as_logs_have_them() {
        assert_eq!(seconds(0.054), "0.05 seconds");
        assert_eq!(seconds(46.93), "46.93 seconds");
        assert_eq!(seconds(239.35), "3:59.35");
        assert_eq!(seconds(3600.0), "1:00:00.00");
    }

    #[test]
    fn full_timers_say_more() {
        let usage = Clocks::now().used();
        assert_eq!(usage.lines(false).lines().count(), 2);
        let full = usage.lines(true);
        for name in ["user cpu time", "OS Memory", "Timestamp", "Page Faults", "Involuntary"] {
            assert!(full.contains(name), "{full}");
        }
    }

    #[test]
    fn memory_is_told_without_the_program() {
        let used = Clocks::now().used();
        let (all, own) = (used.peak_memory_bytes.unwrap(), used.peak_own_memory_bytes.unwrap());
        assert!(0 < own && own < all, "{own} of {all}");
    }

    #[test]
    fn computing_is_counted() {
        let clocks = Clocks::now();
        let mut sum = 0u64;
        while clocks.at.elapsed() < Duration::from_millis(60) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        let used = clocks.used();
        assert!(used.real_seconds >= 0.06);
        assert!(used.user_cpu_seconds + used.system_cpu_seconds > 0.0);
    }
}
