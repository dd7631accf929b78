//! What a pipe has moved, and over what.

use std::fmt;
use std::time::Duration;

/// What one end of a pipe has moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PipeTotals {
    /// Bytes of frames and of the tail, without what the transport adds.
    pub bytes: u64,
    /// Frames, the tail not among them.
    pub frames: u64,
    /// Time spent waiting for the other end, once the two were joined.
    pub waited: Duration,
    /// Over what the bytes went.
    pub carrier: Carrier,
}

/// Over what a pipe's bytes go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// A TCP connection.
    Tcp,
    /// A Unix socket: both ends are on this machine and of one user.
    UnixSocket,
}

impl fmt::Display for Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tcp => "TCP",
            Self::UnixSocket => "a Unix socket",
        })
    }
}
