//! The client's end of the line: what it asks goes to a session that may take nothing, because somebody holds it
//! (SIGSTOP), without the client being held too when its user wants it to stop.

use std::io::{self, Write};
use std::process::ChildStdin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;

/// How often it is looked whether the user wants the client to stop, at a session that takes nothing.
const LOOK: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 100_000_000,
};

/// How long a session that takes nothing is waited for when it is to stop: one that lives takes it at once.
const LAST_PATIENCE: Duration = Duration::from_millis(500);

/// The client's end of the line.
#[derive(Debug)]
pub(crate) struct Line {
    out: ChildStdin,
    stop: Arc<AtomicBool>,
    /// Until when what is said last is waited for.
    deadline: Option<Instant>,
    /// Whether waiting was given up.
    is_torn: bool,
}

impl Line {
    /// That of a session whose standard input this is.
    pub(crate) fn new(out: ChildStdin, stop: &Arc<AtomicBool>) -> io::Result<Self> {
        // The other end of a pipe has flags of its own: the session reads as it always does.
        fcntl_setfl(&out, fcntl_getfl(&out)? | OFlags::NONBLOCK)?;
        Ok(Self {
            out,
            stop: Arc::clone(stop),
            deadline: None,
            is_torn: false,
        })
    }

    /// From now on the session is waited for no longer than a moment, whatever the user wants.
    pub(crate) fn hurry(&mut self) {
        self.deadline = Some(Instant::now() + LAST_PATIENCE);
    }

    /// Whether waiting was given up, so that what was said last is not all there.
    pub(crate) fn is_torn(&self) -> bool {
        self.is_torn
    }

    fn has_waited_enough(&self) -> bool {
        match self.deadline {
            Some(deadline) => Instant::now() >= deadline,
            None => self.stop.load(Ordering::Relaxed),
        }
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match rustix::io::write(&self.out, bytes) {
                Err(Errno::AGAIN) => {}
                Err(Errno::INTR) => continue,
                written => return Ok(written?),
            }
            if self.has_waited_enough() {
                self.is_torn = true;
                // Not `Interrupted`, upon which it would be tried again.
                return Err(io::ErrorKind::TimedOut.into());
            }
            match poll(&mut [PollFd::new(&self.out, PollFlags::OUT)], Some(&LOOK)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
