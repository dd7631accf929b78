//! The rates of a test.

use std::time::Duration;

use feedrate_pageio::cache::{CacheShare, UnknownBecause};
use feedrate_workload::load::{BatchOutcome, ScheduleOutcome};

/// The bytes of a megabyte, as the scripts count.
pub(super) const MEGABYTE: f64 = (1 << 20) as f64;

/// The share of the page cache up to which reading counts as cold.
const COLD_SHARE: f64 = 0.01;

/// One pass of all streams over their files.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pass {
    /// The bytes of each file.
    pub(super) file_bytes: u64,
    /// The seconds of each stream, from the common start.
    pub(super) seconds: Vec<f64>,
    /// The share of the bytes read that the page cache served.
    pub(super) cache: CacheShare,
}

impl Pass {
    /// Returns the pass of an outcome; of a volume whose reads are not counted, the share of the page cache is unknown
    /// if storage served nothing.
    pub(super) fn of(outcome: &ScheduleOutcome, file_bytes: u64, counts_reads: bool) -> Self {
        let loads = outcome.loads();
        Self {
            file_bytes,
            seconds: loads.map(|load| load.run_time.as_secs_f64()).collect(),
            cache: outcome
                .batches
                .first()
                .map_or_else(unknown, |batch| share(batch, counts_reads)),
        }
    }

    /// Returns the pass with a time added after the end of its last stream.
    pub(super) fn and_then(&self, after: &[Duration]) -> Self {
        let end = self.end();
        Self {
            seconds: after.iter().map(|after| end + after.as_secs_f64()).collect(),
            ..self.clone()
        }
    }

    /// Returns the arithmetic mean of the seconds of streams.
    pub(super) fn mean_seconds(&self) -> f64 {
        self.seconds.iter().sum::<f64>() / self.seconds.len().max(1) as f64
    }

    /// Returns megabytes a second by the mean of the seconds: the figure of the scripts.
    pub(super) fn rate(&self) -> f64 {
        self.rate_in(self.mean_seconds())
    }

    /// Returns the rate of the slowest stream.
    pub(super) fn slowest(&self) -> f64 {
        self.rate_in(self.end())
    }

    /// Returns the rate of the fastest stream.
    pub(super) fn fastest(&self) -> f64 {
        self.rate_in(self.seconds.iter().copied().fold(f64::INFINITY, f64::min))
    }

    /// Returns the rate of all streams together, until the end of the last.
    pub(super) fn together(&self) -> f64 {
        self.slowest() * self.seconds.len() as f64
    }

    fn end(&self) -> f64 {
        self.seconds.iter().copied().fold(0.0, f64::max)
    }

    fn rate_in(&self, seconds: f64) -> f64 {
        self.file_bytes as f64 / MEGABYTE / seconds.max(1e-9)
    }
}

fn unknown() -> CacheShare {
    CacheShare::Unknown(UnknownBecause::NoCounters)
}

fn share(batch: &BatchOutcome, counts_reads: bool) -> CacheShare {
    match batch.storage {
        Some(storage) if storage.read_bytes == 0 && !counts_reads => CacheShare::Unknown(UnknownBecause::NotCounted),
        _ => batch.cache,
    }
}

/// The reading of what is not in the page cache.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ColdRead {
    /// The scripts' reading was cold already.
    SameAsScript,
    /// A second reading, after the files had been removed from the page cache.
    Again(Pass),
    /// The files cannot be removed from memory.
    Impossible,
}

/// The figures of a test.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figures {
    /// Writing, as the scripts measure it.
    pub(super) write: Pass,
    /// The same with the time until all of it had reached the device.
    pub(super) durable: Pass,
    /// Reading, as the scripts measure it.
    pub(super) read: Pass,
    /// Reading from the device.
    pub(super) cold: ColdRead,
}

impl Figures {
    /// Returns the cold reading, if there is one.
    pub(super) fn cold(&self) -> Option<&Pass> {
        match &self.cold {
            ColdRead::SameAsScript => Some(&self.read),
            ColdRead::Again(pass) => Some(pass),
            ColdRead::Impossible => None,
        }
    }

    /// Returns reading and writing for the lines of the scripts; `None` if they are to be cold and cannot.
    pub(super) fn for_lines(&self, cold_durable: bool) -> Option<(&Pass, &Pass)> {
        match cold_durable {
            true => Some((self.cold()?, &self.durable)),
            false => Some((&self.read, &self.write)),
        }
    }
}

/// Returns whether reading was cold enough to stand for the device.
pub(super) fn was_cold(read: &Pass) -> bool {
    read.cache.known().is_some_and(|share| share <= COLD_SHARE)
}
