//! Log files of bandwidth, operations and latencies, with fio's names and columns.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::aggregate_log::{self, AggregateLog};
use super::log::Part;
use super::log_files;
use super::log_lines::looks_like_log;
pub use super::written_files::LogError;
use super::written_files::WrittenFiles;
use crate::job::Jobs;
use crate::overwrite::{self, Excerpt};
use crate::plan::Plan;

/// Writes the logs of all jobs together.
///
/// # Errors
///
/// Returns an error for the first log that cannot be written; earlier ones remain.
pub fn write_aggregate(log: &AggregateLog, stop: &Arc<AtomicBool>) -> Result<(), LogError> {
    let mut files = WrittenFiles::new(stop);
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
    let reason = "the file is not empty and holds no log; name another, or remove it";
    overwrite::check(&path, is_own, reason).map_err(|source| LogError { path, source })
}
