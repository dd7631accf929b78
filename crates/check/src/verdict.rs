//! What the figures mean.

use feedrate_pageio::Discipline;
use feedrate_stats::Interval;
use serde::Serialize;

use crate::options::Options;
use crate::preflight::Machine;
use crate::result::{FolderResult, Measured, Together};
use crate::setting::Setting;

/// Of the cores that a trial may use, the share beyond which it was they that held it back.
const CPU_BOUND: f64 = 0.85;

/// What counts as a real gain, beyond the wandering of a few trials.
const REAL_GAIN: f64 = 1.10;

/// Whether a requirement is met.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// Whether every folder, and all of them together, meet it.
    pub meets: bool,
    /// What was required, in 10^6 bytes a second for a physical core.
    pub require_mb_per_core: f64,
    /// What all folders together give; absent when there is one.
    pub together: Option<Judged>,
}

/// A rate held against the requirement.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// The setting that gave it.
    pub setting: Setting,
    /// 10^6 bytes a second of all streams, both ways together: the median.
    pub mb_per_second: f64,
    /// The same for a physical core.
    pub mb_per_core: f64,
    /// The 95 % interval of the latter; absent when there were too few repeats.
    pub interval: Option<Interval>,
    /// Whether the median meets the requirement.
    pub meets: bool,
    /// Whether the interval lies on one side of the requirement.
    pub certain: bool,
    /// How many cores the volume feeds with what is required.
    pub cores_fed: usize,
}

/// What holds a rate back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// The device: neither more streams nor more in flight give more.
    Device,
    /// Each stream's own waiting: more streams, or more in flight, give more.
    Latency,
    /// The processors.
    Cpu,
    /// The way through the page cache: past it, the same streams get more.
    Cache,
    /// The trials do not tell.
    Unknown,
}

/// What one folder's figures mean.
#[derive(Clone, Debug, Serialize)]
pub struct FolderVerdict {
    /// At the best of the confirmed settings.
    pub best: Judged,
    /// What holds that back.
    pub limit: Limit,
    /// At the best setting with one transfer at a time.
    pub as_sas: Option<Judged>,
    /// What holds that back.
    pub as_sas_limit: Option<Limit>,
    /// At what SAS does by itself.
    pub sas_default: Option<Judged>,
    /// What holds that back.
    pub sas_default_limit: Option<Limit>,
    /// What overlap would win: the best overlapped rate in proportion to the best as SAS.
    pub overlap_gain: Option<f64>,
    /// Sessions that run at full speed at once: the rate of all streams in proportion to what one
    /// alone takes, as SAS where that was measured.
    pub sessions_at_full_speed: Option<f64>,
}

/// Judges a folder; `None` when nothing was confirmed.
pub fn of_folder(
    options: &Options,
    machine: &Machine,
    folder: &FolderResult,
) -> Option<FolderVerdict> {
    let cores = machine.cores_to_feed();
    let judge = |measured: &Measured| judge(options, cores, measured);
    let best = folder.best()?;
    let as_sas = folder.best_of(Discipline::AsSas);
    let overlapped = folder.best_of(Discipline::Overlapped);
    let default = folder.sas_default();
    let limit = |measured: &Measured| limit(machine, folder, measured);
    let one_alone = as_sas
        .or(overlapped)
        .and_then(|measured| folder.scaled(measured.setting, 1));
    Some(FolderVerdict {
        best: judge(best),
        limit: limit(best),
        as_sas: as_sas.map(judge),
        as_sas_limit: as_sas.map(limit),
        sas_default: default.map(judge),
        sas_default_limit: default.map(limit),
        overlap_gain: as_sas
            .zip(overlapped)
            .map(|(as_sas, overlapped)| overlapped.rate() / as_sas.rate()),
        sessions_at_full_speed: one_alone.map(|one| best.rate() / one.rate()),
    })
}

/// Judges all folders.
pub fn of_all(
    options: &Options,
    cores: usize,
    folders: &[FolderResult],
    together: Option<&Together>,
) -> Verdict {
    let together = together.map(|together| judge(options, cores, &together.measured));
    let each_meets = folders
        .iter()
        .filter_map(|folder| folder.verdict.as_ref())
        .all(|verdict| verdict.best.meets);
    Verdict {
        meets: each_meets && together.as_ref().is_none_or(|together| together.meets),
        require_mb_per_core: options.require_mb_per_core,
        together,
    }
}

fn judge(options: &Options, cores: usize, measured: &Measured) -> Judged {
    let require = options.require_mb_per_core;
    let cores = cores as f64;
    let mb_per_core = measured.rate() / cores;
    let interval = measured
        .megabytes_per_second
        .interval
        .map(|interval| Interval {
            low: interval.low / cores,
            high: interval.high / cores,
        });
    Judged {
        setting: measured.setting,
        mb_per_second: measured.rate(),
        mb_per_core,
        interval,
        meets: mb_per_core >= require,
        certain: interval
            .is_some_and(|interval| interval.low >= require || interval.high < require),
        cores_fed: (measured.rate() / require).floor() as usize,
    }
}

/// What holds a confirmed rate back, by what else was measured.
fn limit(machine: &Machine, folder: &FolderResult, measured: &Measured) -> Limit {
    let cores = machine
        .cores
        .quota
        .map_or(machine.cores.logical_available as f64, |quota| {
            quota.min(machine.cores.logical_available as f64)
        });
    if measured.cores_busy >= CPU_BOUND * cores {
        return Limit::Cpu;
    }
    let better = |other: Option<&Measured>| {
        other.is_some_and(|other| other.rate() >= REAL_GAIN * measured.rate())
    };
    let past_the_cache = folder.confirmed.iter().find(|other| {
        other.setting.direct && other.setting.discipline == measured.setting.discipline
    });
    if !measured.setting.direct && better(past_the_cache) {
        return Limit::Cache;
    }
    if better(folder.best_of(Discipline::Overlapped)) {
        return Limit::Latency;
    }
    let usual = folder.scaled(measured.setting, measured.streams);
    let twice = folder.scaled(measured.setting, 2 * measured.streams);
    match (usual, twice) {
        (Some(usual), Some(twice)) if twice.rate() >= REAL_GAIN * usual.rate() => Limit::Latency,
        (Some(_), Some(_)) => Limit::Device,
        _ => Limit::Unknown,
    }
}

impl Limit {
    /// A sentence for a person.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Device => "the device: neither more streams nor more in flight give more",
            Self::Latency => {
                "each stream's waiting for its transfers: more in flight, or more streams, give more"
            }
            Self::Cpu => "the processors: nearly all of their time is used",
            Self::Cache => "the way through the page cache: direct transfers give more",
            Self::Unknown => "not known: too little was measured",
        }
    }
}
