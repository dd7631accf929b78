//! What came of a job.

use std::time::Duration;

use feedrate_pageio::cache::{CacheShare, StorageIo};
use feedrate_pageio::{Account, CpuUse, Depth, EngineReport};
use serde::{Deserialize, Serialize};

use crate::job::RunAs;

/// Counters of a whole process at a moment.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Snapshot {
    /// `None` where the kernel keeps no count, or hides it.
    pub(crate) storage: Option<StorageIo>,
    pub(crate) process_cpu: CpuUse,
}

/// What came of one stream.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StreamOutcome {
    /// The stream's name.
    pub name: String,
    /// What it moved after its ramp.
    pub account: Account,
    /// How long its ramp took: from the common start to the first transfer that was done after the time
    /// asked for.
    pub ramped: Duration,
    /// From the end of the ramp to the completion of the last transfer.
    pub transfer_time: Duration,
    /// What `fdatasync` took after that; `None` when the stream does not wait for the device, or was
    /// stopped before it did.
    pub sync_time: Option<Duration>,
    /// From the end of the ramp until all was done.
    pub done_after: Duration,
    /// Processor time of the stream's own thread. What the kernel's workers or an engine's threads did
    /// for it is in the outcome of the whole job alone.
    pub thread_cpu: CpuUse,
    /// Which engine it used, and why not a faster one.
    pub engine: EngineReport,
    /// Transfers that were to be in flight.
    pub depth_asked: u32,
    /// Transfers that were.
    pub depth: Depth,
    /// How often it came to the end of its range and began again: from the second pass on, cached
    /// reads may come from the cache.
    pub passes: u64,
    /// Whether what was written is what was read, so that bytes count once.
    pub written_back: bool,
    /// Whether it was asked to stop before its limit.
    pub stopped: bool,
    /// Length of an interval of the series.
    pub interval: Duration,
    /// Bytes moved in each whole interval.
    pub series: Vec<u64>,
    /// Counters of its process at the end of the ramp.
    pub(crate) before: Snapshot,
    /// Counters of its process at its end.
    pub(crate) after: Snapshot,
}

impl StreamOutcome {
    /// Bytes moved, both ways together; a page that was read and written back counts once.
    pub fn bytes(&self) -> u64 {
        if self.written_back {
            self.account.write.bytes
        } else {
            self.account.bytes()
        }
    }

    /// Transfers made, counted likewise.
    pub fn operations(&self) -> u64 {
        if self.written_back {
            self.account.write.operations
        } else {
            self.account.operations()
        }
    }

    /// Whether all that it wrote has reached the device within its time; `None` when it wrote nothing.
    pub fn is_durable(&self) -> Option<bool> {
        (self.account.write.operations > 0).then_some(self.sync_time.is_some())
    }

    /// Bytes a second, with the time that it took to reach the device where the stream waited for
    /// that.
    pub fn bytes_a_second(&self) -> f64 {
        per_second(self.bytes(), self.done_after)
    }
}

/// What came of all streams together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Each stream.
    pub streams: Vec<StreamOutcome>,
    /// What all of them moved.
    pub account: Account,
    /// Bytes moved; a page that was read and written back counts once.
    pub bytes: u64,
    /// Transfers made, counted likewise.
    pub operations: u64,
    /// From the moment when the first stream began to count (the common start, but for ramps) until the
    /// first stream was done.
    pub first_done: Duration,
    /// From the same moment until the last stream was done.
    pub last_done: Duration,
    /// The longest that a stream waited for the device at its end; `None` when none did.
    pub sync_time: Option<Duration>,
    /// Processor time of all processes at work, the kernel's workers for them included.
    pub cpu: CpuUse,
    /// What the processes really moved to and from storage.
    pub storage: Option<StorageIo>,
    /// The share of the bytes read that the page cache served.
    pub cache_share: CacheShare,
    /// Length of an interval of the series.
    pub interval: Duration,
    /// Bytes moved by all streams in each interval in which all were at work.
    pub series: Vec<u64>,
    /// Whether the run was stopped before its end.
    pub stopped: bool,
}

impl Outcome {
    /// Adds up streams that ran at once.
    pub(crate) fn of(streams: Vec<StreamOutcome>, run_as: RunAs) -> Self {
        let mut account = Account::default();
        for stream in &streams {
            account.merge(&stream.account);
        }
        let (cpu, storage) = used(&streams, run_as);
        let (interval, series) = series_of(&streams);
        let began = streams.iter().map(|stream| stream.ramped).min();
        let done = || {
            streams
                .iter()
                .map(|stream| stream.ramped + stream.done_after - began.unwrap_or_default())
        };
        Self {
            bytes: streams.iter().map(StreamOutcome::bytes).sum(),
            operations: streams.iter().map(StreamOutcome::operations).sum(),
            first_done: done().min().unwrap_or_default(),
            last_done: done().max().unwrap_or_default(),
            sync_time: streams.iter().filter_map(|stream| stream.sync_time).max(),
            cache_share: CacheShare::of(account.read.bytes, storage),
            stopped: streams.iter().any(|stream| stream.stopped),
            account,
            cpu,
            storage,
            interval,
            series,
            streams,
        }
    }

    /// Whether all that was written has reached the device within the time; false when nothing was
    /// written, or one stream did not wait.
    pub fn is_durable(&self) -> bool {
        let writers = || self.streams.iter().filter_map(StreamOutcome::is_durable);
        writers().next().is_some() && writers().all(|durable| durable)
    }

    /// Bytes a second of all streams, until the last was done.
    pub fn bytes_a_second(&self) -> f64 {
        per_second(self.bytes, self.last_done)
    }

    /// Transfers a second, likewise.
    pub fn operations_a_second(&self) -> f64 {
        per_second(self.operations, self.last_done)
    }

    /// Processor seconds for 10^9 bytes moved both ways, a page written back counting twice.
    pub fn cpu_seconds_a_gigabyte(&self) -> f64 {
        let gigabytes = self.account.bytes() as f64 / 1e9;
        if gigabytes == 0.0 {
            0.0
        } else {
            self.cpu.total().as_secs_f64() / gigabytes
        }
    }

    /// The interval series in bytes a second.
    pub fn rates(&self) -> Vec<f64> {
        self.series
            .iter()
            .map(|&bytes| per_second(bytes, self.interval))
            .collect()
    }
}

/// The bytes of all streams in each interval in which all were counted.
fn series_of(streams: &[StreamOutcome]) -> (Duration, Vec<u64>) {
    let Some(interval) = streams.first().map(|stream| stream.interval) else {
        return (Duration::ZERO, Vec::new());
    };
    // Streams that ran so long that they widened their intervals may differ; such a series would add
    // unlike things.
    if streams.iter().any(|stream| stream.interval != interval) {
        return (interval, Vec::new());
    }
    let latest = streams.iter().map(|stream| stream.ramped).max();
    // What a stream with a shorter ramp counted before the others did is left out, to the nearest interval.
    let ahead = |stream: &StreamOutcome| {
        let ahead = latest.unwrap_or_default() - stream.ramped + interval / 2;
        usize::try_from(ahead.as_nanos() / interval.as_nanos().max(1)).unwrap_or(usize::MAX)
    };
    let all: Vec<&[u64]> = streams
        .iter()
        .map(|stream| stream.series.get(ahead(stream)..).unwrap_or_default())
        .collect();
    let shortest = all.iter().map(|series| series.len()).min().unwrap_or(0);
    let sum = |index| all.iter().map(|series| series[index]).sum();
    (interval, (0..shortest).map(sum).collect())
}

/// Processor time and storage I/O of the processes that the streams ran in: from the earliest start of
/// counting to the latest end where they shared one, else the sum over their own.
fn used(streams: &[StreamOutcome], run_as: RunAs) -> (CpuUse, Option<StorageIo>) {
    let spans: Vec<(Snapshot, Snapshot)> = match run_as {
        RunAs::Processes => streams
            .iter()
            .map(|stream| (stream.before, stream.after))
            .collect(),
        RunAs::Threads => {
            let cpu = |snapshot: &Snapshot| snapshot.process_cpu.total();
            let before = streams.iter().map(|stream| stream.before).min_by_key(cpu);
            let after = streams.iter().map(|stream| stream.after).max_by_key(cpu);
            before.zip(after).into_iter().collect()
        }
    };
    let cpu = spans
        .iter()
        .fold(CpuUse::default(), |sum, (before, after)| {
            sum + (after.process_cpu - before.process_cpu)
        });
    let storage = spans
        .iter()
        .map(|(before, after)| Some(after.storage?.since(before.storage?)))
        .try_fold(StorageIo::default(), |sum, used| {
            let used = used?;
            Some(StorageIo {
                read_bytes: sum.read_bytes + used.read_bytes,
                write_bytes: sum.write_bytes + used.write_bytes,
            })
        });
    (cpu, storage)
}

fn per_second(amount: u64, time: Duration) -> f64 {
    if time.is_zero() {
        0.0
    } else {
        amount as f64 / time.as_secs_f64()
    }
}

#[cfg(test)]
mod tests;
