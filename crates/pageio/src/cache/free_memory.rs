//! Free memory that the host of a virtual machine has taken back.
//!
//! A host may take the free memory of its machines (`Documentation/mm/free_page_reporting.rst` of the kernel). Whoever
//! gets such memory next, most often the page cache, waits until the host has found and zeroed other memory for it: at
//! about five times the time of a cached write, where it was measured.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use feedrate_machine::proc::MemoryInfo;

use crate::system::{HUGE_PAGE, Mapping, memory_page};

/// The most threads that take memory at the same time.
const MOST_THREADS: u64 = 8;

/// Takes so many bytes of free memory, and frees them again, so that the host has given them to this machine when the
/// page cache takes them. They stay for a few seconds. It takes three quarters of the free memory at most, so that
/// nothing leaves the page cache for it, and ends early when `stop` is set. Where the system does not tell its free
/// memory, none is taken.
///
/// Returns the bytes that were taken; fewer where the kernel grants no more.
pub fn take_and_free(bytes: u64, stop: &AtomicBool) -> u64 {
    take_while(bytes, || !stop.load(Ordering::Relaxed))
}

/// Does the same, and ends at a deadline too: the host may take as long as it likes.
pub fn take_and_free_by(deadline: Instant, bytes: u64, stop: &AtomicBool) -> u64 {
    take_while(bytes, || !stop.load(Ordering::Relaxed) && Instant::now() < deadline)
}

/// Takes and frees bytes as long as it goes on, which is asked at each huge page.
fn take_while(bytes: u64, goes_on: impl Fn() -> bool + Sync) -> u64 {
    let most = MemoryInfo::host().free_bytes.unwrap_or(0) / 4 * 3;
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let threads = threads.min(MOST_THREADS);
    let share = usize::try_from(bytes.min(most) / threads).unwrap_or(usize::MAX);
    let share = share / HUGE_PAGE * HUGE_PAGE;
    if share == 0 {
        return 0;
    }
    let taken = AtomicU64::new(0);
    // Memory that one thread frees must not be taken by another one: all keep theirs until this is released.
    let all_took = Mutex::new(());
    let take = || -> Option<Mapping> {
        let mapping = Mapping::new(share, true).ok()?;
        let bytes = write_each_page(&mapping, share, &goes_on);
        taken.fetch_add(bytes as u64, Ordering::Relaxed);
        Some(mapping)
    };
    thread::scope(|scope| {
        let held = all_took.lock().unwrap_or_else(PoisonError::into_inner);
        let (takes, taking) = channel::<()>();
        for _ in 1..threads {
            let (takes, take, all_took) = (takes.clone(), &take, &all_took);
            let take_and_wait = move || {
                let mapping = take();
                drop(takes);
                drop(all_took.lock());
                drop(mapping);
            };
            // Where the system refuses a thread, less is taken.
            let _ = thread::Builder::new().spawn_scoped(scope, take_and_wait);
        }
        let mapping = take();
        drop(takes);
        // It ends when the last thread has dropped its sender.
        let _ = taking.recv();
        drop(held);
        drop(mapping);
    });
    taken.into_inner()
}

/// Writes to each page of a mapping of so many bytes. Returns the bytes of those that were written to.
fn write_each_page(mapping: &Mapping, bytes: usize, goes_on: &impl Fn() -> bool) -> usize {
    let page = memory_page() as usize;
    for offset in (0..bytes).step_by(page) {
        if offset % HUGE_PAGE == 0 && !goes_on() {
            return offset;
        }
        // SAFETY: the mapping has as many bytes, and nobody else knows it.
        unsafe { mapping.start().add(offset).write_volatile(1) };
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_huge_pages_are_taken() {
        let stop = AtomicBool::new(false);
        assert_eq!(take_and_free(0, &stop), 0);
        if MemoryInfo::host().free_bytes.is_none() {
            assert_eq!(take_and_free(64 << 20, &stop), 0);
            return;
        }
        let taken = take_and_free(64 << 20, &stop);
        assert!(taken > 0 && taken <= 64 << 20, "{taken}");
        assert_eq!(taken % HUGE_PAGE as u64, 0);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(take_and_free(64 << 20, &stop), 0);
    }

    #[test]
    fn nothing_is_taken_when_its_time_is_over() {
        let stop = AtomicBool::new(false);
        assert_eq!(take_and_free_by(Instant::now(), 64 << 20, &stop), 0);
        let later = Instant::now() + std::time::Duration::from_secs(3600);
        let is_known = MemoryInfo::host().free_bytes.is_some();
        assert_eq!(take_and_free_by(later, 64 << 20, &stop) > 0, is_known);
    }
}
