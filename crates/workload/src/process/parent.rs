//! The parent's side.

use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::process::{own_program, set_apart, set_name};

use super::{ARGUMENT, GO, TICK, Task, WorkerAnswer};
use crate::control::{Control, Counter};
use crate::error::{Error, Result, WorkerFailure};
use crate::job::{Job, Stream};
use crate::outcome::StreamOutcome;

/// A message from a worker.
#[derive(Debug)]
enum WorkerMessage {
    Answer(WorkerAnswer),
    /// An invalid line.
    Nonsense(String),
    /// The end of its output.
    End,
}

/// A worker, from its parent's side. Dropping it stops it and waits for its end.
#[derive(Debug)]
struct Worker {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    counter: Counter,
    /// The file that it created and has not finished.
    made: Option<PathBuf>,
    outcome: Option<StreamOutcome>,
}

impl Worker {
    fn start(stream: &Stream, interval: Duration, control: &Control) -> Result<Self> {
        let task = Task {
            stream: stream.clone(),
            interval,
        };
        let task = serde_json::to_string(&task).map_err(|error| Error::Job {
            stream: stream.name.clone(),
            what: format!("it cannot run as a process of its own: {error}; run it as a thread"),
        })?;
        // This program itself, even if its file was moved or removed.
        let mut command = Command::new(own_program());
        set_name(&mut command, "feedrate");
        // Ctrl-C is handled by the parent, which then stops its workers.
        set_apart(&mut command);
        let mut child = command
            .arg(ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|source| not_started(stream, source))?;
        let mut worker = Self {
            name: stream.name.clone(),
            input: child.stdin.take(),
            child,
            counter: control.counter(),
            made: None,
            outcome: None,
        };
        worker.send(&task);
        Ok(worker)
    }

    fn send(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            // A worker that has ended has reported its reason, or its end is detected.
            let _ = input.write_all(format!("{line}\n").as_bytes());
        }
    }

    /// Stops it, so that it removes its files.
    fn stop(&mut self) {
        drop(self.input.take());
    }

    fn error(&self, what: String, kind: WorkerFailure) -> Error {
        Error::Worker {
            stream: self.name.clone(),
            what,
            kind,
        }
    }

    /// Returns the reason why it ended without a message, and removes the file that it created.
    fn silent_end(&mut self) -> Error {
        self.stop();
        let how = match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        if let Some(made) = self.made.take() {
            let _ = std::fs::remove_file(made);
        }
        let what = format!("its process ended before its work was done ({how})");
        self.error(what, WorkerFailure::Other)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
        let _ = self.child.wait();
    }
}

/// Workers that end together.
#[derive(Debug, Default)]
struct Workers(Vec<Worker>);

impl Workers {
    fn stop(&mut self) {
        self.0.iter_mut().for_each(Worker::stop);
    }

    fn are_done(&self) -> bool {
        self.0.iter().all(|worker| worker.outcome.is_some())
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        // All of them are stopped before any is waited for.
        self.stop();
    }
}

/// Runs each stream of a job in a process of its own.
pub(crate) fn run(job: &Job, control: &Control) -> Result<Vec<StreamOutcome>> {
    let (sender, heard) = mpsc::channel();
    let mut workers = Workers::default();
    for (index, stream) in job.streams.iter().enumerate() {
        let mut worker = Worker::start(stream, job.interval, control)?;
        let output = worker.child.stdout.take();
        workers.0.push(worker);
        if let Some(output) = output {
            let sender = sender.clone();
            thread::Builder::new()
                .spawn(move || listen(index, output, &sender))
                .map_err(|source| not_started(stream, source))?;
        }
    }
    let mut ready = 0;
    while !workers.are_done() {
        if control.is_stopped() {
            workers.stop();
        }
        // The sender in this function keeps the channel open.
        let Ok((index, heard)) = heard.recv_timeout(TICK) else {
            continue;
        };
        let worker: &mut Worker = &mut workers.0[index];
        match heard {
            WorkerMessage::Answer(WorkerAnswer::Ready { made }) => {
                worker.made = made;
                ready += 1;
                if ready == job.streams.len() {
                    wait_for_others(control);
                    workers.0.iter_mut().for_each(|worker| worker.send(GO));
                }
            }
            WorkerMessage::Answer(WorkerAnswer::Moved(bytes)) => worker.counter.set(bytes),
            WorkerMessage::Answer(WorkerAnswer::Done(outcome)) => {
                if outcome.stopped && !control.is_stopped() {
                    return Err(worker.error("its process was told to stop".to_owned(), WorkerFailure::Other));
                }
                worker.outcome = Some(*outcome);
            }
            WorkerMessage::Answer(WorkerAnswer::Failed { what, kind }) => {
                return Err(worker.error(what, kind));
            }
            WorkerMessage::Nonsense(line) => {
                return Err(worker.error(
                    format!("its process said what no worker says: {line}"),
                    WorkerFailure::Other,
                ));
            }
            WorkerMessage::End if worker.outcome.is_some() => {}
            WorkerMessage::End => return Err(worker.silent_end()),
        }
    }
    Ok(workers
        .0
        .iter_mut()
        .filter_map(|worker| worker.outcome.take())
        .collect())
}

/// Waits for the common start with other processes, if there are any.
fn wait_for_others(control: &Control) {
    let Some(others) = control.others() else {
        return;
    };
    match others.start(&|| control.is_stopped()) {
        Some(start) => thread::sleep(start.saturating_duration_since(Instant::now())),
        None => control.stop(),
    }
}

fn not_started(stream: &Stream, source: io::Error) -> Error {
    Error::Start {
        what: "process",
        stream: stream.name.clone(),
        source,
    }
}

/// Forwards a worker's messages.
fn listen(index: usize, output: ChildStdout, sender: &Sender<(usize, WorkerMessage)>) {
    for line in BufReader::new(output).lines().map_while(io::Result::ok) {
        let heard = match serde_json::from_str(&line) {
            Ok(answer) => WorkerMessage::Answer(answer),
            Err(_) => WorkerMessage::Nonsense(line.chars().take(100).collect()),
        };
        if sender.send((index, heard)).is_err() {
            return;
        }
    }
    let _ = sender.send((index, WorkerMessage::End));
}
