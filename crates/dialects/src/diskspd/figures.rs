//! The figures of time spans.

use std::time::Duration;

use feedrate_machine::ProcessorTimes;
use feedrate_pageio::Latencies;
use feedrate_workload::load::{Flow, LoadOutcome};

use super::plan::LoadAssignment;
use super::request::TimeSpan;

/// The longest time of a time span without results, in seconds.
pub(super) const NOTHING: f64 = 1e-7;

/// The results of a time span that ran.
pub(super) struct FinishedSpan<'a> {
    pub(super) span: &'a TimeSpan,
    /// The size of each target.
    pub(super) sizes: &'a [u64],
    pub(super) places: &'a [LoadAssignment],
    pub(super) loads: &'a [&'a LoadOutcome],
    /// The processor times at the beginning and the end of the counted time.
    pub(super) processors: Option<(&'a ProcessorTimes, &'a ProcessorTimes)>,
}

impl FinishedSpan<'_> {
    /// Returns the time until the last block was complete.
    pub(super) fn run_time(&self) -> Duration {
        let times = self.loads.iter().map(|load| load.run_time);
        times.max().unwrap_or_default()
    }
}

/// The directions that figures cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Total,
    Read,
    Write,
}

/// The figures of one direction, or both, for one thread and target, or for all.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) bytes: u64,
    pub(super) operations: u64,
    pub(super) latencies: Latencies,
    /// Blocks a second in each interval.
    pub(super) samples: Vec<f64>,
}

impl Sum {
    /// Returns those of one thread and target.
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

    /// Returns those of all.
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

    /// Returns the standard deviation of blocks a second.
    pub(super) fn deviation(&self) -> f64 {
        if self.samples.is_empty() {
            return 0.0;
        }
        let count = self.samples.len() as f64;
        let mean = self.samples.iter().sum::<f64>() / count;
        let squares: f64 = self.samples.iter().map(|value| (value - mean).powi(2)).sum();
        (squares / count).sqrt()
    }
}

/// The sums of time spans that ran one after the other.
#[derive(Default)]
pub(super) struct SpanTotals {
    pub(super) spans: usize,
    pub(super) seconds: f64,
    pub(super) read: (u64, u64),
    pub(super) write: (u64, u64),
}

impl SpanTotals {
    /// Adds a time span: its bytes and blocks of each direction, unless it was interrupted before the measurements.
    pub(super) fn add(&mut self, ran: &FinishedSpan<'_>) {
        self.spans += 1;
        let seconds = ran.run_time().as_secs_f64();
        if seconds < NOTHING {
            return;
        }
        self.seconds += seconds;
        for load in ran.loads {
            for (sum, flow) in [(&mut self.read, &load.flow.read), (&mut self.write, &load.flow.write)] {
                sum.0 += flow.bytes;
                sum.1 += flow.operations;
            }
        }
    }
}

/// Converts a time to milliseconds.
pub(super) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Returns the standard deviation of latencies, in milliseconds.
pub(super) fn latency_deviation(latencies: &Latencies) -> f64 {
    (latencies.squared_deviations() / latencies.count().max(1) as f64).sqrt() / 1e6
}
