//! The threads on which a sink encodes blocks of rows.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// Encodes blocks on several threads and returns the results in the order of the blocks.
///
/// The thread of the caller is one of them: it encodes a block itself when so many are in flight that it would have to
/// wait. There are never more blocks and results in flight than [`new`](Self::new) is told, and one. Blocks that wait
/// are forgotten when this is dropped, which waits for those that are being encoded.
pub struct EncodingThreads<B, R> {
    shared: Arc<SharedState<B, R>>,
    begun: Vec<JoinHandle<()>>,
    /// The number of threads beside that of the caller.
    others: usize,
    /// The most blocks that are left in flight.
    most: usize,
}

struct SharedState<B, R> {
    blocks: Mutex<Blocks<B, R>>,
    changed: Condvar,
    encode: Box<dyn Fn(B) -> R + Send + Sync>,
}

struct Blocks<B, R> {
    /// The blocks that no thread has taken, each with its number.
    waiting: VecDeque<(u64, B)>,
    /// The results from that of the block `first`; `None` for what is not encoded yet, and a panic as an error.
    results: VecDeque<Option<thread::Result<R>>>,
    first: u64,
    is_ended: bool,
}

impl<B, R> fmt::Debug for EncodingThreads<B, R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("EncodingThreads")
            .field("others", &self.others)
            .field("most", &self.most)
            .finish_non_exhaustive()
    }
}

impl<B, R> SharedState<B, R> {
    fn blocks(&self) -> MutexGuard<'_, Blocks<B, R>> {
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, blocks: MutexGuard<'a, Blocks<B, R>>) -> MutexGuard<'a, Blocks<B, R>> {
        self.changed.wait(blocks).unwrap_or_else(PoisonError::into_inner)
    }

    fn encode(&self, number: u64, block: B) {
        // A block whose encoding panicked leaves nothing behind: the panic goes on where its result is expected.
        let result = catch_unwind(AssertUnwindSafe(|| (self.encode)(block)));
        let mut blocks = self.blocks();
        let index = usize::try_from(number - blocks.first).ok();
        if let Some(place) = index.and_then(|index| blocks.results.get_mut(index)) {
            *place = Some(result);
        }
        drop(blocks);
        self.changed.notify_all();
    }

    /// Encodes blocks until none comes any more.
    fn work(&self) {
        let mut blocks = self.blocks();
        while !blocks.is_ended {
            blocks = match blocks.waiting.pop_front() {
                None => self.wait(blocks),
                Some((number, block)) => {
                    drop(blocks);
                    self.encode(number, block);
                    self.blocks()
                }
            };
        }
    }
}

impl<B: Send + 'static, R: Send + 'static> EncodingThreads<B, R> {
    /// Creates `threads` threads that encode blocks, with that of the caller; the others start with the first blocks.
    /// At most `most` blocks are left in flight. With one thread, or with none in flight, all is done by the caller.
    pub fn new(threads: usize, most: usize, encode: impl Fn(B) -> R + Send + Sync + 'static) -> Self {
        let others = threads.saturating_sub(1).min(most);
        Self {
            shared: Arc::new(SharedState {
                blocks: Mutex::new(Blocks {
                    waiting: VecDeque::new(),
                    results: VecDeque::new(),
                    first: 0,
                    is_ended: false,
                }),
                changed: Condvar::new(),
                encode: Box::new(encode),
            }),
            begun: Vec::new(),
            others,
            most: if others == 0 { 0 } else { most },
        }
    }

    /// Hands on the next block, after which others follow or not. [`next`](Self::next) must be called until it returns
    /// nothing before another one is handed on.
    pub fn put(&mut self, block: B, others_follow: bool) {
        let mut blocks = self.shared.blocks();
        let number = blocks.first + blocks.results.len() as u64;
        blocks.results.push_back(None);
        blocks.waiting.push_back((number, block));
        drop(blocks);
        if others_follow && self.begun.len() < self.others {
            self.begin_thread();
        }
        self.shared.changed.notify_all();
    }

    /// Starts another thread. If the system refuses one, those that are there do its share.
    fn begin_thread(&mut self) {
        let shared = Arc::clone(&self.shared);
        let name = format!("encode-{}", self.begun.len());
        match thread::Builder::new().name(name).spawn(move || shared.work()) {
            Ok(begun) => self.begun.push(begun),
            Err(_) => self.others = self.begun.len(),
        }
    }

    /// Returns the oldest result: if it is there, or if more blocks are in flight than may be, or if all are wanted.
    /// Encodes waiting blocks until it is there. Returns `None` if there is no such result.
    ///
    /// # Panics
    ///
    /// Panics if encoding the block did.
    pub fn next(&mut self, all: bool) -> Option<R> {
        let mut blocks = self.shared.blocks();
        loop {
            if let Some(result) = blocks.results.front_mut()?.take() {
                blocks.results.pop_front();
                blocks.first += 1;
                drop(blocks);
                return Some(result.unwrap_or_else(|panic| resume_unwind(panic)));
            }
            if !all && blocks.results.len() <= self.most {
                return None;
            }
            blocks = match blocks.waiting.pop_front() {
                None => self.shared.wait(blocks),
                Some((number, block)) => {
                    drop(blocks);
                    self.shared.encode(number, block);
                    self.shared.blocks()
                }
            };
        }
    }
}

impl<B, R> Drop for EncodingThreads<B, R> {
    fn drop(&mut self) {
        let mut blocks = self.shared.blocks();
        blocks.is_ended = true;
        blocks.waiting.clear();
        drop(blocks);
        self.shared.changed.notify_all();
        for begun in self.begun.drain(..) {
            // Panics of the encoding are caught.
            let _ = begun.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Returns the results of the blocks 0 to `count`, and the most that were in flight at once.
    fn encoded(threads: usize, most: usize, count: u64) -> (Vec<u64>, usize) {
        let in_flight = Arc::new(AtomicUsize::new(0));
        let mut encoding = EncodingThreads::new(threads, most, |block: u64| {
            // Later blocks are often done before earlier ones.
            (0..(block * 7919) % 5).for_each(|_| thread::yield_now());
            block * 2
        });
        let (mut results, mut peak) = (Vec::new(), 0);
        for block in 0..count {
            peak = peak.max(in_flight.fetch_add(1, Ordering::Relaxed) + 1);
            encoding.put(block, true);
            while let Some(result) = encoding.next(false) {
                in_flight.fetch_sub(1, Ordering::Relaxed);
                results.push(result);
            }
        }
        results.extend(std::iter::from_fn(|| encoding.next(true)));
        (results, peak)
    }

    #[test]
    fn results_come_in_the_order_of_blocks_and_few_are_in_flight() {
        let expected: Vec<u64> = (0..500).map(|block| block * 2).collect();
        for (threads, most) in [(1, 9), (2, 0), (2, 1), (2, 3), (4, 5), (9, 2)] {
            let (results, peak) = encoded(threads, most, 500);
            assert_eq!(results, expected, "{threads} {most}");
            assert!(peak <= most + 1, "{threads} {most} {peak}");
        }
        assert_eq!(encoded(3, 4, 0).0, []);
    }

    #[test]
    fn blocks_are_encoded_at_once() {
        // Both must be encoded at the same time to pass this.
        let together = Barrier::new(2);
        let mut encoding = EncodingThreads::new(2, 2, move |(): ()| {
            together.wait();
        });
        encoding.put((), true);
        assert_eq!(encoding.next(false), None);
        encoding.put((), true);
        assert_eq!((encoding.next(true), encoding.next(true)), (Some(()), Some(())));
        assert_eq!(encoding.next(true), None);
    }

    #[test]
    fn one_thread_is_that_of_the_caller() {
        let here = thread::current().id();
        let mut encoding = EncodingThreads::new(1, 8, move |(): ()| thread::current().id() == here);
        for _ in 0..3 {
            encoding.put((), true);
            assert_eq!((encoding.next(false), encoding.next(false)), (Some(true), None));
        }
    }

    #[test]
    fn a_panic_goes_on_where_the_result_is_expected() {
        for threads in [1, 3] {
            let mut encoding = EncodingThreads::new(threads, 3, |block: u32| match block {
                1 => panic!("of block 1"),
                other => other,
            });
            let told = catch_unwind(AssertUnwindSafe(|| {
                let mut results = Vec::new();
                for block in 0..3 {
                    encoding.put(block, true);
                    results.extend(std::iter::from_fn(|| encoding.next(false)));
                }
                results.extend(std::iter::from_fn(|| encoding.next(true)));
            }));
            assert_eq!(told.unwrap_err().downcast_ref(), Some(&"of block 1"), "{threads}");
        }
    }

    #[test]
    fn dropping_forgets_what_waits_and_ends_the_threads() {
        let done = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&done);
        let mut encoding = EncodingThreads::new(2, 1000, move |(): ()| {
            thread::yield_now();
            counted.fetch_add(1, Ordering::Relaxed);
        });
        (0..1000).for_each(|_| encoding.put((), true));
        drop(encoding);
        // The threads have the other references.
        assert_eq!(Arc::strong_count(&done), 1);
        assert!(done.load(Ordering::Relaxed) <= 1000);
    }
}
