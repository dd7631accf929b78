//! The socket by which the thread of a step's pipes is woken.

use std::io;
use std::net::{Ipv4Addr, UdpSocket};

use rustix::fd::{AsFd, BorrowedFd};

/// A datagram socket that is connected to itself, and so receives nothing that others send.
#[derive(Debug)]
pub(crate) struct Wakeup(UdpSocket);

impl Wakeup {
    /// Creates one that is not woken.
    pub(crate) fn new() -> io::Result<Self> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        socket.connect(socket.local_addr()?)?;
        socket.set_nonblocking(true)?;
        Ok(Self(socket))
    }

    /// Wakes the thread.
    pub(crate) fn wake(&self) -> io::Result<()> {
        match self.0.send(&[1]) {
            Ok(_) => Ok(()),
            // As much is on its way as has room, so the wakeup is pending anyway.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Forgets the wakeups so far.
    pub(crate) fn clear(&self) {
        while self.0.recv(&mut [0; 8]).is_ok() {}
    }

    /// Returns the socket, which can be read once the thread is woken.
    pub(crate) fn descriptor(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
