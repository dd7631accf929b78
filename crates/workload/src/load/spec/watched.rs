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
    /// Histograms of latencies, each so long.
    pub histograms: Option<Duration>,
    /// Each block, with its time and place, so that all can be done again.
    pub movements: bool,
    /// Entries are means over this; absent: an entry for each block.
    pub average: Option<Duration>,
    /// Entries are the greatest, not the mean, of their window.
    pub greatest: bool,
}

/// When it is steady: the figure keeps within `limit` over `window`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steady {
    /// What is looked at.
    pub of: SteadyOf,
    /// The loads of its group and its batch that ask for the same are looked at as one: by the sum of what they move.
    /// They all end when that is steady.
    pub of_group: bool,
    /// It deviates from its mean, or rises or falls a second, by less than this: in percent of the mean, or absolute
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

/// The search for the deepest queue with which so many percent of blocks keep a latency: from one block in flight on,
/// twice as many as long as they do, and then by halves between the last that did and the least that did not. At the
/// depth that is found it measures anew, for a window, and ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatencyTarget {
    /// No more than this.
    pub target: Duration,
    /// How long each depth is tried.
    pub window: Duration,
    /// For so many blocks of 100. With 100 the first that takes longer makes the queue less deep at once, and at a
    /// depth of one ends the load as a failure.
    pub percentile: f64,
    /// Whether it goes on to its limit, up and down with what the latency allows, and counts all of it.
    pub goes_on: bool,
}
