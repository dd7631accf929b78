//! The tally that a load keeps while it runs.

mod done_block;
mod histograms;
mod logs;
mod priorities;
mod samples;

use std::time::Instant;

use feedrate_pageio::Latencies;

use super::load_series::LoadSeries;
use super::outcome::PriorityLatencies;
use super::series::SeriesOutlet;
use super::spec::{Load, PerDirection};
use super::watch::Amount;
pub(super) use done_block::DoneBlock;
pub use histograms::HISTOGRAM_CLASSES;
use logs::LogKeeper;
use samples::Samples;

/// Counts.
#[derive(Debug)]
pub(super) struct Tally {
    pub(super) moved: PerDirection<Amount>,
    pub(super) submission: PerDirection<Latencies>,
    pub(super) completion: PerDirection<Latencies>,
    pub(super) flushes: Latencies,
    /// Those of calls about files in place of opening them.
    pub(super) openings: PerDirection<Latencies>,
    /// Of parts that were computed.
    pub(super) computed: Latencies,
    pub(super) trimmed: Amount,
    pub(super) trims: Latencies,
    pub(super) levels: [u64; 7],
    pub(super) submitted: [u64; 7],
    pub(super) completed: [u64; 7],
    /// When the last block of each direction was done.
    pub(super) last: PerDirection<Option<Instant>>,
    /// The latencies of each priority, where requests have their own.
    pub(super) priorities: PerDirection<Vec<PriorityLatencies>>,
    samples: Samples,
    logs: Option<LogKeeper>,
}

impl Tally {
    /// Counts from a moment on. Series are handed on through `outlet`, if there is one.
    pub(super) fn new(load: &Load, start: Instant, outlet: Option<SeriesOutlet>) -> Self {
        Self {
            moved: PerDirection::default(),
            submission: PerDirection::default(),
            completion: PerDirection::default(),
            flushes: Latencies::new(),
            openings: PerDirection::default(),
            computed: Latencies::new(),
            trimmed: Amount::default(),
            trims: Latencies::new(),
            levels: [0; 7],
            submitted: [0; 7],
            completed: [0; 7],
            last: PerDirection::default(),
            priorities: priorities::of_load(load),
            samples: Samples::new(load, start),
            logs: LogKeeper::new(load.logs, start, outlet),
        }
    }

    /// Counts blocks that are submitted when so many are in flight, themselves included.
    #[inline]
    pub(super) fn submit(&mut self, blocks: u64, in_flight: u32) {
        self.levels[level(in_flight)] += blocks;
    }

    /// Counts a block that is done.
    #[inline]
    pub(super) fn done(&mut self, done: &DoneBlock) {
        let moved = self.moved.of_mut(done.direction);
        moved.bytes += done.bytes;
        moved.operations += 1;
        *self.last.of_mut(done.direction) = Some(done.at);
        if let Some(submission) = done.submission {
            self.submission.of_mut(done.direction).record(submission);
            self.completion.of_mut(done.direction).record(done.completion);
        }
        priorities::count(&mut self.priorities, done);
        if let Some(logs) = &mut self.logs {
            logs.done(done);
        }
    }

    /// Counts a trim that is done. Each is a call of its own, and none waits with others.
    pub(super) fn trimmed(&mut self, done: &DoneBlock) {
        self.trimmed.bytes += done.bytes;
        self.trimmed.operations += 1;
        self.trims.record(done.completion);
        Self::call(&mut self.submitted, 1);
        Self::call(&mut self.completed, 1);
        self.submit(1, 1);
        if let Some(logs) = &mut self.logs {
            logs.done(done);
        }
    }

    /// Counts a call that submitted, or completed, so many.
    pub(super) fn call(counts: &mut [u64; 7], number: usize) {
        counts[bucket(number)] += 1;
    }

    /// Looks whether a sample is over.
    #[inline]
    pub(super) fn look(&mut self, at: Instant) {
        if at >= self.samples.next {
            self.samples.take(at, &self.moved, self.trimmed);
        }
    }

    /// Bytes and blocks a second, of each sample until now.
    pub(super) fn rates(&self) -> &PerDirection<(Vec<f64>, Vec<f64>)> {
        &self.samples.rates
    }

    /// The same of trims.
    pub(super) fn trim_rates(&self) -> &(Vec<f64>, Vec<f64>) {
        &self.samples.trims
    }

    /// Returns the series that were kept over time.
    pub(super) fn finish(self, at: Instant) -> Course {
        let (series, is_whole) = match self.logs {
            Some(logs) => logs.finish(at),
            None => (LoadSeries::default(), true),
        };
        Course { series, is_whole }
    }
}

/// The series that were kept of a load over time.
#[derive(Debug)]
pub(super) struct Course {
    pub(super) series: LoadSeries,
    /// True if all entries of the series could be kept.
    pub(super) is_whole: bool,
}

/// The place of a depth in the distribution of depths: 1, 2 to 3, 4 to 7, and so on, from 64 on.
fn level(depth: u32) -> usize {
    (depth.max(1).ilog2() as usize).min(6)
}

/// The place of a number in the distributions of calls: 0, to 4, to 8, to 16, to 32, to 64, more.
fn bucket(number: usize) -> usize {
    match number {
        0 => 0,
        1..=4 => 1,
        5..=8 => 2,
        9..=16 => 3,
        17..=32 => 4,
        33..=64 => 5,
        _ => 6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_and_numbers_fall_into_their_places() {
        let levels: Vec<_> = [1, 2, 3, 4, 7, 8, 63, 64, 1000].map(level).into();
        assert_eq!(levels, [0, 1, 1, 2, 2, 3, 5, 6, 6]);
        let buckets: Vec<_> = [0, 1, 4, 5, 8, 9, 16, 17, 32, 33, 64, 65].map(bucket).into();
        assert_eq!(buckets, [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    }
}
