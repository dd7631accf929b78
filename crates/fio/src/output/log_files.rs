//! The logs of jobs as files: which there are, and what is written to them while jobs run and at their end.
//!
//! Logs that clones share have the entries of one after those of the other, in their order. While they run, only the
//! first writes to the log itself; the others write to parts beside it, `NAME.log.2.part`, which are appended at the
//! end. So are those of pipes, as their readers may wait for one log after the other.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use feedrate_workload::load::{Entry, LoadSeries, SeriesPart};

use super::logs::{Files, LogColumns, LogError, line, log_path, looks_like_log};
use super::{Report, clock, compressed_log, histogram_log};
use crate::iolog;
use crate::job::{Job, Jobs};
use crate::plan::{Plan, Worker};

/// The content of a log.
#[derive(Clone, Copy, Debug)]
enum LogKind {
    Histograms {
        coarseness: u32,
    },
    Entries {
        of: fn(&LoadSeries) -> &[Entry],
        columns: LogColumns,
        is_compressed: bool,
    },
}

/// A log of a worker.
#[derive(Debug)]
pub(super) struct Log {
    /// Its file.
    pub(super) path: PathBuf,
    /// The file of its entries until the end of the run, if that is another.
    pub(super) part: Option<PathBuf>,
    kind: LogKind,
}

impl Log {
    /// Returns the function that knows such a log by its beginning.
    pub(super) fn looks_like_one(&self) -> fn(&str) -> bool {
        match self.kind {
            LogKind::Histograms { .. } => histogram_log::looks_like_one,
            LogKind::Entries {
                is_compressed: true,
                ..
            } => compressed_log::looks_like_one,
            LogKind::Entries { .. } => looks_like_log,
        }
    }

    fn has_any_of(&self, series: &LoadSeries) -> bool {
        match self.kind {
            LogKind::Histograms { .. } => !series.histograms.is_empty(),
            LogKind::Entries { of, .. } => !of(series).is_empty(),
        }
    }

    /// Writes its entries, whose times count from `since`.
    fn write(&self, out: &mut dyn Write, series: &LoadSeries, since: u64) -> io::Result<()> {
        match self.kind {
            LogKind::Histograms { coarseness } => series.histograms.iter().try_for_each(|entry| {
                writeln!(out, "{}", histogram_log::line(entry, since, coarseness))
            }),
            LogKind::Entries {
                of,
                columns,
                is_compressed: true,
            } => compressed_log::write(out, of(series), since, columns),
            LogKind::Entries { of, columns, .. } => (of(series).iter())
                .try_for_each(|entry| writeln!(out, "{}", line(entry, since, columns))),
        }
    }
}

/// Returns the logs of each worker.
pub(super) fn of_workers(jobs: &Jobs, plan: &Plan) -> Vec<Vec<Log>> {
    let mut known = HashSet::new();
    let of_worker = |worker: &Worker| {
        let job = jobs.jobs.get(worker.job);
        let mut logs = job.map_or_else(Vec::new, |job| of_one(job, worker));
        for log in &mut logs {
            if !known.insert(log.path.clone()) || keeps_waiting(&log.path) {
                log.part = Some(part_of(&log.path, worker.number));
            }
        }
        logs
    };
    plan.workers.iter().map(of_worker).collect()
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

fn of_one(job: &Job, worker: &Worker) -> Vec<Log> {
    let reports = &job.options.reports;
    let mut logs = Vec::new();
    if let Some(path) = histogram_log::path(job, worker) {
        logs.push(Log {
            path,
            part: None,
            kind: LogKind::Histograms {
                coarseness: reports.log_hist_coarseness,
            },
        });
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
            logs.push(Log {
                path: log_path(job, worker, prefix, name),
                part: None,
                kind: LogKind::Entries {
                    of,
                    columns: LogColumns::of(reports),
                    is_compressed: reports.log_store_compressed,
                },
            });
        }
    }
    logs
}

/// The logs of a run.
#[derive(Debug)]
pub(super) struct LogFiles {
    workers: Vec<WorkerLogs>,
    files: Files,
    parts: Files,
}

/// The logs of a worker.
#[derive(Debug)]
struct WorkerLogs {
    logs: Vec<Log>,
    /// Whether times count from the epoch of Unix, and the milliseconds from there to the worker's start, once known.
    is_since_epoch: bool,
    since: Option<u64>,
}

impl LogFiles {
    /// Creates no file yet. `stop` ends the wait for the reader of a log that is a pipe.
    pub(super) fn new(jobs: &Jobs, plan: &Plan, stop: &Arc<AtomicBool>) -> Self {
        let logs = of_workers(jobs, plan).into_iter().zip(&plan.workers);
        let workers = logs.map(|(logs, worker)| WorkerLogs {
            logs,
            is_since_epoch: (jobs.jobs.get(worker.job))
                .is_some_and(|job| job.options.reports.log_unix_epoch),
            since: None,
        });
        Self {
            workers: workers.collect(),
            files: Files::new(stop),
            parts: Files::new(stop),
        }
    }

    /// Returns whether there are logs of series.
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
        for log in &worker.logs {
            if log.has_any_of(&part.series) {
                let fill = |out: &mut BufWriter<_>| log.write(out, &part.series, since);
                match &log.part {
                    Some(path) => self.parts.write(path, false, fill)?,
                    None => self.files.write(&log.path, false, fill)?,
                }
            }
        }
        Ok(())
    }

    /// Writes what remains: the last entries of each worker, parts, logs without entries, and recordings. Returns the
    /// names of all.
    ///
    /// # Errors
    ///
    /// Returns an error for the first log that cannot be written; earlier ones and parts remain.
    pub(super) fn finish(mut self, report: &Report<'_>) -> Result<Vec<PathBuf>, LogError> {
        let loads = report.outcome.batches.iter().flat_map(|batch| {
            let began = batch.began_after;
            batch.loads.iter().map(move |load| (began, load))
        });
        let run_began = report.ended.checked_sub(report.elapsed);
        let planned = report.plan.schedule.batches.iter().flatten();
        let workers = report.plan.workers.iter().zip(planned);
        for ((of, (worker, planned)), (began, load)) in self.workers.iter().zip(workers).zip(loads)
        {
            let job = report.jobs.jobs.get(worker.job);
            if let Some(path) = job.and_then(|job| job.options.replay.write_iolog.as_ref()) {
                // As in fio, a recording is appended to earlier ones.
                self.files.write(path, true, |out| {
                    iolog::write(out, &planned.files, &load.series.movements)
                })?;
            }
            let since = match (of.is_since_epoch, of.since, run_began) {
                (true, Some(since), _) => since,
                (true, None, Some(run_began)) => epoch(
                    run_began,
                    began + load.began_after.unwrap_or_default() + load.ramped,
                ),
                _ => 0,
            };
            for log in &of.logs {
                let part = log
                    .part
                    .as_ref()
                    .filter(|part| self.parts.written.contains(part));
                self.files.write(&log.path, false, |out| {
                    if let Some(part) = part {
                        io::copy(&mut File::open(part)?, out)?;
                    }
                    log.write(out, &load.series, since)
                })?;
                if let Some(part) = part {
                    // What remains of it is in the log, too.
                    let _ = fs::remove_file(part);
                }
            }
        }
        Ok(self.files.written)
    }
}

fn epoch(run_began: SystemTime, after: Duration) -> u64 {
    clock::unix_milliseconds(run_began.checked_add(after).unwrap_or(run_began))
}
