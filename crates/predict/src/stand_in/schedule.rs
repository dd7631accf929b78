//! When each step begins: the steps of a session one after another, and each after those that it waits for.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use feedrate_pageio::Direction;
use feedrate_pageio::cache::{CacheShare, StorageIo};

use super::end::Moved;
use super::pipes::Pipe;
use super::step::{self, Surroundings};
use super::{JobRun, StepRun};
use crate::error::{Error, Result};
use crate::job::{Job, JobStep, Origin};

/// How long a step waits before it looks whether the job is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// The steps that have ended.
#[derive(Debug)]
struct Ended {
    steps: Mutex<Vec<Option<StepRun>>>,
    changed: Condvar,
    /// A step has failed: no other begins.
    failed: AtomicBool,
    /// The steps that run.
    running: AtomicUsize,
    /// The steps that have ever begun.
    begun: AtomicUsize,
}

/// Runs all steps of a job.
pub(super) fn run(
    job: &Job,
    path: &(dyn Fn(usize) -> PathBuf + Sync),
    stop: &AtomicBool,
) -> Result<JobRun> {
    let pipes = job.files.iter().map(|file| match file.origin {
        Origin::Pipe => Pipe::new().map(Some).map_err(|source| Error::File {
            action: "make the pipe",
            path: file.name.clone().into(),
            source,
        }),
        _ => Ok(None),
    });
    let pipes: Vec<Option<Pipe>> = pipes.collect::<Result<_>>()?;
    let around = Surroundings {
        job,
        path,
        pipes: &pipes,
        stop,
    };
    let ended = Ended {
        steps: Mutex::new(vec![None; job.steps.len()]),
        changed: Condvar::new(),
        failed: AtomicBool::new(false),
        running: AtomicUsize::new(0),
        begun: AtomicUsize::new(0),
    };
    let began = Instant::now();
    let lanes = lanes(job);
    let run_lane = |lane: &[usize]| -> Result<()> {
        for &index in lane {
            let ran = run_step(&job.steps[index], index, around, &ended, began);
            if ran.is_err() {
                ended.failed.store(true, Ordering::SeqCst);
                ended.changed.notify_all();
            }
            ran?;
        }
        Ok(())
    };
    let results: Vec<Result<()>> = std::thread::scope(|scope| {
        let run_lane = &run_lane;
        let others: Vec<_> = lanes
            .iter()
            .skip(1)
            .map(|lane| scope.spawn(move || run_lane(lane)))
            .collect();
        let first = lanes.first().map_or(Ok(()), |lane| run_lane(lane));
        let others = others.into_iter().map(|thread| match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(first).chain(others).collect()
    });
    let seconds = began.elapsed().as_secs_f64();
    // The cause is told rather than what followed from it.
    let mut interrupted = None;
    for result in results {
        match result {
            Err(Error::Interrupted) => interrupted = Some(Error::Interrupted),
            other => other?,
        }
    }
    if let Some(error) = interrupted {
        return Err(error);
    }
    let steps = ended
        .steps
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    Ok(JobRun {
        seconds,
        steps: steps.into_iter().flatten().collect(),
    })
}

/// Returns the steps of each session, in their order. Steps of one session that ran at the same time have lanes of their
/// own: sessions of one name that followed each other.
fn lanes(job: &Job) -> Vec<Vec<usize>> {
    let mut lanes: Vec<(&str, Vec<usize>)> = Vec::new();
    for (index, step) in job.steps.iter().enumerate() {
        match lanes.iter_mut().find(|(name, _)| *name == step.session) {
            Some((_, lane)) => lane.push(index),
            None => lanes.push((&step.session, vec![index])),
        }
    }
    lanes.into_iter().map(|(_, lane)| lane).collect()
}

fn run_step(
    step: &JobStep,
    index: usize,
    around: Surroundings<'_>,
    ended: &Ended,
    job_began: Instant,
) -> Result<()> {
    ended.wait_for(&step.after, around.stop)?;
    ended.sleep(Duration::from_secs_f64(step.delay_seconds), around.stop)?;
    let alone = ended.running.fetch_add(1, Ordering::SeqCst) == 0;
    let number = ended.begun.fetch_add(1, Ordering::SeqCst) + 1;
    let before = StorageIo::now().ok();
    let began = Instant::now();
    let moved = step::run(step, around);
    let seconds = began.elapsed().as_secs_f64();
    let alone = alone && ended.begun.load(Ordering::SeqCst) == number;
    ended.running.fetch_sub(1, Ordering::SeqCst);
    // What other steps fetched meanwhile is not told apart.
    let after = StorageIo::now().ok().filter(|_| alone);
    let fetched = after.zip(before).map(|(after, before)| after.since(before));
    let moved = moved?;
    for (file, described) in around.job.files.iter().enumerate() {
        if described.removed_after == Some(index) && described.origin != Origin::Pipe {
            super::remove(&(around.path)(file))?;
        }
    }
    let run = StepRun {
        seconds,
        began_after: (began - job_began).as_secs_f64(),
        cache_share: cache_share(step, &moved, fetched),
        notes: notes_of(step, around.job, &moved),
        bytes: moved.into_iter().map(|moved| moved.bytes).collect(),
    };
    ended.add(index, run);
    Ok(())
}

/// Returns what a step could not have as its program did, with the names of the files.
fn notes_of(step: &JobStep, job: &Job, moved: &[Moved]) -> Vec<String> {
    let uses = step.uses.iter().zip(moved);
    let notes = uses.flat_map(|(use_, moved)| {
        let name = &job.files[use_.file].name;
        moved
            .notes
            .iter()
            .map(move |note| format!("{}: {name}: {note}.", step.title()))
    });
    notes.collect()
}

/// Returns the share of the page cache in what a step read, from 0 to 1; `None` if nothing was read or it is not known.
fn cache_share(step: &JobStep, moved: &[Moved], fetched: Option<StorageIo>) -> Option<f64> {
    let reads = step.uses.iter().zip(moved);
    let reads = reads.filter(|(use_, _)| use_.direction == Direction::Read);
    let (mut cached, mut direct) = (0, 0);
    for (_, moved) in reads {
        cached += moved.bytes - moved.direct_bytes.min(moved.bytes);
        direct += moved.direct_bytes;
    }
    CacheShare::of_both(cached, direct, fetched).known()
}

impl Ended {
    fn add(&self, index: usize, run: StepRun) {
        self.lock()[index] = Some(run);
        self.changed.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Option<StepRun>>> {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self, stop: &AtomicBool) -> Result<()> {
        match stop.load(Ordering::Relaxed) || self.failed.load(Ordering::SeqCst) {
            true => Err(Error::Interrupted),
            false => Ok(()),
        }
    }

    /// Waits until steps have ended.
    fn wait_for(&self, steps: &[usize], stop: &AtomicBool) -> Result<()> {
        let mut ended = self.lock();
        while steps.iter().any(|&step| ended[step].is_none()) {
            self.check(stop)?;
            let waited = self.changed.wait_timeout(ended, LOOK);
            ended = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        self.check(stop)
    }

    /// Waits for a time.
    fn sleep(&self, time: Duration, stop: &AtomicBool) -> Result<()> {
        let until = Instant::now() + time;
        loop {
            self.check(stop)?;
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            std::thread::sleep(left.min(LOOK));
        }
    }
}
