//! The jobs of processes that work at once.

use std::path::PathBuf;
use std::time::Instant;

use crate::attack::process::Outcome;

/// Observations of an append.
pub const BATCH: u64 = 700;

/// The first key of the first append; the next begins a thousand later.
pub const FIRST_KEY: u64 = 10_000_000;

/// The task of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Adds the observations of this number to `D.B`.
    Append(u64),
    /// Does so by PROC SQL.
    Insert(u64),
    /// Sorts `D.B` in place, down or up.
    Sort(bool),
    /// Adds one to all observations of `D.C`, in place or in a new file.
    Update { in_place: bool },
    /// Reads both.
    Read,
}

/// A process that was.
pub struct PastJob {
    pub task: Task,
    pub began: Instant,
    pub over: Instant,
    pub ended: Outcome,
    pub was_killed: bool,
    pub listings: [PathBuf; 2],
}
