//! The free slots of a queue's arena.

use std::collections::VecDeque;

use feedrate_pageio::Direction;

use crate::rotation::Rotation;

/// Slots with content to be written, and slots for reads. Reads never overwrite content: otherwise a mix would write
/// what it had read, which may compress differently.
#[derive(Debug)]
pub(crate) struct Slots {
    content: VecDeque<usize>,
    rotation: Rotation,
    /// The last used first: it is still in the processor's caches.
    room: Vec<usize>,
    first_room: usize,
}

impl Slots {
    /// Creates slots, of which the first `content` of `all` are for writes, the others for reads.
    pub(crate) fn new(content: usize, all: usize, rotation: Rotation) -> Self {
        Self {
            content: (0..content).collect(),
            rotation,
            room: (content..all).rev().collect(),
            first_room: content,
        }
    }

    /// Takes a free slot for a transfer in a direction.
    pub(crate) fn take(&mut self, direction: Direction) -> usize {
        match direction {
            Direction::Read => self.room.pop(),
            Direction::Write => self.content.pop_front(),
        }
        .expect("there are as many slots for each direction as the queue is deep")
    }

    /// Returns a slot.
    pub(crate) fn free(&mut self, slot: usize) {
        match self.rotation {
            _ if slot >= self.first_room => self.room.push(slot),
            Rotation::Over(_) => self.content.push_back(slot),
            Rotation::Stays => self.content.push_front(slot),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_rotates_over_its_content_and_reads_stay_off_it() {
        let mut slots = Slots::new(3, 5, Rotation::Over(0));
        for turn in 0..9 {
            let slot = slots.take(Direction::Write);
            assert_eq!(slot, turn % 3);
            slots.free(slot);
        }
        let reads = [slots.take(Direction::Read), slots.take(Direction::Read)];
        assert_eq!(reads, [3, 4]);
        slots.free(3);
        assert_eq!(slots.take(Direction::Read), 3);
    }

    #[test]
    fn a_writer_takes_what_it_used_last_where_its_content_is_changed_anyway() {
        let mut slots = Slots::new(3, 5, Rotation::Stays);
        let both = [slots.take(Direction::Write), slots.take(Direction::Write)];
        assert_eq!(both, [0, 1]);
        for _ in 0..5 {
            slots.free(0);
            assert_eq!(slots.take(Direction::Write), 0);
        }
    }
}
