//! The totals of an end of a pipe: how much it has moved, and over which transport.

use std::time::Duration;

use crate::wire::carrier::Carrier;

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
