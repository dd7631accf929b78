//! The memory of slots as segments, one a page, for transfers that scatter or gather.

use crate::buffer::Arena;
use crate::engine::Ground;
use crate::method::Shape;
use crate::system::{self, Segment, segment};

/// The segments of each slot, one a page, ready for the kernel.
#[derive(Debug)]
pub(crate) struct Segments {
    all: Vec<Segment>,
    for_each_slot: usize,
    segment_bytes: usize,
}

// SAFETY: the segments point into the queue's arena, which outlives the engine that holds them and
// is not tied to a thread. Who may touch the memory when is the queue's concern.
unsafe impl Send for Segments {}
// SAFETY: shared use only copies addresses and lengths.
unsafe impl Sync for Segments {}

impl Segments {
    /// The segments that scattered transfers need; `None` where a transfer is one run of memory.
    pub(crate) fn for_ground(ground: &Ground<'_>) -> Option<Self> {
        (ground.shape == Shape::Scatter).then(|| Self::new(ground.arena, ground.segment_bytes))
    }

    fn new(arena: &Arena, segment_bytes: usize) -> Self {
        let segment_bytes = segment_bytes.clamp(1, arena.slot_bytes());
        let for_each_slot = arena.slot_bytes().div_ceil(segment_bytes);
        let mut all = Vec::with_capacity(for_each_slot * arena.slots());
        for slot in 0..arena.slots() {
            let start = arena.slot_start(slot);
            for index in 0..for_each_slot {
                let offset = index * segment_bytes;
                let bytes = segment_bytes.min(arena.slot_bytes() - offset);
                all.push(segment(start.wrapping_add(offset), bytes));
            }
        }
        Self {
            all,
            for_each_slot,
            segment_bytes,
        }
    }

    /// The segments for `bytes` bytes of a slot from `from` on, both of them multiples of a segment.
    pub(crate) fn of(&self, slot: usize, from: usize, bytes: usize) -> &[Segment] {
        let first = slot * self.for_each_slot + from / self.segment_bytes;
        &self.all[first..first + bytes / self.segment_bytes]
    }

    /// Returns whether a run of a slot consists of whole segments.
    pub(crate) fn fits(&self, from: usize, bytes: usize) -> bool {
        from.is_multiple_of(self.segment_bytes) && bytes.is_multiple_of(self.segment_bytes)
    }

    /// Returns whether one call can take a run of that length.
    pub(crate) fn in_one_call(&self, bytes: usize) -> bool {
        bytes <= system::MAX_CALL_BYTES && bytes / self.segment_bytes <= system::MAX_SEGMENTS
    }
}
