//! Waiting for what arrives.

use std::io;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::AsOpenFile;

/// Waits until there is something to read.
///
/// # Errors
///
/// [`io::ErrorKind::TimedOut`] after the time; another one if the system does not tell.
pub(crate) fn wait_to_read(input: &impl AsOpenFile, longest: Duration) -> io::Result<()> {
    let until = Instant::now() + longest;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let timeout = Timespec::try_from(left).ok();
        match poll(&mut [PollFd::new(input, PollFlags::IN)], timeout.as_ref()) {
            Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
            Ok(_) => return Ok(()),
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno.into()),
        }
    }
}
