//! The time that is taken for sending files out of the page cache.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::account::CpuUse;

/// What it has taken so far in this process.
static SPENT: Mutex<Spent> = Mutex::new(Spent {
    elapsed: Duration::ZERO,
    user: Duration::ZERO,
    system: Duration::ZERO,
});

/// The time that was taken for sending files out, including waits for other processes that do so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Elapsed time.
    pub elapsed: Duration,
    /// Processor time in user mode.
    pub user: Duration,
    /// Processor time in the kernel.
    pub system: Duration,
}

impl Spent {
    /// Returns what was spent since `earlier`.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self {
            elapsed: self.elapsed.saturating_sub(earlier.elapsed),
            user: self.user.saturating_sub(earlier.user),
            system: self.system.saturating_sub(earlier.system),
        }
    }
}

/// Returns what was spent so far in this process.
pub fn spent() -> Spent {
    *SPENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts the time of work.
pub(super) fn count<T>(work: impl FnOnce() -> T) -> T {
    let (began, cpu) = (Instant::now(), CpuUse::of_thread());
    let done = work();
    let cpu = CpuUse::of_thread() - cpu;
    let mut spent = SPENT.lock().unwrap_or_else(PoisonError::into_inner);
    spent.elapsed += began.elapsed();
    spent.user += cpu.user;
    spent.system += cpu.system;
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_work_is_counted() {
        let before = spent();
        let pause = Duration::from_millis(20);
        count(|| std::thread::sleep(pause));
        assert!(spent().since(before).elapsed >= pause);
        assert_eq!(before.since(spent()), Spent::default());
    }
}
