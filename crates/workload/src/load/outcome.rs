//! The outcome of loads.

use std::path::PathBuf;
use std::time::Duration;

use feedrate_pageio::cache::{CacheShare, StorageIo};
use feedrate_pageio::placement::RequestPriority;
use feedrate_pageio::{CpuUse, Depth, EngineKind, EngineReport, Latencies};
use serde::Serialize;

pub use super::load_error::LoadError;
use super::load_series::LoadSeries;
use super::spec::{PerDirection, WriteState};

/// The outcome of a schedule.
#[derive(Clone, Debug, Serialize)]
pub struct ScheduleOutcome {
    /// The outcome of each batch that was begun, in order.
    pub batches: Vec<BatchOutcome>,
    /// True if it was stopped before its end.
    pub stopped: bool,
    /// Messages about requests that could not be met.
    pub notes: Vec<String>,
}

/// The outcome of the loads of one batch.
#[derive(Clone, Debug, Serialize)]
pub struct BatchOutcome {
    /// The outcome of each load, in the order of the schedule.
    pub loads: Vec<LoadOutcome>,
    /// The time from the start of the schedule's first batch to the start of this one.
    pub began_after: Duration,
    /// The time from its start to the end of its last load.
    pub elapsed: Duration,
    /// The processor time of the whole process, including the kernel's workers for it.
    pub cpu: CpuUse,
    /// The bytes actually moved to and from storage by the process.
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

/// The outcome of one load.
#[derive(Clone, Debug, Serialize)]
pub struct LoadOutcome {
    /// Its name.
    pub name: String,
    /// Its group.
    pub group: u32,
    /// The time from the start of its batch to its own; `None` if it never started.
    pub began_after: Option<Duration>,
    /// The process that it ran in.
    pub process_id: u32,
    /// Blocks moved after the ramp.
    pub flow: PerDirection<Flow>,
    /// Blocks trimmed after the ramp.
    pub trim: Flow,
    /// The part of `flow.read` that was read afterwards to verify writes.
    pub read_back: Flow,
    /// The latencies of flushes (`fsync`, `fdatasync`).
    pub flushes: Latencies,
    /// The time from the end of the ramp to the last block, or to the last flush if that is requested.
    pub run_time: Duration,
    /// The time of the ramp.
    pub ramped: Duration,
    /// The processor time of its thread after the ramp, with its page faults. That of the kernel's workers is only in
    /// the figures of its batch.
    pub cpu: CpuUse,
    /// The number of blocks for each number in flight: 1, 2, 4, 8, 16, 32, from 64 on. Blocks of one call count what is
    /// in flight with all of them.
    pub depth_levels: [u64; 7],
    /// The number of calls that submitted this many blocks: 0, to 4, 8, 16, 32, 64, more.
    pub submitted: [u64; 7],
    /// The number of calls that completed this many blocks.
    pub completed: [u64; 7],
    /// The number of blocks in flight.
    pub depth: Depth,
    /// The engine, and why a faster one was not used.
    pub engine: EngineReport,
    /// The number of verified intervals.
    pub checked: u64,
    /// The number of those that differ.
    pub differ: u64,
    /// Descriptions of the first that differ, at most eight.
    pub differences: Vec<Difference>,
    /// Failed blocks after which it continued.
    pub failures: Failures,
    /// The error that ended it, or the first of those failures.
    pub error: Option<LoadError>,
    /// True if it was stopped before its limit.
    pub stopped: bool,
    /// The number of times that it reached the end of its files and began again.
    pub passes: u64,
    /// The requested series.
    pub series: LoadSeries,
    /// The steady state, if it was requested.
    pub steady: Option<SteadyOutcome>,
    /// The depth that was found, if a search was requested.
    pub latency_target: Option<LatencyTargetOutcome>,
    /// The progress of its writes, if they are verified.
    pub written: Option<WriteState>,
    /// Messages about requests that could not be met.
    pub notes: Vec<String>,
}

impl LoadOutcome {
    /// Returns the outcome of a load of this process that did nothing.
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
            written: None,
            notes: Vec::new(),
        }
    }
}

/// Failed blocks.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Failures {
    /// Their number.
    pub count: u64,
    /// The error of the first.
    pub first: Option<LoadError>,
}

/// Data that differ from what was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The file.
    pub path: PathBuf,
    /// The offset of the interval that differs.
    pub offset: u64,
    /// The bytes of the interval.
    pub bytes: u64,
    /// The expected and the actual content.
    pub what: String,
    /// The file with the actual content, if that is requested.
    pub dumped: Option<PathBuf>,
}

/// The figures of one direction.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Flow {
    /// Bytes moved.
    pub bytes: u64,
    /// Blocks moved.
    pub operations: u64,
    /// Blocks that the system moved in more than one part.
    pub short: u64,
    /// The latencies from the place in the queue to submission. Synchronous engines have none.
    pub submission: Latencies,
    /// The latencies from submission to completion.
    pub completion: Latencies,
    /// The latencies of both together.
    pub total: Latencies,
    /// The latencies of each priority; empty where requests have none of their own.
    pub priorities: Vec<PriorityLatencies>,
    /// The time until the last block or the final flush; for reads including the time of reading back. Zero if nothing
    /// was moved.
    pub run_time: Duration,
    /// Bytes a second in each complete sample.
    pub bandwidth_samples: Vec<f64>,
    /// Blocks a second in each complete sample.
    pub operation_samples: Vec<f64>,
}

/// The latencies of requests of one priority.
#[derive(Clone, Debug, Serialize)]
pub struct PriorityLatencies {
    /// The priority.
    pub priority: RequestPriority,
    /// The latencies from submission to completion.
    pub completion: Latencies,
    /// The latencies from the place in the queue to completion.
    pub total: Latencies,
}

impl PriorityLatencies {
    /// Creates the latencies of no requests.
    pub fn new(priority: RequestPriority) -> Self {
        Self {
            priority,
            completion: Latencies::new(),
            total: Latencies::new(),
        }
    }
}

/// The steady state of a load, or of the group that it was checked with.
#[derive(Clone, Debug, Serialize)]
pub struct SteadyOutcome {
    /// True if it was reached.
    pub attained: bool,
    /// The last value that was compared with the limit: in percent of the mean or absolute, as the limit is. A slope
    /// has its sign.
    pub criterion: f64,
    /// The greatest deviation from the mean, absolute.
    pub max_deviation: f64,
    /// The slope, absolute, for each second.
    pub slope: f64,
    /// Bytes a second in each of the window's last seconds.
    pub bandwidth: Vec<f64>,
    /// Blocks a second in each of the window's last seconds.
    pub operations: Vec<f64>,
}

/// The result of the search for the greatest depth that keeps a latency.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LatencyTargetOutcome {
    /// The depth.
    pub depth: u32,
    /// True if the latency was kept in the last window.
    pub kept: bool,
    /// The percentage of blocks within the target in the last window.
    pub percent_within: f64,
}
