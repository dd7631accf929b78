//! The result of jobs as a table.

use feedrate_document::{Column, Document, Facts, Note, Table, format};

use super::record::{JobRecord, JobsRecord};
use crate::latencies;

/// The word for a figure that is not known.
const UNKNOWN: &str = "unknown";

/// The shortest spread of the starts that is mentioned, in seconds, and as a share of the shortest job.
const LEAST_SPREAD: f64 = 0.01;

/// Returns the table of jobs, their average and completion time, and notes on those that failed.
pub fn document(record: &JobsRecord) -> Document {
    let mut document = Document::new(&*record.title)
        .subtitle(format!(
            "feedrate {}, begun {}",
            record.feedrate.version, record.started_at
        ))
        .with(table(record))
        .with(facts(record));
    if record.classes.iter().any(|class| class.step_seconds.is_some()) {
        document.push(latencies::table("Latencies", &record.classes));
    }
    let notes = notes(record);
    if !notes.is_empty() {
        document.push(notes);
    }
    document
}

fn table(record: &JobsRecord) -> Table {
    let mut table = Table::new([
        Column::left("Job"),
        Column::right("Time").unit("s"),
        Column::right("CPU").unit("s"),
        Column::right("Read").unit("MB"),
        Column::right("Wrote").unit("MB"),
        Column::right("Cache").unit("% read"),
        Column::right("Device").unit("% own"),
        Column::left("Ended"),
    ])
    .caption(
        "CPU: user and system. Cache: the share of what was read that the page cache served. Device: the share of all \
         that the devices moved in that time which the job moved itself.",
    );
    for job in &record.jobs {
        table = table.row([
            job.name.clone(),
            format::number(job.seconds),
            known(cpu_seconds(job), format::number),
            known(job.read_bytes, megabytes),
            known(job.written_bytes, megabytes),
            cache(job),
            device(job),
            job.ended.to_owned(),
        ]);
    }
    table
}

fn facts(record: &JobsRecord) -> Facts {
    let completed = record.jobs.iter().filter(|job| job.is_completed()).count();
    let average = match record.average_seconds {
        Some(seconds) if completed == record.jobs.len() => format::seconds(seconds),
        Some(seconds) => format!(
            "{}, of the {completed} of {} jobs that completed",
            format::seconds(seconds),
            record.jobs.len()
        ),
        None => format::NOT_AVAILABLE.to_owned(),
    };
    let rate = known(record.megabytes_per_second, |rate| format::rate(rate * 1e6));
    let mut facts = Facts::new()
        .fact("Average time", average)
        .fact("Completion time", format::seconds(record.completion_seconds))
        .fact("All together", rate);
    if let Some(spread) = notable_spread(record) {
        facts = facts.fact("Spread of the starts", format::seconds(spread));
    }
    facts
}

/// Returns the spread of the starts, if it is more than little for the shortest job.
fn notable_spread(record: &JobsRecord) -> Option<f64> {
    let shortest = record.jobs.iter().map(|job| job.seconds);
    let shortest = shortest.fold(f64::INFINITY, f64::min);
    let notable = |spread: &f64| *spread >= LEAST_SPREAD && *spread >= LEAST_SPREAD * shortest;
    record.start_spread_seconds.filter(notable)
}

/// Returns a warning for each job that did not complete.
fn notes(record: &JobsRecord) -> Vec<Note> {
    let failed = record.jobs.iter().filter(|job| !job.is_completed());
    failed
        .filter_map(|job| {
            let what = job.because.as_deref().or(job.first_error.as_deref())?;
            let name = &job.name;
            Some(Note::warning(match job.because {
                Some(_) => format!("{name}: {what}"),
                None => format!("{name}: {what} ({})", job.log),
            }))
        })
        .collect()
}

fn cpu_seconds(job: &JobRecord) -> Option<f64> {
    Some(job.user_cpu_seconds? + job.system_cpu_seconds?)
}

fn known<T>(value: Option<T>, show: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| UNKNOWN.to_owned(), show)
}

fn megabytes(bytes: u64) -> String {
    format::number(bytes as f64 / 1e6)
}

fn percent(share: f64) -> String {
    let shown = format::percent(share);
    shown.trim_end_matches(" %").to_owned()
}

/// Returns the share of the page cache; that of a job that has read nothing is no unknown one.
fn cache(job: &JobRecord) -> String {
    match job.read_bytes {
        Some(0) => format::NOT_AVAILABLE.to_owned(),
        _ => known(job.cache_share, percent),
    }
}

/// Returns the share of what the devices moved, of which a job without data sets has none.
fn device(job: &JobRecord) -> String {
    match (job.read_bytes, job.written_bytes) {
        (Some(0), Some(0)) => format::NOT_AVAILABLE.to_owned(),
        _ => known(job.device_share, percent),
    }
}

#[cfg(test)]
mod tests {
    use feedrate_document::Header;
    use feedrate_document::text::{self, TextOptions};
    use serde_json::Value;

    use super::*;

    fn job(name: &str, ended: &'static str) -> JobRecord {
        JobRecord {
            name: name.to_owned(),
            class: name.to_owned(),
            program: format!("{name}.sas"),
            options: Vec::new(),
            log: format!("{name}.log"),
            listing: format!("{name}.lst"),
            process: Some(7),
            ended,
            because: None,
            first_error: None,
            seconds: 239.351,
            user_cpu_seconds: Some(101.26),
            system_cpu_seconds: Some(12.5),
            read_bytes: Some(123_456_789_012),
            written_bytes: Some(12_345_678_901),
            cache_share: Some(0.1234),
            storage_read_bytes: Some(1),
            storage_write_bytes: Some(1),
            devices: vec!["vda".to_owned()],
            device_bytes: Some(10),
            device_share: Some(0.3333),
            record: Value::Null,
        }
    }

    #[test]
    fn the_table_fits_80_columns_and_says_what_is_unknown() {
        let mut died = job("datamining-2", "died");
        died.because = Some("its process 7 died: signal: 9 (SIGKILL)".to_owned());
        died.user_cpu_seconds = None;
        (died.read_bytes, died.written_bytes) = (None, None);
        (died.cache_share, died.device_share) = (None, None);
        let mut failed = job("data_baseprocs", "errors");
        failed.first_error = Some("File WORK.NONE.DATA does not exist.".to_owned());
        let mut idle = job("b", "not started");
        (idle.read_bytes, idle.written_bytes) = (Some(0), Some(0));
        idle.cache_share = None;
        let record = JobsRecord {
            feedrate: Header {
                version: "1.0.0",
                ..Header::new("jobs", 1)
            },
            title: "mix.jobs: 4 jobs at once".to_owned(),
            started_at: "2026-11-21T05:44:25Z".to_owned(),
            released_microseconds: 1,
            ended_microseconds: 2,
            ended: "errors",
            average_seconds: Some(239.351),
            completion_seconds: 301.5,
            start_spread_seconds: Some(4.5),
            megabytes_per_second: None,
            classes: Vec::new(),
            jobs: vec![job("datamining-1", "warnings"), died, failed, idle],
        };
        let shown = text::render(&document(&record), &TextOptions::default());
        assert!(shown.lines().all(|line| line.chars().count() <= 80));
        insta::assert_snapshot!(shown);
    }
}
