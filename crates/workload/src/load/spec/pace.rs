//! How a load moves its blocks: until when, how many at once, how fast.

use std::time::Duration;

use super::PerDirection;

/// When a load ends; what comes first. With none: when it went over its files once. What is moved in the ramp counts
/// towards bytes and operations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limit {
    /// Bytes, all directions together, of each loop; if that is more than the files have it goes over them again.
    pub bytes: Option<u64>,
    /// Blocks of each loop.
    pub operations: Option<u64>,
    /// Time after the ramp.
    pub time: Option<Duration>,
    /// It begins again at the end of its files until the time is up, whatever the other limits are.
    pub for_all_time: bool,
    /// So many passes.
    pub loops: Option<u64>,
    /// That the device is full ends it without an error.
    pub until_full: bool,
}

/// What the kernel is told of the order in which a file is visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Advice {
    /// Sequential or random, as the order is.
    #[default]
    AsOrdered,
    /// Nothing.
    None,
    /// Sequential.
    Sequential,
    /// Random.
    Random,
}

/// How many blocks are in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// At most.
    pub most: u32,
    /// Once full, it is filled again when no more than this are in flight; `most` or 0: at once.
    pub low: u32,
    /// So many are gathered before they are handed over in one call. With 1, those for which there is room at a
    /// moment go in one call.
    pub submit: u32,
    /// So many are waited for at least, where it waits; with 0 it looks again and again and never sleeps. All that are
    /// done are taken.
    pub complete_least: u32,
}

impl Depths {
    /// So many in flight, each submitted as soon as there is room.
    pub fn of(most: u32) -> Self {
        Self {
            most: most.max(1),
            low: most.max(1),
            submit: 1,
            complete_least: 1,
        }
    }
}

/// What reaches the device, and when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flush {
    /// `fsync` after so many writes; 0 never.
    pub every: u32,
    /// `fdatasync` after so many writes; 0 never.
    pub data_every: u32,
    /// `fsync` at the end, within the time.
    pub at_end: bool,
    /// `fsync` when a file is closed.
    pub on_close: bool,
}

/// The most of one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Bytes a second.
    pub bytes: Option<u64>,
    /// Blocks a second.
    pub operations: Option<u64>,
    /// Blocks come at random intervals of which the mean is the one asked for (a Poisson process).
    pub poisson: bool,
}

/// The least that a load has to move; it fails where it moves less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Least {
    /// Over windows of this length, of which the first begins 2 s after its start.
    pub over: Duration,
    /// Bytes a second.
    pub bytes: PerDirection<Option<u64>>,
    /// Blocks a second.
    pub operations: PerDirection<Option<u64>>,
}

/// Pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Think {
    /// How long.
    pub time: Duration,
    /// Of it, so much in computing.
    pub spin: Duration,
    /// After so many blocks.
    pub blocks: u64,
    /// Whether rates leave it out, so that blocks that were not moved meanwhile are not made up for.
    pub is_outside_rates: bool,
}
