//! A connection of a pipe after its handshake.

use rustix::fd::OwnedFd;

use crate::wire::cipher::{Cipher, CipherHandshake};

/// A connection, and what encrypts it.
#[derive(Debug)]
pub(crate) struct Channel {
    /// The socket.
    pub socket: OwnedFd,
    /// The encryption; `None` for a connection within this machine.
    pub cipher: Option<Cipher>,
}

impl Channel {
    /// Creates that of a connection over which the last message of the handshake was sent or received.
    pub(crate) fn established(socket: OwnedFd, cipher: Option<CipherHandshake>) -> Self {
        Self {
            socket,
            cipher: cipher.map(CipherHandshake::finish),
        }
    }
}

/// A connection within this machine.
#[cfg(test)]
impl From<crate::system::TestStream> for Channel {
    fn from(socket: crate::system::TestStream) -> Self {
        Self::established(socket.into(), None)
    }
}
