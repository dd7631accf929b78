//! Log files of bandwidth, operations and latencies, with fio's names and columns.
//!
//! A line is `time, value, direction, block, priority`: ms since the job began; KiB/s, operations a second or ns; 0 for
//! reads, 1 for writes and 2 for trims; the bytes of the block (0 if the line is a mean); and 1 for a request of the class
//! real time, else 0. With `log_offset` the block's offset precedes the priority, which `log_prio` tells whole.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use feedrate_pageio::named_file::Writing;
use feedrate_pageio::stoppable::Stoppable;
use feedrate_workload::load::{Entry, LoadSeries};

use super::aggregate_log::{self, AggregateLog};
use super::{Report, clock, compressed_log, histogram_log};
use crate::iolog;
use crate::job::{Job, Jobs, ReportOptions};
use crate::overwrite::may_be_replaced;
use crate::plan::{Plan, Worker};

/// A log that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the log {}: {source}", path.display())]
pub struct LogError {
    /// Its file.
    pub path: PathBuf,
    /// The reason.
    #[source]
    pub source: io::Error,
}

/// Writes the logs of jobs, to the working folder unless their names have another. Returns their names.
///
/// If a log is a pipe, `stop` ends the wait for its reader.
///
/// # Errors
///
/// Returns an error for the first log that cannot be written; earlier ones remain.
pub fn write(report: &Report<'_>, stop: &Arc<AtomicBool>) -> Result<Vec<PathBuf>, LogError> {
    let mut files = Files {
        stop,
        written: Vec::new(),
    };
    let loads = report.outcome.batches.iter().flat_map(|batch| {
        let began = batch.began_after;
        batch.loads.iter().map(move |load| (began, load))
    });
    let run_began = report.ended.checked_sub(report.elapsed);
    let planned = report.plan.schedule.batches.iter().flatten();
    for ((worker, of), (began, load)) in report.plan.workers.iter().zip(planned).zip(loads) {
        let Some(job) = report.jobs.jobs.get(worker.job) else {
            continue;
        };
        let since = match run_began.filter(|_| job.options.reports.log_unix_epoch) {
            Some(run_began) => epoch(
                run_began,
                began + load.began_after.unwrap_or_default() + load.ramped,
            ),
            None => 0,
        };
        if let Some(path) = &job.options.replay.write_iolog {
            // As in fio, a recording is appended to earlier ones.
            files.write(path, true, |out| {
                iolog::write(out, &of.files, &load.series.movements)
            })?;
        }
        if let Some(path) = histogram_log::path(job, worker) {
            let coarseness = job.options.reports.log_hist_coarseness;
            files.write(&path, false, |out| {
                let mut entries = load.series.histograms.iter();
                entries.try_for_each(|entry| {
                    writeln!(out, "{}", histogram_log::line(entry, since, coarseness))
                })
            })?;
        }
        for (path, entries) in of_series(job, worker, &load.series) {
            files.write(&path, false, |out| {
                let reports = &job.options.reports;
                if reports.log_store_compressed {
                    return compressed_log::write(out, entries, since, reports);
                }
                let mut entries = entries.iter();
                entries.try_for_each(|entry| writeln!(out, "{}", line(entry, since, reports)))
            })?;
        }
    }
    Ok(files.written)
}

/// The logs that have been written.
struct Files<'a> {
    stop: &'a Arc<AtomicBool>,
    written: Vec<PathBuf>,
}

impl Files<'_> {
    /// Writes a log. Clones that share one are written one after the other; with `adds` it is appended to existing
    /// content.
    fn write(
        &mut self,
        path: &Path,
        adds: bool,
        fill: impl FnOnce(&mut BufWriter<Stoppable>) -> io::Result<()>,
    ) -> Result<(), LogError> {
        let is_new = !self.written.iter().any(|written| written == path);
        create_or_append(path, is_new && !adds, self.stop)
            .and_then(|file| {
                let mut out = BufWriter::new(file);
                fill(&mut out)?;
                out.flush()
            })
            .map_err(|source| LogError {
                path: path.to_owned(),
                source,
            })?;
        if is_new {
            self.written.push(path.to_owned());
        }
        Ok(())
    }
}

fn epoch(run_began: SystemTime, after: Duration) -> u64 {
    clock::unix_milliseconds(run_began.checked_add(after).unwrap_or(run_began))
}

/// Writes the logs of all jobs together.
///
/// # Errors
///
/// Returns an error for the first log that cannot be written; earlier ones remain.
pub fn write_aggregate(log: &AggregateLog, stop: &Arc<AtomicBool>) -> Result<(), LogError> {
    let mut files = Files {
        stop,
        written: Vec::new(),
    };
    let mut logs = log.lines().into_iter();
    logs.try_for_each(|(path, lines)| {
        files.write(&path, false, |out| out.write_all(lines.as_bytes()))
    })
}

/// Checks, before anything runs, that none of the logs of all jobs together would replace a file that is not a log.
///
/// # Errors
///
/// Returns an error for the first such file.
pub fn check_aggregate() -> Result<(), LogError> {
    let mut paths = aggregate_log::PATHS.iter();
    paths.try_for_each(|path| check_one(PathBuf::from(path), looks_like_log))
}

/// Checks, before anything runs, that no log would replace a file that is not a log.
///
/// # Errors
///
/// Returns an error for the first such file.
pub fn check(jobs: &Jobs, plan: &Plan) -> Result<(), LogError> {
    let none = LoadSeries::default();
    for worker in &plan.workers {
        let Some(job) = jobs.jobs.get(worker.job) else {
            continue;
        };
        let recorded = job.options.replay.write_iolog.clone();
        let series = of_series(job, worker, &none).into_iter();
        let looks_like_one = match job.options.reports.log_store_compressed {
            true => compressed_log::looks_like_one,
            false => looks_like_log,
        };
        let paths = series.map(|(path, _)| (path, looks_like_one as fn(&str) -> bool));
        let all = recorded.map(|path| (path, iolog::looks_like_one as fn(&str) -> bool));
        let histograms =
            histogram_log::path(job, worker).map(|path| (path, histogram_log::looks_like_one as _));
        for (path, is_own) in all.into_iter().chain(histograms).chain(paths) {
            check_one(path, is_own)?;
        }
    }
    Ok(())
}

fn check_one(path: PathBuf, is_own: fn(&str) -> bool) -> Result<(), LogError> {
    let source = match may_be_replaced(&path, is_own) {
        Ok(true) => return Ok(()),
        Ok(false) => io::Error::new(
            io::ErrorKind::AlreadyExists,
            "the file is not empty and holds no log; name another, or remove it",
        ),
        Err(error) => error,
    };
    Err(LogError { path, source })
}

/// Returns whether a file begins with a line of a log.
pub(super) fn looks_like_log(head: &str) -> bool {
    head.lines().next().is_some_and(is_line)
}

/// Returns whether it is a line of a log: numbers separated by commas.
fn is_line(line: &str) -> bool {
    let columns: Vec<_> = line.trim_end().split(", ").collect();
    let is_number = |column: &str| match column.strip_prefix("0x") {
        Some(hex) => u16::from_str_radix(hex, 16).is_ok(),
        None => column.parse::<u64>().is_ok(),
    };
    (4..=7).contains(&columns.len()) && columns.iter().all(|column| is_number(column))
}

/// Returns the logs of one load, with their entries.
fn of_series<'a>(
    job: &Job,
    worker: &Worker,
    series: &'a LoadSeries,
) -> Vec<(PathBuf, &'a [Entry])> {
    let options = &job.options;
    let logs: [(&Option<String>, &str, &[Entry]); 5] = [
        (&options.reports.write_bw_log, "bw", &series.bandwidth),
        (&options.reports.write_iops_log, "iops", &series.operations),
        (&options.reports.write_lat_log, "slat", &series.submission),
        (&options.reports.write_lat_log, "clat", &series.completion),
        (&options.reports.write_lat_log, "lat", &series.latency),
    ];
    logs.into_iter()
        .filter_map(|(prefix, kind, entries)| {
            Some((log_path(job, worker, prefix.as_deref()?, kind), entries))
        })
        .collect()
}

/// Returns the name of a log, which begins with the given prefix, or with the job's name if that is empty.
pub(super) fn log_path(job: &Job, worker: &Worker, prefix: &str, kind: &str) -> PathBuf {
    let prefix = match prefix {
        "" => job.name_of(worker.clone),
        prefix => prefix,
    };
    let ending = match job.options.reports.log_store_compressed {
        true => "log.fz",
        false => "log",
    };
    PathBuf::from(match job.options.reports.per_job_logs {
        true => format!("{prefix}_{kind}.{}.{ending}", worker.number),
        false => format!("{prefix}_{kind}.{ending}"),
    })
}

/// Returns fio's number of a direction.
pub(super) fn direction(is_write: bool, is_trim: bool) -> u8 {
    match (is_write, is_trim) {
        (false, false) => 0,
        (true, _) => 1,
        (false, true) => 2,
    }
}

fn create_or_append(path: &Path, is_new: bool, stop: &Arc<AtomicBool>) -> io::Result<Stoppable> {
    let writing = match is_new {
        true => Writing::Anew,
        false => Writing::AtEnd,
    };
    Stoppable::write_to(path, writing, stop)
}

fn line(entry: &Entry, since: u64, reports: &ReportOptions) -> String {
    let time = since.saturating_add(entry.at.as_millis() as u64);
    let direction = direction(entry.is_write, entry.is_trim);
    let (value, block) = (entry.value, entry.block_bytes);
    let offset = match reports.log_offset {
        true => format!(", {}", entry.offset),
        false => String::new(),
    };
    let priority = priority(entry.priority.code(), reports.log_prio);
    format!("{time}, {value}, {direction}, {block}{offset}, {priority}")
}

/// Returns the last column: a priority as the system codes it, or 1 for one of the class real time and 0 for others.
pub(super) fn priority(code: u16, is_whole: bool) -> String {
    match is_whole {
        true => format!("{code:#06x}"),
        false => u8::from(code >> 13 == 1).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use feedrate_workload::load::{IoClass, RequestPriority};

    use super::*;

    #[test]
    fn a_log_is_known_by_its_first_line() {
        for (text, is_log) in [
            ("500, 1024, 0, 4096, 0\n", true),
            ("500, 1024, 0, 4096, 8192, 0\n1000", true),
            ("thesis\n", false),
            ("500, 1024, 0, 4096, 8192, 0x2000\n", true),
            ("1, 2, 3\n", false),
            ("", false),
        ] {
            assert_eq!(looks_like_log(text), is_log, "{text}");
        }
    }

    #[test]
    fn columns_are_those_of_fio() {
        let entry = Entry {
            at: Duration::from_micros(145_900),
            value: 4200,
            is_write: true,
            is_trim: false,
            block_bytes: 4096,
            offset: 8192,
            priority: RequestPriority::new(IoClass::RealTime, 3, 0),
        };
        let with = |log_offset, log_prio| ReportOptions {
            log_offset,
            log_prio,
            ..ReportOptions::default()
        };
        let line = |entry: &Entry, since, reports| line(entry, since, &reports);
        assert_eq!(line(&entry, 0, with(false, false)), "145, 4200, 1, 4096, 1");
        assert_eq!(
            line(&entry, 1000, with(true, true)),
            "1145, 4200, 1, 4096, 8192, 0x2003"
        );
        let entry = Entry {
            priority: RequestPriority::default(),
            ..entry
        };
        assert_eq!(
            line(&entry, 1000, with(true, false)),
            "1145, 4200, 1, 4096, 8192, 0"
        );
        assert_eq!(
            line(&entry, 0, with(false, true)),
            "145, 4200, 1, 4096, 0x0000"
        );
    }
}
