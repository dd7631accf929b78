//! The report of a measurement.

use feedrate_report::{Document, Facts, Note, format};
use feedrate_stats::Interval;
use feedrate_workload::Job;

use super::arguments::MeasureArguments;
use super::result::{self, Measurement, Repeats};
use super::{facts, tables};

/// Returns the whole report.
pub(super) fn of(arguments: &MeasureArguments, job: &Job, measurement: &Measurement) -> Document {
    let version = env!("CARGO_PKG_VERSION");
    let notes = notes(measurement);
    let (Some(summary), Some((number, run))) =
        (&measurement.summary, result::middle(&measurement.runs))
    else {
        return Document::new("Nothing was measured").with(notes);
    };
    let mut document = Document::new(headline(arguments, summary)).subtitle(format!(
        "feedrate {version}; MB is 10^6 bytes, K and MiB are powers of 2"
    ));
    document.push(facts::of(arguments, job, run));
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

fn headline(arguments: &MeasureArguments, summary: &Repeats) -> String {
    let rate = format::rate(summary.megabytes_per_second.median * 1e6);
    let operations = summary
        .operations_per_second
        .map_or(f64::NAN, |all| all.median);
    let what = match arguments.files.as_slice() {
        [file] => file.display().to_string(),
        files => format!("{} files", files.len()),
    };
    format!(
        "{rate}, {} transfers/s: {} {} of {what}",
        format::number(operations),
        arguments.order.name(),
        arguments.what.name(),
    )
}

fn repeat_facts(summary: &Repeats, middle: usize) -> Facts {
    let rates = &summary.megabytes_per_second;
    let range =
        |low: f64, high: f64| format::interval(&format::rate(low * 1e6), &format::rate(high * 1e6));
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
