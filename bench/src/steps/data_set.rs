//! `feedrate run` on data sets.

use std::fs;

use feedrate_bench::child::{self, Stop};
use feedrate_bench::feedrate::Feedrate;

use crate::case::Case;
use crate::claims;
use crate::job::Job;
use crate::keyed;
use crate::measurement::Own;
use crate::programs::{self, FOUND};
use crate::record::{DataSet, Record};
use crate::stage::Stage;
use crate::task::{Query, Task};
use crate::way::Pages;

/// Where the log goes.
const LOG: &str = "feedrate.log";

/// Refuses figures of something else than was asked for: they would be compared all the same.
fn check(job: &Job, pages: Pages, record: &Record) -> Result<(), String> {
    let in_source = |data_set: &DataSet| match data_set.is_called("SMALL") {
        true => keyed::SMALL_ROWS,
        false => job.rows,
    };
    let made = |data_set: &DataSet| match job.task {
        Task::Make(_) => in_source(data_set),
        Task::Copy | Task::Sort => job.rows,
        Task::Means | Task::Sums | Task::Query(Query::Join) => 1,
        Task::Scan(Query::Join) => 2,
        Task::Scan(Query::Group | Query::GroupText) => 1,
        Task::Query(Query::Group | Query::GroupText) => keyed::groups(job.rows),
        Task::Tabulate => claims::CELLS,
    };
    for data_set in record.read() {
        check_data_set(data_set, in_source(data_set), pages)?;
    }
    for data_set in record.made() {
        check_data_set(data_set, made(data_set), pages)?;
    }
    if job.task.reads() && record.read().next().is_none() || record.made().next().is_none() {
        return Err("feedrate does not tell what it read and made".into());
    }
    let is_durable = |made: &DataSet| {
        made.file
            .as_ref()
            .is_some_and(|file| file.flush_seconds.is_some())
    };
    match record.made().all(is_durable) {
        true => Ok(()),
        false => Err("feedrate did not bring the data set to the device".into()),
    }
}

fn check_data_set(data_set: &DataSet, rows: u64, pages: Pages) -> Result<(), String> {
    let moved = data_set.observations;
    if moved != rows {
        return Err(format!("feedrate moved {moved} rows of {rows}"));
    }
    let (buffers, method) = match pages.buffers {
        Some(buffers) => (Some(buffers), "direct"),
        None => (None, "cached"),
    };
    match &data_set.file {
        Some(file) if file.method == method && file.buffers == buffers => Ok(()),
        Some(file) => Err(format!("feedrate fell back: {}", file.notes.join("; "))),
        None => Err("feedrate does not tell how pages moved".into()),
    }
}

/// Runs a job once.
pub fn run(
    feedrate: &Feedrate,
    pages: Pages,
    job: &Job,
    stage: &Stage,
    stop: &Stop,
) -> Result<Own, String> {
    let (record, usage) = execute(
        feedrate,
        &programs::program(job, pages),
        pages,
        job,
        stage,
        stop,
    )?;
    check(job, pages, &record)?;
    Ok(Own {
        data_bytes: job.data_bytes(),
        seconds: record.usage.real_seconds,
        cpu_seconds: record.usage.user_cpu_seconds + record.usage.system_cpu_seconds,
        storage_read_bytes: record.usage.storage_read_bytes,
        peak_memory_bytes: usage.peak_memory_bytes,
        notes: record.notes(),
    })
}

/// The numbers that describe what a case wrote, in the order of those that are expected.
pub fn found(
    feedrate: &Feedrate,
    case: Case,
    pages: Pages,
    job: &Job,
    stage: &Stage,
    stop: &Stop,
) -> Result<Vec<f64>, String> {
    let text = programs::library("in", &job.target) + &programs::description(case, job.rows);
    execute(feedrate, &text, pages, job, stage, stop)?;
    let log = fs::read_to_string(stage.folder().join(LOG)).map_err(|error| error.to_string())?;
    log.lines()
        .filter_map(|line| line.strip_prefix(FOUND))
        .map(|bits| u64::from_str_radix(bits.trim(), 16).map(f64::from_bits))
        .collect::<Result<_, _>>()
        .map_err(|error| format!("feedrate's numbers: {error}"))
}

fn execute(
    feedrate: &Feedrate,
    text: &str,
    pages: Pages,
    job: &Job,
    stage: &Stage,
    stop: &Stop,
) -> Result<(Record, child::Usage), String> {
    let (program, figures) = (stage.beside("program.sas"), stage.beside("feedrate.json"));
    fs::write(&program, text).map_err(|error| format!("cannot write a program: {error}"))?;
    let mut command = feedrate.command("run");
    command
        .arg(&program)
        .arg("--json")
        .arg(&figures)
        .arg("--work")
        .arg(stage.folder());
    match pages.buffers {
        Some(buffers) => command.args(["-o", "sgio", "-o", &format!("bufno={buffers}")]),
        None => command.args(["-o", "nosgio"]),
    };
    if let Some(bytes) = job.memory_setting {
        let kib = bytes >> 10;
        command.args(["-o", &format!("memsize={kib}k")]);
        command.args(["-o", &format!("sortsize={kib}k")]);
    }
    if let Some(threads) = job.threads {
        command.args(["-o", &format!("cpucount={threads}")]);
    }
    let usage = child::run_within(&mut command, &stage.beside(LOG), job.bounds, stop)
        .map_err(|error| shortened(&error))?;
    let cannot = |error: String| format!("feedrate's figures: {error}");
    let text = fs::read_to_string(&figures).map_err(|error| cannot(error.to_string()))?;
    let record = serde_json::from_str(&text).map_err(|error| cannot(error.to_string()))?;
    Ok((record, usage))
}

/// What failed, with the first error of a log and not all of it.
fn shortened(error: &str) -> String {
    match error.split_once(": ").zip(error.find("ERROR")) {
        Some(((how, _), place)) => {
            let line: String = error[place..].chars().take(300).collect();
            format!("{how}: {line}")
        }
        None => error.to_owned(),
    }
}
