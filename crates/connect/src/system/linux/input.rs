//! The client's end of a session's standard input, which does not block.

use std::io;
use std::process::ChildStdin;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;

/// The client's end of a session's standard input.
#[derive(Debug)]
pub(crate) struct SessionInput(ChildStdin);

impl SessionInput {
    /// Takes the end of a pipe, which does not block from now on.
    ///
    /// # Errors
    ///
    /// Fails if the system refuses.
    pub(crate) fn new(out: ChildStdin) -> io::Result<Self> {
        // The other end of a pipe has its own flags: the session still blocks on reading.
        fcntl_setfl(&out, fcntl_getfl(&out)? | OFlags::NONBLOCK)?;
        Ok(Self(out))
    }

    /// Writes some bytes, and returns their number.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::WouldBlock`] if there is no room; another one if the session is gone.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(&self.0, bytes)?)
    }

    /// Waits up to a time until there is room.
    ///
    /// # Errors
    ///
    /// The error of the system.
    pub(crate) fn wait(&self, time: Duration) -> io::Result<()> {
        let time = Timespec::try_from(time).ok();
        match poll(&mut [PollFd::new(&self.0, PollFlags::OUT)], time.as_ref()) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(errno) => Err(errno.into()),
        }
    }
}
