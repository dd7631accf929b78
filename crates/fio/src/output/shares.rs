//! Distributions in fio's form: of blocks in flight, and of latencies.

use feedrate_pageio::Latencies;

/// The names of the classes of nanoseconds and of microseconds. A class contains what is shorter than its name and not
/// shorter than that of the class before.
pub(super) const SHORT_CLASSES: [&str; 10] = ["2", "4", "10", "20", "50", "100", "250", "500", "750", "1000"];

/// The names of the classes of milliseconds.
pub(super) const LONG_CLASSES: [&str; 12] = [
    "2", "4", "10", "20", "50", "100", "250", "500", "750", "1000", "2000", ">=2000",
];

/// The names of the classes of blocks in flight.
pub(super) const LEVELS: [&str; 7] = ["1", "2", "4", "8", "16", "32", ">=64"];

/// The names of the classes of blocks that one call submitted or completed.
pub(super) const AT_ONCE: [&str; 7] = ["0", "4", "8", "16", "32", "64", ">=64"];

/// The upper ends of classes, exclusive.
const ENDS: [u64; 11] = [2, 4, 10, 20, 50, 100, 250, 500, 750, 1000, 2000];

/// The number of blocks in each class of latencies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LatencyClasses {
    pub(super) nanoseconds: [u64; 10],
    pub(super) microseconds: [u64; 10],
    pub(super) milliseconds: [u64; 12],
}

impl LatencyClasses {
    /// Adds latencies.
    pub(super) fn add(&mut self, latencies: &Latencies) {
        for (nanoseconds, count) in latencies.counts() {
            let classes: &mut [u64] = match nanoseconds {
                0..1000 => &mut self.nanoseconds,
                1000..1_000_000 => &mut self.microseconds,
                _ => &mut self.milliseconds,
            };
            let value = match nanoseconds {
                0..1000 => nanoseconds,
                1000..1_000_000 => nanoseconds / 1000,
                _ => nanoseconds / 1_000_000,
            };
            // Below 1000 there are ten classes, so only milliseconds reach the last two.
            let class = ENDS.partition_point(|&end| end <= value);
            if let Some(held) = classes.get_mut(class) {
                *held += count;
            }
        }
    }

    /// Returns the percentage of `total` in each class.
    pub(super) fn percent(&self, total: u64) -> ([f64; 10], [f64; 10], [f64; 12]) {
        (
            self.nanoseconds.map(|count| percent(count, total, 0.01)),
            self.microseconds.map(|count| percent(count, total, 0.01)),
            self.milliseconds.map(|count| percent(count, total, 0.01)),
        )
    }
}

/// Returns the percentage of the sum in each class of calls or of blocks in flight.
pub(super) fn percent_of_sum(counts: &[u64; 7]) -> [f64; 7] {
    let total = counts.iter().sum();
    counts.map(|count| percent(count, total, 0.1))
}

/// Returns a percentage. If `count` is not 0, it is at least the last figure.
fn percent(count: u64, total: u64, least: f64) -> f64 {
    if count == 0 || total == 0 {
        return 0.0;
    }
    (count as f64 / total as f64 * 100.0).max(least)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_latency_is_in_the_class_above_it() {
        let mut latencies = Latencies::new();
        for nanoseconds in [1, 2, 3, 999, 1000, 1999, 2_100, 999_999, 1_000_001, 3_000_000_000] {
            latencies.record(Duration::from_nanos(nanoseconds));
        }
        let mut classes = LatencyClasses::default();
        classes.add(&latencies);
        assert_eq!(classes.nanoseconds[..2], [1, 2]);
        // The histogram rounds 999 up to 999 and 999999 up to a millisecond and more.
        assert_eq!(classes.nanoseconds[9], 1);
        assert_eq!(classes.microseconds[..2], [2, 1]);
        assert_eq!(classes.milliseconds[11], 1);
        let all = classes.nanoseconds.iter().sum::<u64>()
            + classes.microseconds.iter().sum::<u64>()
            + classes.milliseconds.iter().sum::<u64>();
        assert_eq!(all, 10);
    }

    #[test]
    fn rare_is_not_none() {
        assert_eq!(percent_of_sum(&[100_000, 1, 0, 0, 0, 0, 0])[1], 0.1);
        assert_eq!(percent_of_sum(&[0; 7]), [0.0; 7]);
        let classes = LatencyClasses {
            milliseconds: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            ..LatencyClasses::default()
        };
        assert_eq!(classes.percent(1_000_000).2[1], 0.01);
    }
}
