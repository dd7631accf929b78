//! Sockets of pipes: non-blocking, close-on-exec, with sufficient buffers.

use std::net::SocketAddr;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, SocketAddrUnix, SocketFlags, SocketType, bind, connect, getpeername, getsockname, listen,
    socket_with, sockopt,
};
use rustix::process::geteuid;

use crate::wire::carrier::Carrier;
use crate::wire::encryption::{Encryption, is_loopback};

/// The result of a call of this module.
pub(crate) type Result<T> = rustix::io::Result<T>;

/// The maximum number of connections in a backlog.
const BACKLOG: i32 = 128;

/// The buffer size of a Unix socket in bytes (the system doubles it for its own overhead). More was slower in
/// `examples/pipe_rates.rs`, because it exceeds the processor's cache.
const UNIX_ROOM: usize = 1 << 18;

/// An endpoint of a pipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Endpoint {
    /// An abstract Unix socket named after a port, for the user's processes on this machine.
    Unix(u16),
    /// A TCP address.
    Tcp(SocketAddr),
}

impl Endpoint {
    /// Returns the transport of a connection to the endpoint.
    pub(crate) fn carrier(self, is_encrypted: bool) -> Carrier {
        match self {
            Self::Unix(_) => Carrier::UnixSocket,
            Self::Tcp(_) if is_encrypted => Carrier::EncryptedTcp,
            Self::Tcp(_) => Carrier::Tcp,
        }
    }

    /// Returns whether a connection to the endpoint is to be encrypted.
    pub(crate) fn is_covered(self, encryption: Encryption) -> bool {
        match self {
            Self::Unix(_) => false,
            Self::Tcp(address) => encryption.covers(address.ip()),
        }
    }

    /// Listens on the endpoint.
    pub(crate) fn listen(self) -> Result<OwnedFd> {
        let socket = self.socket()?;
        match self {
            Self::Unix(port) => {
                room(&socket);
                bind(&socket, &unix(port)?)?;
            }
            Self::Tcp(address) => {
                // Allows reuse of a port that was closed a moment ago.
                sockopt::set_socket_reuseaddr(&socket, true)?;
                bind(&socket, &address)?;
            }
        }
        listen(&socket, BACKLOG)?;
        Ok(socket)
    }

    /// Connects to the endpoint. Returns `None` if `wait` gives up before the connection is established.
    pub(crate) fn dial(self, wait: impl Fn(&OwnedFd, PollFlags) -> bool) -> Result<Option<OwnedFd>> {
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
        // A TCP socket that connects to a port of its own machine where no one listens may by chance connect to itself.
        if matches!(self, Self::Tcp(_)) && getpeername(&socket)? == Some(getsockname(&socket)?) {
            return Err(Errno::CONNREFUSED);
        }
        self.prepare(&socket);
        Ok(Some(socket))
    }

    /// Sets the options of a connection. Refused options only make it slower, so errors are ignored.
    pub(crate) fn prepare(self, socket: &OwnedFd) {
        match self {
            Self::Unix(_) => room(socket),
            Self::Tcp(address) => {
                let _ = sockopt::set_tcp_nodelay(socket, true);
                if !is_loopback(address.ip()) {
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

/// Waits until a socket is ready. Returns `false` on timeout.
pub(crate) fn ready(socket: impl AsFd, events: PollFlags, limit: Duration) -> Result<bool> {
    let socket = socket.as_fd();
    let limit = Timespec::try_from(limit).map_err(|_| Errno::INVAL)?;
    match poll(&mut [PollFd::from_borrowed_fd(socket, events)], Some(&limit)) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns the abstract name of a user's pipe at a port. It is not a file and vanishes with its socket.
fn unix(port: u16) -> Result<SocketAddrUnix> {
    let name = format!("feedrate/pipe/{}/{port}", geteuid().as_raw());
    SocketAddrUnix::new_abstract_name(name.as_bytes())
}

fn room(socket: &OwnedFd) {
    let _ = sockopt::set_socket_send_buffer_size(socket, UNIX_ROOM);
}

/// Makes the system detect a lost machine within a minute and a half.
fn keep_alive(socket: &OwnedFd) {
    let _ = sockopt::set_socket_keepalive(socket, true);
    let _ = sockopt::set_tcp_keepidle(socket, Duration::from_secs(30));
    let _ = sockopt::set_tcp_keepintvl(socket, Duration::from_secs(10));
    let _ = sockopt::set_tcp_keepcnt(socket, 6);
}
