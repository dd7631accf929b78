//! The series of throughputs by interval.

use std::time::{Duration, Instant};

/// Adds up bytes by interval of time.
#[derive(Debug)]
pub(crate) struct Meter {
    start: Instant,
    interval: Duration,
    index: usize,
    ends: Instant,
    bytes: Vec<u64>,
}

/// Shorter and longer intervals than these are not kept.
const SHORTEST: Duration = Duration::from_millis(1);
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// More intervals than this are not kept: the interval is doubled instead.
const MOST: usize = 65_536;

impl Meter {
    pub(crate) fn new(start: Instant, interval: Duration) -> Self {
        let interval = interval.clamp(SHORTEST, LONGEST);
        Self {
            start,
            interval,
            index: 0,
            ends: start + interval,
            bytes: vec![0],
        }
    }

    /// Counts bytes that were done at a moment. Moments come in order, or nearly so.
    pub(crate) fn add(&mut self, at: Instant, bytes: u64) {
        if at >= self.ends {
            self.advance(at);
        }
        self.bytes[self.index] += bytes;
    }

    fn advance(&mut self, at: Instant) {
        let elapsed = at.saturating_duration_since(self.start);
        loop {
            let index = (elapsed.as_nanos() / self.interval.as_nanos()) as usize;
            if index < MOST {
                self.index = index;
                break;
            }
            self.interval *= 2;
            self.bytes = self.bytes.chunks(2).map(|pair| pair.iter().sum()).collect();
        }
        self.bytes.resize(self.index + 1, 0);
        self.ends = self.start + self.interval * (self.index as u32 + 1);
    }

    /// The interval's length, and the bytes of each interval that ended before `end`.
    pub(crate) fn finish(mut self, end: Instant) -> (Duration, Vec<u64>) {
        let whole = end.saturating_duration_since(self.start).as_nanos() / self.interval.as_nanos();
        self.bytes.resize(whole as usize, 0);
        (self.interval, self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_fall_into_their_intervals_and_a_partial_last_one_is_left_out() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut meter = Meter::new(start, Duration::from_millis(100));
        meter.add(at(10), 1);
        meter.add(at(99), 2);
        meter.add(at(100), 4);
        meter.add(at(350), 8);
        meter.add(at(410), 16);
        let (interval, bytes) = meter.finish(at(420));
        assert_eq!(interval, Duration::from_millis(100));
        assert_eq!(bytes, [3, 4, 0, 8]);
    }

    #[test]
    fn a_long_run_widens_its_intervals() {
        let start = Instant::now();
        let mut meter = Meter::new(start, Duration::from_millis(1));
        meter.add(start, 1);
        meter.add(start + Duration::from_secs(200), 2);
        let (interval, bytes) = meter.finish(start + Duration::from_secs(201));
        assert_eq!(interval, Duration::from_millis(4));
        assert_eq!(bytes.iter().sum::<u64>(), 3);
    }

    #[test]
    fn a_moment_before_the_start_is_the_start() {
        let now = Instant::now();
        let start = now + Duration::from_secs(1);
        let mut meter = Meter::new(start, Duration::from_millis(100));
        meter.add(now, 1);
        meter.add(start + Duration::from_millis(100), 2);
        assert!(meter.finish(now).1.is_empty());
    }

    #[test]
    fn a_silence_before_the_end_is_intervals_of_nothing() {
        let start = Instant::now();
        let mut meter = Meter::new(start, Duration::from_secs(1));
        meter.add(start, 1);
        assert_eq!(meter.finish(start + Duration::from_secs(3)).1, [1, 0, 0]);
    }
}
