//! The result of a measurement: every repeat, and their summary.

use feedrate_document::Header;
use feedrate_machine::Fingerprint;
use feedrate_stats::{Shape, Summary};
use feedrate_workload::Job;
use serde::Serialize;

use crate::repeat::Repeat;
use crate::settings::Settings;

/// The result of a measurement. In its JSON the header comes first, so that the beginning of the file identifies it.
#[derive(Debug, Serialize)]
pub struct Measurement {
    /// The job.
    #[serde(skip)]
    pub(crate) job: Job,
    pub(crate) feedrate: Header,
    /// When it was begun, by RFC 3339.
    pub(crate) started_at: String,
    pub(crate) settings: Settings,
    pub(crate) fingerprint: Fingerprint,
    /// The signal that ended it early.
    pub(crate) interrupted_by: Option<&'static str>,
    /// Warnings.
    pub(crate) warnings: Vec<String>,
    pub(crate) runs: Vec<Repeat>,
    /// Absent if nothing was measured.
    pub(crate) summary: Option<Repeats>,
}

/// The version of this format. It is increased with every change that is not an addition.
pub const FORMAT_VERSION: u32 = 1;

/// The summary of the repeats.
#[derive(Debug, Serialize)]
pub(crate) struct Repeats {
    pub(crate) megabytes_per_second: Summary,
    pub(crate) operations_per_second: Option<Summary>,
    pub(crate) cpu_seconds_per_gigabyte: Option<Summary>,
    /// Absent if the share of any repeat is unknown.
    pub(crate) cache_share: Option<Summary>,
    /// The shape of the throughput over the repeats.
    pub(crate) shape: Shape,
    /// The same as text.
    pub(crate) description: String,
}

impl Repeats {
    /// Summarizes repeats; `None` if there are none.
    pub(crate) fn of(runs: &[Repeat]) -> Option<Self> {
        let counted: Vec<&Repeat> = counted(runs).map(|(_, run)| run).collect();
        let values =
            |value: fn(&Repeat) -> Option<f64>| -> Option<Vec<f64>> { counted.iter().map(|run| value(run)).collect() };
        let rates = values(|run| Some(run.figures.megabytes_per_second))?;
        let shape = feedrate_stats::classify(&rates);
        Some(Self {
            megabytes_per_second: Summary::of(&rates)?,
            operations_per_second: Summary::of(&values(|run| Some(run.figures.operations_per_second))?),
            cpu_seconds_per_gigabyte: Summary::of(&values(|run| Some(run.figures.cpu.seconds_per_gigabyte))?),
            cache_share: values(|run| run.figures.cache_share).and_then(|shares| Summary::of(&shares)),
            description: shape.describe(),
            shape,
        })
    }
}

/// Returns the repeats that count: complete ones or, if there are none, the incomplete one.
fn counted(runs: &[Repeat]) -> impl Iterator<Item = (usize, &Repeat)> {
    let any_ended = runs.iter().any(|run| !run.figures.stopped);
    runs.iter()
        .enumerate()
        .filter(move |(_, run)| !(any_ended && run.figures.stopped))
}

/// Returns the repeat whose throughput is nearest the median, whose details are shown.
pub(crate) fn middle(runs: &[Repeat]) -> Option<(usize, &Repeat)> {
    let rates: Vec<f64> = counted(runs).map(|(_, run)| run.figures.megabytes_per_second).collect();
    let median = Summary::of(&rates)?.median;
    let distance = |rate: f64| (rate - median).abs();
    counted(runs).min_by(|(_, a), (_, b)| {
        distance(a.figures.megabytes_per_second).total_cmp(&distance(b.figures.megabytes_per_second))
    })
}
