//! The least, the greatest, the mean and the standard deviation of figures.

use feedrate_pageio::Latencies;

/// The spread of samples, or of latencies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Spread {
    /// The number of figures.
    pub(super) count: u64,
    pub(super) least: u64,
    pub(super) greatest: u64,
    pub(super) mean: f64,
    /// The sum of the squared deviations from the mean.
    squares: f64,
}

impl Spread {
    /// Returns that of samples, each truncated to an integer as fio's samples are.
    pub(super) fn of_samples(samples: impl Iterator<Item = f64>) -> Self {
        let mut spread = Self::default();
        // A cast saturates, and maps NaN to 0.
        for sample in samples.map(|sample| sample as u64) {
            spread.least = if spread.count == 0 {
                sample
            } else {
                spread.least.min(sample)
            };
            spread.greatest = spread.greatest.max(sample);
            spread.count += 1;
            let difference = sample as f64 - spread.mean;
            spread.mean += difference / spread.count as f64;
            spread.squares += difference * (sample as f64 - spread.mean);
        }
        spread
    }

    /// Returns that of latencies, in nanoseconds.
    pub(super) fn of_latencies(latencies: &Latencies) -> Self {
        let nanoseconds = |duration: std::time::Duration| u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
        let count = latencies.count();
        Self {
            count,
            least: nanoseconds(latencies.min()),
            greatest: nanoseconds(latencies.max()),
            mean: latencies.sum() as f64 / count.max(1) as f64,
            squares: latencies.squared_deviations(),
        }
    }

    /// Returns the standard deviation of a sample; 0 of fewer than two.
    pub(super) fn deviation(&self) -> f64 {
        if self.count > 1 {
            (self.squares / (self.count as f64 - 1.0)).sqrt()
        } else {
            0.0
        }
    }

    /// Adds samples of a concurrent job: fio sums the figures of a group's jobs instead of averaging them, because the
    /// group's bandwidth is their sum.
    pub(super) fn add_beside(&mut self, other: &Self) {
        self.count += other.count;
        self.least += other.least;
        self.greatest += other.greatest;
        self.mean += other.mean;
        self.squares += other.squares;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn samples_have_the_textbook_deviation() {
        let spread = Spread::of_samples([2.0, 4.9, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0, f64::NAN].into_iter());
        assert_eq!((spread.count, spread.least, spread.greatest), (9, 0, 9));
        assert!((spread.mean - 40.0 / 9.0).abs() < 1e-12);
        assert!((spread.deviation() - (61.0_f64 / 9.0).sqrt()).abs() < 1e-12);
        let one = Spread::of_samples([7.0].into_iter());
        assert_eq!((one.least, one.deviation()), (7, 0.0));
        assert_eq!(Spread::default().deviation(), 0.0);
    }

    #[test]
    fn latencies_are_told_in_nanoseconds() {
        let mut latencies = Latencies::new();
        assert_eq!(Spread::of_latencies(&latencies), Spread::default());
        for micros in [10, 20, 30] {
            latencies.record(Duration::from_micros(micros));
        }
        let spread = Spread::of_latencies(&latencies);
        assert_eq!(spread.count, 3);
        assert_eq!((spread.least, spread.greatest), (10_000, 30_000));
        assert_eq!((spread.mean, spread.deviation()), (20_000.0, 10_000.0));
    }

    #[test]
    fn jobs_beside_each_other_add_up() {
        let mut sum = Spread::of_samples([100.0, 200.0].into_iter());
        sum.add_beside(&Spread::of_samples([300.0, 500.0].into_iter()));
        assert_eq!((sum.count, sum.least, sum.greatest), (4, 400, 700));
        assert_eq!(sum.mean, 550.0);
    }
}
