//! The aligned memory that transfers use.

use std::alloc::{self, Layout};
use std::ops::Deref;
use std::ptr::NonNull;

use crate::error::{Error, Result};
use crate::system;

/// Buffers of at least this size are aligned to it and offered to the kernel for huge pages: a
/// registered buffer of huge pages costs the kernel fewer segments a transfer.
const HUGE_PAGE: usize = 2 << 20;

/// The least alignment: a memory page, which satisfies every device's direct I/O.
const PAGE: usize = 4096;

/// One contiguous run of memory, cut into slots of equal size. A slot is the buffer of one transfer.
#[derive(Debug)]
pub struct Arena {
    start: NonNull<u8>,
    layout: Layout,
    slot_bytes: usize,
    slots: usize,
    abandoned: bool,
}

// SAFETY: an arena owns its memory; nothing in it is tied to the thread that made it.
unsafe impl Send for Arena {}

impl Arena {
    /// Memory for `slots` slots that hold at least `slot_bytes` each, zeroed. Slots start at
    /// multiples of 4 KiB.
    pub fn new(slots: usize, slot_bytes: usize) -> Result<Self> {
        let slots = slots.max(1);
        let memory = |bytes| Error::Memory { bytes };
        let slot_bytes = slot_bytes
            .max(1)
            .checked_next_multiple_of(PAGE)
            .ok_or_else(|| memory(slot_bytes))?;
        let bytes = slots
            .checked_mul(slot_bytes)
            .ok_or_else(|| memory(usize::MAX))?;
        let align = if bytes >= HUGE_PAGE { HUGE_PAGE } else { PAGE };
        let layout = Layout::from_size_align(bytes, align).map_err(|_| memory(bytes))?;
        // SAFETY: the layout's size is not zero, as there is at least one slot of at least a page.
        let start = unsafe { alloc::alloc(layout) };
        let start = NonNull::new(start).ok_or_else(|| memory(bytes))?;
        if align == HUGE_PAGE {
            // Before the first touch, which is when the kernel chooses the size of its pages.
            system::prefer_huge_pages(start, bytes);
        }
        // SAFETY: the allocation is that long. Every page of it is touched here, so that no page
        // fault falls into a measurement.
        unsafe { start.write_bytes(0, bytes) };
        Ok(Self {
            start,
            layout,
            slot_bytes,
            slots,
            abandoned: false,
        })
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Bytes of a slot: what was asked, rounded up to 4 KiB.
    pub fn slot_bytes(&self) -> usize {
        self.slot_bytes
    }

    /// All the memory.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: the region was allocated zeroed with this very size, and `&mut self` excludes
        // other references made through this arena.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.layout.size()) }
    }

    /// Where slot `index` starts, for an engine.
    pub(crate) fn slot_start(&self, index: usize) -> *mut u8 {
        assert!(index < self.slots, "slot {index} of {}", self.slots);
        // SAFETY: the slot lies within the allocation, as just checked.
        unsafe { self.start.as_ptr().add(index * self.slot_bytes) }
    }

    /// Start and length of all the memory, for registration with the kernel.
    pub(crate) fn region(&self) -> (*mut u8, usize) {
        (self.start.as_ptr(), self.layout.size())
    }

    /// Never frees the memory: the kernel may still be writing to it.
    pub(crate) fn abandon(&mut self) {
        self.abandoned = true;
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        if !self.abandoned {
            // SAFETY: allocated in `new` with this layout, and freed once.
            unsafe { alloc::dealloc(self.start.as_ptr(), self.layout) }
        }
    }
}

/// The arena of a queue while nothing is in flight: its contents may change, but no other arena can
/// take its place, because the kernel knows this one's addresses.
#[derive(Debug)]
pub struct ArenaMut<'a> {
    arena: &'a mut Arena,
}

impl<'a> ArenaMut<'a> {
    pub(crate) fn new(arena: &'a mut Arena) -> Self {
        Self { arena }
    }

    /// All the memory.
    pub fn bytes_mut(self) -> &'a mut [u8] {
        self.arena.bytes_mut()
    }
}

impl Deref for ArenaMut<'_> {
    type Target = Arena;

    fn deref(&self) -> &Arena {
        self.arena
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_aligned_and_apart() {
        let mut arena = Arena::new(3, 5000).unwrap();
        assert_eq!(arena.slot_bytes(), 8192);
        for slot in 0..3 {
            assert_eq!(arena.slot_start(slot) as usize % PAGE, 0);
        }
        assert_eq!(arena.bytes_mut().len(), 3 * 8192);
        assert!(arena.bytes_mut().iter().all(|&byte| byte == 0));
    }

    #[test]
    fn an_impossible_size_is_an_error_and_not_an_abort() {
        assert!(matches!(
            Arena::new(usize::MAX, 4096),
            Err(Error::Memory { .. })
        ));
        assert!(matches!(
            Arena::new(1, usize::MAX - 1),
            Err(Error::Memory { .. })
        ));
    }
}
