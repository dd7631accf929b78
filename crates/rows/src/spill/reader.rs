//! Reads runs back: several concurrently, each from front to back and one block ahead.

use std::collections::VecDeque;
use std::path::Path;
use std::time::{Duration, Instant};

use feedrate_pageio::{Completion, Direction, EngineChoice, OpenRequest, Queue, QueueRequest, Shape, Transfer};

use super::account::QueueUse;
use super::error::{Error, Result};
use super::layout::{BUFFERS, Layout};
use super::merge::Heads;
use super::room::SpillRoom;
use super::run::Run;
use super::space_release;
use super::space_release::SpaceRelease;

/// The maximum queue depth with direct I/O, and through the page cache.
const DEPTH_DIRECT: usize = 64;
const DEPTH_CACHED: usize = 2;

/// Reads several runs of one layout through one queue. Each run has two blocks in memory: the one that is read from and
/// the one in flight. The space of blocks that were read is released meanwhile.
#[derive(Debug)]
pub struct RunReaders<'r> {
    room: &'r SpillRoom,
    /// Releases the space of what was read. It is joined before the files are removed.
    release: Option<SpaceRelease>,
    /// True if no space is released because the runs are read again.
    pub(super) keeps: bool,
    /// Dropping these removes the files.
    runs: Vec<Run>,
    /// `None` if there are no runs.
    queue: Option<Queue>,
    layout: Layout,
    positions: Vec<RunPosition>,
    ready: Vec<bool>,
    /// Blocks that are to be read when the queue has room.
    due: VecDeque<Transfer>,
    done: Vec<Completion>,
    opened: Instant,
    waited: Duration,
}

/// The position in a run.
#[derive(Clone, Copy, Debug)]
struct RunPosition {
    /// The current record: its slot, its offset in the slot, and how many records follow it in the block.
    slot: usize,
    offset: usize,
    left_on_block: usize,
    /// Records of the run in blocks that were not reached yet.
    left: u64,
    /// The index of the file, the offset up to which it was requested, and the offset of the run's end.
    file: usize,
    requested: u64,
    end: u64,
    /// The offset up to which the file was consumed, and up to which its space was released.
    used: u64,
    released: u64,
    begun: bool,
}

impl<'r> RunReaders<'r> {
    /// Opens runs of the room for reading.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be opened or the queue cannot be created.
    ///
    /// # Panics
    ///
    /// Panics if the runs differ in their layout.
    pub fn open(room: &'r SpillRoom, runs: Vec<Run>) -> Result<Self> {
        let opened = Instant::now();
        let moving = Error::moving(room.folder());
        let layout = runs.first().map_or(Layout::new(1, 1, 1), Run::layout);
        assert!(
            runs.iter().all(|run| run.layout() == layout),
            "runs of one merge have one layout"
        );
        // Neighbouring runs are often in one file.
        let mut paths: Vec<&Path> = runs.iter().map(Run::path).collect();
        paths.sort_unstable();
        paths.dedup();
        let files = paths
            .iter()
            .map(|path| room.open(path, layout.block_bytes(), OpenRequest::read))
            .collect::<Result<Vec<_>>>()?;
        let slots = BUFFERS * runs.len();
        let queue = match files.first() {
            None => None,
            Some(first) => {
                let deepest = match first.method().is_direct() {
                    true => DEPTH_DIRECT,
                    false => DEPTH_CACHED,
                };
                let request = QueueRequest {
                    engine: EngineChoice::Auto,
                    depth: slots.min(deepest) as u32,
                    transfer_bytes: layout.block_bytes(),
                    slots,
                    page_bytes: layout.block_bytes(),
                    shape: Shape::Contiguous,
                };
                Some(Queue::new(files, request).map_err(moving)?)
            }
        };
        let positions = runs.iter().enumerate().map(|(index, run)| RunPosition {
            slot: BUFFERS * index,
            offset: 0,
            left_on_block: 0,
            left: run.records(),
            file: paths.partition_point(|&path| path < run.path()),
            requested: run.offset(),
            end: run.offset() + run.bytes(),
            used: run.offset(),
            released: run.offset(),
            begun: false,
        });
        let positions = positions.collect();
        let mut readers = Self {
            room,
            release: None,
            keeps: false,
            positions,
            runs,
            queue,
            layout,
            ready: vec![false; slots],
            due: VecDeque::new(),
            done: Vec::new(),
            opened,
            waited: Duration::ZERO,
        };
        for buffer in 0..BUFFERS {
            for run in 0..readers.runs.len() {
                readers.request_block(run, BUFFERS * run + buffer);
            }
        }
        readers.pump()?;
        Ok(readers)
    }

    /// Returns the number of runs.
    pub fn count(&self) -> usize {
        self.positions.len()
    }

    /// Requests the next block of a run into a slot, if there is one.
    fn request_block(&mut self, run: usize, slot: usize) {
        let position = &mut self.positions[run];
        if position.requested < position.end {
            self.due.push_back(Transfer {
                direction: Direction::Read,
                file: position.file,
                slot,
                offset: position.requested,
                bytes: self.layout.block_bytes(),
            });
            position.requested += self.layout.block_bytes() as u64;
        }
    }

    /// Marks another block of a run as consumed, and releases the space of consumed blocks once they are enough.
    fn release_used(&mut self, run: usize) {
        if self.keeps {
            return;
        }
        let position = &mut self.positions[run];
        position.used += self.layout.block_bytes() as u64;
        let bytes = position.used - position.released;
        let is_rest = position.used == position.end && bytes > 0;
        if !is_rest && bytes < space_release::bytes_at_once(self.runs[run].bytes()) {
            return;
        }
        let thread = self.release.get_or_insert_with(SpaceRelease::new);
        thread.release(self.runs[run].file(), position.released, bytes);
        position.released = position.used;
    }

    /// Handles the end of a run.
    #[cold]
    fn end_of_run(&mut self, run: usize) {
        if self.positions[run].used < self.positions[run].end {
            self.release_used(run);
        }
    }

    /// Submits requested blocks as far as the queue has room, and collects completed ones.
    fn pump(&mut self) -> Result<()> {
        let Some(queue) = &mut self.queue else {
            return Ok(());
        };
        let moving = Error::moving(self.room.folder());
        while queue.has_room()
            && let Some(transfer) = self.due.pop_front()
        {
            queue.submit(transfer).map_err(&moving)?;
        }
        self.collect(0)
    }

    fn collect(&mut self, least: u32) -> Result<()> {
        let Some(queue) = &mut self.queue else {
            return Ok(());
        };
        let waited = queue.wait(least, &mut self.done);
        for completion in self.done.drain(..) {
            self.ready[completion.transfer.slot] = true;
        }
        waited.map_err(Error::moving(self.room.folder()))
    }

    /// Advances to the next block of a run, which must exist.
    #[cold]
    fn next_block(&mut self, run: usize) -> Result<()> {
        if self.positions[run].begun {
            // The buffer of the consumed block is used for the block after the next.
            let free = self.positions[run].slot;
            self.ready[free] = false;
            self.positions[run].slot = BUFFERS * run + (free + 1) % BUFFERS;
            self.request_block(run, free);
            self.release_used(run);
        }
        self.pump()?;
        let slot = self.positions[run].slot;
        if !self.ready[slot] {
            let began = Instant::now();
            while !self.ready[slot] {
                self.collect(1)?;
                self.pump()?;
            }
            self.waited += began.elapsed();
        }
        if let Some(queue) = &mut self.queue {
            queue.touch_if_recorded(slot, 0..self.layout.block_bytes());
        }
        let position = &mut self.positions[run];
        let records = position.left.min(self.layout.records_a_block() as u64);
        position.begun = true;
        position.left -= records;
        position.offset = 0;
        position.left_on_block = records as usize - 1;
        Ok(())
    }
}

impl Heads for RunReaders<'_> {
    type Error = Error;

    #[inline]
    fn advance(&mut self, run: usize) -> Result<bool> {
        let position = &mut self.positions[run];
        if position.left_on_block > 0 {
            position.left_on_block -= 1;
            position.offset += self.layout.record_bytes();
            return Ok(true);
        }
        if position.left == 0 {
            self.end_of_run(run);
            return Ok(false);
        }
        self.next_block(run)?;
        Ok(true)
    }

    #[inline]
    fn head(&self, run: usize) -> &[u8] {
        let position = self.positions[run];
        let Some(queue) = &self.queue else {
            return &[];
        };
        &queue.slot(position.slot)[position.offset..position.offset + self.layout.record_bytes()]
    }
}

impl Drop for RunReaders<'_> {
    fn drop(&mut self) {
        let Some(queue) = &mut self.queue else {
            return;
        };
        queue.drain();
        self.room.add(&QueueUse {
            queue,
            direction: Direction::Read,
            block_bytes: self.layout.block_bytes(),
            elapsed: self.opened.elapsed(),
            waited: self.waited,
            notes: &self.room.notes(),
        });
    }
}
