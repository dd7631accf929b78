//! The client's end of the connection. A session may not read its input, for example because it was suspended
//! (SIGSTOP); then a client that the user wants to stop must not block.

use std::io::{self, Write};
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::system::SessionInput;

/// The interval at which the stop flag is checked while a session does not read.
const LOOK: Duration = Duration::from_millis(100);

/// The time to wait for a session to read when it is to stop: a running one does so at once.
const LAST_PATIENCE: Duration = Duration::from_millis(500);

/// The client's end of the connection.
#[derive(Debug)]
pub(crate) struct Line {
    out: SessionInput,
    stop: Arc<AtomicBool>,
    /// Set when the session is to end; beside it, the deadline of what is still written then.
    hurry: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// True if a message was given up.
    is_torn: bool,
}

impl Line {
    /// Creates the end for a session with this standard input.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses.
    pub(crate) fn new(out: ChildStdin, stop: &Arc<AtomicBool>) -> io::Result<Self> {
        Ok(Self {
            out: SessionInput::new(out)?,
            stop: Arc::clone(stop),
            hurry: Arc::default(),
            deadline: None,
            is_torn: false,
        })
    }

    /// Limits all further waits for the session to a moment, regardless of the user.
    pub(crate) fn hurry(&mut self) {
        self.hurry.store(true, Ordering::Relaxed);
    }

    /// Returns the flag that does the same as [`Self::hurry`], for another thread.
    pub(crate) fn hurry_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.hurry)
    }

    /// Returns whether a message was given up, so that it was sent only in part.
    pub(crate) fn is_torn(&self) -> bool {
        self.is_torn
    }

    fn has_waited_enough(&mut self) -> bool {
        match self.hurry.load(Ordering::Relaxed) {
            true => {
                let now = Instant::now();
                now >= *self.deadline.get_or_insert(now + LAST_PATIENCE)
            }
            false => self.stop.load(Ordering::Relaxed),
        }
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.out.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                written => return written,
            }
            if self.has_waited_enough() {
                self.is_torn = true;
                // Not `Interrupted`, which would be retried.
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.out.wait(LOOK)?;
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
