//! The limit of a rate, by comparison with other measurements.

use feedrate_pageio::Discipline;
use serde::Serialize;

use crate::findings::Findings;
use crate::measurement::Measurement;
use crate::preflight::Machine;

/// The share of the cores that a trial may use from which on they limit it.
const CPU_BOUND: f64 = 0.85;

/// The factor that counts as a gain, beyond the variation of a few trials.
const REAL_GAIN: f64 = 1.10;

/// The limit of a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// The device: neither more streams nor more in flight give more.
    Device,
    /// Each stream's own waiting: more streams, or more transfers in flight, give more.
    Latency,
    /// The processors.
    Cpu,
    /// The page cache: without it, the same streams get more.
    Cache,
    /// The trials do not show it.
    Unknown,
}

impl Limit {
    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Latency => "waiting",
            Self::Cpu => "cores",
            Self::Cache => "cache",
            Self::Unknown => "not told",
        }
    }

    /// Returns a sentence that describes it, beginning with its name.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Device => "Device: neither overlap nor twice the streams give more.",
            Self::Latency => "Waiting, of each stream for its transfers: overlap, or more streams, give more.",
            Self::Cpu => "Cores: nearly all of their time is used.",
            Self::Cache => "Cache, the way through it: direct transfers give more.",
            Self::Unknown => "Not told: the trials do not differ clearly enough.",
        }
    }
}

/// Returns what limits a confirmed rate, by comparison with other measurements.
pub(crate) fn of(machine: &Machine, findings: &Findings, measured: &Measurement) -> Limit {
    let cores = machine
        .cores
        .quota
        .map_or(machine.cores.logical_available as f64, |quota| {
            quota.min(machine.cores.logical_available as f64)
        });
    if measured.cores_busy >= CPU_BOUND * cores {
        return Limit::Cpu;
    }
    let gains = |other: Option<&Measurement>| other.and_then(|other| measured.is_exceeded_by(other, REAL_GAIN));
    let past_the_cache = findings
        .confirmed
        .iter()
        .find(|other| other.setting.direct && other.setting.discipline == measured.setting.discipline);
    if !measured.setting.direct && gains(past_the_cache) == Some(true) {
        return Limit::Cache;
    }
    let by_overlap = match findings.best_of(Discipline::Overlapped) {
        Some(other) if other.setting != measured.setting => gains(Some(other)),
        // There is no alternative that could give more.
        _ => Some(false),
    };
    let usual = findings.scaled(measured.setting, measured.streams);
    let twice = findings.scaled(measured.setting, 2 * measured.streams);
    let by_streams = usual
        .zip(twice)
        .and_then(|(usual, twice)| usual.is_exceeded_by(twice, REAL_GAIN));
    match (by_overlap, by_streams) {
        (Some(true), _) | (_, Some(true)) => Limit::Latency,
        (Some(false), Some(false)) => Limit::Device,
        _ => Limit::Unknown,
    }
}
