//! The share of the processors that other programs had during a measurement.
//!
//! Sources: `/proc/stat`, for the processors that this process may use, and `/proc/PID/stat` of the threads of the
//! kernel: these and interrupts work for whoever moves data, which is the measurement itself, so they are nobody else's
//! load.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::System;
use crate::kernel_threads;
use crate::platform;
use crate::proc::{ProcessStatus, ProcessorTable};

/// The counters of the processors that this process may use, at one moment.
#[derive(Clone, Debug)]
pub struct ProcessorCounters {
    at: Instant,
    seconds_per_tick: f64,
    ticks: Ticks,
    /// Of the threads of the kernel, on all processors; `None` where they cannot be seen.
    kernel_threads: Option<u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ticks {
    /// In programs.
    user: u64,
    /// In the kernel for programs, and in its own threads.
    system: u64,
    /// Taken by the hypervisor while something was to run.
    stolen: u64,
    /// In anything, or nothing.
    all: u64,
}

/// The load of others on the processors that this process may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OtherLoad {
    /// Seconds that other programs ran on them. Their time in the kernel is left out where it cannot be told from that
    /// of the kernel's threads.
    pub programs_seconds: f64,
    /// Seconds that the hypervisor took from them for others.
    pub stolen_seconds: f64,
    /// Seconds that all of them together had.
    pub processors_seconds: f64,
    /// Seconds that passed.
    pub elapsed_seconds: f64,
}

impl ProcessorCounters {
    /// Returns those of this machine now; `None` if it does not say.
    pub fn read() -> Option<Self> {
        Self::at(&System::host(), platform::clock_ticks_per_second())
    }

    /// Returns those of a given machine, whose clock ticks so often a second.
    pub fn at(system: &System, ticks_per_second: u64) -> Option<Self> {
        let allowed = ProcessStatus::of_self(system).cpus;
        let is_allowed = |number| allowed.as_ref().is_none_or(|allowed| allowed.contains(number));
        let ticks = Ticks::of(&ProcessorTable::at(system)?, is_allowed)?;
        Some(Self {
            at: Instant::now(),
            seconds_per_tick: 1.0 / ticks_per_second.max(1) as f64,
            ticks,
            kernel_threads: kernel_threads::ticks(system),
        })
    }

    /// Returns the load of others since an earlier moment, in which the measurement itself used so much processor time
    /// in its programs and in the kernel; `None` if the time was too short for the kernel's clock.
    pub fn others_since(&self, earlier: &Self, own_user: Duration, own_system: Duration) -> Option<OtherLoad> {
        let seconds = |later: u64, before: u64| later.saturating_sub(before) as f64 * self.seconds_per_tick;
        let (now, before) = (self.ticks, earlier.ticks);
        let processors_seconds = seconds(now.all, before.all);
        if processors_seconds <= 0.0 {
            return None;
        }
        let user = seconds(now.user, before.user) - own_user.as_secs_f64();
        let programs = match (self.kernel_threads, earlier.kernel_threads) {
            (Some(threads), Some(threads_before)) => {
                let system = seconds(now.system, before.system) - own_system.as_secs_f64();
                user + system - seconds(threads, threads_before)
            }
            _ => user,
        };
        Some(OtherLoad {
            programs_seconds: programs.max(0.0),
            stolen_seconds: seconds(now.stolen, before.stolen),
            processors_seconds,
            elapsed_seconds: self.at.saturating_duration_since(earlier.at).as_secs_f64(),
        })
    }
}

impl OtherLoad {
    /// The share from which on it is worth a warning.
    pub const NOTICEABLE: f64 = 0.05;

    /// The share above which it may be why a requirement is missed.
    pub const HINDERS: f64 = 0.10;

    /// Returns the load without programs that ran for so many seconds and are no others.
    pub fn without(self, programs_seconds: f64) -> Self {
        Self {
            programs_seconds: (self.programs_seconds - programs_seconds).max(0.0),
            ..self
        }
    }

    /// Returns the sum of loads at different times; `None` without one.
    pub fn sum(loads: impl IntoIterator<Item = Self>) -> Option<Self> {
        loads.into_iter().reduce(|sum, next| Self {
            programs_seconds: sum.programs_seconds + next.programs_seconds,
            stolen_seconds: sum.stolen_seconds + next.stolen_seconds,
            processors_seconds: sum.processors_seconds + next.processors_seconds,
            elapsed_seconds: sum.elapsed_seconds + next.elapsed_seconds,
        })
    }

    /// Returns the share that others had of the processor time that this process could have had, 0 to 1. `quota` is
    /// what control groups grant it, in processors: what others use of the rest takes nothing from it.
    pub fn share(&self, quota: Option<f64>) -> f64 {
        let all = self.processors_seconds;
        let granted = quota.map_or(all, |quota| all.min(quota * self.elapsed_seconds));
        if granted <= 0.0 {
            return 0.0;
        }
        let used = self.programs_seconds + self.stolen_seconds;
        ((used + granted - all) / granted).clamp(0.0, 1.0)
    }
}

impl Ticks {
    /// Returns the sum of the processors that count; `None` if there are none.
    fn of(table: &ProcessorTable, counts: impl Fn(u32) -> bool) -> Option<Self> {
        let each = table.each.iter().filter(|(number, _)| counts(*number));
        let each = each.map(|(_, ticks)| Self {
            user: ticks.user.saturating_add(ticks.nice),
            system: ticks.system,
            stolen: ticks.stolen,
            all: ticks.all(),
        });
        each.reduce(|sum, next| Self {
            user: sum.user.saturating_add(next.user),
            system: sum.system.saturating_add(next.system),
            stolen: sum.stolen.saturating_add(next.stolen),
            all: sum.all.saturating_add(next.all),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A machine whose process may use processors 0 and 1 of three, with this `/proc/stat` and a thread of the kernel
    /// with so many ticks.
    fn machine(stat: &str, of_thread: u64) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for folder in ["proc/self", "proc/2", "proc/70", "proc/80"] {
            fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        let write = |name: &str, text: &str| fs::write(root.path().join(name), text).unwrap();
        write("proc/self/status", "Cpus_allowed_list:\t0-1\n");
        write("proc/stat", stat);
        write("proc/2/stat", "2 (kthreadd) S 0 0 0 0 -1 0 0 0 0 0 0 1 0 0 20 0 1 0 5");
        let worker = format!("70 (kworker/0:1) I 2 0 0 0 -1 0 0 0 0 0 0 {of_thread} 0 0 20 0 1 0 5");
        write("proc/70/stat", &worker);
        write(
            "proc/80/stat",
            "80 (a (b) c) R 1 0 0 0 -1 0 0 0 0 0 9000 9000 0 0 20 0 1 0 5",
        );
        root
    }

    fn counters(root: &tempfile::TempDir) -> ProcessorCounters {
        ProcessorCounters::at(&System::at(root.path()), 100).unwrap()
    }

    #[test]
    fn others_have_what_is_neither_idle_nor_own_nor_the_kernels() {
        // Processor 2 may not be used. user nice system idle iowait irq softirq steal
        let before = machine("cpu 1 1 1 1\ncpu0 0 0 0 0\ncpu1 0 0 0 0\ncpu2 0 0 0 0\n", 0);
        let stat = "cpu 9 9 9 9\ncpu0 100 20 50 20 0 5 5 0\ncpu1 60 0 40 50 10 0 0 40\ncpu2 999 0 0 1\n";
        let after = machine(stat, 30);
        let (own_user, own_system) = (Duration::from_millis(500), Duration::from_millis(400));
        let mut now = counters(&after);
        let earlier = counters(&before);
        now.at = earlier.at + Duration::from_secs(2);
        let load = now.others_since(&earlier, own_user, own_system).unwrap();
        // 1.8 s in programs and 0.9 s in the kernel; 0.9 s are own, 0.3 s the kernel's.
        assert!((load.programs_seconds - 1.5).abs() < 1e-9, "{load:?}");
        assert!((load.stolen_seconds - 0.4).abs() < 1e-9, "{load:?}");
        assert!((load.processors_seconds - 4.0).abs() < 1e-9, "{load:?}");
        assert!((load.share(None) - 1.9 / 4.0).abs() < 1e-9);
        // Granted one of two processors, 1.9 of 2 s that are left take nothing from it; half of one leaves more.
        assert_eq!(load.share(Some(1.0)), 0.0);
        assert!((load.share(Some(1.5)) - 0.9 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn without_the_kernels_threads_their_time_is_no_others() {
        let before = machine("cpu0 0 0 0 0\n", 0);
        let after = machine("cpu0 30 0 90 80\n", 0);
        for root in [&before, &after] {
            fs::remove_file(root.path().join("proc/2/stat")).unwrap();
            fs::remove_file(root.path().join("proc/70/stat")).unwrap();
        }
        let load = counters(&after)
            .others_since(&counters(&before), Duration::ZERO, Duration::ZERO)
            .unwrap();
        assert!((load.programs_seconds - 0.3).abs() < 1e-9, "{load:?}");
        let none = counters(&after).others_since(&counters(&after), Duration::ZERO, Duration::ZERO);
        assert_eq!(none, None);
    }

    #[test]
    fn a_program_that_spins_is_seen() {
        let mut spins = std::process::Command::new("sh")
            .args(["-c", "while :; do :; done"])
            .spawn()
            .unwrap();
        let before = ProcessorCounters::read().unwrap();
        let began = Instant::now();
        let seen = loop {
            std::thread::sleep(Duration::from_millis(50));
            let now = ProcessorCounters::read().unwrap();
            let load = now.others_since(&before, Duration::ZERO, Duration::ZERO);
            let is_seen = load.is_some_and(|load| load.programs_seconds > 0.1);
            if is_seen || began.elapsed() > Duration::from_secs(60) {
                break is_seen;
            }
        };
        spins.kill().unwrap();
        spins.wait().unwrap();
        assert!(seen);
    }
}
