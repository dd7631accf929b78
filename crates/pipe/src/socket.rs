//! Sockets as pipes use them: never blocking, closed in programs that are started, and with room enough.

use std::net::SocketAddr;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, SocketAddrUnix, SocketFlags, SocketType, bind, connect, getpeername,
    getsockname, listen, socket_with, sockopt,
};
use rustix::process::geteuid;

use crate::Carrier;

/// What a call of this module gives.
pub(crate) type Result<T> = rustix::io::Result<T>;

/// Connections that wait to be taken, at most.
const BACKLOG: i32 = 128;

/// Bytes that a Unix socket holds (the system doubles it for what it adds itself). More was slower in
/// `examples/rates.rs`, as it leaves the processor's cache.
const UNIX_ROOM: usize = 1 << 18;

/// Where a pipe can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Endpoint {
    /// By the user's processes of this machine, under a port's number.
    Unix(u16),
    /// By TCP.
    Tcp(SocketAddr),
}

impl Endpoint {
    /// What carries a pipe there.
    pub(crate) fn carrier(self) -> Carrier {
        match self {
            Self::Unix(_) => Carrier::UnixSocket,
            Self::Tcp(_) => Carrier::Tcp,
        }
    }

    /// Listens there.
    pub(crate) fn listen(self) -> Result<OwnedFd> {
        let socket = self.socket()?;
        match self {
            Self::Unix(port) => {
                room(&socket);
                bind(&socket, &unix(port)?)?;
            }
            Self::Tcp(address) => {
                // A port that was closed a moment ago can be used again.
                sockopt::set_socket_reuseaddr(&socket, true)?;
                bind(&socket, &address)?;
            }
        }
        listen(&socket, BACKLOG)?;
        Ok(socket)
    }

    /// Dials it; none if the time is over before it is known whether anyone answers.
    pub(crate) fn dial(
        self,
        wait: impl Fn(&OwnedFd, PollFlags) -> bool,
    ) -> Result<Option<OwnedFd>> {
        let socket = self.socket()?;
        let dialed = match self {
            Self::Unix(port) => {
                room(&socket);
                connect(&socket, &unix(port)?)
            }
            Self::Tcp(address) => connect(&socket, &address),
        };
        match dialed {
            Ok(()) => {}
            Err(Errno::INPROGRESS) => {
                if !wait(&socket, PollFlags::OUT) {
                    return Ok(None);
                }
                sockopt::socket_error(&socket)??;
            }
            Err(error) => return Err(error),
        }
        // A TCP socket that dials a port of its own machine where nobody listens may by chance reach itself.
        if matches!(self, Self::Tcp(_)) && getpeername(&socket)? == Some(getsockname(&socket)?) {
            return Err(Errno::CONNREFUSED);
        }
        self.prepare(&socket);
        Ok(Some(socket))
    }

    /// Sets what a connection there needs. What the system refuses only makes it slower.
    pub(crate) fn prepare(self, socket: &OwnedFd) {
        match self {
            Self::Unix(_) => room(socket),
            Self::Tcp(address) => {
                let _ = sockopt::set_tcp_nodelay(socket, true);
                if !address.ip().is_loopback() {
                    keep_alive(socket);
                }
            }
        }
    }

    fn socket(self) -> Result<OwnedFd> {
        let family = match self {
            Self::Unix(_) => AddressFamily::UNIX,
            Self::Tcp(SocketAddr::V4(_)) => AddressFamily::INET,
            Self::Tcp(SocketAddr::V6(_)) => AddressFamily::INET6,
        };
        let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
        socket_with(family, SocketType::STREAM, flags, None)
    }
}

/// Waits until a socket is ready or the time is over; says which.
pub(crate) fn ready(socket: impl AsFd, events: PollFlags, limit: Duration) -> Result<bool> {
    let socket = socket.as_fd();
    let limit = Timespec::try_from(limit).map_err(|_| Errno::INVAL)?;
    match poll(
        &mut [PollFd::from_borrowed_fd(socket, events)],
        Some(&limit),
    ) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The name under which a user's pipe at a port is known; it is no file, and is gone with its socket.
fn unix(port: u16) -> Result<SocketAddrUnix> {
    let name = format!("feedrate/pipe/{}/{port}", geteuid().as_raw());
    SocketAddrUnix::new_abstract_name(name.as_bytes())
}

fn room(socket: &OwnedFd) {
    let _ = sockopt::set_socket_send_buffer_size(socket, UNIX_ROOM);
}

/// Has the system notice when another machine is gone, within a minute and a half.
fn keep_alive(socket: &OwnedFd) {
    let _ = sockopt::set_socket_keepalive(socket, true);
    let _ = sockopt::set_tcp_keepidle(socket, Duration::from_secs(30));
    let _ = sockopt::set_tcp_keepintvl(socket, Duration::from_secs(10));
    let _ = sockopt::set_tcp_keepcnt(socket, 6);
}
