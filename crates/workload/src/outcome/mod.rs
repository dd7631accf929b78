//! The outcome of a job.

use std::time::Duration;

use feedrate_pageio::cache::{CacheShare, StorageIo};
use feedrate_pageio::{Account, CpuUse, Depth, EngineReport};
use serde::{Deserialize, Serialize};

use crate::job::RunAs;

/// Counters of a whole process at a moment.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Snapshot {
    /// `None` if the kernel does not count it, or denies access.
    pub(crate) storage: Option<StorageIo>,
    pub(crate) process_cpu: CpuUse,
}

/// The outcome of one stream.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StreamOutcome {
    /// The stream's name.
    pub name: String,
    /// The transfers after its ramp.
    pub account: Account,
    /// The time of its ramp: from the common start to the first transfer that was completed after the requested time.
    pub ramped: Duration,
    /// The time from the end of the ramp to the completion of the last transfer.
    pub transfer_time: Duration,
    /// The time of `fdatasync` after that; `None` if the stream does not wait for the device, or was stopped before.
    pub sync_time: Option<Duration>,
    /// The time from the end of the ramp to its end.
    pub done_after: Duration,
    /// The processor time of the stream's own thread. That of the kernel's workers and of an engine's threads is only
    /// in the outcome of the whole job.
    pub thread_cpu: CpuUse,
    /// The engine, and why a faster one was not used.
    pub engine: EngineReport,
    /// The requested number of transfers in flight.
    pub depth_asked: u32,
    /// The actual number of transfers in flight.
    pub depth: Depth,
    /// The number of times that it reached the end of its range and began again: from the second pass on, cached reads
    /// may come from the cache.
    pub passes: u64,
    /// True if the pages written are those that were read, so that bytes count once.
    pub written_back: bool,
    /// True if it was stopped before its limit.
    pub stopped: bool,
    /// The length of an interval of the series.
    pub interval: Duration,
    /// The bytes moved in each complete interval.
    pub series: Vec<u64>,
    /// The counters of its process at the end of the ramp.
    pub(crate) before: Snapshot,
    /// The counters of its process at its end.
    pub(crate) after: Snapshot,
}

impl StreamOutcome {
    /// Returns the bytes moved in both directions; a page that was read and written back counts once.
    pub fn bytes(&self) -> u64 {
        if self.written_back {
            self.account.write.bytes
        } else {
            self.account.bytes()
        }
    }

    /// Returns the number of transfers, counted likewise.
    pub fn operations(&self) -> u64 {
        if self.written_back {
            self.account.write.operations
        } else {
            self.account.operations()
        }
    }

    /// Returns whether all writes reached the device within its time; `None` if it wrote nothing.
    pub fn is_durable(&self) -> Option<bool> {
        (self.account.write.operations > 0).then_some(self.sync_time.is_some())
    }

    /// Returns bytes a second, over a time that includes the flush to the device if the stream waited for it.
    pub fn bytes_a_second(&self) -> f64 {
        per_second(self.bytes(), self.done_after)
    }
}

/// The outcome of all streams together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The outcome of each stream.
    pub streams: Vec<StreamOutcome>,
    /// The transfers of all.
    pub account: Account,
    /// Bytes moved; a page that was read and written back counts once.
    pub bytes: u64,
    /// The number of transfers, counted likewise.
    pub operations: u64,
    /// The time from the moment when the first stream began to count (the common start, except for ramps) to the end of
    /// the first stream.
    pub first_done: Duration,
    /// The time from the same moment to the end of the last stream.
    pub last_done: Duration,
    /// The longest time that a stream waited for the device at its end; `None` if none did.
    pub sync_time: Option<Duration>,
    /// The processor time of all processes, including the kernel's workers for them.
    pub cpu: CpuUse,
    /// The bytes actually moved to and from storage by the processes.
    pub storage: Option<StorageIo>,
    /// The share of the bytes read that the page cache served.
    pub cache_share: CacheShare,
    /// The length of an interval of the series.
    pub interval: Duration,
    /// The bytes moved by all streams in each interval in which all were active.
    pub series: Vec<u64>,
    /// True if the run was stopped before its end.
    pub stopped: bool,
}

impl Outcome {
    /// Combines streams that ran at the same time.
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

    /// Returns whether all writes reached the device within the time; false if nothing was written, or a stream did not
    /// wait.
    pub fn is_durable(&self) -> bool {
        let writers = || self.streams.iter().filter_map(StreamOutcome::is_durable);
        writers().next().is_some() && writers().all(|durable| durable)
    }

    /// Returns bytes a second of all streams, until the end of the last.
    pub fn bytes_a_second(&self) -> f64 {
        per_second(self.bytes, self.last_done)
    }

    /// Returns transfers a second, likewise.
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
    // Bytes that a stream with a shorter ramp counted before the others did are left out, to the nearest interval.
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
        RunAs::Processes => streams.iter().map(|stream| (stream.before, stream.after)).collect(),
        RunAs::Threads => {
            let cpu = |snapshot: &Snapshot| snapshot.process_cpu.total();
            let before = streams.iter().map(|stream| stream.before).min_by_key(cpu);
            let after = streams.iter().map(|stream| stream.after).max_by_key(cpu);
            before.zip(after).into_iter().collect()
        }
    };
    let cpu = spans.iter().fold(CpuUse::default(), |sum, (before, after)| {
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
