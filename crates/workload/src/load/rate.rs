//! Limits each direction of a load to its rate.

use std::time::{Duration, Instant};

use feedrate_pageio::Direction;

use super::spec::{Pace as PaceLimit, PerDirection};
use crate::pace::Pace;

/// The times at which the next block of each direction is due.
#[derive(Debug)]
pub(super) struct Rate {
    directions: PerDirection<Option<DirectionRate>>,
}

#[derive(Debug)]
struct DirectionRate {
    bytes: Option<Pace>,
    operations: Option<Pace>,
    random: Option<Intervals>,
}

/// Random intervals, at the ends of which blocks are due.
#[derive(Debug)]
struct Intervals {
    start: Instant,
    asked: PaceLimit,
    /// Seconds after the start.
    due: f64,
    random: fastrand::Rng,
}

impl Intervals {
    fn spend(&mut self, bytes: u64) {
        let mean = [
            self.asked.bytes.map(|rate| bytes as f64 / rate as f64),
            self.asked.operations.map(|rate| 1.0 / rate as f64),
        ]
        .into_iter()
        .flatten()
        .fold(0.0, f64::max);
        // The intervals of a Poisson process are exponential.
        self.due -= mean * (1.0 - self.random.f64()).ln();
    }

    fn wait(&self, now: Instant) -> Duration {
        let elapsed = now.saturating_duration_since(self.start);
        Duration::try_from_secs_f64(self.due)
            .unwrap_or(Duration::MAX)
            .saturating_sub(elapsed)
    }
}

impl DirectionRate {
    fn new(asked: PaceLimit, start: Instant, seed: u64) -> Option<Self> {
        let positive = |rate: Option<u64>| rate.filter(|&rate| rate > 0);
        let asked = PaceLimit {
            bytes: positive(asked.bytes),
            operations: positive(asked.operations),
            ..asked
        };
        if asked.bytes.is_none() && asked.operations.is_none() {
            return None;
        }
        let even = |rate: Option<u64>| rate.filter(|_| !asked.poisson).map(|rate| Pace::new(start, rate));
        Some(Self {
            bytes: even(asked.bytes),
            operations: even(asked.operations),
            random: asked.poisson.then(|| Intervals {
                start,
                asked,
                due: 0.0,
                random: fastrand::Rng::with_seed(seed),
            }),
        })
    }

    fn wait(&self, now: Instant) -> Duration {
        let even = [&self.bytes, &self.operations]
            .into_iter()
            .flatten()
            .map(|pace| pace.wait(now))
            .max();
        even.or(self.random.as_ref().map(|random| random.wait(now)))
            .unwrap_or_default()
    }
}

impl DirectionRate {
    /// Returns when the next block is due.
    fn due(&self) -> Option<Instant> {
        let random = self.random.as_ref();
        let even = [&self.bytes, &self.operations].into_iter().flatten();
        even.filter_map(Pace::due)
            .chain(random.and_then(|random| random.start.checked_add(random.wait(random.start))))
            .max()
    }

    fn put_off(&mut self, by: Duration, block: u64) {
        for (pace, amount) in [(&mut self.bytes, block), (&mut self.operations, 1)] {
            if let Some(pace) = pace {
                let interval = pace.interval(amount);
                pace.put_off(match by >= interval {
                    true => by - interval,
                    false => by,
                });
            }
        }
        if let Some(random) = &mut self.random {
            random.start += by;
        }
    }
}

impl Rate {
    /// Returns `None` if no direction has a rate.
    pub(super) fn new(asked: PerDirection<PaceLimit>, start: Instant, seed: u64) -> Option<Self> {
        let directions = PerDirection {
            read: DirectionRate::new(asked.read, start, seed ^ 1),
            write: DirectionRate::new(asked.write, start, seed ^ 2),
        };
        (directions.read.is_some() || directions.write.is_some()).then_some(Self { directions })
    }

    /// Returns the time that the next block of a direction must wait.
    pub(super) fn wait(&self, direction: Direction, now: Instant) -> Duration {
        self.directions
            .of(direction)
            .as_ref()
            .map_or(Duration::ZERO, |due| due.wait(now))
    }

    /// Returns when the next block of a direction is or was due; `None` if it has no rate.
    pub(super) fn due(&self, direction: Direction) -> Option<Instant> {
        self.directions.of(direction).as_ref().and_then(DirectionRate::due)
    }

    /// Delays all further blocks by a pause that the rates exclude. As in fio, after a pause that is not shorter than
    /// the interval of a block of the given shortest bytes, the next one is due at once if it would have been due by
    /// the end of its interval; random intervals are delayed by the whole pause.
    pub(super) fn put_off(&mut self, by: Duration, shortest: &PerDirection<u64>) {
        for direction in [Direction::Read, Direction::Write] {
            if let Some(due) = self.directions.of_mut(direction) {
                due.put_off(by, *shortest.of(direction));
            }
        }
    }

    /// Counts a block.
    pub(super) fn spend(&mut self, direction: Direction, bytes: u64) {
        if let Some(due) = self.directions.of_mut(direction) {
            if let Some(pace) = &mut due.bytes {
                pace.spend(bytes);
            }
            if let Some(pace) = &mut due.operations {
                pace.spend(1);
            }
            if let Some(random) = &mut due.random {
                random.spend(bytes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(bytes: Option<u64>, operations: Option<u64>, poisson: bool) -> PerDirection<PaceLimit> {
        PerDirection {
            read: PaceLimit {
                bytes,
                operations,
                poisson,
            },
            write: PaceLimit::default(),
        }
    }

    #[test]
    fn the_stricter_of_two_rates_holds_and_the_other_direction_is_free() {
        let start = Instant::now();
        let mut rate = Rate::new(asked(Some(4096), Some(10), false), start, 1).unwrap();
        assert_eq!(rate.wait(Direction::Read, start), Duration::ZERO);
        rate.spend(Direction::Read, 4096);
        assert_eq!(rate.wait(Direction::Read, start), Duration::from_secs(1));
        rate.spend(Direction::Write, 4096);
        assert_eq!(rate.wait(Direction::Write, start), Duration::ZERO);
    }

    #[test]
    fn random_intervals_have_the_mean_that_was_asked_for() {
        let start = Instant::now();
        let mut rate = Rate::new(asked(None, Some(1000), true), start, 1).unwrap();
        for _ in 0..100_000 {
            rate.spend(Direction::Read, 1);
        }
        let due = rate.wait(Direction::Read, start).as_secs_f64();
        assert!((98.0..102.0).contains(&due), "{due}");
    }

    #[test]
    fn after_a_pause_outside_the_rate_it_goes_on_at_once() {
        let start = Instant::now();
        let ms = Duration::from_millis;
        let shortest = PerDirection::both(4096);
        // fio 3.33, rate_iops=50 and rate=200k with bs=4k, thinktime=100ms after 5 blocks: rounds of 180 ms.
        for asked in [asked(None, Some(50), false), asked(Some(50 * 4096), None, false)] {
            let mut rate = Rate::new(asked, start, 1).unwrap();
            for _ in 0..5 {
                rate.spend(Direction::Read, 4096);
            }
            rate.put_off(ms(100), &shortest);
            assert_eq!(rate.wait(Direction::Read, start + ms(80)), ms(100));
            // A pause that is shorter than the interval of a block delays it as a whole.
            let due = rate.due(Direction::Read).unwrap();
            rate.put_off(ms(10), &shortest);
            assert_eq!(rate.due(Direction::Read).unwrap() - due, ms(10));
        }
    }

    #[test]
    fn no_rate_is_none() {
        assert!(Rate::new(asked(Some(0), None, false), Instant::now(), 1).is_none());
    }
}
