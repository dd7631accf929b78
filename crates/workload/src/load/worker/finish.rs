//! The end of a load: flushes, and what came of it.

use std::time::{Duration, Instant};

use feedrate_pageio::{Account, CpuUse, Latencies};

use super::Worker;
use crate::error::{Error, Result};
use crate::load::outcome::{Flow, LoadError, LoadOutcome};
use crate::load::spec::{Load, PerDirection};
use crate::load::watch::LoadState;

/// What the system says of data that are not what was written (`EILSEQ`).
const DIFFERENT: i32 = 84;

/// What it says where it gives no number (`EIO`).
const UNKNOWN: i32 = 5;

/// Of what cannot be asked of a file or device (`EINVAL`).
const UNFIT: i32 = 22;

impl Worker<'_> {
    /// Waits for the device, where that is asked for, and says when that was over.
    pub(super) fn flush_at_end(&mut self, finished: &mut Instant) -> Result<()> {
        let flush = self.load.flush;
        if !self.load.directions.writes() || self.cut_short {
            return Ok(());
        }
        if flush.at_end {
            self.ear.live.set(LoadState::Flushing);
            for file in 0..self.queue.files().len() {
                self.queue.flush(file, true)?;
            }
            *finished = Instant::now();
        }
        Ok(())
    }

    pub(super) fn finish(mut self, worked: Result<()>, work_time: Duration) -> LoadOutcome {
        let mut error = worked.err().and_then(|error| {
            let is_end = self.load.limit.until_full && error.is_no_space();
            (!is_end).then(|| load_error(&error))
        });
        self.queue.drain();
        let closed = self.close();
        error = error.or_else(|| closed.err().map(|error| load_error(&error)));
        let now = Instant::now();
        let cpu = CpuUse::of_thread() - self.cpu_before;
        let (mut checked, mut differ, mut differences) = (0, 0, Vec::new());
        if let Some(proof) = self.proof.take() {
            (checked, differ, differences) = (proof.checked, proof.differ, proof.differences);
        }
        if let Some(first) = differences.first() {
            error = error.or(Some(LoadError {
                errno: DIFFERENT,
                text: format!(
                    "{} bytes at offset {} of {} are not what was written: {}",
                    first.bytes,
                    first.offset,
                    first.path.display(),
                    first.what
                ),
            }));
        }
        let (work, back) = match self.work_account.take() {
            Some(work) => (work, self.queue.account()),
            None => (self.queue.account(), Account::default()),
        };
        let back_time = now
            .saturating_duration_since(self.measured_from)
            .saturating_sub(work_time);
        let submission = std::mem::take(&mut self.tally.submission);
        let completion = std::mem::take(&mut self.tally.completion);
        let levels = self.tally.levels;
        let (submitted, completed) = (self.tally.submitted, self.tally.completed);
        let flushes = std::mem::take(&mut self.tally.flushes);
        let course = self.tally.finish(self.last);
        if !course.is_whole {
            self.notes
                .push("the series were too long to be kept whole".to_owned());
        }
        let mut flow = flows(
            &work,
            self.is_synchronous,
            submission,
            completion,
            work_time,
        );
        (flow.read.bandwidth_samples, flow.read.operation_samples) = course.samples.read;
        (flow.write.bandwidth_samples, flow.write.operation_samples) = course.samples.write;
        let read_back = read_back(&back, back_time);
        add_read_back(&mut flow.read, &read_back, self.is_synchronous);
        let run_time = if read_back.operations > 0 {
            work_time + back_time
        } else {
            work_time
        };
        self.ear.live.set(if error.is_some() {
            LoadState::Failed
        } else {
            LoadState::Done
        });
        LoadOutcome {
            name: self.load.name.clone(),
            group: self.load.group,
            began_after: None,
            process_id: std::process::id(),
            flow,
            read_back,
            flushes,
            run_time,
            ramped: self.measured_from.saturating_duration_since(self.start),
            cpu,
            depth_levels: levels,
            submitted,
            completed,
            depth: self.queue.depth(),
            engine: self.queue.engine().clone(),
            checked,
            differ,
            differences,
            error,
            stopped: self.cut_short,
            passes: self.limits.passes,
            series: course.series,
            steady: self.steady.map(|steady| steady.finish()),
            latency_target: self.search.map(|search| search.finish()),
            notes: self.notes,
        }
    }

    /// Closes the files as is asked: flushed, or gone.
    fn close(&mut self) -> Result<()> {
        if self.load.flush.on_close && self.load.directions.writes() && !self.cut_short {
            self.ear.live.set(LoadState::Flushing);
            for file in 0..self.queue.files().len() {
                self.queue.flush(file, true)?;
            }
        }
        if self.load.layout.unlink {
            for file in &self.load.files {
                unlink(self.load, file)?;
            }
        }
        Ok(())
    }
}

/// Removes a file, if it is one that may be written.
fn unlink(load: &Load, file: &crate::load::spec::LoadFile) -> Result<()> {
    if let Some(gone) = crate::claim::claim(&file.path, load.overwrite_foreign)? {
        // Another load of the same file was faster.
        gone.keep();
        return Ok(());
    }
    match std::fs::remove_file(&file.path) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
            Err(feedrate_pageio::Error::File {
                action: "remove",
                path: file.path.clone(),
                source,
            }
            .into())
        }
        _ => Ok(()),
    }
}

fn flows(
    account: &Account,
    is_synchronous: bool,
    submission: PerDirection<Latencies>,
    completion: PerDirection<Latencies>,
    time: Duration,
) -> PerDirection<Flow> {
    let flow = |moved: &feedrate_pageio::account::Flow, submission, completion| Flow {
        bytes: moved.bytes,
        operations: moved.operations,
        short: 0,
        submission,
        completion: if is_synchronous {
            moved.latencies.clone()
        } else {
            completion
        },
        total: moved.latencies.clone(),
        run_time: if moved.operations > 0 {
            time
        } else {
            Duration::ZERO
        },
        bandwidth_samples: Vec::new(),
        operation_samples: Vec::new(),
    };
    let mut flows = PerDirection {
        read: flow(&account.read, submission.read, completion.read),
        write: flow(&account.write, submission.write, completion.write),
    };
    let of_short = if account.read.operations > 0 {
        &mut flows.read
    } else {
        &mut flows.write
    };
    of_short.short = account.calls.split;
    flows
}

fn read_back(account: &Account, time: Duration) -> Flow {
    let read = &account.read;
    Flow {
        bytes: read.bytes,
        operations: read.operations,
        short: account.calls.split,
        total: read.latencies.clone(),
        completion: read.latencies.clone(),
        run_time: if read.operations > 0 {
            time
        } else {
            Duration::ZERO
        },
        ..Flow::default()
    }
}

/// What was read back was read too. Its submissions and completions are with the others already where the engine has
/// them apart.
fn add_read_back(read: &mut Flow, back: &Flow, is_synchronous: bool) {
    read.bytes += back.bytes;
    read.operations += back.operations;
    read.short += back.short;
    read.total.merge(&back.total);
    if is_synchronous {
        read.completion.merge(&back.completion);
    }
    read.run_time += back.run_time;
}

/// What ended a load, in a number and in words.
pub(in crate::load) fn load_error(error: &Error) -> LoadError {
    use feedrate_pageio::Error as Pages;
    let errno = match error {
        Error::Pages(pages) => match pages.system_error() {
            Some(source) => source.raw_os_error().unwrap_or(UNKNOWN),
            None => match pages {
                Pages::Misaligned { .. } | Pages::DirectRefused { .. } | Pages::NotAFile { .. } => {
                    UNFIT
                }
                Pages::Memory { .. } => 12,
                _ => UNKNOWN,
            },
        },
        Error::NotOurs { .. } => 1,
        _ => UNKNOWN,
    };
    LoadError {
        errno,
        text: error.to_string(),
    }
}
