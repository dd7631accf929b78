//! What came of a test, in figures.

use std::time::Duration;

use feedrate_machine::ProcessorTimes;
use feedrate_pageio::Latencies;
use feedrate_workload::load::{Flow, LoadOutcome};

use super::plan::LoadAssignment;
use super::request::Test;

/// A test that took no longer has no results, in seconds.
pub(super) const NOTHING: f64 = 1e-7;

/// What is known of a test that ran.
pub(super) struct FinishedTest<'a> {
    pub(super) test: &'a Test,
    /// What each target holds.
    pub(super) sizes: &'a [u64],
    pub(super) places: &'a [LoadAssignment],
    pub(super) loads: &'a [&'a LoadOutcome],
    /// Times of the processors where the counted time began and ended.
    pub(super) processors: Option<(&'a ProcessorTimes, &'a ProcessorTimes)>,
}

impl FinishedTest<'_> {
    /// Until the last block was done.
    pub(super) fn run_time(&self) -> Duration {
        let times = self.loads.iter().map(|load| load.run_time);
        times.max().unwrap_or_default()
    }
}

/// Which directions figures are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Total,
    Read,
    Write,
}

/// What one direction, or both, came to on one thread and target, or on all.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) bytes: u64,
    pub(super) operations: u64,
    pub(super) latencies: Latencies,
    /// Blocks a second of each interval.
    pub(super) samples: Vec<f64>,
}

impl Sum {
    /// That of one thread and target.
    pub(super) fn of(load: &LoadOutcome, section: Section) -> Self {
        let mut sum = Self::default();
        if section != Section::Read {
            sum.add(&load.flow.write);
        }
        if section != Section::Write {
            sum.add(&load.flow.read);
        }
        sum
    }

    /// That of all.
    pub(super) fn of_all(loads: &[&LoadOutcome], section: Section) -> Self {
        let mut sum = Self::default();
        for load in loads {
            sum.merge(&Self::of(load, section));
        }
        sum
    }

    fn add(&mut self, flow: &Flow) {
        self.bytes += flow.bytes;
        self.operations += flow.operations;
        self.latencies.merge(&flow.total);
        self.add_samples(&flow.operation_samples);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.bytes += other.bytes;
        self.operations += other.operations;
        self.latencies.merge(&other.latencies);
        self.add_samples(&other.samples);
    }

    fn add_samples(&mut self, samples: &[f64]) {
        if self.samples.len() < samples.len() {
            self.samples.resize(samples.len(), 0.0);
        }
        for (own, more) in self.samples.iter_mut().zip(samples) {
            *own += more;
        }
    }

    /// The standard deviation of blocks a second.
    pub(super) fn deviation(&self) -> f64 {
        if self.samples.is_empty() {
            return 0.0;
        }
        let count = self.samples.len() as f64;
        let mean = self.samples.iter().sum::<f64>() / count;
        let squares: f64 = self
            .samples
            .iter()
            .map(|value| (value - mean).powi(2))
            .sum();
        (squares / count).sqrt()
    }
}

/// A time in milliseconds.
pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The standard deviation of latencies, in milliseconds.
pub(super) fn latency_deviation(latencies: &Latencies) -> f64 {
    (latencies.squared_deviations() / latencies.count().max(1) as f64).sqrt() / 1e6
}
