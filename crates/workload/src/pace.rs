//! Limits a stream or a load to a rate.

use std::time::{Duration, Instant};

/// Computes when the next transfer is due, so that the mean rate since the start is the requested one, of bytes or of
/// another amount. Delays are caught up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    start: Instant,
    a_second: u64,
    spent: u64,
}

impl Pace {
    pub(crate) fn new(start: Instant, a_second: u64) -> Self {
        Self {
            start,
            a_second,
            spent: 0,
        }
    }

    /// Returns the time to wait before the next transfer may be submitted.
    pub(crate) fn wait(&self, now: Instant) -> Duration {
        let seconds = self.spent as f64 / self.a_second as f64;
        Duration::try_from_secs_f64(seconds)
            .unwrap_or(Duration::MAX)
            .saturating_sub(now.saturating_duration_since(self.start))
    }

    /// Returns when the next transfer is or was due.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.start.checked_add(self.wait(self.start))
    }

    /// Returns the time between transfers of an amount.
    pub(crate) fn interval(&self, amount: u64) -> Duration {
        let seconds = amount as f64 / self.a_second as f64;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }

    /// Delays all further transfers.
    pub(crate) fn put_off(&mut self, by: Duration) {
        self.start += by;
    }

    /// Counts an amount that was submitted.
    pub(crate) fn spend(&mut self, amount: u64) {
        self.spent = self.spent.saturating_add(amount);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn transfers_are_due_at_the_rate() {
        let start = Instant::now();
        let mut pace = Pace::new(start, 1000);
        assert_eq!(pace.wait(start), Duration::ZERO);
        pace.spend(500);
        assert_eq!(pace.wait(start), Duration::from_millis(500));
        assert_eq!(pace.due(), Some(start + Duration::from_millis(500)));
        assert_eq!(pace.wait(start + Duration::from_millis(600)), Duration::ZERO);
        pace.put_off(Duration::from_millis(200));
        assert_eq!(
            pace.wait(start + Duration::from_millis(600)),
            Duration::from_millis(100)
        );
    }

    #[test]
    fn no_rate_is_too_small_or_too_large() {
        let start = Instant::now();
        for (rate, longest) in [(1, Duration::MAX), (u64::MAX, Duration::from_secs(2))] {
            let mut pace = Pace::new(start, rate);
            for _ in 0..3 {
                pace.spend(u64::MAX);
            }
            assert!(pace.wait(start) <= longest);
            assert!(pace.wait(start + Duration::from_secs(1)) < longest);
        }
    }

    proptest! {
        /// A loop that waits as computed, and is sometimes late, has moved at any time what the rate allows, and at
        /// most one transfer more.
        #[test]
        fn the_mean_rate_is_the_one_asked_for(
            rate in 1_000u64..10_000_000_000,
            transfer in 512u64..10_000_000,
            late in proptest::collection::vec(0u64..1000, 10..200),
        ) {
            let start = Instant::now();
            let mut pace = Pace::new(start, rate);
            let mut now = start;
            let mut moved = 0;
            let period = transfer as f64 / rate as f64;
            for late in late {
                now += pace.wait(now);
                let due = (now - start).as_secs_f64() * rate as f64;
                prop_assert!(moved as f64 <= due + transfer as f64 * 1e-3 + 100.0);
                prop_assert!(moved as f64 + 1.001 * transfer as f64 + 100.0 >= due);
                pace.spend(transfer);
                moved += transfer;
                // Less than the time of a transfer.
                now += Duration::from_secs_f64(period * late as f64 / 1000.0);
            }
        }
    }
}
