//! Unix sockets with abstract names.

use rustix::fd::OwnedFd;
use rustix::io::Result;
use rustix::net::{AddressFamily, SocketAddrUnix, SocketType, bind, connect, socket_with, sockopt};
use rustix::process::geteuid;

use super::tcp::FLAGS;

/// True if the user's processes on this machine can reach each other by names that are no files.
pub(crate) const HAS_UNIX_SOCKETS: bool = true;

/// Creates a Unix socket.
pub(crate) fn unix_socket() -> Result<OwnedFd> {
    socket_with(AddressFamily::UNIX, SocketType::STREAM, FLAGS, None)
}

/// Gives a socket the name of the user's pipe at a port.
pub(crate) fn bind_unix(socket: &OwnedFd, port: u16) -> Result<()> {
    bind(socket, &name(port)?)
}

/// Connects to the user's pipe at a port.
pub(crate) fn connect_unix(socket: &OwnedFd, port: u16) -> Result<()> {
    connect(socket, &name(port)?)
}

/// Sets the buffer size of a socket in bytes.
pub(crate) fn set_unix_room(socket: &OwnedFd, bytes: usize) {
    let _ = sockopt::set_socket_send_buffer_size(socket, bytes);
}

/// Returns the abstract name of a user's pipe at a port. It is not a file and vanishes with its socket.
fn name(port: u16) -> Result<SocketAddrUnix> {
    let name = format!("feedrate/pipe/{}/{port}", geteuid().as_raw());
    SocketAddrUnix::new_abstract_name(name.as_bytes())
}

/// An end of a connection within this process.
#[cfg(test)]
pub(crate) type TestStream = std::os::unix::net::UnixStream;

/// Returns the two ends of a connection within this process.
#[cfg(test)]
pub(crate) fn test_pair() -> (TestStream, TestStream) {
    TestStream::pair().unwrap()
}
