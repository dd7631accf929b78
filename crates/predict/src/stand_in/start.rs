//! The common start of several jobs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The time after which a wait looks whether a job was refused its thread.
const LOOK: Duration = Duration::from_millis(20);

/// A start for which all wait.
#[derive(Debug)]
pub(super) struct Start {
    /// The number of those that are not there yet.
    missing: Mutex<usize>,
    changed: Condvar,
}

impl Start {
    /// Creates the start of so many.
    pub(super) fn of(count: usize) -> Self {
        Self {
            missing: Mutex::new(count),
            changed: Condvar::new(),
        }
    }

    /// Waits until all are there. Returns `false` if one was refused and will never be.
    pub(super) fn wait(&self, refused: &AtomicBool) -> bool {
        let mut missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        *missing -= 1;
        self.changed.notify_all();
        while *missing > 0 {
            if refused.load(Ordering::SeqCst) {
                return false;
            }
            let waited = self.changed.wait_timeout(missing, LOOK);
            missing = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_begin_when_the_last_is_there_and_none_if_one_is_refused() {
        let (start, refused) = (Start::of(3), AtomicBool::new(false));
        let began = std::thread::scope(|scope| {
            let waiting: Vec<_> = (0..3).map(|_| scope.spawn(|| start.wait(&refused))).collect();
            waiting.into_iter().all(|thread| thread.join().unwrap())
        });
        assert!(began);
        let start = Start::of(2);
        refused.store(true, Ordering::SeqCst);
        assert!(!start.wait(&refused));
    }
}
