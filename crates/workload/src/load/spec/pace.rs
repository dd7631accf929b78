//! Limits, depths and rates of loads.

use std::time::Duration;

use super::PerDirection;

/// The limit of a load. The one that is reached first applies; without any, the files are moved once. Bytes and
/// operations of the ramp count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limit {
    /// The bytes of each loop in all directions together; if they are more than those of the files, the files are
    /// repeated.
    pub bytes: Option<u64>,
    /// The blocks of each loop.
    pub operations: Option<u64>,
    /// The time after the ramp.
    pub time: Option<Duration>,
    /// True if it begins again at the end of its files until the time is up, regardless of the other limits.
    pub for_all_time: bool,
    /// The number of passes.
    pub loops: Option<u64>,
    /// True if a full device ends it without an error.
    pub until_full: bool,
}

/// The hint about the order of a file that the kernel gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Advice {
    /// Sequential or random, according to the order.
    #[default]
    AsOrdered,
    /// None.
    None,
    /// Sequential.
    Sequential,
    /// Random.
    Random,
}

/// The blocks in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// The maximum.
    pub most: u32,
    /// The number in flight at which a full queue is filled again; `most` or 0: at once.
    pub low: u32,
    /// The blocks that are submitted in one call. With 1, all that fit at a moment are submitted in one call.
    pub submit: u32,
    /// The least number of blocks to wait for; with 0 it polls and never sleeps. All completed blocks are processed.
    pub complete_least: u32,
}

impl Depths {
    /// Returns the depths for this maximum, with each block submitted as soon as possible.
    pub fn of(most: u32) -> Self {
        Self {
            most: most.max(1),
            low: most.max(1),
            submit: 1,
            complete_least: 1,
        }
    }
}

/// The flushes to the device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flush {
    /// The number of writes between calls of `fsync`; 0 for none.
    pub every: u32,
    /// The number of writes between calls of `fdatasync`; 0 for none.
    pub data_every: u32,
    /// True if `fsync` is called at the end, within the measured time.
    pub at_end: bool,
    /// True if `syncfs` is called for the volumes of the files at the end, within the measured time.
    pub volumes_at_end: bool,
    /// True if `fsync` is called when a file is closed.
    pub on_close: bool,
}

/// The highest rate of one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Bytes a second.
    pub bytes: Option<u64>,
    /// Blocks a second.
    pub operations: Option<u64>,
    /// True if blocks are due at random intervals with the mean of the rate (a Poisson process).
    pub poisson: bool,
}

/// The least rate of a load, which fails below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeastRate {
    /// The window over which it is checked; the first begins 2 s after its start.
    pub over: Duration,
    /// Bytes a second.
    pub bytes: PerDirection<Option<u64>>,
    /// Blocks a second.
    pub operations: PerDirection<Option<u64>>,
}

/// Pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThinkPauses {
    /// The length of a pause.
    pub time: Duration,
    /// The part of it that is spent computing.
    pub spin: Duration,
    /// The number of blocks between pauses.
    pub blocks: u64,
    /// True if rates exclude pauses, so that blocks are not caught up after them.
    pub is_outside_rates: bool,
}
