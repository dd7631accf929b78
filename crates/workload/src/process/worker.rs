//! The worker's side.

use std::io::{self, BufRead, Write};
use std::path::Path;
use std::thread;

use super::{GO, TICK, Task, WorkerAnswer};
use crate::control::Control;
use crate::error::Error;
use crate::stream::ReadyStream;

/// Runs a worker: reads its task from standard input, and answers on standard output.
///
/// # Errors
///
/// Returns an error if its parent has ended or sends no task.
pub fn work() -> io::Result<()> {
    work_with(&Control::default())
}

/// The same for a worker that `control` stops too, such as the flag of a signal handler: it then ends as if its parent
/// had stopped it, and removes new files.
///
/// # Errors
///
/// As [`work`].
pub fn work_with(control: &Control) -> io::Result<()> {
    let Task { stream, interval } = serde_json::from_str(&next_line()?)?;
    let ready = match ReadyStream::new(stream) {
        Ok(ready) => ready,
        Err(error) => return fail(&error),
    };
    send(&WorkerAnswer::Ready {
        made: ready.made().map(Path::to_path_buf),
    })?;
    if next_line()?.trim_end() != GO {
        control.stop();
    }
    let counter = control.counter();
    watch(control)?;
    let outcome = ready.run(None, interval, control, counter);
    send(&WorkerAnswer::Moved(control.bytes()))?;
    match outcome {
        Ok(outcome) => send(&WorkerAnswer::Done(Box::new(outcome))),
        Err(error) => fail(&error),
    }
}

/// Reads signals of the parent, and reports the stream's progress. Both threads live as long as the process, so they
/// are not joined.
fn watch(control: &Control) -> io::Result<()> {
    let on_end = control.clone();
    thread::Builder::new().spawn(move || {
        let _ = next_line();
        on_end.stop();
    })?;
    let on_tick = control.clone();
    thread::Builder::new().spawn(move || {
        loop {
            thread::sleep(TICK);
            if send(&WorkerAnswer::Moved(on_tick.bytes())).is_err() {
                on_tick.stop();
                return;
            }
        }
    })?;
    Ok(())
}

/// Returns the parent's next line; empty at the end.
fn next_line() -> io::Result<String> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(line)
}

fn fail(error: &Error) -> io::Result<()> {
    send(&WorkerAnswer::Failed {
        what: error.to_string(),
        kind: error.kind(),
    })
}

fn send(answer: &WorkerAnswer) -> io::Result<()> {
    let mut line = serde_json::to_string(answer)?;
    line.push('\n');
    let mut output = io::stdout().lock();
    output.write_all(line.as_bytes())?;
    output.flush()
}
