//! Calls of TCP sockets, and of all sockets once they are connected.

use std::io::{IoSlice, IoSliceMut};
use std::net::SocketAddr;

use rustix::fd::{AsFd, OwnedFd};
use rustix::io::{Errno, Result, readv};
use rustix::net::{
    AddressFamily, SendAncillaryBuffer, SendFlags, Shutdown, SocketFlags, SocketType, accept_with, connect, send,
    sendmsg, shutdown, socket_with, sockopt,
};

/// The flags of all sockets: non-blocking, close-on-exec.
pub(super) const FLAGS: SocketFlags = SocketFlags::CLOEXEC.union(SocketFlags::NONBLOCK);

/// Creates a socket for the family of an address.
pub(crate) fn tcp_socket(address: &SocketAddr) -> Result<OwnedFd> {
    let family = match address {
        SocketAddr::V4(_) => AddressFamily::INET,
        SocketAddr::V6(_) => AddressFamily::INET6,
    };
    socket_with(family, SocketType::STREAM, FLAGS, None)
}

/// Lets a socket that is to listen have a port that was closed a moment ago, and no port that another one has.
pub(crate) fn keep_port(socket: &OwnedFd) -> Result<()> {
    sockopt::set_socket_reuseaddr(socket, true)
}

/// Begins to connect to an address. [`Errno::INPROGRESS`] is a connection that is not yet established.
pub(crate) fn connect_tcp(socket: &OwnedFd, address: &SocketAddr) -> Result<()> {
    connect(socket, address)
}

/// Accepts a connection.
pub(crate) fn accept(listener: &OwnedFd) -> Result<OwnedFd> {
    accept_with(listener, FLAGS)
}

/// Sends bytes.
pub(crate) fn send_bytes(socket: impl AsFd, bytes: &[u8]) -> Result<usize> {
    send(socket, bytes, SendFlags::NOSIGNAL)
}

/// Sends bytes that are in several buffers.
pub(crate) fn send_parts(socket: impl AsFd, parts: &[IoSlice<'_>]) -> Result<usize> {
    sendmsg(socket, parts, &mut SendAncillaryBuffer::default(), SendFlags::NOSIGNAL)
}

/// Receives bytes into several buffers.
pub(crate) fn receive_parts(socket: impl AsFd, parts: &mut [IoSliceMut<'_>]) -> Result<usize> {
    readv(socket, parts)
}

/// Ends both directions of a connection over which everything was sent.
pub(crate) fn shut_down(socket: &OwnedFd) {
    // It may be closed already.
    let _ = shutdown(socket, Shutdown::Both);
}

/// Returns whether the other end of a connection has closed it or cannot be reached any more.
pub(crate) fn is_closed_by_peer(error: Errno) -> bool {
    matches!(error, Errno::PIPE | Errno::CONNRESET | Errno::TIMEDOUT)
}

/// Returns whether a port is refused because another socket has it.
pub(crate) fn is_in_use(error: Errno) -> bool {
    error == Errno::ADDRINUSE
}

/// Returns whether a port is refused because it is one of those for the administrator.
pub(crate) fn is_for_administrator(error: Errno, port: u16) -> bool {
    matches!(error, Errno::ACCESS | Errno::PERM) && port < 1024
}
