//! The result of tuning as JSON.

use feedrate_document::Header;
use feedrate_stats::PairedRatio;
use serde::Serialize;

use super::TunedProgram;
use super::choose::PartChoice;

/// The version of this format. It is increased with every change that is not an addition.
const FORMAT_VERSION: u32 = 1;

/// The advice for a program.
#[derive(Debug, Serialize)]
pub struct TuneResult {
    feedrate: Header,
    program: String,
    rounds: u32,
    parts: Vec<PartResult>,
    lines: Vec<LineResult>,
    gained: Option<PairedRatio>,
    overlap: Option<PairedRatio>,
    pipes: Vec<PipeResult>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct PartResult {
    line: u32,
    steps: Vec<String>,
    cached_seconds: f64,
    /// The options that pay; absent if it stays as it is.
    options: Option<String>,
    /// Its time as a ratio to that through the page cache.
    ratio: Option<PairedRatio>,
    /// Why it stays cached, if not by its times.
    stays_cached: Option<String>,
    /// The number of settings that are as good as the best.
    equals: usize,
}

#[derive(Debug, Serialize)]
struct LineResult {
    before_line: u32,
    text: String,
}

#[derive(Debug, Serialize)]
struct PipeResult {
    data_set: String,
    from: String,
    to: String,
    bytes: u64,
    seconds: f64,
    at_least_seconds: f64,
}

/// Returns the result of tuning as JSON.
pub fn result(tuned: &TunedProgram) -> TuneResult {
    TuneResult {
        feedrate: Header::new("tune", FORMAT_VERSION),
        program: tuned.program.clone(),
        rounds: tuned.rounds,
        parts: tuned
            .advice
            .iter()
            .map(|part| {
                let (options, ratio, stays_cached) = match &part.chosen {
                    PartChoice::Pays { setting, ratio } => (Some(setting.options()), Some(*ratio), None),
                    PartChoice::StaysCached(why) => (None, None, Some(why.reason())),
                    PartChoice::NothingPays => (None, None, None),
                };
                PartResult {
                    line: part.line,
                    steps: part.steps.clone(),
                    cached_seconds: part.seconds,
                    options,
                    ratio,
                    stays_cached,
                    equals: part.equals,
                }
            })
            .collect(),
        lines: tuned
            .lines
            .iter()
            .map(|(line, text)| LineResult {
                before_line: *line,
                text: text.clone(),
            })
            .collect(),
        gained: tuned.verified.as_ref().and_then(|verified| verified.gained),
        overlap: tuned.verified.as_ref().and_then(|verified| verified.overlap),
        pipes: tuned
            .pipes
            .iter()
            .map(|pipe| PipeResult {
                data_set: pipe.data_set.clone(),
                from: pipe.from.clone(),
                to: pipe.to.clone(),
                bytes: pipe.bytes,
                seconds: pipe.seconds,
                at_least_seconds: pipe.at_least,
            })
            .collect(),
        notes: tuned.notes.clone(),
    }
}
