//! The aligned memory that transfers use.

use feedrate_machine::proc::MemoryInfo;

use crate::error::{Error, Result};
use crate::system::{HUGE_PAGE, Mapping};

/// Buffers of at least this size are given whole huge pages. Smaller ones would waste most of one.
const HUGE_FROM: usize = 128 << 10;

/// Larger buffers are looked at twice: whether the machine has the memory at all.
const LARGE: usize = 256 << 20;

/// The least alignment: a memory page, which satisfies every device's direct I/O.
const PAGE: usize = 4096;

/// The place in a memory page at which cached buffers start: half of one. Pages of the cache start at the very
/// beginning, and a copy between two places at nearly the same distance from a multiple of 4 KiB is slower: the
/// processor takes the one for the other for a moment. Measured at 64K to 1M, a copy from 16 bytes before it is slower
/// by a quarter (writes), one to 16 bytes behind it by as much (reads), and one to the same distance by 0 to 5 %,
/// depending on the processor. Half a page is far from all of them, and a multiple of the processor's lines.
const CACHED_LEAD: usize = PAGE / 2;

/// The use of buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Direct transfers: slots start at multiples of 4 KiB.
    Direct,
    /// Cached transfers: slots start in the middle between multiples of 4 KiB.
    Cached,
}

/// The pages of memory behind an arena.
///
/// In a huge page, neighbouring bytes are neighbours in physical memory too, so that a direct transfer
/// is a few long segments to the device and not one every 4 KiB: measured on a virtual disk, that is
/// 1.7 times the throughput at less than half the processor time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryPages {
    /// 4 KiB each, as a program gets that asks for nothing else.
    Ordinary,
    /// Huge ones where the system gives them and the arena is large enough.
    Huge,
}

/// One contiguous run of memory, cut into slots of equal size. A slot is the buffer of one transfer.
#[derive(Debug)]
pub struct Arena {
    mapping: Mapping,
    lead: usize,
    slot_bytes: usize,
    slots: usize,
}

// SAFETY: an arena owns its memory; nothing in it is tied to the thread that made it.
unsafe impl Send for Arena {}

impl Arena {
    /// Memory for `slots` slots that hold at least `slot_bytes` each, zeroed. The system has given all of it, so that
    /// no page fault falls into a measurement.
    ///
    /// # Errors
    /// [`Error::Memory`] where there is not that much memory.
    pub fn new(slots: usize, slot_bytes: usize, pages: MemoryPages, purpose: Use) -> Result<Self> {
        let mut arena = Self::on_demand(slots, slot_bytes, pages, purpose)?;
        // The kernel has zeroed it: to write all of it again would take as long once more.
        for page in arena.bytes_mut().chunks_mut(PAGE) {
            page[0] = 0;
        }
        Ok(arena)
    }

    /// The same, where the system gives each page of memory when it is first used.
    ///
    /// # Errors
    /// As for [`Arena::new`].
    pub fn on_demand(slots: usize, slot_bytes: usize, pages: MemoryPages, purpose: Use) -> Result<Self> {
        let slots = slots.max(1);
        let memory = |bytes| Error::Memory { bytes };
        let slot_bytes = slot_bytes
            .max(1)
            .checked_next_multiple_of(PAGE)
            .ok_or_else(|| memory(slot_bytes))?;
        let bytes = slots
            .checked_mul(slot_bytes)
            .filter(|&bytes| isize::try_from(bytes).is_ok())
            .ok_or_else(|| memory(usize::MAX))?;
        // A mapping larger than memory would succeed, and the system would end some process when it is
        // touched.
        let available = || MemoryInfo::host().available_bytes;
        if bytes > LARGE && available().is_some_and(|most| bytes as u64 > most) {
            return Err(memory(bytes));
        }
        let huge = pages == MemoryPages::Huge && bytes >= HUGE_FROM;
        let lead = match purpose {
            Use::Direct => 0,
            Use::Cached => CACHED_LEAD,
        };
        let length = bytes.checked_add(lead);
        let length = if huge {
            length.and_then(|length| length.checked_next_multiple_of(HUGE_PAGE))
        } else {
            length
        };
        let mapping = length
            .and_then(|length| Mapping::new(length, huge).ok())
            .ok_or_else(|| memory(bytes))?;
        Ok(Self {
            mapping,
            lead,
            slot_bytes,
            slots,
        })
    }

    /// Returns the number of slots.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Bytes of a slot: what was asked, rounded up to 4 KiB.
    pub fn slot_bytes(&self) -> usize {
        self.slot_bytes
    }

    /// All the memory.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        let (start, bytes) = self.region();
        // SAFETY: the region lies within the mapping, which the kernel zeroed, and `&mut self` excludes
        // other references made through this arena.
        unsafe { std::slice::from_raw_parts_mut(start, bytes) }
    }

    /// Where slot `index` starts, for an engine.
    pub(crate) fn slot_start(&self, index: usize) -> *mut u8 {
        assert!(index < self.slots, "slot {index} of {}", self.slots);
        // SAFETY: the slot lies within the mapping, as just checked.
        unsafe {
            let start = self.mapping.start().add(self.lead);
            start.as_ptr().add(index * self.slot_bytes)
        }
    }

    /// Start and length of all the memory, for registration with the kernel.
    pub(crate) fn region(&self) -> (*mut u8, usize) {
        (self.slot_start(0), self.slots * self.slot_bytes)
    }

    /// Never frees the memory: the kernel may still be writing to it.
    pub(crate) fn abandon(&mut self) {
        self.mapping.abandon();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_aligned_and_apart() {
        let mut arena = Arena::new(3, 5000, MemoryPages::Ordinary, Use::Direct).unwrap();
        assert_eq!(arena.slot_bytes(), 8192);
        for slot in 0..3 {
            assert_eq!(arena.slot_start(slot) as usize % PAGE, 0);
        }
        assert_eq!(arena.bytes_mut().len(), 3 * 8192);
        assert!(arena.bytes_mut().iter().all(|&byte| byte == 0));
    }

    #[test]
    fn an_arena_is_as_long_as_its_slots_whatever_pages_are_behind_it() {
        for bytes in [HUGE_FROM - 1, HUGE_FROM, HUGE_PAGE - 1, HUGE_PAGE + 1] {
            let mut arena = Arena::new(3, bytes, MemoryPages::Huge, Use::Direct).unwrap();
            let length = 3 * arena.slot_bytes();
            assert_eq!(arena.region().1, length);
            assert_eq!(arena.bytes_mut().len(), length);
            assert!(arena.bytes_mut().iter().all(|&byte| byte == 0));
            assert_eq!(arena.slot_start(0) as usize % HUGE_PAGE, 0);
        }
    }

    #[test]
    fn cached_buffers_start_elsewhere_in_a_memory_page_than_the_cache_does() {
        for pages in [MemoryPages::Ordinary, MemoryPages::Huge] {
            let mut arena = Arena::new(2, 256 << 10, pages, Use::Cached).unwrap();
            for slot in 0..2 {
                assert_eq!(arena.slot_start(slot) as usize % PAGE, CACHED_LEAD);
            }
            assert_eq!(arena.bytes_mut().len(), 512 << 10);
        }
    }

    #[test]
    fn an_impossible_size_is_an_error_and_not_an_abort() {
        assert!(matches!(
            Arena::new(usize::MAX, 4096, MemoryPages::Huge, Use::Direct),
            Err(Error::Memory { .. })
        ));
        assert!(matches!(
            Arena::new(1, usize::MAX - 1, MemoryPages::Huge, Use::Direct),
            Err(Error::Memory { .. })
        ));
        // More than any machine has, but less than an address space.
        assert!(matches!(
            Arena::new(1, 1 << 46, MemoryPages::Huge, Use::Direct),
            Err(Error::Memory { .. })
        ));
    }
}
