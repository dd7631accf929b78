//! A block that is counted.

use std::time::{Duration, Instant};

use feedrate_pageio::Direction;

use crate::load::spec::RequestPriority;

/// A block that is done.
#[derive(Clone, Copy, Debug)]
pub(in crate::load) struct DoneBlock {
    /// The direction.
    pub(in crate::load) direction: Direction,
    /// It is neither: its space was given back.
    pub(in crate::load) is_trim: bool,
    /// Its length.
    pub(in crate::load) bytes: u64,
    /// Its place.
    pub(in crate::load) offset: u64,
    /// Until it was handed to the system; none where that is one with its completion.
    pub(in crate::load) submission: Option<Duration>,
    /// From there until it was done.
    pub(in crate::load) completion: Duration,
    /// The moment at which it was done.
    pub(in crate::load) at: Instant,
    /// The priority of its request.
    pub(in crate::load) priority: RequestPriority,
}
