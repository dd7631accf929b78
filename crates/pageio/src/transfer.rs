//! One transfer, and how it ended.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// Which way the pages move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// From the file to memory.
    Read,
    /// From memory to the file.
    Write,
}

/// A request to move the first `bytes` of a buffer slot to or from a place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Which way.
    pub direction: Direction,
    /// Which of the queue's files, by its index.
    pub file: usize,
    /// Which buffer slot of the queue's arena. It belongs to the transfer until that completes.
    pub slot: usize,
    /// Where in the file, in bytes.
    pub offset: u64,
    /// The length, in bytes.
    pub bytes: usize,
}

/// A transfer that succeeded in whole. One that did not is an [`Error`](crate::Error).
#[derive(Clone, Copy, Debug)]
pub struct Completion {
    /// The transfer that was asked for.
    pub transfer: Transfer,
    /// From being handed to the engine until its completion was seen.
    pub latency: Duration,
    /// When its completion was seen. Completions reaped together share one reading of the clock.
    pub at: Instant,
}

/// The way that the system is to make transfers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallOptions {
    /// One that would have to wait fails instead, of `EAGAIN`. What it can begin only in part goes on in the same way.
    pub no_wait: bool,
    /// Pages that it takes through the page cache do not stay there (Linux 6.14; elsewhere it fails).
    pub uncached: bool,
    /// Its completion is polled for, where the device has queues for that; elsewhere it has no effect.
    pub polled: bool,
}
