//! `feedrate run` on data sets.

use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::run::Run;
use feedrate_bench::peers::feedrate::{DataSet, Feedrate, ProgramRun, Record};

use super::check::Check;
use super::claims;
use super::competitor::Pages;
use super::job::Job;
use super::keyed;
use super::programs;
use super::task::Task;

/// Refuses figures of something else than was asked for: they would be compared all the same.
fn check(job: &Job, pages: Pages, record: &Record) -> Result<(), String> {
    let in_source = |data_set: &DataSet| match data_set.is_called("SMALL") {
        true => keyed::SMALL_ROWS,
        false => job.rows,
    };
    let made = |data_set: &DataSet| match job.task {
        Task::Make => in_source(data_set),
        Task::Copy | Task::Sort => job.rows,
        Task::Means | Task::Sums | Task::Join | Task::Lookup | Task::Match | Task::ScanGroup | Task::ScanGroupText => 1,
        Task::ScanJoin => 2,
        Task::Group | Task::GroupText => keyed::groups(job.rows),
        Task::Tabulate => claims::CELLS,
        Task::Median => claims::REGIONS,
        Task::Open(task) => task.result_rows(job.rows),
    };
    for data_set in record.read() {
        // `if 0 then set a;` names the variables of what a hash object reads, and reads nothing itself.
        let is_read_elsewhere = |other: &DataSet| other.name == data_set.name && other.observations > 0;
        if data_set.observations == 0 && record.read().any(is_read_elsewhere) {
            continue;
        }
        check_data_set(data_set, in_source(data_set), pages)?;
    }
    for data_set in record.made() {
        check_data_set(data_set, made(data_set), pages)?;
    }
    if job.task.reads() && record.read().next().is_none() || record.made().next().is_none() {
        return Err("feedrate does not tell what it read and made".into());
    }
    let is_durable = |made: &DataSet| made.file.as_ref().is_some_and(|file| file.flush_seconds.is_some());
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
pub fn run(feedrate: &Feedrate, pages: Pages, job: &Job, bench: &Bench) -> Result<Run, String> {
    let finished = execute(feedrate, &programs::program(job, pages), pages, job, bench)?;
    check(job, pages, &finished.record)?;
    finished.figures()
}

/// Returns the numbers that describe a result, in the order of those that are expected.
pub fn found(feedrate: &Feedrate, check: Check, pages: Pages, job: &Job, bench: &Bench) -> Result<Vec<f64>, String> {
    let text = programs::description(check, &job.target, job.rows);
    execute(feedrate, &text, pages, job, bench)?.numbers()
}

fn execute(feedrate: &Feedrate, text: &str, pages: Pages, job: &Job, bench: &Bench) -> Result<ProgramRun, String> {
    let mut options = match pages.buffers {
        Some(buffers) => vec!["sgio".to_owned(), format!("bufno={buffers}")],
        None => vec!["nosgio".to_owned()],
    };
    if let Some(bytes) = job.memory_setting {
        let kib = bytes >> 10;
        options.extend([format!("memsize={kib}k"), format!("sortsize={kib}k")]);
    }
    options.extend(job.threads.map(|threads| format!("cpucount={threads}")));
    let program = feedrate.program(text, bench)?.options(options);
    program.within(job.bounds).run()
}
