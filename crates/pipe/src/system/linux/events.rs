//! Waits for sockets (`poll(2)`).

use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd};
use rustix::io::{Errno, Result};

/// The events that a socket is polled for. `RDHUP` is the end of what the other end sends.
pub(crate) type Events = PollFlags;

/// Waits until a socket is ready. Returns `false` on timeout.
pub(crate) fn ready(socket: impl AsFd, events: Events, limit: Duration) -> Result<bool> {
    let socket = socket.as_fd();
    let limit = Timespec::try_from(limit).map_err(|_| Errno::INVAL)?;
    match poll(&mut [PollFd::from_borrowed_fd(socket, events)], Some(&limit)) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Waits until one of several sockets is ready, for less than a second.
pub(crate) fn poll_all(watched: &[(BorrowedFd<'_>, Events)], limit: Duration) -> Result<()> {
    let mut sockets: Vec<_> = watched
        .iter()
        .map(|(socket, events)| PollFd::from_borrowed_fd(*socket, *events))
        .collect();
    let limit = Timespec {
        tv_sec: 0,
        tv_nsec: limit.subsec_nanos().into(),
    };
    poll(&mut sockets, Some(&limit)).map(|_| ())
}
