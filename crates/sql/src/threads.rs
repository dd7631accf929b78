//! Threads of a statement that must have ended before its accounts are read.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Counts running threads.
#[derive(Clone, Default)]
pub(crate) struct Threads {
    at_work: Arc<(Mutex<usize>, Condvar)>,
}

/// A running thread, for as long as this value lives.
pub(crate) struct AtWork(Threads);

impl Threads {
    /// Registers another thread.
    pub(crate) fn begin(&self) -> AtWork {
        self.change(|count| count + 1);
        AtWork(self.clone())
    }

    /// Waits until all threads have ended, for at most `longest`.
    pub(crate) fn wait(&self, longest: Duration) {
        let (count, changed) = &*self.at_work;
        let count = count.lock().unwrap_or_else(PoisonError::into_inner);
        // Threads that still run after that are abandoned.
        let _ = changed.wait_timeout_while(count, longest, |count| *count > 0);
    }

    fn change(&self, by: impl FnOnce(usize) -> usize) {
        let (count, changed) = &*self.at_work;
        let mut count = count.lock().unwrap_or_else(PoisonError::into_inner);
        *count = by(*count);
        changed.notify_all();
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.change(|count| count.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Instant;

    use super::*;

    #[test]
    fn all_that_began_are_waited_for() {
        let threads = Threads::default();
        let guards: Vec<_> = (0..3).map(|_| threads.begin()).collect();
        let ending = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            drop(guards);
        });
        threads.wait(Duration::from_secs(60));
        ending.join().unwrap();
        let guard = threads.begin();
        let began = Instant::now();
        threads.wait(Duration::from_millis(20));
        assert!(began.elapsed() >= Duration::from_millis(20));
        drop(guard);
    }
}
