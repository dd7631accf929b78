//! Holding a stream to a rate.

use std::time::{Duration, Instant};

/// Says when the next transfer is due, so that the mean rate from the start on is the one asked for. A
/// stream that fell behind catches up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    start: Instant,
    bytes_a_second: u64,
    bytes: u64,
}

impl Pace {
    pub(crate) fn new(start: Instant, bytes_a_second: u64) -> Self {
        Self {
            start,
            bytes_a_second,
            bytes: 0,
        }
    }

    /// How long to wait before the next transfer may be submitted.
    pub(crate) fn wait(&self, now: Instant) -> Duration {
        let seconds = self.bytes as f64 / self.bytes_a_second as f64;
        let due = self.start + Duration::from_secs_f64(seconds);
        due.saturating_duration_since(now)
    }

    /// Counts what was submitted.
    pub(crate) fn spend(&mut self, bytes: u64) {
        self.bytes += bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfers_are_due_at_the_rate() {
        let start = Instant::now();
        let mut pace = Pace::new(start, 1000);
        assert_eq!(pace.wait(start), Duration::ZERO);
        pace.spend(500);
        assert_eq!(pace.wait(start), Duration::from_millis(500));
        assert_eq!(
            pace.wait(start + Duration::from_millis(600)),
            Duration::ZERO
        );
    }
}
