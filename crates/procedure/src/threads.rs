//! Starts threads. If the system refuses to start one, the others do its share.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

/// Runs the work on up to this many threads, including the current one. Each takes shares of it until none is left.
pub fn on_threads(threads: usize, work: impl Fn() + Sync) {
    on_threads_like(Builder::new, threads, work);
}

/// Returns the results of the work for 0, 1 and so forth, in this order, each of which one of up to `threads` threads
/// computes.
pub fn results_on_threads<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(count)));
    on_threads(threads.min(count), || {
        loop {
            let share = next.fetch_add(1, Ordering::Relaxed);
            if share >= count {
                return;
            }
            let result = work(share);
            found
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push((share, result));
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|(share, _)| *share);
    found.into_iter().map(|(_, result)| result).collect()
}

/// Starts a thread. Returns an error if the system refuses.
pub fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().spawn_scoped(scope, work)
}

/// Like [`on_threads`], with threads from `builder`.
fn on_threads_like(builder: fn() -> Builder, threads: usize, work: impl Fn() + Sync) {
    if threads <= 1 {
        return work();
    }
    thread::scope(|scope| {
        for _ in 1..threads {
            if builder().spawn_scoped(scope, &work).is_err() {
                break;
            }
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn all_threads_work_at_once() {
        // All three threads must run at the same time to pass this.
        let together = Barrier::new(3);
        on_threads(3, || {
            together.wait();
        });
    }

    #[test]
    fn what_no_thread_takes_is_done_by_this_one() {
        let left = AtomicUsize::new(100);
        let here = thread::current().id();
        // No system has enough memory for such a stack.
        let refused = || Builder::new().stack_size(1 << 50);
        on_threads_like(refused, 4, || {
            assert_eq!(thread::current().id(), here);
            left.store(0, Ordering::Relaxed);
        });
        assert_eq!(left.into_inner(), 0);
    }

    #[test]
    fn results_are_in_order() {
        for threads in [1, 3] {
            assert_eq!(
                results_on_threads(threads, 100, |share| share * share),
                (0..100).map(|n| n * n).collect::<Vec<_>>()
            );
        }
        assert!(results_on_threads(3, 0, |share| share).is_empty());
    }
}
