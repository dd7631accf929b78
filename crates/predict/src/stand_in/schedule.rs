//! When each step begins: the steps of a session one after another, and each after those that it waits for.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use feedrate_pageio::Direction;
use feedrate_pageio::cache::{CacheShare, StorageIo};

use super::computation::measured_speed;
use super::end::UseTotals;
use super::halt::{Halt, at_once};
use super::pipes::Pipe;
use super::step::{self, StepContext};
use super::{JobRun, StepRun};
use crate::error::{Error, Result};
use crate::job::{Job, JobStep, Origin};

/// The time that a step waits before it looks whether the job is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// The steps that have ended.
#[derive(Debug)]
struct FinishedSteps {
    steps: Mutex<Vec<Option<StepRun>>>,
    changed: Condvar,
    /// The number of steps that run, and of those that have ever begun.
    counts: Mutex<(usize, usize)>,
}

/// Runs all steps of a job.
pub(super) fn run(job: &Job, path: &(dyn Fn(usize) -> PathBuf + Sync), stop: &AtomicBool) -> Result<JobRun> {
    let pipes = job.files.iter().map(|file| match file.origin {
        Origin::Pipe => Pipe::new().map(Some).map_err(|source| Error::File {
            action: "make the pipe",
            path: file.name.clone().into(),
            source,
        }),
        _ => Ok(None),
    });
    let pipes: Vec<Option<Pipe>> = pipes.collect::<Result<_>>()?;
    let failed = AtomicBool::new(false);
    let around = StepContext {
        job,
        path,
        pipes: &pipes,
        halt: Halt { stop, failed: &failed },
        speed: measured_speed(),
    };
    let ended = FinishedSteps {
        steps: Mutex::new(vec![None; job.steps.len()]),
        changed: Condvar::new(),
        counts: Mutex::default(),
    };
    let began = Instant::now();
    let lanes = lanes(job);
    let run_lane = |lane: &[usize]| -> Result<()> {
        for &index in lane {
            let ran = run_step(&job.steps[index], index, around, &ended, began);
            if ran.is_err() {
                around.fail();
                ended.changed.notify_all();
            }
            ran?;
        }
        Ok(())
    };
    at_once(lanes.len(), &|lane| run_lane(&lanes[lane]), &|| {
        around.fail();
    })?;
    let steps = ended.steps.into_inner().unwrap_or_else(PoisonError::into_inner);
    let steps: Vec<StepRun> = steps.into_iter().flatten().collect();
    let first = steps.iter().map(|step| step.began_after);
    let first = first.fold(f64::INFINITY, f64::min);
    let last = steps.iter().map(|step| step.began_after + step.seconds);
    Ok(JobRun {
        seconds: (last.fold(0.0, f64::max) - first).max(0.0),
        steps,
    })
}

/// Returns the steps of each session, in their order.
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
    around: StepContext<'_>,
    ended: &FinishedSteps,
    job_began: Instant,
) -> Result<()> {
    ended.wait_for(&step.after, around.halt)?;
    sleep(Duration::from_secs_f64(step.delay_seconds), around.halt)?;
    let number = ended.begin();
    let before = StorageIo::now().ok();
    let began = Instant::now();
    let paused = sleep(Duration::from_secs_f64(step.idle_seconds), around.halt);
    let moved = paused.and_then(|()| step::run(step, around));
    let seconds = began.elapsed().as_secs_f64();
    let alone = ended.end(number);
    // Bytes that other steps fetched meanwhile are not told apart.
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
fn notes_of(step: &JobStep, job: &Job, moved: &[UseTotals]) -> Vec<String> {
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
fn cache_share(step: &JobStep, moved: &[UseTotals], fetched: Option<StorageIo>) -> Option<f64> {
    let reads = step.uses.iter().zip(moved);
    let reads = reads.filter(|(use_, _)| use_.direction == Direction::Read);
    let (mut cached, mut direct) = (0, 0);
    for (_, moved) in reads {
        cached += moved.bytes - moved.direct_bytes.min(moved.bytes);
        direct += moved.direct_bytes;
    }
    CacheShare::of_both(cached, direct, fetched).known()
}

impl FinishedSteps {
    fn add(&self, index: usize, run: StepRun) {
        self.lock()[index] = Some(run);
        self.changed.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Option<StepRun>>> {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a step that begins. Returns its number if it is the only one.
    fn begin(&self) -> Option<usize> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.0 += 1;
        counts.1 += 1;
        (counts.0 == 1).then_some(counts.1)
    }

    /// Counts a step that ends. Returns whether it was the only one all the time.
    fn end(&self, number: Option<usize>) -> bool {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.0 -= 1;
        number == Some(counts.1)
    }

    /// Waits until steps have ended.
    fn wait_for(&self, steps: &[usize], halt: Halt<'_>) -> Result<()> {
        let mut ended = self.lock();
        while steps.iter().any(|&step| ended[step].is_none()) {
            halt.check()?;
            let waited = self.changed.wait_timeout(ended, LOOK);
            ended = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        halt.check()
    }
}

/// Waits for a time.
fn sleep(time: Duration, halt: Halt<'_>) -> Result<()> {
    let until = Instant::now() + time;
    loop {
        halt.check()?;
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        std::thread::sleep(left.min(LOOK));
    }
}
