//! The activity of others while settings are searched, which may decide the choice.

use std::time::{Duration, Instant};

use feedrate_machine::{BusyPrograms, OtherLoad, ProcessorCounters};
use feedrate_pageio::account::CpuUse;
use serde::Serialize;

use crate::bench::Bench;
use crate::memory::BroughtBack;
use crate::trial::Trial;

/// The share of the own bytes from which on what others read from the device may decide a choice.
const READS_DISTURB: f64 = 0.10;

/// The share of the own written bytes from which on what others write may: a file system that writes data twice, or
/// its journal, stays below.
const WRITES_DISTURB: f64 = 1.10;

/// The share of the measurements through the page cache with too little memory at hand from which on these count.
const SHORT_DISTURBS: f64 = 0.10;

/// The names of busy programs that are kept.
const NAMES: usize = 3;

/// The least time between looks at the programs.
const LOOKS_APART: Duration = Duration::from_millis(500);

/// The activity of others during a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Disturbance {
    /// The share of the processors that others had, 0 to 1: programs, and the hypervisor; absent if unknown.
    pub processor_share: Option<f64>,
    /// The part of that which the hypervisor took.
    pub stolen_share: Option<f64>,
    /// The programs that had the most, the busiest first.
    pub programs: Vec<String>,
    /// The bytes that others read from the device, as a share of all that the search moved; absent if unknown.
    pub device_read_share: Option<f64>,
    /// The bytes that others wrote to the device, with the file system's journal, as a share of those that the search
    /// wrote.
    pub device_write_share: Option<f64>,
    /// The bytes that others moved before the search, in a time of its length, as a share of all that it moved.
    pub device_share_before: Option<f64>,
    /// The share of the measurements through the page cache for which too little memory was at hand; absent where the
    /// hypervisor takes none.
    pub memory_short_share: Option<f64>,
}

impl Disturbance {
    /// Returns whether others had so much of the processors that they may decide a choice.
    pub fn of_processors(&self) -> bool {
        self.processor_share.is_some_and(|share| share > OtherLoad::HINDERS)
    }

    /// Returns whether others moved so much on the device.
    pub fn of_device(&self) -> bool {
        let exceeds = |share: Option<f64>, bound| share.is_some_and(|share| share > bound);
        exceeds(self.device_read_share, READS_DISTURB)
            || exceeds(self.device_share_before, READS_DISTURB)
            || exceeds(self.device_write_share, WRITES_DISTURB)
    }

    /// Returns whether cached settings look slower because memory was missing.
    pub fn of_memory(&self) -> bool {
        self.memory_short_share.is_some_and(|share| share > SHORT_DISTURBS)
    }
}

/// Watches others during a search.
#[derive(Debug)]
pub(crate) struct Watch {
    quota: Option<f64>,
    /// True if streams are processes of their own, whose time is not that of this one.
    processes: bool,
    began: Option<ProcessorCounters>,
    own_before: CpuUse,
    of_streams: CpuUse,
    programs: BusyPrograms,
    looked: Instant,
    memory_before: Option<BroughtBack>,
    seconds: f64,
    own: ByteCounts,
    others: ByteCounts,
}

#[derive(Clone, Copy, Debug, Default)]
struct ByteCounts {
    read: u64,
    written: u64,
}

impl Watch {
    /// Begins. `quota` is what control groups grant, in processors.
    pub(crate) fn begin(bench: &Bench, quota: Option<f64>, processes: bool) -> Self {
        let mut programs = BusyPrograms::default();
        programs.look();
        Self {
            quota,
            processes,
            began: ProcessorCounters::read(),
            own_before: CpuUse::of_process(),
            of_streams: CpuUse::default(),
            programs,
            looked: Instant::now(),
            memory_before: bench.memory.brought_back(),
            seconds: 0.0,
            own: ByteCounts::default(),
            others: ByteCounts::default(),
        }
    }

    /// Counts a trial.
    pub(crate) fn count(&mut self, trial: &Trial) {
        if self.looked.elapsed() > LOOKS_APART {
            self.programs.look();
            self.looked = Instant::now();
        }
        let of_own = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let cpu = trial.figures.cpu;
        self.of_streams.user += of_own(cpu.user_seconds);
        self.of_streams.system += of_own(cpu.system_seconds);
        self.seconds += trial.figures.seconds;
        let own = trial.figures.storage_read_bytes.zip(trial.figures.storage_write_bytes);
        if let (Some((read, written)), Some(others)) = (own, trial.others) {
            self.own.read += read;
            self.own.written += written;
            self.others.read += others.bytes_read;
            self.others.written += others.bytes_written;
        }
    }

    /// Returns what others did.
    pub(crate) fn end(mut self, bench: &Bench) -> Disturbance {
        self.programs.look();
        let mut own = CpuUse::of_process() - self.own_before;
        if self.processes {
            own = own + self.of_streams;
        }
        let load = self.began.zip(ProcessorCounters::read());
        let load = load.and_then(|(began, now)| now.others_since(&began, own.user, own.system));
        let share = |part: f64, all: u64| (all > 0).then(|| part / all as f64);
        let all = self.own.read + self.own.written;
        let before = bench.preflight.others_at_work().unwrap_or(0.0);
        let memory = self.memory_before.zip(bench.memory.brought_back());
        Disturbance {
            processor_share: load.map(|load| load.share(self.quota)),
            stolen_share: load.map(|load| load.stolen_seconds / load.processors_seconds),
            programs: self.programs.names(NAMES),
            device_read_share: share(self.others.read as f64, all),
            device_write_share: share(self.others.written as f64, self.own.written),
            device_share_before: share(before * self.seconds, all),
            memory_short_share: memory.and_then(|(before, after)| {
                let measured = (after.measurements - before.measurements) as u64;
                share((after.short - before.short) as f64, measured)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_does_not_disturb() {
        // A journal writes data twice, and a quiet server has a little to do.
        let usual = Disturbance {
            processor_share: Some(0.04),
            device_read_share: Some(0.01),
            device_write_share: Some(1.05),
            device_share_before: Some(0.0),
            memory_short_share: Some(0.0),
            ..Disturbance::default()
        };
        let kinds = |it: &Disturbance| (it.of_processors(), it.of_device(), it.of_memory());
        assert_eq!(kinds(&usual), (false, false, false));
        assert_eq!(kinds(&Disturbance::default()), (false, false, false));
        let busy = Disturbance {
            processor_share: Some(0.11),
            device_read_share: Some(0.2),
            memory_short_share: Some(0.5),
            ..usual.clone()
        };
        assert_eq!(kinds(&busy), (true, true, true));
        let written = Disturbance {
            device_write_share: Some(1.5),
            ..usual.clone()
        };
        assert_eq!(kinds(&written), (false, true, false));
        let before = Disturbance {
            device_share_before: Some(0.3),
            ..usual
        };
        assert_eq!(kinds(&before), (false, true, false));
    }
}
