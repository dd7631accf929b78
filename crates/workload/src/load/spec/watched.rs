//! The recorded series of a load, and conditions on its course.

use std::time::Duration;

use serde::Serialize;

/// The recorded series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Logs {
    /// Bytes a second.
    pub bandwidth: bool,
    /// Blocks a second.
    pub operations: bool,
    /// Submission, completion and total latencies.
    pub latency: bool,
    /// Histograms of latencies, at this interval.
    pub histograms: Option<Duration>,
    /// Each operation, with its time and offset, so that it can be replayed.
    pub movements: bool,
    /// The interval over which entries are means; `None` for an entry for each block.
    pub average: Option<Duration>,
    /// True if entries are the maxima of their intervals instead.
    pub greatest: bool,
}

/// The condition of a steady state: the figure remains within `limit` for `window`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteadyCondition {
    /// The figure.
    pub of: SteadyOf,
    /// True if the loads of its group and batch with the same condition are checked together, by their sums. They all
    /// end when the sum is steady.
    pub of_group: bool,
    /// The least invalid deviation from the mean, or slope for each second: in percent of the mean, or absolute (blocks
    /// or bytes a second).
    pub limit: f64,
    /// True if `limit` is in percent of the mean.
    pub is_percent: bool,
    /// The time for which it must hold.
    pub window: Duration,
    /// The time before it is checked.
    pub ramp: Duration,
}

/// The figure that must be steady.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SteadyOf {
    /// The greatest deviation of blocks a second from their mean.
    Iops,
    /// The greatest deviation of bytes a second from their mean.
    Bandwidth,
    /// The slope of the least squares line of blocks a second.
    IopsSlope,
    /// The slope of the least squares line of bytes a second.
    BandwidthSlope,
}

/// The other loads that end with a load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndScope {
    /// None.
    #[default]
    Itself,
    /// The loads of its group in its batch.
    Group,
    /// All loads of its batch.
    Batch,
    /// All loads, and no further batch starts.
    All,
}

/// The search for the greatest depth at which a percentage of blocks keep a latency: from one block in flight, the
/// depth is doubled as long as they do, and then bisected between the last that did and the least that did not. At the
/// depth that is found it measures again, for a window, and ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatencyTarget {
    /// The latency.
    pub target: Duration,
    /// The time for which each depth is tried.
    pub window: Duration,
    /// The percentage of blocks. With 100, the first that takes longer lowers the depth at once, and at a depth of one
    /// ends the load as a failure.
    pub percentile: f64,
    /// True if it continues to its limit, adapts the depth to the latency, and counts everything.
    pub goes_on: bool,
}
