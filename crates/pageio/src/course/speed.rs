//! The speed at which a thread computes: rounds of a fixed computation in its processor time.
//!
//! Processors differ, and one of a virtual machine shares a core with others, so that the same computing takes longer
//! at one time than at another. A course measures the speed in short bursts between the transfers of the very thread
//! that computes; who repeats the computing elsewhere does as many rounds.

use std::cell::Cell;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::account::CpuUse;

/// Chains of operations that do not wait for one another, so that a core is as busy as with ordinary code.
const CHAINS: usize = 8;

/// Steps of each chain in a round, which takes about 50 nanoseconds.
const STEPS: usize = 16;

/// Rounds of a burst: 0.03 milliseconds or so.
const BURST: u64 = 512;

/// The time from a burst of a thread to its next one, of which it takes less than a hundredth.
const BETWEEN: Duration = Duration::from_millis(5);

/// Rounds of the computation, and the processor time that they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speed {
    /// The rounds.
    pub rounds: u64,
    /// Their processor time.
    pub nanoseconds: u64,
}

impl Speed {
    /// Does so many rounds, and returns how long they took.
    pub fn of_rounds(rounds: u64) -> Self {
        let began = CpuUse::time_of_thread();
        compute(rounds);
        let time = CpuUse::time_of_thread().saturating_sub(began);
        Self {
            rounds,
            nanoseconds: u64::try_from(time.as_nanos()).unwrap_or(u64::MAX),
        }
    }

    /// Adds other rounds.
    pub fn add(&mut self, other: Self) {
        self.rounds = self.rounds.saturating_add(other.rounds);
        self.nanoseconds = self.nanoseconds.saturating_add(other.nanoseconds);
    }

    /// Returns the rounds of a second of processor time; `None` if nothing was measured.
    pub fn rounds_per_second(self) -> Option<f64> {
        (self.rounds > 0 && self.nanoseconds > 0).then(|| self.rounds as f64 / self.nanoseconds as f64 * 1e9)
    }
}

/// Does so many rounds of the computation.
fn compute(rounds: u64) {
    let mut chains: [u64; CHAINS] = std::array::from_fn(|chain| chain as u64 + 1);
    for _ in 0..rounds {
        for _ in 0..STEPS {
            for chain in &mut chains {
                *chain = (*chain ^ (*chain >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
        chains = std::hint::black_box(chains);
    }
}

thread_local! {
    /// When this thread had its last burst.
    static LAST_BURST: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Measures the speed of this thread, unless it was measured just before. The first burst of a course is always due.
pub(super) fn burst_if_due(now: Instant, is_first: bool) -> Option<Speed> {
    let is_due = LAST_BURST
        .get()
        .is_none_or(|last| now.saturating_duration_since(last) >= BETWEEN);
    (is_due || is_first).then(|| {
        LAST_BURST.set(Some(now));
        Speed::of_rounds(BURST)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_rounds_take_longer() {
        let few = Speed::of_rounds(10_000);
        let many = Speed::of_rounds(200_000);
        // Windows counts in steps that may be longer than the few take.
        assert!(many.nanoseconds > few.nanoseconds);
        let mut both = few;
        both.add(many);
        assert_eq!(both.rounds, 210_000);
        assert!(both.rounds_per_second().unwrap() > 0.0);
        assert_eq!(Speed::default().rounds_per_second(), None);
    }

    #[test]
    fn bursts_keep_their_distance() {
        // Other tests may have measured in this thread.
        let thread = std::thread::spawn(|| {
            let now = Instant::now();
            assert!(burst_if_due(now, false).is_some());
            assert!(burst_if_due(now + BETWEEN / 2, false).is_none());
            assert!(burst_if_due(now + BETWEEN / 2, true).is_some());
            assert!(burst_if_due(now + BETWEEN, false).is_none());
            assert!(burst_if_due(now + BETWEEN * 2, false).is_some());
        });
        thread.join().unwrap();
    }
}
