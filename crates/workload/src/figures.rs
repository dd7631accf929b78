//! The figures of an outcome for reports and JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use feedrate_pageio::account::Flow;
use feedrate_pageio::cache::{CacheShare, UnknownBecause};
use feedrate_pageio::{Calls, Depth, EngineReport, Latencies};
use feedrate_stats::Shape;
use serde::Serialize;

use crate::outcome::{Outcome, StreamOutcome};

/// The bytes of a megabyte in reports.
pub const MEGABYTE: f64 = 1e6;

/// Latencies in microseconds.
#[derive(Clone, Debug, Serialize)]
pub struct LatencyFigures {
    /// The least.
    pub min: f64,
    /// The arithmetic mean.
    pub mean: f64,
    /// By percentile: 50, 90, 95, 99, 99.9 and 99.99.
    pub percentiles: BTreeMap<String, f64>,
    /// The greatest.
    pub max: f64,
}

/// The percentiles of reports.
pub const PERCENTILES: [(&str, f64); 6] = [
    ("50", 50.0),
    ("90", 90.0),
    ("95", 95.0),
    ("99", 99.0),
    ("99.9", 99.9),
    ("99.99", 99.99),
];

/// The figures of one direction.
#[derive(Clone, Debug, Serialize)]
pub struct FlowFigures {
    /// Bytes moved.
    pub bytes: u64,
    /// Transfers completed.
    pub operations: u64,
    /// 10^6 bytes a second.
    pub megabytes_per_second: f64,
    /// Transfers a second.
    pub operations_per_second: f64,
    /// The latencies of transfers.
    pub latency_microseconds: LatencyFigures,
}

/// Processor time.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct CpuFigures {
    /// Seconds in user mode.
    pub user_seconds: f64,
    /// Seconds in kernel mode.
    pub system_seconds: f64,
    /// The sum of both for each 10^9 bytes moved.
    pub seconds_per_gigabyte: f64,
    /// The number of voluntary context switches.
    pub voluntary_switches: u64,
    /// The number of involuntary context switches.
    pub involuntary_switches: u64,
}

/// The throughput by interval, and its shape over time.
#[derive(Clone, Debug, Serialize)]
pub struct SeriesFigures {
    /// The length of an interval.
    pub interval_seconds: f64,
    /// 10^6 bytes a second in each interval.
    pub megabytes_per_second: Vec<f64>,
    /// Steady, drifting, stepping or noisy; levels in 10^6 bytes a second.
    pub shape: Shape,
    /// The shape in a sentence.
    pub description: String,
}

/// The figures of one stream.
#[derive(Clone, Debug, Serialize)]
pub struct StreamFigures {
    /// Its name.
    pub name: String,
    /// 10^6 bytes a second, both directions together.
    pub megabytes_per_second: f64,
    /// Transfers a second, both directions together.
    pub operations_per_second: f64,
    /// Seconds until it was done.
    pub done_after_seconds: f64,
    /// The seconds of its `fdatasync`; `None` if it did not wait for the device.
    pub sync_seconds: Option<f64>,
    /// The engine, and why a faster one was not used.
    pub engine: EngineReport,
    /// The requested number of transfers in flight.
    pub depth_asked: u32,
    /// The actual number of transfers in flight.
    pub depth_reached: Depth,
    /// The number of times that it began its range again.
    pub passes: u64,
    /// The figures of reads.
    pub read: Option<FlowFigures>,
    /// The figures of writes.
    pub write: Option<FlowFigures>,
    /// System calls by name.
    pub calls: Calls,
}

/// The figures of a job.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Figures {
    /// Bytes moved; a page that is read and written back counts once.
    pub bytes: u64,
    /// Seconds from the common start to the end of the last stream.
    pub seconds: f64,
    /// 10^6 bytes a second, both directions together.
    pub megabytes_per_second: f64,
    /// Transfers a second.
    pub operations_per_second: f64,
    /// True if `seconds` includes the time until all writes had reached the device; false if nothing was written, or
    /// the run was stopped before that.
    pub durable: bool,
    /// The longest `fdatasync`; `None` if nothing waited for the device.
    pub sync_seconds: Option<f64>,
    /// Seconds until the end of the first stream.
    pub first_done_seconds: f64,
    /// Seconds until the end of the last stream.
    pub last_done_seconds: f64,
    /// The figures of reads.
    pub read: Option<FlowFigures>,
    /// The figures of writes.
    pub write: Option<FlowFigures>,
    /// Processor time.
    pub cpu: CpuFigures,
    /// The share of the bytes read that the page cache served, 0 to 1; `None` if it is unknown or nothing was read.
    pub cache_share: Option<f64>,
    /// The same as text.
    pub cache_share_text: String,
    /// Bytes actually read from storage; `None` if unknown.
    pub storage_read_bytes: Option<u64>,
    /// Bytes actually written to storage, at once or later; `None` if unknown.
    pub storage_write_bytes: Option<u64>,
    /// The throughput over time; `None` if the run was shorter than an interval.
    pub series: Option<SeriesFigures>,
    /// True if the run was stopped before its end.
    pub stopped: bool,
    /// The figures of each stream.
    pub streams: Vec<StreamFigures>,
}

impl Figures {
    /// Returns the figures of an outcome.
    pub fn of(outcome: &Outcome) -> Self {
        let seconds = outcome.last_done;
        let cpu = outcome.cpu;
        Self {
            bytes: outcome.bytes,
            seconds: seconds.as_secs_f64(),
            megabytes_per_second: outcome.bytes_a_second() / MEGABYTE,
            operations_per_second: outcome.operations_a_second(),
            durable: outcome.is_durable(),
            sync_seconds: outcome.sync_time.map(|time| time.as_secs_f64()),
            first_done_seconds: outcome.first_done.as_secs_f64(),
            last_done_seconds: outcome.last_done.as_secs_f64(),
            read: flow_figures(&outcome.account.read, seconds),
            write: flow_figures(&outcome.account.write, seconds),
            cpu: CpuFigures {
                user_seconds: cpu.user.as_secs_f64(),
                system_seconds: cpu.system.as_secs_f64(),
                seconds_per_gigabyte: outcome.cpu_seconds_a_gigabyte(),
                voluntary_switches: cpu.voluntary_switches,
                involuntary_switches: cpu.involuntary_switches,
            },
            cache_share: outcome.cache_share.known(),
            cache_share_text: match outcome.cache_share {
                CacheShare::Known(_) => format!("{} of the bytes read", outcome.cache_share),
                CacheShare::Unknown(_) => outcome.cache_share.to_string(),
            },
            storage_read_bytes: outcome.storage.map(|storage| storage.read_bytes),
            storage_write_bytes: outcome.storage.map(|storage| storage.write_bytes),
            series: series_figures(outcome),
            stopped: outcome.stopped,
            streams: outcome.streams.iter().map(stream_figures).collect(),
        }
    }
}

impl Figures {
    /// Removes the cache share if nothing was counted as read from storage although something must have been. It would
    /// otherwise be "all of it from the cache", but reads that bypass the cache, or of a file system that the kernel
    /// does not count as storage, are not counted. `counted` is whether the count is reliable.
    pub fn doubt_cache_share(&mut self, counted: bool) {
        if !counted && self.storage_read_bytes == Some(0) && self.read.is_some() {
            self.cache_share = None;
            self.cache_share_text = CacheShare::Unknown(UnknownBecause::NotCounted).to_string();
        }
    }
}

fn stream_figures(stream: &StreamOutcome) -> StreamFigures {
    let done_after = stream.done_after.as_secs_f64();
    StreamFigures {
        name: stream.name.clone(),
        megabytes_per_second: stream.bytes_a_second() / MEGABYTE,
        operations_per_second: if done_after > 0.0 {
            stream.operations() as f64 / done_after
        } else {
            0.0
        },
        done_after_seconds: done_after,
        sync_seconds: stream.sync_time.map(|time| time.as_secs_f64()),
        engine: stream.engine.clone(),
        depth_asked: stream.depth_asked,
        depth_reached: stream.depth,
        passes: stream.passes,
        read: flow_figures(&stream.account.read, stream.done_after),
        write: flow_figures(&stream.account.write, stream.done_after),
        calls: stream.account.calls,
    }
}

fn flow_figures(flow: &Flow, time: Duration) -> Option<FlowFigures> {
    FlowFigures::of(flow.bytes, flow.operations, &flow.latencies, time)
}

impl FlowFigures {
    /// Returns the figures of what was moved within a time; `None` of nothing.
    pub fn of(bytes: u64, operations: u64, latencies: &Latencies, time: Duration) -> Option<Self> {
        let seconds = time.as_secs_f64();
        if operations == 0 || seconds == 0.0 {
            return None;
        }
        let micros = |latency: Duration| latency.as_nanos() as f64 / 1e3;
        let percentile = |percent| micros(latencies.percentile(percent));
        Some(Self {
            bytes,
            operations,
            megabytes_per_second: bytes as f64 / seconds / MEGABYTE,
            operations_per_second: operations as f64 / seconds,
            latency_microseconds: LatencyFigures {
                min: micros(latencies.min()),
                mean: micros(latencies.mean()),
                percentiles: PERCENTILES
                    .iter()
                    .map(|&(name, percent)| (name.to_owned(), percentile(percent)))
                    .collect(),
                max: micros(latencies.max()),
            },
        })
    }
}

fn series_figures(outcome: &Outcome) -> Option<SeriesFigures> {
    let rates: Vec<f64> = outcome.rates().iter().map(|rate| rate / MEGABYTE).collect();
    if rates.is_empty() {
        return None;
    }
    // Its levels, and those in its description, have the unit of the series.
    let shape = feedrate_stats::classify(&rates);
    Some(SeriesFigures {
        interval_seconds: outcome.interval.as_secs_f64(),
        megabytes_per_second: rates,
        description: shape.describe(),
        shape,
    })
}
