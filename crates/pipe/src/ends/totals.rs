//! What an end of a pipe has moved, and over which transport.

use std::fmt;
use std::time::Duration;

/// Totals of what one end of a pipe has moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PipeTotals {
    /// Bytes of frames and of the tail, without headers.
    pub bytes: u64,
    /// Frames, without the tail.
    pub frames: u64,
    /// Time spent waiting for the other end after the two were joined.
    pub waited: Duration,
    /// The transport.
    pub carrier: Carrier,
}

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
