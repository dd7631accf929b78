//! The report on a process.

use serde::Serialize;

use crate::counters::Counters;

/// A process that was seen.
#[derive(Clone, Debug, Serialize)]
pub struct ProcessSeen {
    /// Its number.
    pub process: u32,
    /// The number of its parent when it was seen last.
    pub parent: u32,
    /// The name of its program when it was seen last, 15 bytes at most.
    pub name: String,
    /// Seconds after the start of the command at which it was seen first.
    pub first_seen_seconds: f64,
    /// Seconds after the start of the command at which it was seen last.
    pub last_seen_seconds: f64,
    /// The counts of it, with what its children had used for which it waited.
    pub counters: Counters,
    /// True if the system hides what it reads and writes, because it belongs to another user.
    pub is_hidden: bool,
}
