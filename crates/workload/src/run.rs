//! Starts all streams of a job at once.

use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::control::Control;
use crate::error::{Error, Result};
use crate::job::{Job, RunAs, Stream};
use crate::other_processes::{Round, reporting};
use crate::outcome::{Outcome, StreamOutcome};
use crate::process;
use crate::stream::ReadyStream;

/// The delay of the common start, so that all streams have read it by then.
const LEAD: Duration = Duration::from_millis(2);

/// Runs a job. All streams are prepared first, and start together when all of them are ready; if one cannot be
/// prepared, none starts. If one fails, the others are stopped.
///
/// # Errors
///
/// Returns an error if the job is invalid, or if a stream cannot be prepared or fails.
pub fn run(job: &Job, control: &Control) -> Result<Outcome> {
    job.check()?;
    let control = control.for_one_run();
    let before = control.bytes();
    let moved = || control.bytes().saturating_sub(before);
    let streams = reporting(control.others(), moved, || match job.run_as {
        RunAs::Threads => in_threads(job, &control),
        RunAs::Processes => process::run(job, &control),
    })?;
    let outcome = Outcome::of(streams, job.run_as);
    if let Some(others) = control.others() {
        others.ended(&Round::of_streams(&outcome));
    }
    Ok(outcome)
}

/// The signal for streams that are ready.
#[derive(Clone, Copy, Debug)]
enum StartSignal {
    /// Start at a common moment, or at once.
    Go(Option<Instant>),
    Abort,
}

/// The gate at which ready streams wait for the signal.
#[derive(Debug, Default)]
struct Gate {
    word: Mutex<Option<StartSignal>>,
    given: Condvar,
}

impl Gate {
    fn open(&self, word: StartSignal) {
        *self.word.lock().unwrap_or_else(PoisonError::into_inner) = Some(word);
        self.given.notify_all();
    }

    fn wait(&self) -> StartSignal {
        let mut word = self.word.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(word) = *word {
                return word;
            }
            word = self.given.wait(word).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn in_threads(job: &Job, control: &Control) -> Result<Vec<StreamOutcome>> {
    let gate = Gate::default();
    thread::scope(|scope| {
        let (report, reports) = mpsc::channel();
        let mut threads = Vec::with_capacity(job.streams.len());
        let mut not_started = None;
        for stream in &job.streams {
            let report = report.clone();
            let gate = &gate;
            let spawned = thread::Builder::new()
                .name(stream.name.clone())
                .spawn_scoped(scope, move || one_thread(stream, job.interval, gate, report, control));
            match spawned {
                Ok(thread) => threads.push(thread),
                Err(source) => {
                    not_started = Some(Error::Start {
                        what: "thread",
                        stream: stream.name.clone(),
                        source,
                    });
                    break;
                }
            }
        }
        drop(report);
        // Each thread reports once, or drops its sender if it could not be prepared or panicked.
        let ready = reports.iter().count();
        gate.open(match (ready == job.streams.len(), control.others()) {
            (false, _) => StartSignal::Abort,
            // A single stream need not wait, and is not delayed by waking up.
            (true, None) => StartSignal::Go((ready > 1).then(|| Instant::now() + LEAD)),
            (true, Some(others)) => match others.start(&|| control.is_stopped()) {
                Some(start) => StartSignal::Go(Some(start)),
                None => StartSignal::Abort,
            },
        });
        let mut outcomes = Vec::with_capacity(threads.len());
        let mut failed = None;
        for thread in threads {
            match thread.join() {
                Ok(Ok(Some(outcome))) => outcomes.push(outcome),
                Ok(Ok(None)) => {}
                Ok(Err(error)) => failed = failed.or(Some(error)),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        match not_started.or(failed) {
            Some(error) => Err(error),
            None => Ok(outcomes),
        }
    })
}

/// Prepares a stream, reports, waits for the signal, and runs. Returns `None` if it was not to run.
fn one_thread(
    stream: &Stream,
    interval: Duration,
    gate: &Gate,
    report: mpsc::Sender<()>,
    control: &Control,
) -> Result<Option<StreamOutcome>> {
    let ready = ReadyStream::new(stream.clone())?;
    // The receiver exists until all have reported.
    let _ = report.send(());
    drop(report);
    let StartSignal::Go(start) = gate.wait() else {
        return Ok(None);
    };
    let mut guard = StreamFailGuard { control, go_on: false };
    let outcome = ready.run(start, interval, control, control.counter());
    guard.go_on = outcome.is_ok();
    outcome.map(Some)
}

/// The other streams of a job, which stop when this one fails or panics.
struct StreamFailGuard<'a> {
    control: &'a Control,
    go_on: bool,
}

impl Drop for StreamFailGuard<'_> {
    fn drop(&mut self) {
        if !self.go_on {
            self.control.fail();
        }
    }
}
