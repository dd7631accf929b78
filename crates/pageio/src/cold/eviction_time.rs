//! The time that is taken for sending files out of the page cache.

use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::account::CpuUse;

/// The time that it has taken so far in this process.
static TALLY: Mutex<Tally> = Mutex::new(Tally {
    ended: EvictionTime {
        elapsed: Duration::ZERO,
        user: Duration::ZERO,
        system: Duration::ZERO,
    },
    threads: 0,
    since: None,
});

thread_local! {
    static ELAPSED_OF_THREAD: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// The time that was taken for sending files out, including waits for other processes and threads that do so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvictionTime {
    /// Elapsed time in which at least one thread did so.
    pub elapsed: Duration,
    /// Processor time in user mode.
    pub user: Duration,
    /// Processor time in the kernel.
    pub system: Duration,
}

#[derive(Debug)]
struct Tally {
    /// Of the intervals that have ended.
    ended: EvictionTime,
    /// The number of threads that are at it now.
    threads: usize,
    /// Since when there are any.
    since: Option<Instant>,
}

impl EvictionTime {
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

impl Tally {
    fn begin(&mut self, at: Instant) {
        self.threads += 1;
        self.since.get_or_insert(at);
    }

    fn end(&mut self, at: Instant, cpu: CpuUse) {
        self.threads -= 1;
        if self.threads == 0 {
            let since = self.since.take();
            self.ended.elapsed += since.map_or(Duration::ZERO, |since| at - since);
        }
        self.ended.user += cpu.user;
        self.ended.system += cpu.system;
    }

    /// Returns what was spent until a moment. Processor time counts when a thread has ended.
    fn until(&self, at: Instant) -> EvictionTime {
        let running = self
            .since
            .map_or(Duration::ZERO, |since| at.saturating_duration_since(since));
        EvictionTime {
            elapsed: self.ended.elapsed + running,
            ..self.ended
        }
    }
}

/// Returns what was spent so far in this process. Time that several threads spend at once counts once.
pub fn eviction_time() -> EvictionTime {
    tally().until(Instant::now())
}

/// Returns the elapsed time that the calling thread has spent so far.
pub fn eviction_time_of_thread() -> Duration {
    ELAPSED_OF_THREAD.get()
}

/// Counts the time of work.
pub(super) fn count<T>(work: impl FnOnce() -> T) -> T {
    let (began, cpu) = (Instant::now(), CpuUse::of_thread());
    tally().begin(began);
    let done = work();
    let cpu = CpuUse::of_thread() - cpu;
    let mut tally = tally();
    // The lock is held, so that no later beginning has an earlier time.
    let ended = Instant::now();
    tally.end(ended, cpu);
    ELAPSED_OF_THREAD.set(ELAPSED_OF_THREAD.get() + (ended - began));
    done
}

fn tally() -> MutexGuard<'static, Tally> {
    TALLY.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_work_is_counted() {
        let before = (eviction_time(), eviction_time_of_thread());
        let pause = Duration::from_millis(20);
        count(|| std::thread::sleep(pause));
        assert!(eviction_time().since(before.0).elapsed >= pause);
        assert!(eviction_time_of_thread() - before.1 >= pause);
        let other = std::thread::spawn(eviction_time_of_thread).join().unwrap();
        assert_eq!(other, Duration::ZERO);
    }

    #[test]
    fn threads_at_the_same_time_count_once() {
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut tally = Tally {
            ended: EvictionTime::default(),
            threads: 0,
            since: None,
        };
        let cpu = CpuUse {
            user: Duration::from_millis(3),
            ..CpuUse::default()
        };
        tally.begin(at(0));
        tally.begin(at(10));
        assert_eq!(tally.until(at(15)).elapsed, Duration::from_millis(15));
        tally.end(at(20), cpu);
        tally.end(at(30), cpu);
        let first = tally.until(at(90));
        assert_eq!(first.elapsed, Duration::from_millis(30));
        assert_eq!(first.user, Duration::from_millis(6));
        tally.begin(at(100));
        tally.end(at(105), CpuUse::default());
        let since = tally.until(at(200)).since(first);
        assert_eq!(
            since,
            EvictionTime {
                elapsed: Duration::from_millis(5),
                ..EvictionTime::default()
            }
        );
    }
}
