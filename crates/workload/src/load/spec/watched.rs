//! What is kept of a load's course, and what its course decides.

use std::time::Duration;

use serde::Serialize;

/// Which series are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Logs {
    /// Bytes a second.
    pub bandwidth: bool,
    /// Blocks a second.
    pub operations: bool,
    /// Submission, completion and total latencies.
    pub latency: bool,
    /// Entries are means over this; absent: an entry for each block.
    pub average: Option<Duration>,
    /// Entries are the greatest, not the mean, of their window.
    pub greatest: bool,
}

/// When it is steady: the figure's `limit` holds over `window`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steady {
    /// What is looked at.
    pub of: SteadyOf,
    /// The most that it may deviate from its mean, or rise or fall a second: in percent of the mean, or absolute
    /// (blocks or bytes a second).
    pub limit: f64,
    /// Whether `limit` is in percent of the mean.
    pub is_percent: bool,
    /// How long it must be so.
    pub window: Duration,
    /// Time before it is looked at.
    pub ramp: Duration,
}

/// What is to be steady.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SteadyOf {
    /// Blocks a second: their greatest deviation from the mean.
    Iops,
    /// Bytes a second: likewise.
    Bandwidth,
    /// Blocks a second: the slope of the line of least squares through them.
    IopsSlope,
    /// Bytes a second: likewise.
    BandwidthSlope,
}

/// What ends with a load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ends {
    /// Nothing else.
    #[default]
    Itself,
    /// The loads of its group in its batch.
    Group,
    /// All loads of its batch.
    Batch,
    /// All loads, and no further batch starts.
    All,
}

/// So many percent of blocks within a latency over a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatencyTarget {
    /// No more than this.
    pub target: Duration,
    /// For so long, before a greater depth is tried.
    pub window: Duration,
    /// For so many blocks of 100.
    pub percentile: f64,
    /// Whether it goes on to its limit at the depth that was found, and does not end there.
    pub goes_on: bool,
}
