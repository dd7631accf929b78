//! The transports of pipes.

use std::fmt;

/// The transport of a pipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// A TCP connection within this machine.
    Tcp,
    /// An encrypted TCP connection.
    EncryptedTcp,
    /// A Unix socket: both ends are on this machine and belong to one user.
    UnixSocket,
}

impl fmt::Display for Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tcp => "TCP",
            Self::EncryptedTcp => "encrypted TCP",
            Self::UnixSocket => "a Unix socket",
        })
    }
}
