//! The pace of something that is done again and again, such that it costs little.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// The longest time between two turns, whatever they cost.
const LONGEST: Duration = Duration::from_secs(5);

/// The pace of something that is done again and again: after each turn it waits so long that the turns take no more
/// than a share of a core.
#[derive(Debug)]
pub(crate) struct Pace {
    share: f64,
    due: Instant,
    spent: Duration,
    turns: u64,
    /// The mean cost of the last turns.
    recent: Duration,
}

impl Pace {
    /// Begins at once.
    pub(crate) fn new(share: f64) -> Self {
        Self {
            share: share.clamp(1e-6, 1.0),
            due: Instant::now(),
            spent: Duration::ZERO,
            turns: 0,
            recent: Duration::ZERO,
        }
    }

    /// Returns when the next turn is due.
    pub(crate) fn due(&self) -> Instant {
        self.due
    }

    /// Returns whether a turn is due.
    pub(crate) fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Takes a turn. The next one is due after `interval`, or later if the last ones cost much.
    pub(crate) fn turn<T>(&mut self, interval: Duration, turn: impl FnOnce() -> T) -> T {
        let since = thread_time();
        let done = turn();
        self.account(interval, thread_time().saturating_sub(since));
        done
    }

    fn account(&mut self, interval: Duration, cost: Duration) {
        self.spent += cost;
        self.turns += 1;
        self.recent = match self.turns {
            1 => cost,
            _ => (self.recent * 3 + cost) / 4,
        };
        let affordable = self.recent.div_f64(self.share).min(LONGEST);
        // From when it was due, so that the rate is kept; but never a turn for one that was missed.
        let next = self.due + interval;
        self.due = next.max(Instant::now() + affordable.max(interval / 2));
    }

    /// Returns the processor time of all turns.
    pub(crate) fn spent(&self) -> Duration {
        self.spent
    }

    /// Returns how many turns there were.
    pub(crate) fn turns(&self) -> u64 {
        self.turns
    }
}

/// Returns the processor time of this thread.
pub(crate) fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(now.tv_sec).unwrap_or_default(),
        u32::try_from(now.tv_nsec).unwrap_or_default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_costs_much_is_done_rarely() {
        let interval = Duration::from_millis(50);
        let wait = |cost| {
            let mut pace = Pace::new(0.005);
            pace.account(interval, cost);
            pace.due.saturating_duration_since(Instant::now())
        };
        assert!(wait(Duration::from_micros(10)) <= interval);
        assert!(wait(Duration::from_millis(5)) > Duration::from_millis(900));
        assert!(wait(Duration::from_secs(9)) <= LONGEST);
    }

    #[test]
    fn turns_and_their_cost_are_counted() {
        let mut pace = Pace::new(0.5);
        assert!(pace.is_due());
        assert_eq!(pace.turn(Duration::from_secs(9), || 7), 7);
        assert!(!pace.is_due());
        assert_eq!(pace.turns(), 1);
    }
}
