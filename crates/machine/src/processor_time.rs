//! The time of the machine's processors, whoever used it: `/proc/stat` and `/proc/interrupts`.

use std::time::{Duration, Instant};

use crate::System;
use crate::proc::{ProcessorTable, ProcessorTicks, interrupts_of_each};

/// Times since the machine started, as they were at one moment.
#[derive(Clone, Debug)]
pub struct ProcessorTimes {
    at: Instant,
    all: Ticks,
    each: Vec<(u32, Ticks)>,
}

/// The use of processors between two moments, in percent of the time that they were given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProcessorUse {
    /// In programs.
    pub user: f64,
    /// In the kernel, interrupts and what they put off included.
    pub kernel: f64,
    /// In interrupts. Kernels that do not account for it say zero.
    pub interrupts: f64,
    /// In what interrupts put off until after them (soft interrupts; on Windows, deferred procedure calls).
    pub deferred: f64,
    /// In nothing, waiting for a device included.
    pub idle: f64,
    /// Interrupts a second.
    pub interrupt_rate: f64,
}

impl ProcessorUse {
    /// In anything at all.
    pub fn busy(&self) -> f64 {
        self.user + self.kernel
    }
}

/// Counters of one processor, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ticks {
    user: u64,
    system: u64,
    interrupts: u64,
    deferred: u64,
    idle: u64,
    interrupt_count: u64,
}

impl ProcessorTimes {
    /// As they are now; `None` when the machine does not say.
    pub fn host() -> Option<Self> {
        Self::at(&System::host())
    }

    /// As a machine says they are.
    pub fn at(system: &System) -> Option<Self> {
        let counts = system.text("/proc/interrupts").unwrap_or_default();
        Self::of(ProcessorTable::at(system)?, &counts)
    }

    #[cfg(test)]
    fn parse(times: &str, counts: &str) -> Option<Self> {
        Self::of(ProcessorTable::parse(times), counts)
    }

    fn of(table: ProcessorTable, counts: &str) -> Option<Self> {
        let all = Ticks::of(table.all?, table.interrupts.unwrap_or_default());
        let counts = interrupts_of_each(counts);
        let count_of = |number: u32| {
            let count = counts.iter().find(|(own, _)| *own == number);
            count.map_or(0, |(_, count)| *count)
        };
        let each = table.each.into_iter();
        Some(Self {
            at: Instant::now(),
            all,
            each: each
                .map(|(number, ticks)| (number, Ticks::of(ticks, count_of(number))))
                .collect(),
        })
    }

    /// Returns the use of all processors together since an earlier moment.
    pub fn since(&self, earlier: &Self) -> ProcessorUse {
        let passed = self.at.saturating_duration_since(earlier.at);
        self.all.since(&earlier.all, passed)
    }

    /// Returns the use of each processor, with its number. A processor that was not there at both moments is left out.
    pub fn each_since(&self, earlier: &Self) -> Vec<(u32, ProcessorUse)> {
        let passed = self.at.saturating_duration_since(earlier.at);
        self.each
            .iter()
            .filter_map(|(number, ticks)| {
                let (_, before) = earlier.each.iter().find(|(own, _)| own == number)?;
                Some((*number, ticks.since(before, passed)))
            })
            .collect()
    }
}

impl Ticks {
    /// Time that a hypervisor took is nobody's here.
    fn of(ticks: ProcessorTicks, interrupt_count: u64) -> Self {
        Self {
            user: ticks.user.saturating_add(ticks.nice),
            system: ticks.system,
            idle: ticks.idle.saturating_add(ticks.io_wait),
            interrupts: ticks.interrupts,
            deferred: ticks.soft_interrupts,
            interrupt_count,
        }
    }

    fn since(&self, earlier: &Self, passed: Duration) -> ProcessorUse {
        let more = |of: fn(&Self) -> u64| of(self).saturating_sub(of(earlier)) as f64;
        let user = more(|ticks| ticks.user);
        let interrupts = more(|ticks| ticks.interrupts);
        let deferred = more(|ticks| ticks.deferred);
        let kernel = more(|ticks| ticks.system) + interrupts + deferred;
        let idle = more(|ticks| ticks.idle);
        let total = user + kernel + idle;
        let percent = |part: f64| {
            if total > 0.0 { 100.0 * part / total } else { 0.0 }
        };
        ProcessorUse {
            user: percent(user),
            kernel: percent(kernel),
            interrupts: percent(interrupts),
            deferred: percent(deferred),
            // Too short a time for the kernel's clock was spent in nothing, as far as anyone knows.
            idle: if total > 0.0 { percent(idle) } else { 100.0 },
            interrupt_rate: more(|ticks| ticks.interrupt_count) / passed.as_secs_f64().max(f64::MIN_POSITIVE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERRUPTS: &str = "           CPU0       CPU2\n  1:  10  5  IO-APIC 1-edge i8042\n\
                              LOC:  100  50  Local timer\nERR:  7\n";

    #[test]
    fn what_was_done_is_a_share_of_the_time_given() {
        let before = ProcessorTimes::parse(
            "cpu 10 0 10 100 0 0 0 50\ncpu0 5 0 5 50 0 0 0\ncpu2 5 0 5 50 0 0 0\nintr 1000 1 2\n",
            "",
        )
        .unwrap();
        let mut after = ProcessorTimes::parse(
            "cpu 20 10 30 140 10 5 5 90\ncpu0 15 10 15 60 0 5 5\ncpu2 5 0 15 80 10 0 0\nintr 1500 1 2\n",
            INTERRUPTS,
        )
        .unwrap();
        after.at = before.at + Duration::from_secs(2);
        let all = after.since(&before);
        assert_eq!(
            (all.user, all.kernel, all.interrupts, all.deferred, all.idle),
            (20.0, 30.0, 5.0, 5.0, 50.0)
        );
        assert_eq!(all.busy(), 50.0);
        assert_eq!(all.interrupt_rate, 250.0);
        let each = after.each_since(&before);
        assert_eq!(each[0].0, 0);
        assert_eq!(each[1].0, 2);
        assert_eq!(each[1].1.idle, 80.0);
        assert_eq!((each[0].1.interrupt_rate, each[1].1.interrupt_rate), (55.0, 27.5));
    }

    #[test]
    fn no_time_is_idle_time_and_nonsense_is_nothing() {
        let times = ProcessorTimes::parse("cpu 1 2 3 4\n", "").unwrap();
        assert_eq!(times.since(&times).idle, 100.0);
        assert!(ProcessorTimes::parse("", "").is_none());
        assert!(ProcessorTimes::parse("cpux\nintr\n", "CPU0 CPUx\n:\n").is_none());
    }

    #[test]
    fn this_machine_says_what_its_processors_do() {
        let times = ProcessorTimes::host().expect("Linux says it");
        assert!(!times.each.is_empty());
    }
}
