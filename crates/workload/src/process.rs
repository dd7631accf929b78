//! Streams as processes of their own, as the sessions of SAS users are.
//!
//! The parent starts its own program once for each stream, with the single argument [`ARGUMENT`], and
//! speaks with it by lines: it writes the stream's task as one line of JSON; the child answers `ready`;
//! the parent writes `go`; while it runs the child writes `moved BYTES` now and then; at the end it
//! writes `done` and its outcome, or `failed` and why. When the child's standard input ends, its parent
//! is gone or wants it to stop, and it stops.

use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::control::{Control, Counter};
use crate::error::{Error, Result};
use crate::job::{Job, Stream};
use crate::outcome::StreamOutcome;
use crate::stream::Ready;

/// The argument that makes the program a worker. `main` must look for it before all else and call
/// [`work`].
pub const ARGUMENT: &str = "--stream-worker";

/// How often a worker says how far it is, and a parent looks whether it is to stop.
const TICK: Duration = Duration::from_millis(100);

#[derive(Debug, Serialize, Deserialize)]
struct Task {
    stream: Stream,
    interval: Duration,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Said {
    Ready,
    Moved(u64),
    Done(Box<StreamOutcome>),
    Failed(String),
}

/// The life of a worker: reads its task from standard input, and answers on standard output.
pub fn work() -> io::Result<()> {
    let mut task = String::new();
    io::stdin().lock().read_line(&mut task)?;
    let Task { stream, interval } = serde_json::from_str(&task)?;
    let ready = match Ready::new(stream) {
        Ok(ready) => ready,
        Err(error) => return say(&Said::Failed(error.to_string())),
    };
    say(&Said::Ready)?;
    let mut word = String::new();
    io::stdin().lock().read_line(&mut word)?;
    if word.trim_end() != "go" {
        return Ok(());
    }
    let control = Control::default();
    let counter = control.counter();
    // Neither helper thread outlives the process, so neither is waited for.
    let on_end = control.clone();
    thread::spawn(move || {
        let _ = io::stdin().lock().read_line(&mut String::new());
        on_end.stop();
    });
    let on_tick = control.clone();
    thread::spawn(move || {
        loop {
            thread::sleep(TICK);
            if say(&Said::Moved(on_tick.bytes())).is_err() {
                on_tick.stop();
                return;
            }
        }
    });
    match ready.run(None, interval, &control, counter) {
        Ok(outcome) => say(&Said::Done(Box::new(outcome))),
        Err(error) => say(&Said::Failed(error.to_string())),
    }
}

fn say(said: &Said) -> io::Result<()> {
    let mut line = serde_json::to_string(said)?;
    line.push('\n');
    let mut output = io::stdout().lock();
    output.write_all(line.as_bytes())?;
    output.flush()
}

/// A worker as its parent sees it. It is ended and waited for when dropped.
#[derive(Debug)]
struct Worker {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    counter: Counter,
}

impl Worker {
    fn start(stream: &Stream, interval: Duration, control: &Control) -> Result<Self> {
        let failed = |source| Error::Start {
            what: "process",
            stream: stream.name.clone(),
            source,
        };
        let task = Task {
            stream: stream.clone(),
            interval,
        };
        let mut line = serde_json::to_string(&task).map_err(|error| failed(error.into()))?;
        line.push('\n');
        let program = std::env::current_exe().map_err(failed)?;
        let mut child = Command::new(program)
            .arg(ARGUMENT)
            // Ctrl-C is for the parent, which then tells its workers.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut input = child.stdin.take();
        if let Some(input) = &mut input {
            input.write_all(line.as_bytes()).map_err(failed)?;
        }
        Ok(Self {
            name: stream.name.clone(),
            child,
            input,
            counter: control.counter(),
        })
    }

    fn go(&mut self) {
        if let Some(input) = &mut self.input {
            // A worker that is gone has said why, or its silence is noticed.
            let _ = input.write_all(b"go\n");
        }
    }

    fn error(&self, what: String) -> Error {
        Error::Worker {
            stream: self.name.clone(),
            what,
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The end of its input makes it stop and tidy up after itself.
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

/// Runs each stream of a job in a process of its own.
pub(crate) fn run(job: &Job, control: &Control) -> Result<Vec<StreamOutcome>> {
    let (sender, said) = mpsc::channel();
    let mut workers = Vec::with_capacity(job.streams.len());
    for (index, stream) in job.streams.iter().enumerate() {
        let mut worker = Worker::start(stream, job.interval, control)?;
        if let Some(output) = worker.child.stdout.take() {
            let sender = sender.clone();
            thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(io::Result::ok) {
                    if sender
                        .send((index, serde_json::from_str(&line).ok()))
                        .is_err()
                    {
                        return;
                    }
                }
                let _ = sender.send((index, None));
            });
        }
        workers.push(worker);
    }
    let mut outcomes: Vec<Option<StreamOutcome>> = vec![None; workers.len()];
    let mut ready = 0;
    let mut done = 0;
    while done < workers.len() {
        if control.is_stopped() {
            for worker in &mut workers {
                drop(worker.input.take());
            }
        }
        let (index, said): (usize, Option<Said>) = match said.recv_timeout(TICK) {
            Ok(said) => said,
            Err(mpsc::RecvTimeoutError::Timeout) => continue,
            Err(mpsc::RecvTimeoutError::Disconnected) => (0, None),
        };
        let worker = &mut workers[index];
        match said {
            Some(Said::Ready) => {
                ready += 1;
                if ready == workers.len() {
                    workers.iter_mut().for_each(Worker::go);
                }
            }
            Some(Said::Moved(bytes)) => worker.counter.set(bytes),
            Some(Said::Done(outcome)) => {
                outcomes[index] = Some(*outcome);
                done += 1;
            }
            Some(Said::Failed(what)) => return Err(worker.error(what)),
            None if outcomes[index].is_some() => {}
            // It was told to stop before it had begun.
            None if control.is_stopped() => done += 1,
            None => {
                return Err(worker.error("its process ended without a word".to_owned()));
            }
        }
    }
    Ok(outcomes.into_iter().flatten().collect())
}
