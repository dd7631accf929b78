//! Reads the observations of a pipe on several threads: one thread receives pages and hands each run of them to the
//! next of the others in turn. The same run always goes to the same thread, so the result does not depend on their
//! speed.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, Builder};

use feedrate_dataset::pipe::PageRun;

use crate::fault::{Fault, StepResult};

/// The number of runs that a thread has: one that it reads, one that waits, and one that is being filled.
const RUNS: usize = 3;

/// The channels between the receiving thread and one that reads pages.
struct Lane {
    filled: SyncSender<PageRun>,
    empty: Receiver<PageRun>,
}

/// The runs that a thread receives.
pub(super) struct RunReceiver {
    filled: Receiver<PageRun>,
    empty: SyncSender<PageRun>,
}

impl RunReceiver {
    /// Passes each run to `take` until there are no more or it fails.
    pub(super) fn for_each(self, mut take: impl FnMut(&PageRun) -> StepResult<()>) -> StepResult<()> {
        while let Ok(run) = self.filled.recv() {
            take(&run)?;
            // The other end may be gone when no more runs are wanted.
            let _ = self.empty.send(run);
        }
        Ok(())
    }
}

/// Fetches runs of pages from `next` until it returns `false`, and calls `work` with them on a number of threads, or on
/// fewer if the system refuses some. Returns their results in an order that is always the same, and the error of
/// `next`. Returns `None`, and fetches nothing, if the system refuses all threads. `builder` configures the threads.
///
/// # Panics
///
/// Panics if a thread does.
pub(super) fn on_lanes<T: Send>(
    lanes: usize,
    next: &mut dyn FnMut(&mut PageRun) -> StepResult<bool>,
    work: impl Fn(RunReceiver) -> T + Sync,
    builder: impl Fn() -> Builder,
) -> Option<(Vec<T>, StepResult<()>)> {
    let work = &work;
    thread::scope(|scope| {
        let mut begun = Vec::with_capacity(lanes);
        let mut open = Vec::with_capacity(lanes);
        for _ in 0..lanes {
            let (lane, incoming) = lane();
            match builder().spawn_scoped(scope, move || work(incoming)) {
                Ok(thread) => {
                    begun.push(thread);
                    open.push(lane);
                }
                Err(_) => break,
            }
        }
        if begun.is_empty() {
            return None;
        }
        let handed = hand_out(next, &open);
        // This ends the threads' input.
        drop(open);
        let done = begun
            .into_iter()
            .map(|thread| thread.join())
            .map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect();
        Some((done, handed))
    })
}

fn lane() -> (Lane, RunReceiver) {
    let (filled, filled_there) = sync_channel(RUNS);
    let (empty, empty_there) = sync_channel(RUNS);
    for _ in 0..RUNS {
        // The channel has room for all runs.
        let _ = empty.send(PageRun::new());
    }
    let incoming = RunReceiver {
        filled: filled_there,
        empty,
    };
    let lane = Lane {
        filled,
        empty: empty_there,
    };
    (lane, incoming)
}

/// Hands out pages until there are no more or a thread has ended; one that failed reports its own error.
fn hand_out(next: &mut dyn FnMut(&mut PageRun) -> StepResult<bool>, lanes: &[Lane]) -> StepResult<()> {
    for lane in lanes.iter().cycle() {
        let Ok(mut run) = lane.empty.recv() else {
            return Err(Box::new(Fault::Interrupted));
        };
        if !next(&mut run)? {
            return Ok(());
        }
        if lane.filled.send(run).is_err() {
            return Err(Box::new(Fault::Interrupted));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Returns a source of so many empty runs.
    fn runs(count: u64) -> impl FnMut(&mut PageRun) -> StepResult<bool> {
        let mut left = count;
        move |_| {
            let is_there = left > 0;
            left = left.saturating_sub(1);
            Ok(is_there)
        }
    }

    fn count(incoming: RunReceiver) -> StepResult<u64> {
        let mut count = 0;
        incoming.for_each(|_| {
            count += 1;
            Ok(())
        })?;
        Ok(count)
    }

    #[test]
    fn runs_go_to_the_threads_in_turn() {
        let (counts, handed) = on_lanes(3, &mut runs(100), count, Builder::new).unwrap();
        let counts: Vec<u64> = counts.into_iter().map(Result::unwrap).collect();
        handed.unwrap();
        assert_eq!(counts, [34, 33, 33]);
    }

    #[test]
    fn nothing_is_taken_where_there_are_no_threads() {
        let mut asked = 0;
        let mut next = |_: &mut PageRun| {
            asked += 1;
            Ok(false)
        };
        // No address space has room for such a stack.
        let refused = || Builder::new().stack_size(1 << 61);
        assert!(on_lanes(3, &mut next, count, refused).is_none());
        assert_eq!(asked, 0);
    }

    #[test]
    fn what_a_thread_fails_at_ends_all() {
        let taken = AtomicU64::new(0);
        let mut endless = |_: &mut PageRun| {
            taken.fetch_add(1, Ordering::Relaxed);
            Ok(true)
        };
        let fails = |incoming: RunReceiver| {
            let mut count = 0;
            incoming.for_each(|_| {
                count += 1;
                match count {
                    5 => Err(Box::new(Fault::NoDataSet)),
                    _ => Ok(()),
                }
            })
        };
        let (done, _) = on_lanes(2, &mut endless, fails, Builder::new).unwrap();
        let is_cause = |done: &StepResult<()>| matches!(done, Err(fault) if matches!(**fault, Fault::NoDataSet));
        assert!(done.iter().any(is_cause));
    }

    #[test]
    fn what_the_pipe_fails_at_ends_all() {
        let mut left = 7;
        let mut next = |_: &mut PageRun| {
            left -= 1;
            match left {
                0 => Err(Box::new(Fault::NoDataSet)),
                _ => Ok(true),
            }
        };
        let (done, handed) = on_lanes(2, &mut next, count, Builder::new).unwrap();
        assert!(matches!(handed, Err(fault) if matches!(*fault, Fault::NoDataSet)));
        assert_eq!(done.len(), 2);
    }

    #[test]
    #[should_panic(expected = "a thread went down")]
    fn a_panic_goes_on_here() {
        let mut endless = |_: &mut PageRun| Ok(true);
        let panics = |incoming: RunReceiver| incoming.for_each(|_| panic!("a thread went down"));
        on_lanes(2, &mut endless, panics, Builder::new);
    }
}
