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

/// Returns what the ends of times contain, beginning with a space. `has_error` says if profiles make an error.
pub(crate) fn ends_in_words(is_interval: bool, has_error: bool) -> &'static str {
    match (is_interval, has_error) {
        (true, true) => " Its ends contain the error of the profiles: by how much these differ.",
        (false, true) => {
            " Its ends are the least and the most of the runs, moved apart by the error of the profiles: by how much \
             these differ."
        }
        (_, false) => "",
    }
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
    pub(crate) fn with_error(mut self, error: f64) -> Self {
        let apart = |end: f64| (end.powi(2) + error.powi(2)).sqrt();
        self.low = (self.median - apart(self.median - self.low)).max(0.0);
        self.high = self.median + apart(self.high - self.median);
        self
    }

    /// Returns the heading of the ends, where they contain an error of profiles or not.
    pub(crate) fn name_of_ends(&self, has_error: bool) -> &'static str {
        match (self.is_interval, has_error) {
            (true, _) => "95 % interval",
            (false, false) => "Least to most",
            (false, true) => "Low to high",
        }
    }

    /// Returns the ends as text.
    pub(crate) fn range(&self) -> String {
        format::interval(&format::seconds(self.low), &format::seconds(self.high))
    }
}
