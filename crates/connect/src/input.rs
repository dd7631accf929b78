//! The way of requests to a session: written at once if it is on this machine, else by a thread, which also gives signs
//! of life.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::{io, thread};

use crate::error::ConnectError;
use crate::frame;
use crate::line::Line;
use crate::listener::STACK;
use crate::message::Request;
use crate::remote::SIGN_OF_LIFE;

/// The way of requests to a session. Once it is dropped, the session finds its input closed.
#[derive(Debug)]
pub(crate) enum Input {
    /// The session is on this machine.
    Local(Line),
    /// The session is on another machine: a thread writes what is queued here.
    Remote {
        queue: Sender<Request>,
        hurry: Arc<AtomicBool>,
    },
}

impl Input {
    /// Sends a request.
    ///
    /// # Errors
    ///
    /// Fails if the session is gone. [`ConnectError::Stopped`] means that it did not read, and that only a part of the
    /// request was written.
    pub(crate) fn send(&mut self, request: &Request) -> Result<(), ConnectError> {
        match self {
            Self::Local(line) => {
                let told = frame::write_message(line, request);
                match line.is_torn() {
                    true => Err(ConnectError::Stopped),
                    false => told,
                }
            }
            Self::Remote { queue, .. } => {
                let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
                Ok(queue.send(request.clone()).map_err(gone)?)
            }
        }
    }

    /// Limits all further waits for the session.
    pub(crate) fn hurry(&mut self) {
        match self {
            Self::Local(line) => line.hurry(),
            Self::Remote { hurry, .. } => hurry.store(true, Ordering::Relaxed),
        }
    }
}

/// Starts the thread that writes requests, once it gets the line on which to write them.
///
/// # Errors
///
/// Fails if the system refuses a thread.
pub(crate) fn write_later(name: &str, lines: Receiver<Line>, requests: Receiver<Request>) -> io::Result<()> {
    thread::Builder::new()
        .name(format!("requests of {name}"))
        .stack_size(STACK)
        .spawn(move || {
            // Without a line there was nobody to begin with.
            if let Ok(line) = lines.recv() {
                write(line, &requests);
            }
        })?;
    Ok(())
}

fn write(mut line: Line, requests: &Receiver<Request>) {
    loop {
        let request = match requests.recv_timeout(SIGN_OF_LIFE) {
            Ok(request) => request,
            Err(RecvTimeoutError::Timeout) => Request::StillHere,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        // The end of the session is noticed by its output.
        if frame::write_message(&mut line, &request).is_err() {
            return;
        }
    }
}
