//! Unix sockets with abstract names, of which there are none.

use rustix::fd::OwnedFd;
use rustix::io::{Errno, Result};

/// True if the user's processes on this machine can reach each other by names that are no files.
pub(crate) const HAS_UNIX_SOCKETS: bool = false;

/// Refuses.
pub(crate) fn unix_socket() -> Result<OwnedFd> {
    Err(Errno::AFNOSUPPORT)
}

/// Refuses.
pub(crate) fn bind_unix(_socket: &OwnedFd, _port: u16) -> Result<()> {
    Err(Errno::AFNOSUPPORT)
}

/// Refuses.
pub(crate) fn connect_unix(_socket: &OwnedFd, _port: u16) -> Result<()> {
    Err(Errno::AFNOSUPPORT)
}

/// Does nothing.
pub(crate) fn set_unix_room(_socket: &OwnedFd, _bytes: usize) {}

/// An end of a connection within this process.
#[cfg(test)]
pub(crate) type TestStream = std::net::TcpStream;

/// Returns the two ends of a connection within this process.
#[cfg(test)]
pub(crate) fn test_pair() -> (TestStream, TestStream) {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let dialed = TestStream::connect(listener.local_addr().unwrap()).unwrap();
    (dialed, listener.accept().unwrap().0)
}
