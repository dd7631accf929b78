//! Repeated times.

use feedrate_document::format;
use feedrate_stats::Summary;
use serde::Serialize;

/// The times of repeated runs, in seconds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Seconds {
    /// The time in the middle.
    pub median: f64,
    /// The lower end: of the 95 % interval of the median, or the least time where there are fewer than six runs.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// True if the ends are those of the interval.
    pub is_interval: bool,
    /// All times, in the order of the runs.
    pub runs: Vec<f64>,
}

impl Seconds {
    /// Summarizes times, of which there is at least one.
    pub(crate) fn of(runs: &[f64]) -> Self {
        let summary = Summary::of(runs);
        let interval = summary.and_then(|summary| summary.interval);
        Self {
            median: summary.map_or(0.0, |it| it.median),
            low: interval.map_or(summary.map_or(0.0, |it| it.min), |it| it.low),
            high: interval.map_or(summary.map_or(0.0, |it| it.max), |it| it.high),
            is_interval: interval.is_some(),
            runs: runs.to_vec(),
        }
    }

    /// Moves the ends apart by an error that does not depend on the runs: the squares of both are added.
    pub(super) fn with_error(mut self, error: f64) -> Self {
        let apart = |end: f64| (end.powi(2) + error.powi(2)).sqrt();
        self.low = (self.median - apart(self.median - self.low)).max(0.0);
        self.high = self.median + apart(self.high - self.median);
        self
    }

    /// Returns the ends as text.
    pub(crate) fn range(&self) -> String {
        format::interval(&format::seconds(self.low), &format::seconds(self.high))
    }
}
