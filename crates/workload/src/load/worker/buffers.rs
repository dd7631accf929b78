//! The buffers of a load, and what is written from them.

use feedrate_pageio::mark::MARK;
use feedrate_pageio::{Direction, Queue, Transfer};

use crate::load::fill::Fill;
use crate::load::spec::FileBlock;
use crate::load::spec::Load;
use crate::rotation::Rotation;
use crate::slots::Slots;

/// Which buffers are free, and what is in those that are written.
#[derive(Debug)]
pub(super) struct Buffers {
    slots: Slots,
    fill: Fill,
}

impl Buffers {
    /// Fills the first `content_slots` buffers of a queue with what is written; the others are for reads.
    pub(super) fn new(load: &Load, queue: &mut Queue, content_slots: usize, rotation: Rotation) -> Self {
        let mut fill = Fill::new(&load.content, load.seed);
        for slot in 0..content_slots {
            fill.prime(queue.slot_mut(slot));
        }
        Self {
            slots: Slots::new(content_slots, queue.slots(), rotation),
            fill,
        }
    }

    /// Takes a buffer for a block.
    #[inline]
    pub(super) fn take(&mut self, direction: Direction) -> usize {
        self.slots.take(direction)
    }

    /// Readies what is written to a block, and returns it.
    #[inline]
    pub(super) fn ready<'a>(&mut self, queue: &'a mut Queue, slot: usize, block: FileBlock) -> &'a mut [u8] {
        let in_mark = (block.offset < MARK.len() as u64 && !is_on_a_device(queue, block.file)).then_some(block.offset);
        let content = &mut queue.slot_mut(slot)[..block.bytes as usize];
        self.fill.ready(slot, content, in_mark);
        content
    }

    /// Gives the buffer of a transfer back, with what its file's mark took the place of.
    #[inline]
    pub(super) fn free(&mut self, queue: &mut Queue, transfer: &Transfer) {
        if transfer.direction == Direction::Write
            && transfer.offset < MARK.len() as u64
            && let Some(before) = self.fill.take_marked(transfer.slot)
        {
            let length = before.len().min(transfer.bytes);
            queue.slot_mut(transfer.slot)[..length].copy_from_slice(&before[..length]);
        }
        self.slots.free(transfer.slot);
    }
}

/// Returns whether a file is a device, which carries no mark.
#[cold]
fn is_on_a_device(queue: &Queue, file: usize) -> bool {
    let file = queue.files().get(file);
    file.is_some_and(|file| file.kind().is_device())
}
