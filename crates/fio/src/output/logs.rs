//! Log files of bandwidth, operations and latencies, with fio's names and columns.
//!
//! A line is `time, value, direction, block, priority`: ms since the job began; KiB/s, operations a second or ns; 0 for
//! reads, 1 for writes and 2 for trims; the bytes of the block (0 if the line is a mean); and 1 for a request of the
//! class real time, else 0. With `log_offset` the block's offset precedes the priority, which `log_prio` tells whole.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_pageio::named_file::WriteMode;
use feedrate_pageio::stoppable::StoppableFile;
use feedrate_workload::load::Entry;

use super::aggregate_log::{self, AggregateLog};
use super::log_files::{self, Part};
use super::log_lines::looks_like_log;
use crate::job::{Job, Jobs, ReportOptions};
use crate::overwrite::{Excerpt, may_be_replaced};
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

/// The columns of logs that options add.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogColumns {
    /// True if the block's offset precedes the last column.
    pub(super) offset: bool,
    /// True if the last column is the whole priority.
    pub(super) priority: bool,
}

impl LogColumns {
    /// Returns those of the logs of a job.
    pub(super) fn of(reports: &ReportOptions) -> Self {
        Self {
            offset: reports.log_offset,
            priority: reports.log_prio,
        }
    }
}

/// The files that have been written.
#[derive(Debug)]
pub(super) struct Files {
    stop: Arc<AtomicBool>,
    pub(super) written: Vec<PathBuf>,
}

impl Files {
    /// Creates none. `stop` ends the wait for the reader of a pipe.
    pub(super) fn new(stop: &Arc<AtomicBool>) -> Self {
        Self {
            stop: Arc::clone(stop),
            written: Vec::new(),
        }
    }

    /// Writes to a log, after what was written to it before; with `adds` after existing content, too.
    pub(super) fn write(
        &mut self,
        path: &Path,
        adds: bool,
        fill: impl FnOnce(&mut BufWriter<StoppableFile>) -> io::Result<()>,
    ) -> Result<(), LogError> {
        let is_new = !self.written.iter().any(|written| written == path);
        create_or_append(path, is_new && !adds, &self.stop)
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

/// Writes the logs of all jobs together.
///
/// # Errors
///
/// Returns an error for the first log that cannot be written; earlier ones remain.
pub fn write_aggregate(log: &AggregateLog, stop: &Arc<AtomicBool>) -> Result<(), LogError> {
    let mut files = Files::new(stop);
    let mut logs = log.lines().into_iter();
    logs.try_for_each(|(path, lines)| files.write(&path, false, |out| out.write_all(lines.as_bytes())))
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
    let logs = log_files::of_workers(jobs, plan).into_iter().flatten();
    for log in logs {
        let is_own = log.looks_like_one();
        let part = match log.part {
            Some(Part::File(path)) => Some(path),
            _ => None,
        };
        let paths = [Some(log.path), part];
        let mut paths = paths.into_iter().flatten();
        paths.try_for_each(|path| check_one(path, is_own))?;
    }
    Ok(())
}

fn check_one(path: PathBuf, is_own: fn(&Excerpt) -> bool) -> Result<(), LogError> {
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

fn create_or_append(path: &Path, is_new: bool, stop: &Arc<AtomicBool>) -> io::Result<StoppableFile> {
    let writing = match is_new {
        true => WriteMode::Anew,
        false => WriteMode::AtEnd,
    };
    StoppableFile::write_to(path, writing, stop)
}

/// Returns the line of an entry, with the milliseconds that its time counts from.
pub(super) fn line(entry: &Entry, since: u64, columns: LogColumns) -> String {
    let time = since.saturating_add(entry.at.as_millis() as u64);
    let direction = direction(entry.is_write, entry.is_trim);
    let (value, block) = (entry.value, entry.block_bytes);
    let offset = match columns.offset {
        true => format!(", {}", entry.offset),
        false => String::new(),
    };
    let priority = priority(entry.priority.code(), columns.priority);
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
    use std::time::Duration;

    use feedrate_workload::load::{IoClass, RequestPriority};

    use super::*;

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
        let line = |entry: &Entry, since, reports| line(entry, since, LogColumns::of(&reports));
        assert_eq!(line(&entry, 0, with(false, false)), "145, 4200, 1, 4096, 1");
        assert_eq!(
            line(&entry, 1000, with(true, true)),
            "1145, 4200, 1, 4096, 8192, 0x2003"
        );
        let entry = Entry {
            priority: RequestPriority::default(),
            ..entry
        };
        assert_eq!(line(&entry, 1000, with(true, false)), "1145, 4200, 1, 4096, 8192, 0");
        assert_eq!(line(&entry, 0, with(false, true)), "145, 4200, 1, 4096, 0x0000");
    }
}
