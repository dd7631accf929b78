//! Attributes an error that prevented all jobs from running to one of them.

use std::path::Path;

use feedrate_pageio::Error as PagesError;
use feedrate_workload::Error;

use crate::job::{Job, Jobs};
use crate::plan::Plan;

/// Returns the error as one line, with the job's location if the job is known.
pub(crate) fn message(error: &Error, jobs: &Jobs, plan: &Plan) -> String {
    let what = match error {
        Error::NotOurs { path } => format!(
            "{} is not empty and was not made by feedrate, and writing would destroy its contents; name another \
             file, or add --overwrite-foreign",
            path.display()
        ),
        Error::Job { what, .. } => what.clone(),
        other => other.to_string(),
    };
    let job = match error {
        Error::Job { stream, .. } => jobs.jobs.iter().find(|job| job.name == *stream),
        other => path_of(other).and_then(|path| job_of(path, jobs, plan)),
    };
    match job {
        Some(job) => with_place(job, &what),
        None => what,
    }
}

fn with_place(job: &Job, what: &str) -> String {
    let location = match job.given("filename") {
        Some(filename) => &filename.location,
        None => job.location_of("directory"),
    };
    format!("{location}: job {}: {what}", job.name)
}

/// Returns the first job that has this file, or one in this folder.
fn job_of<'a>(path: &Path, jobs: &'a Jobs, plan: &Plan) -> Option<&'a Job> {
    let loads = plan.schedule.batches.iter().flatten();
    let (worker, _) = plan.workers.iter().zip(loads).find(|(_, load)| {
        let mut files = load.files.iter();
        files.any(|file| file.path.starts_with(path))
    })?;
    jobs.jobs.get(worker.job)
}

fn path_of(error: &Error) -> Option<&Path> {
    match error {
        Error::NotOurs { path } | Error::Device { path } => Some(path),
        Error::Pages(
            PagesError::Open { path, .. }
            | PagesError::OpenDevice { path, .. }
            | PagesError::NotAFile { path, .. }
            | PagesError::DirectRefused { path }
            | PagesError::Misaligned { path, .. }
            | PagesError::Locked { path }
            | PagesError::Transfer { path, .. }
            | PagesError::ShortFile { path, .. }
            | PagesError::File { path, .. },
        ) => Some(path),
        _ => None,
    }
}
