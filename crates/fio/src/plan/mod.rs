//! Plans jobs as a schedule of loads.

mod check;
mod common;
mod compute;
mod contents;
mod engine;
pub(crate) mod files;
mod host_facts;
mod load;
mod offset;
mod order;
mod own_writes;
mod pace;
mod part;
mod priorities;
mod processors;
mod replay;
mod sequence;
mod size;
mod verify_state;

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use feedrate_workload::load::{FileCall, Load, Schedule};

use crate::error::{Error, Result};
use crate::job::{Job, Jobs, Options};

pub use host_facts::{AnyHost, Host, HostFacts};
pub(crate) use own_writes::own_writes;
pub(crate) use priorities::own_priority;

/// The most generated names of files of all jobs: a mistyped number would exhaust memory.
const MOST_FILES: u64 = 1 << 22;

/// The loads of a run, and their jobs.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The loads, in batches.
    pub schedule: Schedule,
    /// The job of each load, batch by batch in the order of the schedule.
    pub workers: Vec<Worker>,
    /// The beginning of names of files of verify states, after their folder.
    pub state_prefix: PathBuf,
}

/// The job of a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worker {
    /// Its index in [`Jobs::jobs`](crate::job::Jobs::jobs).
    pub job: usize,
    /// The number of the clone, from 0.
    pub clone: u32,
    /// The number in the order of all workers, from 1: fio's job number, as in names of logs.
    pub number: u32,
    /// The number of its reporting group.
    pub group: u32,
}

/// The settings apart from jobs.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The most bytes of a job's files and transfers.
    pub max_size: Option<u64>,
    /// The most workers.
    pub max_jobs: u32,
    /// True if jobs that write are errors.
    pub readonly: bool,
    /// True if files that feedrate did not make may be written.
    pub overwrite_foreign: bool,
    /// The seed of random orders in jobs with `randrepeat=0`.
    pub seed: u64,
    /// The beginning of names of files of verify states, after their folder.
    pub state_prefix: PathBuf,
}

/// A worker that is being planned.
#[derive(Clone, Copy, Debug)]
struct JobClone<'a> {
    job: &'a Job,
    clone: u32,
    number: u32,
    group: u32,
}

impl JobClone<'_> {
    fn options(&self) -> &Options {
        &self.job.options
    }

    fn error<T>(&self, option: &str, reason: impl Into<String>) -> Result<T> {
        job_error(self.job, option, reason)
    }

    fn unsupported<T>(&self, option: &str, what: impl Into<String>, advice: &str) -> Result<T> {
        Err(Error::Unsupported {
            location: self.job.location_of(option).clone(),
            job: self.job.name.clone(),
            option: what.into(),
            advice: advice.to_owned(),
        })
    }
}

fn job_error<T>(job: &Job, option: &str, reason: impl Into<String>) -> Result<T> {
    Err(Error::Job {
        location: job.location_of(option).clone(),
        job: job.name.clone(),
        reason: reason.into(),
    })
}

/// Plans jobs for the existing files.
///
/// # Errors
///
/// Returns an error if a job's request cannot be met, or if it has nothing to work on.
pub fn plan(jobs: &Jobs, settings: &Settings, host_facts: &dyn HostFacts) -> Result<Plan> {
    let mut plan = Plan {
        state_prefix: settings.state_prefix.clone(),
        ..Plan::default()
    };
    let mut made = PlannedFiles::default();
    let mut recordings = HashSet::new();
    let mut group = 0;
    let mut number = 0_u32;
    let mut files = 0_u64;
    for (index, job) in jobs.jobs.iter().enumerate() {
        let first_of_file = index > 0 && jobs.jobs[index - 1].file != job.file;
        let waits = job.options.jobs.stonewall || first_of_file;
        if index > 0 && (waits || job.options.reports.new_group) {
            group += 1;
        }
        if waits || plan.schedule.batches.is_empty() {
            plan.schedule.batches.push(Vec::new());
            recordings.clear();
        }
        let clones = job.options.jobs.numjobs;
        if job.options.files.filename.is_empty() {
            files += u64::from(job.options.files.nrfiles) * u64::from(clones);
        }
        if files > MOST_FILES {
            let reason = format!("these are more than {MOST_FILES} files; lower nrfiles or numjobs");
            return job_error(job, "nrfiles", reason);
        }
        for clone in 0..clones {
            number += 1;
            let worker = JobClone {
                job,
                clone,
                number,
                group,
            };
            if number > settings.max_jobs {
                let reason = format!(
                    "these are more than {} jobs, clones included; lower numjobs or raise --max-jobs",
                    settings.max_jobs
                );
                return worker.error("numjobs", reason);
            }
            check::check(&worker, settings)?;
            check::check_recordings(&worker, &mut recordings)?;
            let load = load::load(&worker, settings, host_facts, &made)?;
            check::check_load(&worker, &load)?;
            if !job.options.files.unlink {
                note_made(&mut made, &load);
            }
            if let Some(batch) = plan.schedule.batches.last_mut() {
                batch.push(load);
            }
            plan.workers.push(Worker {
                job: index,
                clone,
                number,
                group,
            });
        }
    }
    waits_within_batches(&mut plan.schedule);
    Ok(plan)
}

/// Files that earlier jobs lay out, with their least length if it is known.
type PlannedFiles = HashMap<PathBuf, Option<u64>>;

fn note_made(made: &mut PlannedFiles, load: &Load) {
    // Files that are made empty, and folders, have no length that a later job could take.
    let is_empty = |opening: FileCall| opening.of_folders || !opening.needs_names();
    if load.opening.is_some_and(is_empty) {
        return;
    }
    for file in &load.files {
        let length = file.bytes.filter(|_| !load.limit.until_full);
        let length = length.map(|bytes| (file.offset + bytes).max(file.file_bytes.unwrap_or(0)));
        let known = made.entry(file.path.clone()).or_default();
        *known = (*known).max(length);
    }
}

/// Removes waits for loads of earlier batches, which have ended.
fn waits_within_batches(schedule: &mut Schedule) {
    for batch in &mut schedule.batches {
        let names: HashSet<String> = batch.iter().map(|load| load.name.clone()).collect();
        for load in batch {
            load.after = load.after.take().filter(|name| names.contains(name));
        }
    }
}
