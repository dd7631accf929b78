//! Divides a task into parts, and runs each on its own thread.

use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;

/// Returns how many threads are worthwhile for rows that any thread can read: at most `most`, each with at least
/// `least` bytes.
pub(super) fn threads_worthwhile(rows: &Range<u64>, row_bytes: u64, most: usize, least: u64) -> usize {
    let bytes = (rows.end - rows.start).saturating_mul(row_bytes.max(1));
    let worth = usize::try_from(bytes / least.max(1)).unwrap_or(usize::MAX);
    worth.min(most).max(1)
}

/// Divides rows into consecutive ranges of equal size.
pub(super) fn shares(rows: &Range<u64>, count: usize) -> impl Iterator<Item = Range<u64>> + use<> {
    let (start, all) = (rows.start, u128::from(rows.end - rows.start));
    let at = move |share: usize| start + (all * share as u128 / count as u128) as u64;
    (0..count).map(move |share| at(share)..at(share + 1))
}

/// Runs all parts concurrently and returns their results in order. The first part runs on this thread, and so do those
/// for which the system refuses a thread. `builder` configures the threads.
///
/// # Panics
///
/// Panics if a part does.
pub(super) fn on_threads<P: Sync, T: Send>(
    parts: &[P],
    work: impl Fn(&P) -> T + Sync,
    builder: impl Fn() -> thread::Builder,
) -> Vec<T> {
    let Some((own, others)) = parts.split_first() else {
        return Vec::new();
    };
    let work = &work;
    thread::scope(|scope| {
        let begun: Vec<_> = others
            .iter()
            .map(|part| builder().spawn_scoped(scope, move || work(part)).ok())
            .collect();
        let own = work(own);
        // Parts without a thread are done before any is joined.
        let begun: Vec<_> = begun
            .into_iter()
            .zip(others)
            .map(|(thread, part)| thread.ok_or_else(|| work(part)))
            .collect();
        let others = begun.into_iter().map(|part| match part {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(done) => done,
        });
        std::iter::once(own).chain(others).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::thread::ThreadId;

    use super::*;

    fn threads_of(builder: impl Fn() -> thread::Builder) -> HashSet<ThreadId> {
        let work = |&part: &u32| (part, thread::current().id());
        let done = on_threads(&[1, 2, 3, 4], work, builder);
        let (parts, threads): (Vec<_>, HashSet<_>) = done.into_iter().unzip();
        assert_eq!(parts, [1, 2, 3, 4]);
        threads
    }

    #[test]
    fn each_part_has_a_thread() {
        assert_eq!(threads_of(thread::Builder::new).len(), 4);
    }

    #[test]
    fn parts_without_a_thread_are_done_here() {
        // No address space has room for such a stack.
        let threads = threads_of(|| thread::Builder::new().stack_size(1 << 61));
        assert_eq!(threads, HashSet::from([thread::current().id()]));
    }
}
