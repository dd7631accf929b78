//! The contents of slots.

use std::ops::Range;

use super::Queue;
use crate::near::read_each_line;

impl Queue {
    /// The contents of a slot, to be read.
    ///
    /// # Panics
    /// If a transfer is in flight in the slot: its memory is the kernel's until it completes.
    #[inline]
    pub fn slot(&self, slot: usize) -> &[u8] {
        assert!(
            self.number_in_flight == 0 || self.in_flight[slot].is_none(),
            "slot {slot} has a transfer in flight"
        );
        let bytes = self.arena.slot_bytes();
        // SAFETY: the slot is within the arena and no transfer is in flight in it, so the kernel
        // leaves it alone; one is submitted, and the slot written to, only through `&mut self`.
        unsafe { std::slice::from_raw_parts(self.arena.slot_start(slot), bytes) }
    }

    /// The contents of a slot.
    ///
    /// # Panics
    /// If a transfer is in flight in the slot: its memory is the kernel's until it completes.
    pub fn slot_mut(&mut self, slot: usize) -> &mut [u8] {
        assert!(self.in_flight[slot].is_none(), "slot {slot} has a transfer in flight");
        let bytes = self.arena.slot_bytes();
        // SAFETY: the slot is within the arena and no transfer is in flight in it, so the kernel
        // leaves it alone; `&mut self` excludes other references.
        unsafe { std::slice::from_raw_parts_mut(self.arena.slot_start(slot), bytes) }
    }

    /// Reads from each line of a slot's contents while the course is recorded, so that what it takes to bring them near
    /// the processor counts with the transfer, whose method it depends on, and not with what the caller computes.
    /// Nothing is done otherwise.
    ///
    /// # Panics
    /// If a transfer is in flight in the slot, or it has no such bytes.
    #[inline]
    pub fn touch_if_recorded(&mut self, slot: usize, bytes: Range<usize>) {
        if self.recorder.is_some() {
            let began = self.call_begins();
            read_each_line(&self.slot(slot)[bytes]);
            self.call_ended(began);
        }
    }
}
