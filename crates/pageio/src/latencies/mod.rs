//! Latencies: how many, from least to greatest, their mean and deviation, and how they are distributed.

mod classes;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use classes::Classes;

/// Latencies above this are counted as this.
const LONGEST: Duration = Duration::from_secs(3600);

/// Latencies from 1 ns to an hour: percentiles exact to 1 %, all else exact.
#[derive(Clone, Debug)]
pub struct Latencies {
    count: u64,
    /// Nanoseconds; the greatest number where nothing was counted.
    least: u64,
    /// Nanoseconds.
    greatest: u64,
    /// Of all, and of their squares. An hour has 42 bits, so that neither can overflow in any run that ends.
    sum: u128,
    squares: u128,
    classes: Classes,
}

impl Latencies {
    /// No latency yet.
    pub fn new() -> Self {
        Self {
            count: 0,
            least: u64::MAX,
            greatest: 0,
            sum: 0,
            squares: 0,
            classes: Classes::default(),
        }
    }

    /// Counts one.
    #[inline]
    pub fn record(&mut self, latency: Duration) {
        let nanos = if latency < LONGEST {
            latency.as_secs() * 1_000_000_000 + u64::from(latency.subsec_nanos())
        } else {
            LONGEST.as_nanos() as u64
        }
        .max(1);
        self.least = self.least.min(nanos);
        self.greatest = self.greatest.max(nanos);
        self.count += 1;
        self.sum += u128::from(nanos);
        self.squares += u128::from(nanos) * u128::from(nanos);
        self.classes.add(nanos, 1);
    }

    /// Returns the number of those that were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The arithmetic mean; zero when nothing was counted.
    pub fn mean(&self) -> Duration {
        let mean = self.sum.checked_div(u128::from(self.count));
        Duration::from_nanos(mean.unwrap_or(0) as u64)
    }

    /// The sum of all, in nanoseconds.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The sum of the squares of what each differs from the mean, in nanoseconds squared.
    pub fn squared_deviations(&self) -> f64 {
        let count = u128::from(self.count.max(1));
        // Of whole numbers, so that nothing is lost where all are nearly alike.
        match self.sum.checked_mul(self.sum) {
            Some(square) => self.squares.saturating_sub(square / count) as f64,
            None => {
                let mean = self.sum as f64 / count as f64;
                (self.squares as f64 - mean * self.sum as f64).max(0.0)
            }
        }
    }

    /// The least; zero when nothing was counted.
    pub fn min(&self) -> Duration {
        Duration::from_nanos(if self.count == 0 { 0 } else { self.least })
    }

    /// The greatest; zero when nothing was counted.
    pub fn max(&self) -> Duration {
        Duration::from_nanos(self.greatest)
    }

    /// The latency that `percent` of the transfers did not exceed, such as 99.99; zero when nothing was counted.
    pub fn percentile(&self, percent: f64) -> Duration {
        let share = (percent / 100.0).clamp(0.0, 1.0);
        // A cast saturates, and what is not a number becomes 0.
        let wanted = ((share * self.count as f64).ceil() as u64).clamp(1, self.count.max(1));
        let mut counted = 0;
        let class = self.classes.counts().find(|(_, count)| {
            counted += count;
            counted >= wanted
        });
        // A class is told by its end, beyond which the greatest may not lie.
        let nanos = class.map_or(0, |(end, _)| end.min(self.greatest));
        Duration::from_nanos(nanos)
    }

    /// Adds another's counts.
    pub fn merge(&mut self, other: &Self) {
        self.least = self.least.min(other.least);
        self.greatest = self.greatest.max(other.greatest);
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        self.classes.merge(&other.classes);
    }

    /// Returns what was counted since an earlier state of it. The least and the greatest are exact to their class, as
    /// percentiles are.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let mut later = Self::new();
        let mut before = earlier.counts().peekable();
        for (end, count) in self.counts() {
            let had = match before.next_if(|&(at, _)| at <= end) {
                Some((_, had)) => had,
                None => 0,
            };
            let more = count.saturating_sub(had);
            if more > 0 {
                later.least = later.least.min(end);
                later.greatest = end.min(self.greatest);
                later.count += more;
                later.classes.add(end, more);
            }
        }
        later.sum = self.sum.saturating_sub(earlier.sum);
        later.squares = self.squares.saturating_sub(earlier.squares);
        later
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let mut classes = std::mem::take(&mut self.classes);
        classes.clear();
        *self = Self { classes, ..Self::new() };
    }

    /// The counts, as pairs of nanoseconds, which end a class, and how often.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.classes.counts()
    }
}

impl Default for Latencies {
    fn default() -> Self {
        Self::new()
    }
}

/// Latencies as they are told to another process. What has 128 bits is in halves, the upper first.
#[derive(Serialize, Deserialize)]
struct SerializedLatencies {
    least: u64,
    greatest: u64,
    sum: [u64; 2],
    squares: [u64; 2],
    counts: Vec<(u64, u64)>,
}

fn halves(number: u128) -> [u64; 2] {
    [(number >> 64) as u64, number as u64]
}

fn whole([upper, lower]: [u64; 2]) -> u128 {
    (u128::from(upper) << 64) | u128::from(lower)
}

impl Serialize for Latencies {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let serialized = SerializedLatencies {
            least: self.least,
            greatest: self.greatest,
            sum: halves(self.sum),
            squares: halves(self.squares),
            counts: self.counts().collect(),
        };
        serialized.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Latencies {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let serialized = SerializedLatencies::deserialize(deserializer)?;
        let mut latencies = Self {
            least: serialized.least,
            greatest: serialized.greatest,
            sum: whole(serialized.sum),
            squares: whole(serialized.squares),
            ..Self::new()
        };
        for (nanos, count) in serialized.counts {
            latencies.count = latencies.count.saturating_add(count);
            latencies.classes.add(nanos, count);
        }
        Ok(latencies)
    }
}

#[cfg(test)]
mod tests;
