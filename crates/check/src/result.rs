//! A check's result, as it is written to JSON. `docs/check-json.md` describes it.

use std::path::{Path, PathBuf};

use feedrate_machine::Fingerprint;
use feedrate_pageio::Discipline;
use feedrate_stats::Summary;
use serde::Serialize;

use crate::advice::Advice;
use crate::bench::Bench;
use crate::options::Options;
use crate::preflight::{Machine, Preflight};
use crate::scratch::Swept;
use crate::search::Ranked;
use crate::setting::Setting;
use crate::trial::{Pattern, Trial};
use crate::verdict::{self, FolderVerdict, Verdict};

/// What the document is, so that programs may know.
#[derive(Clone, Debug, Serialize)]
pub struct Header {
    /// The version of feedrate that wrote it.
    pub version: &'static str,
    /// What kind of document it is.
    pub format: &'static str,
    /// Raised when a field changes its meaning or goes; new fields leave it as it is.
    pub format_version: u32,
}

impl Default for Header {
    fn default() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            format: "check",
            format_version: 1,
        }
    }
}

/// All of it.
#[derive(Clone, Debug, Serialize)]
pub struct CheckResult {
    /// What this is.
    pub feedrate: Header,
    /// When it was begun, by RFC 3339.
    pub started_at: String,
    /// Whether it ran to its end.
    pub complete: bool,
    /// What was asked.
    pub options: Options,
    /// Physical cores that the verdict counts.
    pub cores_to_feed: usize,
    /// Streams at once in a usual trial.
    pub streams: usize,
    /// What tells this machine and its volumes from others.
    pub fingerprint: Fingerprint,
    /// The machine.
    pub machine: Machine,
    /// Each folder alone.
    pub folders: Vec<FolderResult>,
    /// All folders at once; absent when there is one.
    pub together: Option<Together>,
    /// Whether the requirement is met.
    pub verdict: Verdict,
}

/// One folder.
#[derive(Clone, Debug, Serialize)]
pub struct FolderResult {
    /// It.
    pub folder: PathBuf,
    /// The volume before anything was measured.
    pub preflight: Preflight,
    /// What killed checks had left and is now gone.
    pub swept: Swept,
    /// Whether the volume takes direct I/O.
    pub direct_io: bool,
    /// Bytes of each file in a trial of the search.
    pub search_file_bytes: u64,
    /// Bytes of each file in a trial of the confirmation.
    pub confirmation_file_bytes: u64,
    /// Seconds that the folder took.
    pub seconds: f64,
    /// The searches, one for each discipline.
    pub searched: Vec<Searched>,
    /// The mixed stream at the chosen settings and at SAS's default.
    pub confirmed: Vec<Measured>,
    /// Reading and writing apart, at random, and from the cache.
    pub details: Vec<Measured>,
    /// The mixed stream with one stream, the usual number, and twice that.
    pub scaling: Vec<Measured>,
    /// What the figures mean; absent when they are too few.
    pub verdict: Option<FolderVerdict>,
    /// The chosen settings as lines to copy.
    pub advice: Option<Advice>,
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

/// All folders at once.
#[derive(Clone, Debug, Serialize)]
pub struct Together {
    /// The setting of each folder.
    pub settings: Vec<Setting>,
    /// The mixed stream, dealt out among the folders.
    pub measured: Measured,
}

impl FolderResult {
    pub(crate) fn new(folder: &Path, bench: &Bench, swept: Swept) -> Self {
        Self {
            folder: folder.into(),
            preflight: bench.preflight.clone(),
            swept,
            direct_io: bench.direct,
            search_file_bytes: bench.sizes().search,
            confirmation_file_bytes: bench.sizes().confirmation,
            seconds: 0.0,
            searched: Vec::new(),
            confirmed: Vec::new(),
            details: Vec::new(),
            scaling: Vec::new(),
            verdict: None,
            advice: None,
        }
    }

    pub(crate) fn judge(&mut self, options: &Options, machine: &Machine) {
        self.verdict = verdict::of_folder(options, machine, self);
        self.advice = Advice::of(self);
    }

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
