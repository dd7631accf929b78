//! Keeps how far jobs have come, so that a later run verifies what they wrote.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use feedrate_pageio::named_file::{self, Writing};

use super::{VerifyState, looks_like_one, path};
use crate::job::{Job, Jobs};
use crate::output::Report;
use crate::overwrite::may_be_replaced;
use crate::plan::{Plan, Worker};

/// A state that could not be kept.
#[derive(Debug, thiserror::Error)]
#[error(
    "cannot keep the verify state in {}: {source}; take verify_state_save=0 if it is not needed",
    path.display()
)]
pub struct StateError {
    /// Its file.
    pub path: PathBuf,
    /// The reason.
    #[source]
    pub source: io::Error,
}

/// Checks, before anything runs, that no state that is asked for would replace a file that is none.
///
/// # Errors
///
/// Returns an error for the first such file.
pub(crate) fn check(jobs: &Jobs, plan: &Plan) -> Result<(), StateError> {
    for worker in &plan.workers {
        if let Some(job) = jobs.jobs.get(worker.job)
            && job.options.contents.verify_state_save == Some(true)
            && job.options.contents.verify.is_some()
            && job.options.blocks.rw.writes()
            && !job.options.contents.verify_only
        {
            check_one(&path_of(plan, job, worker))?;
        }
    }
    Ok(())
}

/// Keeps the states of jobs: of those that did not come to the end of their writes, and of all for which that is asked.
/// Returns the files of the former.
///
/// # Errors
///
/// Returns an error for the first state that cannot be kept; earlier ones remain.
pub(crate) fn save(report: &Report<'_>) -> Result<Vec<PathBuf>, StateError> {
    let mut of_stopped = Vec::new();
    let planned = report.plan.schedule.batches.iter().flatten();
    let loads = planned.zip(report.outcome.loads());
    for (worker, (planned, load)) in report.plan.workers.iter().zip(loads) {
        let Some(job) = report.jobs.jobs.get(worker.job) else {
            continue;
        };
        let Some(written) = load.written.clone() else {
            continue;
        };
        let state = VerifyState {
            name: job.name_of(worker.clone).to_owned(),
            index: u64::from(worker.number).saturating_sub(1),
            files: u32::try_from(planned.files.len()).unwrap_or(u32::MAX),
            written,
        };
        let is_whole = state.written.is_whole;
        let is_kept = job.options.contents.verify_state_save.unwrap_or(!is_whole);
        let Some(bytes) = state.to_bytes().filter(|_| is_kept) else {
            continue;
        };
        let path = path_of(report.plan, job, worker);
        check_one(&path)?;
        write(&path, &bytes).map_err(|source| StateError {
            path: path.clone(),
            source,
        })?;
        if !is_whole {
            of_stopped.push(path);
        }
    }
    Ok(of_stopped)
}

fn path_of(plan: &Plan, job: &Job, worker: &Worker) -> PathBuf {
    path(&plan.state_prefix, job.name_of(worker.clone), worker.number)
}

fn check_one(path: &Path) -> Result<(), StateError> {
    let source = match may_be_replaced(path, looks_like_one) {
        Ok(true) => return Ok(()),
        Ok(false) => io::Error::new(
            io::ErrorKind::AlreadyExists,
            "the file is not empty and is no verify state",
        ),
        Err(error) => error,
    };
    Err(StateError {
        path: path.to_owned(),
        source,
    })
}

/// Writes a file that outlasts the end of the machine.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file: File = named_file::open(path, Writing::Anew)?;
    file.write_all(bytes)?;
    file.sync_all()
}
