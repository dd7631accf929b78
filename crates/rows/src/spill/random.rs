//! Reads the records of a run in any order, through blocks that stay in memory as long as there is room.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use feedrate_pageio::{Completion, Direction, EngineChoice, OpenRequest, Queue, QueueRequest, Shape, Transfer};

use super::account::QueueUse;
use super::error::{Error, Result};
use super::room::SpillRoom;
use super::run::Run;

/// The minimum number of blocks in memory: a search in a run, and in one that refers to it, does not read a block
/// twice.
const FEWEST_BLOCKS: u64 = 16;

/// Reads the records of a run by their numbers.
#[derive(Debug)]
pub struct RandomReader {
    /// Dropping this removes the file.
    run: Run,
    folder: PathBuf,
    queue: Queue,
    /// The block in each slot that has one, and whether it was used since the hand passed it.
    slots: Vec<(u64, bool)>,
    /// The slot of each block in memory.
    places: HashMap<u64, usize>,
    /// The slot whose block is the next to be replaced unless it was used.
    hand: usize,
    /// The block that was used last, and its slot.
    last: Option<(u64, usize)>,
    done: Vec<Completion>,
    opened: Instant,
    waited: Duration,
}

impl RandomReader {
    /// Opens a run of the room, with blocks of at most `memory` bytes in memory, or 16 blocks if those are more.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened or the queue cannot be created.
    pub fn open(room: &SpillRoom, run: Run, memory: u64) -> Result<Self> {
        let opened = Instant::now();
        let layout = run.layout();
        let file = room.open(run.path(), layout.block_bytes(), OpenRequest::read)?;
        let slots = (memory / layout.block_bytes() as u64).max(FEWEST_BLOCKS);
        let request = QueueRequest {
            engine: EngineChoice::Auto,
            depth: 1,
            transfer_bytes: layout.block_bytes(),
            slots: slots.min(layout.blocks(run.records()).max(1)) as usize,
            page_bytes: layout.block_bytes(),
            shape: Shape::Contiguous,
        };
        let queue = Queue::on_demand(vec![file], request).map_err(Error::moving(room.folder()))?;
        Ok(Self {
            run,
            folder: room.folder().into(),
            queue,
            slots: Vec::new(),
            places: HashMap::new(),
            hand: 0,
            last: None,
            done: Vec::new(),
            opened,
            waited: Duration::ZERO,
        })
    }

    /// Returns a record, whose number counts from 0.
    ///
    /// # Errors
    ///
    /// Fails if its block cannot be read.
    ///
    /// # Panics
    ///
    /// Panics if the run has no such record.
    #[inline]
    pub fn record(&mut self, number: u64) -> Result<&[u8]> {
        assert!(number < self.run.records(), "the run has no record {number}");
        let layout = self.run.layout();
        let in_block = layout.records_a_block() as u64;
        let (block, place) = (number / in_block, (number % in_block) as usize);
        let slot = match self.last {
            Some((last, slot)) if last == block => slot,
            _ => self.find(block)?,
        };
        Ok(&self.queue.slot(slot)[place * layout.record_bytes()..][..layout.record_bytes()])
    }

    /// Returns the slot of a block, which is read if it is not in memory.
    fn find(&mut self, block: u64) -> Result<usize> {
        let slot = match self.places.get(&block) {
            Some(&slot) => {
                self.slots[slot].1 = true;
                slot
            }
            None => self.read(block)?,
        };
        self.last = Some((block, slot));
        Ok(slot)
    }

    /// Reads a block into a free slot, or in place of a block that was not used for a while.
    #[cold]
    fn read(&mut self, block: u64) -> Result<usize> {
        self.last = None;
        let slot = match self.slots.len() < self.queue.slots() {
            true => {
                self.slots.push((block, false));
                self.slots.len() - 1
            }
            false => self.replace(block),
        };
        let began = Instant::now();
        let bytes = self.run.layout().block_bytes();
        let transfer = Transfer {
            direction: Direction::Read,
            file: 0,
            slot,
            offset: self.run.offset() + block * bytes as u64,
            bytes,
        };
        let moved = self.queue.submit(transfer);
        let moved = moved.and_then(|()| self.queue.wait(1, &mut self.done));
        self.done.clear();
        self.waited += began.elapsed();
        moved.map_err(Error::moving(&self.folder))?;
        self.queue.touch_if_recorded(slot, 0..bytes);
        self.places.insert(block, slot);
        Ok(slot)
    }

    /// Returns the slot of a block that another one replaces.
    fn replace(&mut self, block: u64) -> usize {
        loop {
            let slot = self.hand;
            self.hand = (slot + 1) % self.slots.len();
            let (old, used) = self.slots[slot];
            if !used {
                self.places.remove(&old);
                self.slots[slot] = (block, false);
                return slot;
            }
            self.slots[slot].1 = false;
        }
    }

    /// Adds what was read to the account of the room.
    pub fn account_to(&self, room: &SpillRoom) {
        room.add(&QueueUse {
            queue: &self.queue,
            direction: Direction::Read,
            block_bytes: self.run.layout().block_bytes(),
            elapsed: self.opened.elapsed(),
            waited: self.waited,
            notes: &room.notes(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spill::layout::Layout;

    #[test]
    fn records_are_read_in_any_order_through_few_blocks() {
        let folder = tempfile::tempdir().unwrap();
        let room = SpillRoom::new(folder.path());
        let count = 100_000_u64;
        let mut writer = room.writer(Layout::for_random(12), None).unwrap();
        let record = |number: u64| [&number.to_be_bytes()[..], b"tail"].concat();
        for number in 0..count {
            writer.append(&record(number)).unwrap();
        }
        let run = writer.finish().unwrap().remove(0);
        assert_eq!(run.layout().block_bytes(), 4096);
        let blocks = run.layout().blocks(count);
        let mut reader = RandomReader::open(&room, run, 0).unwrap();
        for step in 0..count {
            let number = step * 7919 % count;
            assert_eq!(reader.record(number).unwrap(), record(number));
        }
        assert_eq!(reader.slots.len() as u64, FEWEST_BLOCKS);
        assert_eq!(reader.places.len() as u64, FEWEST_BLOCKS);
        // In their order, each block is read once.
        let before = reader.queue.account().read.operations;
        for number in 0..count {
            assert_eq!(reader.record(number).unwrap(), record(number));
        }
        let after = reader.queue.account().read.operations;
        assert!(after - before <= blocks, "{before} to {after}");
        reader.account_to(&room);
        let read = room
            .accounts()
            .into_iter()
            .find(|account| account.direction == Direction::Read);
        assert_eq!(read.unwrap().moved.transfers, after);
        drop(reader);
        drop(room);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_long_record_has_a_block_of_its_own() {
        assert_eq!(Layout::for_random(10_000).records_a_block(), 1);
        assert_eq!(Layout::for_random(10_000).block_bytes(), 12_288);
        assert_eq!(Layout::for_random(0).block_bytes(), 4096);
    }
}
