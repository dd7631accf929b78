//! Sockets of pipes: non-blocking, close-on-exec, with sufficient buffers.

use std::net::SocketAddr;
use std::time::Duration;

use rustix::fd::OwnedFd;
use rustix::io::{Errno, Result};
use rustix::net::{bind, getpeername, getsockname, listen, sockopt};

use crate::system::{self, Events};
use crate::wire::carrier::Carrier;
use crate::wire::encryption::{Encryption, is_loopback};

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
                system::set_unix_room(&socket, UNIX_ROOM);
                system::bind_unix(&socket, port)?;
            }
            Self::Tcp(address) => {
                system::keep_port(&socket)?;
                bind(&socket, &address)?;
            }
        }
        listen(&socket, BACKLOG)?;
        Ok(socket)
    }

    /// Connects to the endpoint. Returns `None` if `wait` gives up before the connection is established.
    pub(crate) fn dial(self, wait: impl Fn(&OwnedFd, Events) -> bool) -> Result<Option<OwnedFd>> {
        let socket = self.socket()?;
        let dialed = match self {
            Self::Unix(port) => {
                system::set_unix_room(&socket, UNIX_ROOM);
                system::connect_unix(&socket, port)
            }
            Self::Tcp(address) => system::connect_tcp(&socket, &address),
        };
        match dialed {
            Ok(()) => {}
            Err(Errno::INPROGRESS) => {
                if !wait(&socket, Events::OUT) {
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
            Self::Unix(_) => system::set_unix_room(socket, UNIX_ROOM),
            Self::Tcp(address) => {
                let _ = sockopt::set_tcp_nodelay(socket, true);
                if !is_loopback(address.ip()) {
                    keep_alive(socket);
                }
            }
        }
    }

    fn socket(self) -> Result<OwnedFd> {
        match self {
            Self::Unix(_) => system::unix_socket(),
            Self::Tcp(address) => system::tcp_socket(&address),
        }
    }
}

/// Makes the system detect a lost machine within a minute and a half.
fn keep_alive(socket: &OwnedFd) {
    let _ = sockopt::set_socket_keepalive(socket, true);
    let _ = sockopt::set_tcp_keepidle(socket, Duration::from_secs(30));
    let _ = sockopt::set_tcp_keepintvl(socket, Duration::from_secs(10));
    let _ = sockopt::set_tcp_keepcnt(socket, 6);
}
