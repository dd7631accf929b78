//! The logs and recordings of jobs as files: which there are, and what is written to them while jobs run and at their
//! end.
//!
//! Logs that clones share have the entries of one after those of the other, in their order. While they run, only the
//! first writes to the log itself; the others write to parts beside it, `NAME.log.2.part`, which are appended at the
//! end. Pipes are written at the end, as their readers may wait for one log after the other.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use feedrate_workload::load::{Entry, Load, LoadSeries, SeriesPart};

use super::log::{Log, LogKind, Part};
use super::log_lines::{LogColumns, log_path};
use super::written_files::{LogError, WrittenFiles};
use super::{RunResults, clock, histogram_log};
use crate::job::{Job, Jobs};
use crate::plan::{Plan, Worker};

/// Returns the logs of each worker.
pub(super) fn of_workers(jobs: &Jobs, plan: &Plan) -> Vec<Vec<Log>> {
    let mut known = HashSet::new();
    let of_worker = |(worker, load): (&Worker, &Load)| {
        let job = jobs.jobs.get(worker.job);
        let mut logs = job.map_or_else(Vec::new, |job| of_one(job, worker, load));
        for log in &mut logs {
            let is_shared = !known.insert(log.path.clone());
            log.part = match keeps_waiting(&log.path) {
                true => Some(Part::Memory(Vec::new())),
                false => is_shared.then(|| Part::File(part_of(&log.path, worker.number))),
            };
        }
        logs
    };
    let loads = plan.schedule.batches.iter().flatten();
    plan.workers.iter().zip(loads).map(of_worker).collect()
}

/// Returns whether a log is a pipe, or another file that may keep who writes to it waiting.
fn keeps_waiting(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file())
}

fn part_of(path: &Path, worker: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{worker}.part"));
    name.into()
}

fn of_one(job: &Job, worker: &Worker, load: &Load) -> Vec<Log> {
    let reports = &job.options.reports;
    let mut logs = Vec::new();
    if let Some(path) = &job.options.replay.write_iolog {
        let kind = LogKind::Recording {
            files: load.files.iter().map(|file| file.path.clone()).collect(),
            is_begun: false,
        };
        logs.push(Log::new(path.clone(), kind));
    }
    if let Some(path) = histogram_log::path(job, worker) {
        let kind = LogKind::Histograms {
            coarseness: reports.log_hist_coarseness,
        };
        logs.push(Log::new(path, kind));
    }
    type Entries = fn(&LoadSeries) -> &[Entry];
    let kinds: [(&Option<String>, &str, Entries); 5] = [
        (&reports.write_bw_log, "bw", |series| &series.bandwidth),
        (&reports.write_iops_log, "iops", |series| &series.operations),
        (&reports.write_lat_log, "slat", |series| &series.submission),
        (&reports.write_lat_log, "clat", |series| &series.completion),
        (&reports.write_lat_log, "lat", |series| &series.latency),
    ];
    for (prefix, name, of) in kinds {
        if let Some(prefix) = prefix {
            let kind = LogKind::Entries {
                of,
                columns: LogColumns::of(reports),
                is_compressed: reports.log_store_compressed,
            };
            logs.push(Log::new(log_path(job, worker, prefix, name), kind));
        }
    }
    logs
}

/// The logs of a run.
#[derive(Debug)]
pub(super) struct LogFiles {
    workers: Vec<WorkerLogs>,
    files: WrittenFiles,
    parts: WrittenFiles,
}

/// The logs of a worker.
#[derive(Debug)]
struct WorkerLogs {
    logs: Vec<Log>,
    /// True if times count from the epoch of Unix, and the milliseconds from there to the worker's start, once known.
    is_since_epoch: bool,
    since: Option<u64>,
}

impl LogFiles {
    /// Creates no file yet. `stop` ends the wait for the reader of a log that is a pipe.
    pub(super) fn new(jobs: &Jobs, plan: &Plan, stop: &Arc<AtomicBool>) -> Self {
        let logs = of_workers(jobs, plan).into_iter().zip(&plan.workers);
        let workers = logs.map(|(logs, worker)| WorkerLogs {
            logs,
            is_since_epoch: (jobs.jobs.get(worker.job)).is_some_and(|job| job.options.reports.log_unix_epoch),
            since: None,
        });
        Self {
            workers: workers.collect(),
            files: WrittenFiles::new(stop),
            parts: WrittenFiles::new(stop),
        }
    }

    /// Returns whether there are any.
    pub(super) fn has_any(&self) -> bool {
        self.workers.iter().any(|worker| !worker.logs.is_empty())
    }

    /// Writes entries of a worker that runs.
    ///
    /// # Errors
    ///
    /// Returns an error for the first log that cannot be written.
    pub(super) fn add(&mut self, part: &SeriesPart) -> Result<(), LogError> {
        let Some(worker) = self.workers.get_mut(part.load) else {
            return Ok(());
        };
        let since = match worker.is_since_epoch {
            true => *worker.since.get_or_insert_with(|| {
                let start = SystemTime::now().checked_sub(part.start.elapsed());
                start.map_or(0, clock::unix_milliseconds)
            }),
            false => 0,
        };
        let mut logs = worker.logs.iter_mut();
        logs.try_for_each(|log| log.add(&part.series, since, &mut self.files, &mut self.parts))
    }

    /// Writes what remains: the last entries of each worker, parts, and logs without entries. Returns the names of all.
    ///
    /// # Errors
    ///
    /// Returns an error for the first log that cannot be written; earlier ones and parts remain.
    pub(super) fn finish(mut self, report: &RunResults<'_>) -> Result<Vec<PathBuf>, LogError> {
        let loads = report.outcome.batches.iter().flat_map(|batch| {
            let began = batch.began_after;
            batch.loads.iter().map(move |load| (began, load))
        });
        let run_began = report.ended.checked_sub(report.elapsed);
        for (of, (began, load)) in self.workers.iter_mut().zip(loads) {
            let since = match (of.is_since_epoch, of.since, run_began) {
                (true, Some(since), _) => since,
                (true, None, Some(run_began)) => {
                    let began = began + load.began_after.unwrap_or_default();
                    epoch(run_began, began + load.ramped)
                }
                _ => 0,
            };
            for log in &mut of.logs {
                log.finish(&load.series, since, &mut self.files, &self.parts)?;
            }
        }
        Ok(self.files.written)
    }
}

fn epoch(run_began: SystemTime, after: Duration) -> u64 {
    clock::unix_milliseconds(run_began.checked_add(after).unwrap_or(run_began))
}
