//! Starting all streams of a job at once.

use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use crate::control::Control;
use crate::error::{Error, Result};
use crate::job::{Job, RunAs, Stream};
use crate::outcome::{Outcome, StreamOutcome};
use crate::process;
use crate::stream::Ready;

/// Streams are told to start this much later than now, so that all of them see the same moment.
const LEAD: Duration = Duration::from_millis(2);

/// Runs a job. All streams are made ready first, and start together when all of them are; if one
/// cannot be made ready, none starts. If one fails, the others are stopped.
///
/// # Errors
/// Where the job makes no sense, a stream cannot be made ready, or one fails.
pub fn run(job: &Job, control: &Control) -> Result<Outcome> {
    job.check()?;
    let control = control.for_one_run();
    let streams = match job.run_as {
        RunAs::Threads => in_threads(job, &control)?,
        RunAs::Processes => process::run(job, &control)?,
    };
    Ok(Outcome::of(streams, job.run_as))
}

/// What streams that are ready are told.
#[derive(Clone, Copy, Debug)]
enum StartSignal {
    /// Start at a moment that others share, or at once.
    Go(Option<Instant>),
    Abort,
}

/// Where ready streams wait for the word.
#[derive(Debug, Default)]
struct Gate {
    word: Mutex<Option<StartSignal>>,
    given: Condvar,
}

impl Gate {
    fn give(&self, word: StartSignal) {
        *self.word.lock().unwrap_or_else(PoisonError::into_inner) = Some(word);
        self.given.notify_all();
    }

    fn wait(&self) -> StartSignal {
        let mut word = self.word.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(word) = *word {
                return word;
            }
            word = self
                .given
                .wait(word)
                .unwrap_or_else(PoisonError::into_inner);
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
                .spawn_scoped(scope, move || {
                    one_thread(stream, job.interval, gate, report, control)
                });
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
        // Each thread reports once, or drops its sender: when it could not be made ready, and in a panic.
        let ready = reports.iter().count();
        gate.give(if ready == job.streams.len() {
            // One that is alone need not wait, and so is not late by what it takes to wake.
            StartSignal::Go((ready > 1).then(|| Instant::now() + LEAD))
        } else {
            StartSignal::Abort
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

/// Readies a stream, reports, waits for the word, and runs. `None` when it was not to run.
fn one_thread(
    stream: &Stream,
    interval: Duration,
    gate: &Gate,
    report: mpsc::Sender<()>,
    control: &Control,
) -> Result<Option<StreamOutcome>> {
    let ready = Ready::new(stream.clone())?;
    // Who listens is there until all have reported.
    let _ = report.send(());
    drop(report);
    let StartSignal::Go(start) = gate.wait() else {
        return Ok(None);
    };
    let mut guard = StreamFailGuard {
        control,
        go_on: false,
    };
    let outcome = ready.run(start, interval, control, control.counter());
    guard.go_on = outcome.is_ok();
    outcome.map(Some)
}

/// The other streams of a job, which stop when this one fails, be it in a panic.
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
