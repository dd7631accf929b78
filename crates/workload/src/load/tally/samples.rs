//! Rates by interval.

use std::time::{Duration, Instant};

use feedrate_pageio::Direction;

use crate::load::spec::{Directions, Load, PerDirection};
use crate::load::watch::Amount;

/// Shorter samples than this are not taken.
const SHORTEST: Duration = Duration::from_millis(1);

/// Takes samples of what is moved. One is over with the first block that is done after its time, and its rates are
/// over the time that it really took.
#[derive(Debug)]
pub(super) struct Samples {
    /// When this one is over.
    pub(super) next: Instant,
    /// Bytes and blocks a second, of each sample.
    pub(super) rates: PerDirection<(Vec<f64>, Vec<f64>)>,
    pub(super) trims: (Vec<f64>, Vec<f64>),
    used: PerDirection<bool>,
    is_trimmed: bool,
    trimmed_before: Amount,
    interval: Duration,
    began: Instant,
    before: PerDirection<Amount>,
}

impl Samples {
    pub(super) fn new(load: &Load, start: Instant) -> Self {
        let interval = load.sample.max(SHORTEST);
        Self {
            next: start + interval,
            rates: PerDirection::default(),
            trims: Default::default(),
            used: PerDirection {
                read: load.directions.reads(),
                write: load.directions.writes() && load.directions != Directions::Trim,
            },
            is_trimmed: load.directions.trims(),
            trimmed_before: Amount::default(),
            interval,
            began: start,
            before: PerDirection::default(),
        }
    }

    #[cold]
    pub(super) fn take(&mut self, at: Instant, moved: &PerDirection<Amount>, trimmed: Amount) {
        let seconds = at.saturating_duration_since(self.began).as_secs_f64();
        for direction in [Direction::Read, Direction::Write] {
            if *self.used.of(direction) {
                let (now, before) = (moved.of(direction), self.before.of(direction));
                let (bytes, operations) = self.rates.of_mut(direction);
                bytes.push((now.bytes - before.bytes) as f64 / seconds);
                operations.push((now.operations - before.operations) as f64 / seconds);
            }
        }
        if self.is_trimmed {
            let before = std::mem::replace(&mut self.trimmed_before, trimmed);
            let rate = |now: u64, before: u64| (now - before) as f64 / seconds;
            self.trims.0.push(rate(trimmed.bytes, before.bytes));
            self.trims.1.push(rate(trimmed.operations, before.operations));
        }
        self.before = *moved;
        self.began = at;
        self.next = at + self.interval;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_over_the_time_that_a_sample_took() {
        let start = Instant::now();
        let mut load = Load::new("s", Vec::new());
        load.sample = Duration::from_millis(100);
        let mut samples = Samples::new(&load, start);
        let moved = |bytes, operations| PerDirection {
            read: Amount { bytes, operations },
            write: Amount::default(),
        };
        samples.take(start + Duration::from_millis(200), &moved(1000, 10), Amount::default());
        samples.take(start + Duration::from_millis(300), &moved(1500, 20), Amount::default());
        assert_eq!(samples.rates.read.0, [5000.0, 5000.0]);
        assert_eq!(samples.rates.read.1, [50.0, 100.0]);
        assert!(samples.rates.write.0.is_empty());
        assert_eq!(samples.next, start + Duration::from_millis(400));
    }
}
