//! Keeps how far jobs have come, so that a later run verifies what they wrote.

use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use feedrate_pageio::named_file::{self, WriteMode};

use crate::job::{Job, Jobs};
use crate::output::RunResults;
use crate::overwrite::{self, Excerpt, may_be_replaced};
use crate::plan::{Plan, Worker};
use crate::verify_state::{VerifyState, looks_like_one, path};

/// A state that could not be kept, or not be removed.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// It could not be kept.
    #[error(
        "cannot keep the verify state in {}: {source}; take verify_state_save=0 if it is not needed",
        path.display()
    )]
    Unkept {
        /// Its file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// That of an earlier run could not be removed, although the job wrote anew.
    #[error(
        "cannot remove the verify state of an earlier run, {}: {source}; remove it, it does not hold for what was \
         written since",
        path.display()
    )]
    Unremoved {
        /// Its file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
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
            && has_state(job)
        {
            check_one(&path_of(plan, job, worker))?;
        }
    }
    Ok(())
}

/// Returns whether a job writes what is to be verified.
fn has_state(job: &Job) -> bool {
    let contents = &job.options.contents;
    contents.verify.is_some() && job.options.blocks.rw.writes() && !contents.verify_only
}

/// Removes the states that earlier runs of jobs kept, before these jobs write anew. `workers` are the places of their
/// workers in the plan. Files that are no verify states stay.
///
/// # Errors
///
/// Returns an error for the first state that cannot be removed.
pub(crate) fn remove_old(jobs: &Jobs, plan: &Plan, workers: Range<usize>) -> Result<(), StateError> {
    for worker in plan.workers.get(workers).unwrap_or_default() {
        let Some(job) = jobs.jobs.get(worker.job).filter(|job| has_state(job)) else {
            continue;
        };
        let path = path_of(plan, job, worker);
        remove_one(&path).map_err(|source| StateError::Unremoved { path, source })?;
    }
    Ok(())
}

/// Returns whether a file with these ends is a verify state.
fn is_own(excerpt: &Excerpt) -> bool {
    looks_like_one(&excerpt.beginning())
}

/// Removes a file that holds a verify state; where a link leads to it, the link stays.
fn remove_one(path: &Path) -> io::Result<()> {
    let is_one = fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() > 0);
    // One that may not be replaced is not of this user's runs, and one that cannot be read cannot be loaded.
    if !is_one || !may_be_replaced(path, is_own).unwrap_or(false) {
        return Ok(());
    }
    let real = fs::canonicalize(path)?;
    fs::remove_file(real).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        // A file in a folder that nobody may change can be emptied.
        _ => named_file::open(path, WriteMode::Anew).map(|_| ()),
    })
}

/// Keeps the states of jobs: of those that did not come to the end of their writes, and of all for which that is asked.
/// Returns the files of the former.
///
/// # Errors
///
/// Returns an error for the first state that cannot be kept; earlier ones remain.
pub(crate) fn save(report: &RunResults<'_>) -> Result<Vec<PathBuf>, StateError> {
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
        write(&path, |file| file.write_all(&bytes)).map_err(|source| StateError::Unkept {
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
    let checked = overwrite::check(path, is_own, "the file is not empty and is no verify state");
    checked.map_err(|source| StateError::Unkept {
        path: path.to_owned(),
        source,
    })
}

/// Writes a file that outlasts the end of the machine. Where it cannot be written whole, none is left.
fn write(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file: File = named_file::open(path, WriteMode::Anew)?;
    fill(&mut file).and_then(|()| file.sync_all()).inspect_err(|_| {
        if file.metadata().is_ok_and(|opened| opened.is_file()) {
            // The reason why it could not be written is told, and not what follows from that.
            let _ = fs::canonicalize(path).and_then(fs::remove_file);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(file: &mut File) -> io::Result<()> {
        file.write_all(&3_u64.to_le_bytes())?;
        Err(io::ErrorKind::StorageFull.into())
    }

    #[test]
    fn a_state_that_cannot_be_written_whole_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("local-a-0-verify.state");
        let error = write(&path, full).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(!path.exists());
        write(&path, |file| file.write_all(b"whole")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
    }

    /// Windows makes links for administrators alone.
    #[cfg(unix)]
    #[test]
    fn the_same_holds_behind_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (path, target) = (folder.path().join("link"), folder.path().join("elsewhere"));
        std::os::unix::fs::symlink(&target, &path).unwrap();
        write(&path, full).unwrap_err();
        assert!(!target.exists());
        write(&path, |file| file.write_all(b"whole")).unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"whole");
    }
}
