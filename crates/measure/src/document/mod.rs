//! The report of a measurement.

mod facts;
mod tables;

use feedrate_document::{Document, Facts, Note, format};
use feedrate_pageio::Access;
use feedrate_stats::Interval;

use crate::options::Options;
use crate::result::{self, Measurement, Repeats};

/// Returns the whole report.
pub fn document(options: &Options, measurement: &Measurement) -> Document {
    let job = &measurement.job;
    let version = env!("CARGO_PKG_VERSION");
    let notes = notes(measurement);
    let (Some(summary), Some((number, run))) = (&measurement.summary, result::middle(&measurement.runs)) else {
        return Document::new("Nothing was measured").with(notes);
    };
    let mut document = Document::new(headline(options, summary)).subtitle(format!(
        "feedrate {version}; MB is 10^6 bytes, K and MiB are powers of 2"
    ));
    document.push(facts::of(options, job, run));
    if measurement.runs.len() > 1 {
        document = document
            .heading("Repeats")
            .with(repeat_facts(summary, number))
            .with(tables::repeats(&measurement.runs, number));
    }
    document.push(tables::latencies(&run.figures));
    if job.streams.len() > 1 {
        document.push(tables::streams(job, &run.figures));
    }
    if !notes.is_empty() {
        document.push(notes);
    }
    document
}

fn headline(options: &Options, summary: &Repeats) -> String {
    let rate = format::rate(summary.megabytes_per_second.median * 1e6);
    let operations = summary.operations_per_second.map_or(f64::NAN, |all| all.median);
    let what = match options.files.as_slice() {
        [file] => file.display().to_string(),
        files => format!("{} files", files.len()),
    };
    format!(
        "{rate}, {} transfers/s: {} {} of {what}",
        format::number(operations),
        order(options.order),
        options.action.name(),
    )
}

/// Returns the name of an order before "read", "write" and similar words.
fn order(order: Access) -> &'static str {
    match order {
        Access::Sequential => "sequential",
        Access::Random => "random",
        Access::History => "random (kernel not told)",
    }
}

fn repeat_facts(summary: &Repeats, middle: usize) -> Facts {
    let rates = &summary.megabytes_per_second;
    let range = |low: f64, high: f64| format::interval(&format::rate(low * 1e6), &format::rate(high * 1e6));
    let interval = match rates.interval {
        Some(Interval { low, high }) => range(low, high),
        None => "none: it takes 6 repeats".to_owned(),
    };
    Facts::new()
        .fact("Median", format::rate(rates.median * 1e6))
        .fact("95 % interval", interval)
        .fact("Range", range(rates.min, rates.max))
        .fact("Across repeats", summary.description.clone())
        .fact(
            "Details",
            format!("of repeat {}, the nearest to the median", middle + 1),
        )
}

fn notes(measurement: &Measurement) -> Vec<Note> {
    let interrupted = measurement.interrupted_by.map(|signal| {
        Note::warning(match measurement.runs.is_empty() {
            true => format!("Interrupted by {signal} before anything was measured."),
            false => format!("Interrupted by {signal}: these are the figures up to then."),
        })
    });
    let warnings = measurement.warnings.iter().map(Note::warning);
    interrupted.into_iter().chain(warnings).collect()
}
