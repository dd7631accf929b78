//! What was found about a folder.

use feedrate_pageio::Discipline;
use feedrate_stats::Summary;
use serde::Serialize;

use crate::search::Ranked;
use crate::setting::Setting;
use crate::trial::{Pattern, Trial};

/// The figures of a folder, phase by phase.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// The searches, one for each discipline.
    pub searched: Vec<Searched>,
    /// The mixed stream at the chosen settings and at SAS's default.
    pub confirmed: Vec<Measured>,
    /// Reading and writing apart, at random, and from the cache.
    pub details: Vec<Measured>,
    /// The mixed stream with one stream, the usual number, and twice that.
    pub scaling: Vec<Measured>,
}

/// A search among settings of one discipline.
#[derive(Clone, Debug, Serialize)]
pub struct Searched {
    /// Who waits.
    pub discipline: Discipline,
    /// The cheapest of those that cannot be told from the best.
    pub choice: Option<Setting>,
    /// How many trials it took.
    pub trials: usize,
    /// All candidates, the best first.
    pub ranking: Vec<Ranked>,
}

/// Repeated trials of the same thing.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// What the streams did.
    pub pattern: Pattern,
    /// How pages moved.
    pub setting: Setting,
    /// How many streams.
    pub streams: usize,
    /// Rates in 10^6 bytes a second, both ways together: median, spread, 95 % interval.
    pub megabytes_per_second: Summary,
    /// Median of processor seconds for 10^9 bytes moved.
    pub cpu_seconds_per_gigabyte: f64,
    /// Median of the processor time used, in cores.
    pub cores_busy: f64,
    /// Median of the share of the bytes read that the page cache served; absent when unknown.
    pub cache_share: Option<f64>,
    /// What the rates of the trials did from the first to the last: steady, drifting, stepping, noisy.
    pub over_trials: String,
    /// The trials.
    pub trials: Vec<Trial>,
}

impl Measured {
    /// Of some trials; `None` when there are none.
    pub fn of(trials: Vec<Trial>) -> Option<Self> {
        let first = trials.first()?;
        let rates: Vec<f64> = trials.iter().map(Trial::rate).collect();
        let median = |value: &dyn Fn(&Trial) -> Option<f64>| {
            let values: Vec<f64> = trials.iter().filter_map(value).collect();
            Summary::of(&values).map(|summary| summary.median)
        };
        Some(Self {
            pattern: first.pattern,
            setting: first.setting,
            streams: first.streams,
            megabytes_per_second: Summary::of(&rates)?,
            cpu_seconds_per_gigabyte: median(&|trial| {
                Some(trial.figures.cpu.seconds_per_gigabyte)
            })?,
            cores_busy: median(&|trial| {
                let cpu = trial.figures.cpu;
                Some((cpu.user_seconds + cpu.system_seconds) / trial.figures.seconds)
            })?,
            cache_share: median(&|trial| trial.figures.cache_share),
            over_trials: feedrate_stats::classify(&rates).describe(),
            trials,
        })
    }

    /// The median rate in 10^6 bytes a second.
    pub fn rate(&self) -> f64 {
        self.megabytes_per_second.median
    }
}

impl Findings {
    /// The confirmed figure with the highest median.
    pub fn best(&self) -> Option<&Measured> {
        self.confirmed
            .iter()
            .max_by(|a, b| a.rate().total_cmp(&b.rate()))
    }

    /// The confirmed figure with the highest median within a discipline.
    pub fn best_of(&self, discipline: Discipline) -> Option<&Measured> {
        self.confirmed
            .iter()
            .filter(|measured| measured.setting.discipline == discipline)
            .max_by(|a, b| a.rate().total_cmp(&b.rate()))
    }

    /// The confirmed figure of what SAS does by itself.
    pub fn sas_default(&self) -> Option<&Measured> {
        self.confirmed
            .iter()
            .find(|measured| measured.setting == Setting::SAS_DEFAULT)
    }

    /// A detail by what was done and how.
    pub fn detail(&self, pattern: Pattern, setting: Setting) -> Option<&Measured> {
        self.details
            .iter()
            .find(|measured| measured.pattern == pattern && measured.setting == setting)
    }

    /// The scaling figure of a setting with so many streams.
    pub fn scaled(&self, setting: Setting, streams: usize) -> Option<&Measured> {
        self.scaling
            .iter()
            .find(|measured| measured.setting == setting && measured.streams == streams)
    }
}
