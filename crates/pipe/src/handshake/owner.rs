//! The user who owns the other end of a connection. This keeps other users of this machine out where there is no
//! secret.
//!
//! The user of a connection is only meaningful while the connection is established: the system lists a socket that its
//! program has closed as owned by root. So anything but an established connection between two sockets held by programs
//! has an unknown owner, whatever was sent over it.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use rustix::fd::{AsFd, BorrowedFd};
use rustix::net::{getpeername, getsockname};

use crate::system::{Events, TcpUsers, is_unix_peer_same_user, ready};

/// The owner of the other end of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The user of this process.
    SameUser,
    /// Another user.
    OtherUser,
    /// It cannot be determined, so it may be any user.
    Unknown,
}

impl From<Option<bool>> for Owner {
    fn from(is_same_user: Option<bool>) -> Self {
        match is_same_user {
            Some(true) => Self::SameUser,
            Some(false) => Self::OtherUser,
            None => Self::Unknown,
        }
    }
}

/// Returns the owner of the other end of a connection within this machine.
pub(crate) fn of(socket: impl AsFd) -> Owner {
    let socket = socket.as_fd();
    let Some((other, _)) = ends(socket) else {
        return of_unix(socket);
    };
    SocketTable::with_port(other.port()).map_or(Owner::Unknown, |table| table.owner(socket))
}

/// Returns the owner of the other end of a Unix socket: the user who connected or listened.
pub(crate) fn of_unix(socket: impl AsFd) -> Owner {
    is_unix_peer_same_user(socket).into()
}

/// The TCP sockets of this machine with a given local or remote port, as listed at one time. It covers connections that
/// existed before it was read.
#[derive(Debug)]
pub(crate) struct SocketTable(TcpUsers);

impl SocketTable {
    /// Reads the sockets with a port.
    pub(crate) fn with_port(port: u16) -> io::Result<Self> {
        TcpUsers::with_port(port).map(Self)
    }

    /// Returns the owner of the other end of a TCP connection.
    pub(crate) fn owner(&self, socket: impl AsFd) -> Owner {
        let socket = socket.as_fd();
        let Some((other, this)) = ends(socket) else {
            return Owner::Unknown;
        };
        let owner = self.0.is_same_user(other, this).into();
        // Had the other end closed the connection before the table was read, another socket with the same addresses and
        // ports could be listed. It is still open now, so it was open then.
        let closed = Events::RDHUP | Events::HUP | Events::ERR;
        match ready(socket, closed, Duration::ZERO) {
            Ok(false) => owner,
            _ => Owner::Unknown,
        }
    }
}

/// Returns the addresses of the other end and of this one.
fn ends(socket: BorrowedFd<'_>) -> Option<(SocketAddr, SocketAddr)> {
    let other = SocketAddr::try_from(getpeername(socket).ok()??).ok()?;
    let this = SocketAddr::try_from(getsockname(socket).ok()?).ok()?;
    Some((other, this))
}

#[cfg(test)]
#[cfg(unix)]
#[path = "owner_tests.rs"]
mod tests;
