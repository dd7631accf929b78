//! Free memory that the hypervisor of a virtual machine takes back, and that cached trials need.
//!
//! Bytes that go through the page cache wait for the hypervisor where the cache grows into such memory, for as long as
//! it likes. Trials of cached settings would so compare hypervisors rather than settings. Each therefore begins with as
//! much free memory as it moves at hand.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use feedrate_machine::Memory;
use feedrate_machine::proc::MemoryInfo;
use feedrate_pageio::cache;
use feedrate_workload::Stream;
use serde::Serialize;

/// The most that a trial moves through the page cache in a second.
const MOST_RATE: u64 = 4_000_000_000;

/// The memory that is brought back besides the bytes of a trial and an eighth of them.
const SPARE: u64 = 32 << 20;

/// The fate of the free memory of a machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FreeMemory {
    /// It stays, as far as is known.
    #[default]
    Stays,
    /// The hypervisor takes it.
    GoesToHost,
    /// The hypervisor takes it, and a control group limits the memory, so that none must be taken to bring it back:
    /// others in the group would lose theirs.
    GoesToHostWithinLimit,
}

impl FreeMemory {
    /// Returns what becomes of it on a machine.
    pub fn of(memory: &Memory) -> Self {
        match (memory.free_memory_goes_to_host, memory.cgroup_limit_bytes) {
            (Some(true), None) => Self::GoesToHost,
            (Some(true), Some(_)) => Self::GoesToHostWithinLimit,
            _ => Self::Stays,
        }
    }
}

/// The measurements for which memory was brought back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct BroughtBack {
    /// The measurements whose pages went through the page cache.
    pub measurements: usize,
    /// Those of them that moved more than what was brought back and what the page cache could give up at once.
    pub short: usize,
    /// Those for which it was ended, because it took longer than the measurement may.
    pub ended_early: usize,
    /// The time that it took, all together.
    pub seconds: f64,
}

/// Brings memory back, and counts.
#[derive(Debug, Default)]
pub struct HostMemory {
    free: FreeMemory,
    brought_back: Mutex<BroughtBack>,
}

impl HostMemory {
    /// Returns one that has done nothing yet.
    pub fn new(free: FreeMemory) -> Self {
        Self {
            free,
            brought_back: Mutex::default(),
        }
    }

    /// Brings as much free memory back as is about to enter the page cache, for so long at most. Does nothing where
    /// none is taken.
    pub(crate) fn bring_back(&self, bytes: u64, most: Duration, stop: &AtomicBool) {
        if self.free == FreeMemory::Stays || bytes == 0 {
            return;
        }
        let began = Instant::now();
        let wanted = bytes.saturating_add(bytes / 8).saturating_add(SPARE);
        let (taken, at_hand) = match self.free {
            FreeMemory::GoesToHost => (cache::take_and_free_by(began + most, wanted, stop), AtHand::now()),
            // Memory that the cache of the machine could give up is not the group's.
            _ => (0, AtHand::default()),
        };
        let mut counted = self.brought_back.lock().unwrap_or_else(PoisonError::into_inner);
        counted.measurements += 1;
        counted.short += usize::from(is_short(bytes, taken, at_hand));
        counted.ended_early += usize::from(began.elapsed() >= most);
        counted.seconds += began.elapsed().as_secs_f64();
    }

    /// Returns what was done; `None` where the hypervisor takes no memory.
    pub fn brought_back(&self) -> Option<BroughtBack> {
        let counted = self.brought_back.lock();
        let counted = *counted.unwrap_or_else(PoisonError::into_inner);
        (self.free != FreeMemory::Stays).then_some(counted)
    }
}

/// The memory that the machine has without its hypervisor.
#[derive(Clone, Copy, Debug, Default)]
struct AtHand {
    /// The pages of files that are in the cache, and on their devices.
    clean_cache: u64,
    /// All memory, if that is known.
    memory: Option<u64>,
}

impl AtHand {
    fn now() -> Self {
        Self::of(&MemoryInfo::host())
    }

    fn of(info: &MemoryInfo) -> Self {
        let sum = |parts: [Option<u64>; 2]| {
            let parts = parts.into_iter().flatten();
            parts.fold(0, u64::saturating_add)
        };
        Self {
            clean_cache: sum([info.active_file_bytes, info.inactive_file_bytes])
                .saturating_sub(sum([info.dirty_bytes, info.writeback_bytes])),
            memory: info.total_bytes,
        }
    }
}

/// Returns whether bytes that enter the page cache need more memory than was taken and the cache can give up. More than
/// all memory is never needed.
fn is_short(bytes: u64, taken: u64, at_hand: AtHand) -> bool {
    let needed = at_hand.memory.map_or(bytes, |memory| memory.min(bytes));
    taken.saturating_add(at_hand.clean_cache) < needed
}

/// Returns the bytes that streams move through the page cache within a time.
pub(crate) fn cached_bytes(streams: &[Stream], time: Duration) -> u64 {
    let cached = streams.iter().filter(|stream| !stream.method.is_direct());
    let all = cached
        .map(|stream| stream.limit.bytes.unwrap_or(u64::MAX))
        .fold(0, u64::saturating_add);
    all.min((MOST_RATE as f64 * time.as_secs_f64()) as u64)
}

#[cfg(test)]
mod tests {
    use feedrate_machine::System;
    use feedrate_pageio::Method;
    use feedrate_workload::Work;

    use super::*;

    #[test]
    fn memory_is_brought_back_where_the_host_takes_it_and_no_limit_is_set() {
        let mut memory = Memory::at(&System::at("/nonexistent"));
        assert_eq!(FreeMemory::of(&memory), FreeMemory::Stays);
        memory.free_memory_goes_to_host = Some(true);
        assert_eq!(FreeMemory::of(&memory), FreeMemory::GoesToHost);
        memory.cgroup_limit_bytes = Some(1 << 30);
        assert_eq!(FreeMemory::of(&memory), FreeMemory::GoesToHostWithinLimit);

        let stop = AtomicBool::new(false);
        let stays = HostMemory::default();
        let hour = Duration::from_secs(3600);
        stays.bring_back(8 << 20, hour, &stop);
        assert_eq!(stays.brought_back(), None);
        let limited = HostMemory::new(FreeMemory::GoesToHostWithinLimit);
        limited.bring_back(8 << 20, hour, &stop);
        let counted = limited.brought_back().unwrap();
        assert_eq!((counted.measurements, counted.short), (1, 1));
        let goes = HostMemory::new(FreeMemory::GoesToHost);
        goes.bring_back(8 << 20, hour, &stop);
        goes.bring_back(0, hour, &stop);
        let counted = goes.brought_back().unwrap();
        assert_eq!((counted.measurements, counted.short, counted.ended_early), (1, 0, 0));
        // A host that takes too long is not waited for.
        goes.bring_back(8 << 20, Duration::ZERO, &stop);
        let counted = goes.brought_back().unwrap();
        assert_eq!((counted.measurements, counted.ended_early), (2, 1));
    }

    #[test]
    fn clean_pages_of_the_cache_are_at_hand() {
        let at_hand = AtHand::of(&MemoryInfo::parse(
            "MemTotal: 1000 kB\nActive(file): 300 kB\nInactive(file): 200 kB\nDirty: 60 kB\nWriteback: 40 kB\n",
        ));
        assert_eq!(at_hand.clean_cache, 400 << 10);
        assert!(!is_short(500 << 10, 100 << 10, at_hand));
        assert!(is_short(501 << 10, 100 << 10, at_hand));
        assert!(!is_short(u64::MAX, 600 << 10, at_hand));
        assert!(is_short(1, 0, AtHand::of(&MemoryInfo::default())));
    }

    #[test]
    fn what_goes_past_the_cache_needs_none() {
        let stream = |method| {
            let work = Work::Read { file: "file".into() };
            let mut stream = Stream::new("1", work, method, 4096, 1 << 20);
            stream.limit.bytes = Some(1 << 20);
            stream
        };
        let cached = stream(Method::Cached);
        let direct = stream(Method::Direct { pages_per_transfer: 4 });
        let second = Duration::from_secs(1);
        assert_eq!(cached_bytes(&[direct, cached.clone(), cached], second), 2 << 20);
        let mut endless = stream(Method::Cached);
        endless.limit.bytes = None;
        assert_eq!(cached_bytes(&[endless], second), MOST_RATE);
    }
}
