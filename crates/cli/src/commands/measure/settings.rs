//! The effective settings of a measurement, for JSON.

use clap::ValueEnum;
use feedrate_pageio::Discipline;
use feedrate_workload::{Job, Target};
use serde::Serialize;

use super::arguments::{MeasureArguments, StreamAction};

/// Effective settings: given ones, defaults, and those that follow from the files.
#[derive(Debug, Serialize)]
pub(super) struct Settings {
    #[serde(rename = "do")]
    what: String,
    method: String,
    order: String,
    page_bytes: u64,
    /// Pages of a full transfer.
    transfer_pages: u32,
    transfer_bytes: u64,
    /// Whether a pass moves its first page alone, as SAS does with several buffers.
    first_page_alone: bool,
    discipline: Discipline,
    depth: u32,
    engine: String,
    read_percent: Option<u8>,
    time_seconds: Option<f64>,
    ramp_seconds: f64,
    rate_bytes_per_second: Option<u64>,
    target: Option<Target>,
    durable: bool,
    cold: bool,
    compressible_percent: Option<u8>,
    run_as: String,
    repeats: u32,
    interval_seconds: f64,
    streams: Vec<StreamSettings>,
}

/// The settings that differ between streams.
#[derive(Debug, Serialize)]
struct StreamSettings {
    name: String,
    source: Option<String>,
    target: Option<String>,
    bytes: u64,
    seed: u64,
}

impl Settings {
    /// Returns the settings; `None` for a job without streams, which the arguments do not allow.
    pub(super) fn of(arguments: &MeasureArguments, job: &Job) -> Option<Self> {
        let stream = job.streams.first()?;
        let mixes = arguments.what == StreamAction::Mix;
        let makes_content = matches!(arguments.what, StreamAction::Write | StreamAction::Mix);
        Some(Self {
            what: as_given(arguments.what),
            method: as_given(arguments.method),
            order: as_given(arguments.order),
            page_bytes: stream.geometry.page,
            transfer_pages: stream.geometry.pages,
            transfer_bytes: stream.geometry.transfer_bytes(),
            first_page_alone: stream.geometry.first_page_alone,
            discipline: stream.discipline,
            depth: stream.depth,
            engine: as_given(arguments.engine),
            read_percent: mixes.then(|| arguments.reads.unwrap_or(50)),
            time_seconds: arguments.time.map(|time| time.as_secs_f64()),
            ramp_seconds: arguments.ramp.as_secs_f64(),
            rate_bytes_per_second: arguments.rate,
            target: makes_content.then_some(stream.target),
            durable: arguments.durable,
            cold: arguments.cold,
            compressible_percent: makes_content.then_some(stream.compressible_percent),
            run_as: as_given(arguments.run_as),
            repeats: arguments.repeats,
            interval_seconds: arguments.interval.as_secs_f64(),
            streams: job
                .streams
                .iter()
                .map(|stream| StreamSettings {
                    name: stream.name.clone(),
                    source: stream.work.source().map(lossy),
                    target: stream.work.target().map(lossy),
                    bytes: stream.range.bytes,
                    seed: stream.seed,
                })
                .collect(),
        })
    }
}

/// Converts a path to a string, because JSON has no bytes.
fn lossy(path: &std::path::Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Returns a value as it is written on the command line.
fn as_given(value: impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}
