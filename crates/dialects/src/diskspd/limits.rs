//! The limits and the defaults of settings, whether arguments or a profile give them.

/// The largest block.
pub(super) const LARGEST_BLOCK: u64 = (1 << 31) - 1;

/// The largest buffer from which blocks are taken.
pub(super) const LARGEST_SOURCE: u64 = 1 << 30;

/// The most threads, and the most blocks in flight.
pub(super) const MOST_COUNT: u32 = 1 << 16;

/// The longest time of a test, in seconds.
pub(super) const LONGEST: u64 = 31_536_000;

/// The longest pause between bursts, in milliseconds.
pub(super) const LONGEST_PAUSE: u64 = 86_400_000;

/// The longest interval of samples, in milliseconds.
pub(super) const LONGEST_INTERVAL: u64 = 3_600_000;

/// Bytes of a block.
pub(super) const DEFAULT_BLOCK: u64 = 64 << 10;

/// The duration of a test.
pub(super) const DEFAULT_SECONDS: u64 = 10;

/// The time before anything is counted.
pub(super) const DEFAULT_WARM_UP: u64 = 5;

/// The blocks in flight of each thread and target.
pub(super) const DEFAULT_DEPTH: u32 = 2;
