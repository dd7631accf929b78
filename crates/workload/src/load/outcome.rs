//! What came of a load.

use std::path::PathBuf;
use std::time::Duration;

use feedrate_pageio::cache::{CacheShare, StorageIo};
use feedrate_pageio::{CpuUse, Depth, EngineKind, EngineReport, Latencies};
use serde::Serialize;

use super::spec::PerDirection;

/// What came of a schedule.
#[derive(Clone, Debug, Serialize)]
pub struct ScheduleOutcome {
    /// What came of each batch that was begun, in order.
    pub batches: Vec<BatchOutcome>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
    /// Asked for and not to be had, in words.
    pub notes: Vec<String>,
}

/// What came of the loads of one batch.
#[derive(Clone, Debug, Serialize)]
pub struct BatchOutcome {
    /// Each load, in the order of the schedule.
    pub loads: Vec<LoadOutcome>,
    /// From the start of the schedule's first batch to the start of this one.
    pub began_after: Duration,
    /// From its start until the last of its loads was done.
    pub elapsed: Duration,
    /// Processor time of the whole process, the kernel's workers for it included.
    pub cpu: CpuUse,
    /// What the process really moved to and from storage.
    pub storage: Option<StorageIo>,
    /// The share of the bytes read that the page cache served.
    pub cache: CacheShare,
}

impl ScheduleOutcome {
    /// All loads, in the order of the schedule.
    pub fn loads(&self) -> impl Iterator<Item = &LoadOutcome> {
        self.batches.iter().flat_map(|batch| &batch.loads)
    }
}

/// What came of one load.
#[derive(Clone, Debug, Serialize)]
pub struct LoadOutcome {
    /// Its name.
    pub name: String,
    /// Its group.
    pub group: u32,
    /// From the start of its batch to its own; absent when it never started.
    pub began_after: Option<Duration>,
    /// The process that it ran in.
    pub process_id: u32,
    /// What was moved after the ramp.
    pub flow: PerDirection<Flow>,
    /// What was trimmed after the ramp.
    pub trim: Flow,
    /// Of `flow.read`, what was read to check what had been written, after the rest.
    pub read_back: Flow,
    /// Flushes (`fsync`, `fdatasync`): their latencies.
    pub flushes: Latencies,
    /// After the ramp until its last block was done, and its last flush where that is asked for.
    pub run_time: Duration,
    /// How long the ramp took.
    pub ramped: Duration,
    /// Processor time of its thread after the ramp, with its page faults. What the kernel's workers did for it is in
    /// the figures of its batch alone.
    pub cpu: CpuUse,
    /// Number of the blocks that found so many in flight: 1, 2, 4, 8, 16, 32, from 64 on. Those that go in one
    /// call find what is in flight with all of them.
    pub depth_levels: [u64; 7],
    /// How many calls submitted, and completed, so many: 0, to 4, 8, 16, 32, 64, more.
    pub submitted: [u64; 7],
    /// See `submitted`.
    pub completed: [u64; 7],
    /// How many were in flight.
    pub depth: Depth,
    /// Which engine it used, and why not a faster one.
    pub engine: EngineReport,
    /// Intervals that were checked against what was to be in them.
    pub checked: u64,
    /// Of them, those that differ.
    pub differ: u64,
    /// The first of those that differ, in words; at most eight.
    pub differences: Vec<Difference>,
    /// Blocks that failed and after which it went on.
    pub failures: Failures,
    /// What ended it, if not its limit, or the first of those failures.
    pub error: Option<LoadError>,
    /// Whether it was stopped before its limit.
    pub stopped: bool,
    /// How often it came to the end of its files and began again.
    pub passes: u64,
    /// The series that were asked for.
    pub series: LoadSeries,
    /// Whether it became steady, where that was asked for.
    pub steady: Option<SteadyOutcome>,
    /// The depth that was found, where that was asked for.
    pub latency_target: Option<LatencyTargetOutcome>,
    /// Asked for and not to be had, in words.
    pub notes: Vec<String>,
}

impl LoadOutcome {
    /// What comes of a load of this process that never did anything.
    pub fn of_nothing(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            group: 0,
            began_after: None,
            process_id: std::process::id(),
            flow: PerDirection::default(),
            trim: Flow::default(),
            read_back: Flow::default(),
            flushes: Latencies::default(),
            run_time: Duration::ZERO,
            ramped: Duration::ZERO,
            cpu: CpuUse::default(),
            depth_levels: [0; 7],
            submitted: [0; 7],
            completed: [0; 7],
            depth: Depth::default(),
            engine: EngineReport {
                kind: EngineKind::NULL,
                depth: 0,
                refused: Vec::new(),
            },
            checked: 0,
            differ: 0,
            differences: Vec::new(),
            failures: Failures::default(),
            error: None,
            stopped: false,
            passes: 0,
            series: LoadSeries::default(),
            steady: None,
            latency_target: None,
            notes: Vec::new(),
        }
    }
}

/// Blocks that failed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Failures {
    /// How many.
    pub count: u64,
    /// Of what the first did.
    pub first: Option<LoadError>,
}

/// Data that are not what was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The file.
    pub path: PathBuf,
    /// Where in it the interval begins that differs.
    pub offset: u64,
    /// Bytes of the interval.
    pub bytes: u64,
    /// What was expected, and what was found.
    pub what: String,
    /// The file that what was found has been written to, where that was asked for.
    pub dumped: Option<PathBuf>,
}

/// One direction.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Flow {
    /// Bytes moved.
    pub bytes: u64,
    /// Blocks moved.
    pub operations: u64,
    /// Blocks that the system took in more than one part.
    pub short: u64,
    /// From its place in the queue to its submission, from there to its completion, and both.
    /// A synchronous engine has none of the first.
    pub submission: Latencies,
    /// See `submission`.
    pub completion: Latencies,
    /// See `submission`.
    pub total: Latencies,
    /// Of the work, up to its last block or the flush at its end; for reads with the time of reading back. Zero
    /// where nothing was moved.
    pub run_time: Duration,
    /// Bytes a second and blocks a second, of each whole sample.
    pub bandwidth_samples: Vec<f64>,
    /// See `bandwidth_samples`.
    pub operation_samples: Vec<f64>,
}

/// The series that were asked for. Entries are in order of time since the start of the load's measured time.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LoadSeries {
    /// KiB a second.
    pub bandwidth: Vec<Entry>,
    /// Blocks a second; 1 in an entry for each block.
    pub operations: Vec<Entry>,
    /// Nanoseconds until submission.
    pub submission: Vec<Entry>,
    /// Nanoseconds from there to completion.
    pub completion: Vec<Entry>,
    /// Nanoseconds of both.
    pub latency: Vec<Entry>,
    /// Latencies from submission to completion, time and again.
    pub histograms: Vec<HistogramEntry>,
    /// What was done, from the load's start on, the ramp included.
    pub movements: Vec<Movement>,
}

/// How many blocks of a direction took how long, since the entry before of that direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HistogramEntry {
    /// When the last of them was done.
    pub at: Duration,
    /// Whether of writes.
    pub is_write: bool,
    /// Whether of trims.
    pub is_trim: bool,
    /// Bytes of the last of them.
    pub block_bytes: u64,
    /// The classes that something fell into, of `HISTOGRAM_CLASSES`, and how much.
    pub counts: Vec<(u32, u32)>,
}

/// Something that a load did, as it can be done again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Movement {
    /// When it was begun, since the load's start.
    pub at: Duration,
    /// What.
    pub what: Action,
    /// With which of the load's files.
    pub file: usize,
    /// Where in it.
    pub offset: u64,
    /// How much.
    pub bytes: u64,
}

/// What can be done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// A block is read.
    Read,
    /// A block is written.
    Write,
    /// A block's space is given back.
    Trim,
    /// `fsync`
    Sync,
    /// `fdatasync`
    DataSync,
}

/// One entry of a log.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// When: at a block's completion, or the end of a window.
    pub at: Duration,
    /// KiB/s, blocks/s, or nanoseconds.
    pub value: u64,
    /// Whether of writes.
    pub is_write: bool,
    /// Whether of trims.
    pub is_trim: bool,
    /// Bytes of the block; 0 for a window.
    pub block_bytes: u64,
    /// Where the block is in its file; 0 for a window.
    pub offset: u64,
}

/// What ended a load before its limit.
#[derive(Clone, Debug, Serialize)]
pub struct LoadError {
    /// The system's number (EILSEQ for data that differ).
    pub errno: i32,
    /// What, where, what to do.
    pub text: String,
}

/// Whether it became steady: it alone, or the group that it was looked at with.
#[derive(Clone, Debug, Serialize)]
pub struct SteadyOutcome {
    /// Whether it did.
    pub attained: bool,
    /// What was compared with the limit at last: in percent of the mean or absolute, as the limit is. A slope has its
    /// sign.
    pub criterion: f64,
    /// The greatest deviation from the mean: absolute.
    pub max_deviation: f64,
    /// The slope: absolute, a second.
    pub slope: f64,
    /// Bytes a second in the window's last seconds, by seconds.
    pub bandwidth: Vec<f64>,
    /// Blocks a second, likewise.
    pub operations: Vec<f64>,
}

/// The depth that the search for the deepest queue that keeps a latency had come to.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LatencyTargetOutcome {
    /// It.
    pub depth: u32,
    /// Whether the latency was kept at the last look.
    pub kept: bool,
    /// The share of blocks within the target at the last look, in percent.
    pub percent_within: f64,
}
