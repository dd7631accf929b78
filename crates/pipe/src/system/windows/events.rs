//! Waits for sockets (`select`, `WSAPoll`).

use std::ops::BitOr;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd};
use rustix::io::{Errno, Result};
use rustix::net::{RecvFlags, recv};
use windows_sys::Win32::Networking::WinSock::{FD_SET, SOCKET, SOCKET_ERROR, TIMEVAL, WSAGetLastError, select};

/// The events that a socket is polled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Events(u8);

impl Events {
    /// Bytes have come, or the end.
    pub(crate) const IN: Self = Self(1);
    /// There is room to send, or the connection is established or refused.
    pub(crate) const OUT: Self = Self(2);
    /// The other end sends no more.
    pub(crate) const RDHUP: Self = Self(4);
    /// The connection has ended.
    pub(crate) const HUP: Self = Self(8);
    /// The connection has failed.
    pub(crate) const ERR: Self = Self(16);

    fn contains(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for Events {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Waits until a socket is ready. Returns `false` on timeout. The end behind bytes that nobody has received is not
/// seen.
///
/// This does not call `WSAPoll`, which before Windows 10 2004 does not tell that a connection was refused.
pub(crate) fn ready(socket: impl AsFd, events: Events, limit: Duration) -> Result<bool> {
    let socket = socket.as_fd();
    let began = Instant::now();
    let (receives, sends) = (events.contains(Events::IN), events.contains(Events::OUT));
    let (came, rest) = wait(socket, true, sends, limit)?;
    if rest || (came && (receives || is_at_end(socket))) {
        return Ok(true);
    }
    if !came {
        return Ok(false);
    }
    // Bytes that nobody waits for would end all waits at once.
    let left = limit.saturating_sub(began.elapsed());
    if sends {
        return Ok(wait(socket, false, true, left)?.1);
    }
    thread::sleep(left);
    Ok(false)
}

/// Waits for less than the end of time until a socket can be read or, if asked for, written. Returns which of both.
fn wait(socket: BorrowedFd<'_>, receives: bool, sends: bool, limit: Duration) -> Result<(bool, bool)> {
    let set = |has: bool| {
        let mut set = FD_SET::default();
        set.fd_count = u32::from(has);
        set.fd_array[0] = socket.as_raw_fd() as SOCKET;
        set
    };
    let (mut read, mut write, mut failed) = (set(receives), set(sends), set(sends));
    let limit = TIMEVAL {
        tv_sec: i32::try_from(limit.as_secs()).map_err(|_| Errno::INVAL)?,
        tv_usec: limit.subsec_micros().cast_signed(),
    };
    // SAFETY: the sets and the time are valid for the call, and the socket is open.
    let ready = unsafe { select(0, &raw mut read, &raw mut write, &raw mut failed, &raw const limit) };
    if ready == SOCKET_ERROR {
        return Err(last_error());
    }
    Ok((read.fd_count > 0, write.fd_count + failed.fd_count > 0))
}

/// Returns whether a socket that can be read has nothing more to be read.
fn is_at_end(socket: BorrowedFd<'_>) -> bool {
    match recv(socket, &mut [0; 1], RecvFlags::PEEK) {
        Ok((0, _)) => true,
        Ok(_) | Err(Errno::AGAIN) => false,
        Err(_) => true,
    }
}

/// Waits until one of several sockets is ready, for less than a second.
pub(crate) fn poll_all(watched: &[(BorrowedFd<'_>, Events)], limit: Duration) -> Result<()> {
    let asked = |events: Events| {
        let reads = if events.contains(Events::IN) {
            PollFlags::IN
        } else {
            PollFlags::empty()
        };
        let writes = if events.contains(Events::OUT) {
            PollFlags::OUT
        } else {
            PollFlags::empty()
        };
        reads | writes
    };
    let mut sockets: Vec<_> = watched
        .iter()
        .map(|(socket, events)| PollFd::from_borrowed_fd(*socket, asked(*events)))
        .collect();
    let limit = Timespec {
        tv_sec: 0,
        tv_nsec: limit.subsec_nanos().cast_signed(),
    };
    poll(&mut sockets, Some(&limit)).map(|_| ())
}

/// Returns the error of the last call of Winsock on this thread.
pub(super) fn last_error() -> Errno {
    // SAFETY: the call takes nothing.
    Errno::from_raw_os_error(unsafe { WSAGetLastError() })
}
