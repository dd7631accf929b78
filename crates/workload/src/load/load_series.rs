//! The series that a load records: figures over time, histograms and operations.

use std::time::Duration;

use feedrate_pageio::placement::RequestPriority;
use serde::Serialize;

/// The requested series. Entries are in order of time since the start of the load's measured time.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LoadSeries {
    /// KiB a second.
    pub bandwidth: Vec<Entry>,
    /// Blocks a second; 1 in an entry for each block.
    pub operations: Vec<Entry>,
    /// Nanoseconds until submission.
    pub submission: Vec<Entry>,
    /// Nanoseconds from submission to completion.
    pub completion: Vec<Entry>,
    /// Nanoseconds of both together.
    pub latency: Vec<Entry>,
    /// Histograms of latencies from submission to completion, at intervals.
    pub histograms: Vec<HistogramEntry>,
    /// The operations since the load's start, including the ramp.
    pub movements: Vec<Movement>,
}

/// The latencies of the blocks of one direction since the earlier entry of that direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HistogramEntry {
    /// The completion of the last of them.
    pub at: Duration,
    /// True if they are writes.
    pub is_write: bool,
    /// True if they are trims.
    pub is_trim: bool,
    /// The bytes of the last of them.
    pub block_bytes: u64,
    /// The classes that are not empty, of `HISTOGRAM_CLASSES`, with their counts.
    pub counts: Vec<(u32, u32)>,
}

/// A recorded operation of a load, which can be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Movement {
    /// Its start, since the load's start.
    pub at: Duration,
    /// The operation.
    pub what: Action,
    /// The number of the load's file.
    pub file: usize,
    /// The offset.
    pub offset: u64,
    /// The bytes.
    pub bytes: u64,
}

/// An operation on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// A block is read.
    Read,
    /// A block is written.
    Write,
    /// A block is trimmed.
    Trim,
    /// `fsync`
    Sync,
    /// `fdatasync`
    DataSync,
    /// A file is opened.
    Open,
    /// A file is closed.
    Close,
}

/// One entry of a log.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// The time: of a block's completion, or of the end of a window.
    pub at: Duration,
    /// KiB/s, blocks/s, or nanoseconds.
    pub value: u64,
    /// True if it is about writes.
    pub is_write: bool,
    /// True if it is about trims.
    pub is_trim: bool,
    /// The bytes of the block; 0 for a window.
    pub block_bytes: u64,
    /// The offset of the block in its file; 0 for a window.
    pub offset: u64,
    /// The priority of the block's request; none for a window.
    pub priority: RequestPriority,
}
