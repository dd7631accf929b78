//! Repeated trials of the same order, and their figures.

use feedrate_machine::OtherLoad;
use feedrate_stats::{PairedRatio, Summary};
use serde::Serialize;

use crate::setting::Setting;
use crate::trial::{Pattern, Trial};

/// Repeated trials of the same order.
#[derive(Clone, Debug, Serialize)]
pub struct Measurement {
    /// The work of the streams.
    pub pattern: Pattern,
    /// The way that pages moved.
    pub setting: Setting,
    /// The number of streams.
    pub streams: usize,
    /// Rates in 10^6 bytes a second, reading and writing together: median, spread, 95 % interval.
    pub megabytes_per_second: Summary,
    /// Median of the processor seconds for 10^9 bytes.
    pub cpu_seconds_per_gigabyte: f64,
    /// Median of the processor time used, in cores.
    pub cores_busy: f64,
    /// Median of the transfers a second, reading and writing together.
    pub operations_per_second: f64,
    /// Median of the latency in microseconds that 99 of 100 reads did not exceed, or writes if nothing was read.
    pub p99_microseconds: Option<f64>,
    /// Median of the share of the bytes read that the page cache served; absent if unknown.
    pub cache_share: Option<f64>,
    /// Mean of the transfers in flight in each stream.
    pub depth_reached: f64,
    /// The shape of the trials' rates: steady, drifting, stepping, noisy.
    pub over_trials: String,
    /// True if they were about constant, so that their interval is meaningful.
    pub is_stable: bool,
    /// The trials.
    pub trials: Vec<Trial>,
}

impl Measurement {
    /// Summarizes trials; `None` if there are none.
    pub fn of(trials: Vec<Trial>) -> Option<Self> {
        let first = trials.first()?;
        let rates: Vec<f64> = trials.iter().map(Trial::rate).collect();
        let median = |value: &dyn Fn(&Trial) -> Option<f64>| {
            let values: Vec<f64> = trials.iter().filter_map(value).collect();
            Summary::of(&values).map(|summary| summary.median)
        };
        Some(Self {
            pattern: first.pattern,
            setting: first.setting,
            streams: first.streams,
            megabytes_per_second: Summary::of(&rates)?,
            cpu_seconds_per_gigabyte: median(&|trial| Some(trial.figures.cpu.seconds_per_gigabyte))?,
            cores_busy: median(&|trial| {
                let cpu = trial.figures.cpu;
                Some((cpu.user_seconds + cpu.system_seconds) / trial.figures.seconds)
            })?,
            operations_per_second: median(&|trial| Some(trial.figures.operations_per_second))?,
            p99_microseconds: median(&|trial| trial.latency_microseconds("99")),
            depth_reached: mean_depth(&trials),
            cache_share: median(&|trial| trial.figures.cache_share),
            is_stable: feedrate_stats::keeps_level(&rates),
            over_trials: feedrate_stats::course_in_words(&rates, "repeats"),
            trials,
        })
    }

    /// Returns what other programs had of the processors during all trials; `None` if that is unknown.
    pub fn other_load(&self) -> Option<OtherLoad> {
        OtherLoad::sum(self.trials.iter().filter_map(|trial| trial.other_load))
    }

    /// Returns the median rate in 10^6 bytes a second.
    pub fn rate(&self) -> f64 {
        self.megabytes_per_second.median
    }

    /// Returns true if another measurement is greater by a factor, by the rounds in which both were measured; `None` if
    /// that is uncertain.
    pub fn is_exceeded_by(&self, other: &Self, factor: f64) -> Option<bool> {
        let pairs: Vec<_> = self
            .trials
            .iter()
            .zip(&other.trials)
            .map(|(ours, theirs)| (theirs.rate(), ours.rate()))
            .collect();
        if let Some(interval) = PairedRatio::of(&pairs).and_then(|ratio| ratio.interval) {
            return if interval.low >= factor {
                Some(true)
            } else {
                (interval.high < factor).then_some(false)
            };
        }
        // Too few rounds for an interval: only what holds for all pairs of trials is certain.
        let (ours, theirs) = (&self.megabytes_per_second, &other.megabytes_per_second);
        if theirs.min >= factor * ours.max {
            Some(true)
        } else {
            (theirs.max < factor * ours.min).then_some(false)
        }
    }

    /// Returns true if neither measurement is known to be the greater, after enough rounds in which both were measured
    /// for that to tell something, and their medians are at most this factor apart.
    pub fn is_like(&self, other: &Self, factor: f64) -> bool {
        let pairs = self.trials.iter().zip(&other.trials);
        let pairs: Vec<_> = pairs.map(|(ours, theirs)| (theirs.rate(), ours.rate())).collect();
        let is_enough = PairedRatio::of(&pairs).is_some_and(|ratio| ratio.interval.is_some());
        let ratio = other.rate() / self.rate();
        is_enough && self.is_exceeded_by(other, 1.0).is_none() && ratio <= factor && ratio >= 1.0 / factor
    }

    /// Returns the median latency of reads at a percentile, in microseconds.
    pub fn read_latency_microseconds(&self, percentile: &str) -> Option<f64> {
        let values: Vec<f64> = self
            .trials
            .iter()
            .filter_map(|trial| trial.figures.read.as_ref())
            .filter_map(|read| read.latency_microseconds.percentiles.get(percentile).copied())
            .collect();
        Summary::of(&values).map(|summary| summary.median)
    }
}

fn mean_depth(trials: &[Trial]) -> f64 {
    let depths: Vec<f64> = trials
        .iter()
        .flat_map(|trial| &trial.figures.streams)
        .map(|stream| stream.depth_reached.mean)
        .collect();
    depths.iter().sum::<f64>() / depths.len().max(1) as f64
}
