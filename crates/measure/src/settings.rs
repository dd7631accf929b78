//! The effective settings of a measurement, for JSON.

use feedrate_pageio::{Access, Discipline, EngineChoice};
use feedrate_workload::{Job, RunAs, Target};
use serde::Serialize;

use crate::options::{Action, Options};

/// Effective settings: given ones, defaults, and those that follow from the files.
#[derive(Debug, Serialize)]
pub(crate) struct Settings {
    #[serde(rename = "do")]
    action: Action,
    method: &'static str,
    order: Access,
    page_bytes: u64,
    /// Pages of a full transfer.
    transfer_pages: u32,
    transfer_bytes: u64,
    /// True if a pass moves its first page alone, as SAS does with several buffers.
    first_page_alone: bool,
    discipline: Discipline,
    depth: u32,
    engine: &'static str,
    read_percent: Option<u8>,
    time_seconds: Option<f64>,
    ramp_seconds: f64,
    rate_bytes_per_second: Option<u64>,
    target: Option<Target>,
    durable: bool,
    cold: bool,
    compressible_percent: Option<u8>,
    run_as: RunAs,
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
    /// Returns the settings; `None` for a job without streams, which options without files give.
    pub(crate) fn of(options: &Options, job: &Job) -> Option<Self> {
        let stream = job.streams.first()?;
        let mixes = options.action == Action::Mix;
        let makes_content = matches!(options.action, Action::Write | Action::Mix);
        Some(Self {
            action: options.action,
            method: options.method.name(),
            order: options.order,
            page_bytes: stream.geometry.page,
            transfer_pages: stream.geometry.pages,
            transfer_bytes: stream.geometry.transfer_bytes(),
            first_page_alone: stream.geometry.first_page_alone,
            discipline: stream.discipline,
            depth: stream.depth,
            engine: engine(options.engine),
            read_percent: mixes.then(|| options.read_percent.unwrap_or(Options::READ_PERCENT)),
            time_seconds: options.time.map(|time| time.as_secs_f64()),
            ramp_seconds: options.ramp.as_secs_f64(),
            rate_bytes_per_second: options.rate,
            target: makes_content.then_some(stream.target),
            durable: options.durable,
            cold: options.cold,
            compressible_percent: makes_content.then_some(stream.compressible_percent),
            run_as: options.run_as,
            repeats: options.repeats,
            interval_seconds: options.interval.as_secs_f64(),
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

/// Returns the name of an engine as on the command line.
fn engine(choice: EngineChoice) -> &'static str {
    match choice {
        EngineChoice::Auto => "auto",
        EngineChoice::Only(kind) | EngineChoice::OrStandIn(kind) | EngineChoice::Polled { kind, .. } => kind.argument(),
    }
}
