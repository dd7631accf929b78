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
pub fn run(job: &Job, control: &Control) -> Result<Outcome> {
    let control = control.for_one_run();
    let streams = match job.run_as {
        RunAs::Threads => in_threads(job, &control)?,
        RunAs::Processes => process::run(job, &control)?,
    };
    Ok(Outcome::of(streams, job.run_as))
}

/// What streams that are ready are told.
#[derive(Clone, Copy, Debug)]
enum Word {
    /// Start at a moment that others share, or at once.
    Go(Option<Instant>),
    Abort,
}

/// Where ready streams wait for the word.
#[derive(Debug, Default)]
struct Gate {
    word: Mutex<Option<Word>>,
    given: Condvar,
}

impl Gate {
    fn give(&self, word: Word) {
        *self.word.lock().unwrap_or_else(PoisonError::into_inner) = Some(word);
        self.given.notify_all();
    }

    fn wait(&self) -> Word {
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
        let (report, reports) = mpsc::channel::<Result<()>>();
        let mut threads = Vec::with_capacity(job.streams.len());
        let mut failure = None;
        for stream in &job.streams {
            let report = report.clone();
            let gate = &gate;
            let spawned = thread::Builder::new()
                .name(stream.name.clone())
                .spawn_scoped(scope, move || {
                    one_thread(stream, job.interval, gate, &report, control)
                });
            match spawned {
                Ok(thread) => threads.push(thread),
                Err(source) => {
                    failure = Some(Error::Start {
                        what: "thread",
                        stream: stream.name.clone(),
                        source,
                    });
                    break;
                }
            }
        }
        for _ in 0..threads.len() {
            if let Ok(Err(error)) = reports.recv() {
                failure = failure.or(Some(error));
            }
        }
        gate.give(match failure {
            // One that is alone need not wait, and so is not late by what it takes to wake.
            None => Word::Go((threads.len() > 1).then(|| Instant::now() + LEAD)),
            Some(_) => Word::Abort,
        });
        let mut outcomes = Vec::with_capacity(threads.len());
        for thread in threads {
            match thread.join() {
                Ok(Some(Ok(outcome))) => outcomes.push(outcome),
                Ok(Some(Err(error))) => failure = failure.or(Some(error)),
                Ok(None) => {}
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        failure.map_or(Ok(outcomes), Err)
    })
}

/// Readies a stream, reports, waits for the word, and runs. `None` when it was not to run.
fn one_thread(
    stream: &Stream,
    interval: Duration,
    gate: &Gate,
    report: &mpsc::Sender<Result<()>>,
    control: &Control,
) -> Option<Result<StreamOutcome>> {
    let ready = match Ready::new(stream.clone()) {
        Ok(ready) => {
            let _ = report.send(Ok(()));
            ready
        }
        Err(error) => {
            let _ = report.send(Err(error));
            return None;
        }
    };
    match gate.wait() {
        Word::Abort => None,
        Word::Go(start) => {
            let outcome = ready.run(start, interval, control, control.counter());
            if outcome.is_err() {
                control.fail();
            }
            Some(outcome)
        }
    }
}
