//! Writes runs while their records are produced.

use std::sync::Arc;
use std::time::{Duration, Instant};

use feedrate_pageio::{Completion, Direction, EngineChoice, Queue, QueueRequest, Shape, Transfer};

use super::account::QueueUse;
use super::error::{Error, Result};
use super::layout::Layout;
use super::room::SpillRoom;
use super::run::{Run, SpillFile};

/// The minimum bytes of a transfer: enough to keep a device busy with few of them.
const LEAST_TRANSFER: usize = 1 << 20;

/// The minimum number of buffers for overlapping transfers: two in flight and one being filled.
const LEAST_OVERLAPPING: u64 = 3;

/// The maximum queue depth with direct I/O, and through the page cache.
const DEPTH_DIRECT: u32 = 4;
const DEPTH_CACHED: u32 = 2;

/// The maximum number of files that the runs are distributed over: each is an open file.
const MOST_FILES: u64 = 64;

/// Writes the records of a run one after another, then those of the next run. Full blocks are written while the next
/// ones are filled, also across runs. Consecutive runs are in different files, so that an operation on one file delays
/// few of them.
///
/// Dropping it without [`finish`](Self::finish) leaves nothing behind.
#[derive(Debug)]
pub struct RunWriter<'r> {
    room: &'r SpillRoom,
    queue: Queue,
    files: Vec<SubmittedFile>,
    /// The file of the current run.
    file: usize,
    layout: Layout,
    runs: Vec<Run>,
    /// The current run: the offset at which it begins, and its records so far.
    begins: u64,
    records: u64,
    /// The transfer being filled: its slot, its full blocks, and the records of its last block.
    slot: usize,
    blocks: usize,
    on_block: usize,
    blocks_a_transfer: usize,
    submitted: u64,
    in_flight: Vec<bool>,
    done: Vec<Completion>,
    opened: Instant,
    waited: Duration,
}

/// A file and how many bytes were submitted to it.
#[derive(Debug)]
struct SubmittedFile {
    file: Arc<SpillFile>,
    bytes: u64,
}

/// Returns the queue for the transfers of runs, of which at most `most_bytes` are on their way, and the number of
/// blocks of a transfer. A single run of so many records takes no more memory than these need.
fn transfers(layout: Layout, records: Option<u64>, most_bytes: u64, is_direct: bool) -> (QueueRequest, usize) {
    let most = records.map_or(u64::MAX, |records| layout.blocks(records).max(1));
    let block_bytes = layout.block_bytes() as u64;
    // Transfers become smaller before fewer than two can be in flight beside the one being filled.
    let most_blocks = (most_bytes / LEAST_OVERLAPPING / block_bytes).max(1);
    let blocks_a_transfer = (LEAST_TRANSFER as u64 / block_bytes).max(1);
    let blocks_a_transfer = blocks_a_transfer.min(most_blocks).min(most);
    let transfers = most.div_ceil(blocks_a_transfer);
    let deepest = match is_direct {
        true => DEPTH_DIRECT,
        false => DEPTH_CACHED,
    };
    let most_slots = match most_bytes / (blocks_a_transfer * block_bytes) {
        slots @ LEAST_OVERLAPPING.. => slots,
        _ => 1,
    };
    let depth = u64::from(deepest).min(transfers).min((most_slots - 1).max(1)) as u32;
    let slots = (u64::from(depth) + 1).min(transfers).min(most_slots) as usize;
    let blocks_a_transfer = blocks_a_transfer as usize;
    let request = QueueRequest {
        engine: EngineChoice::Auto,
        depth,
        transfer_bytes: blocks_a_transfer * layout.block_bytes(),
        slots,
        page_bytes: layout.block_bytes(),
        shape: Shape::Contiguous,
    };
    (request, blocks_a_transfer)
}

impl<'r> RunWriter<'r> {
    /// Begins about so many runs. A single run takes no more memory than its `records` need.
    pub(super) fn begin(room: &'r SpillRoom, layout: Layout, runs: u64, records: Option<u64>) -> Result<Self> {
        let opened = Instant::now();
        let moving = Error::moving(room.folder());
        let (mut filling, mut files) = (Vec::new(), Vec::new());
        for _ in 0..runs.clamp(1, MOST_FILES) {
            let (file, opened) = match room.create(layout.block_bytes()) {
                // More files are opened later: the data set that is made, and these again for reading.
                Err(error) if error.is_too_many_files() && files.len() > 1 => {
                    files.truncate(files.len() / 2);
                    filling.truncate(files.len());
                    break;
                }
                created => created?,
            };
            files.push(opened);
            filling.push(SubmittedFile {
                file: Arc::new(file),
                bytes: 0,
            });
        }
        let is_direct = files.iter().all(|file| file.method().is_direct());
        let (request, blocks_a_transfer) = transfers(layout, records, room.most_on_their_way(), is_direct);
        let queue = Queue::new(files, request).map_err(&moving)?;
        let writer = Self {
            room,
            in_flight: vec![false; queue.slots()],
            queue,
            files: filling,
            file: 0,
            layout,
            runs: Vec::new(),
            begins: 0,
            records: 0,
            slot: 0,
            blocks: 0,
            on_block: 0,
            blocks_a_transfer,
            submitted: 0,
            done: Vec::new(),
            opened,
            waited: Duration::ZERO,
        };
        if let Some(records) = records {
            writer.reserve(records)?;
        }
        Ok(writer)
    }

    /// Reserves space for so many records of the current run, so that a lack of space is detected at once.
    ///
    /// # Errors
    ///
    /// Fails if the space is not available.
    pub fn reserve(&self, records: u64) -> Result<()> {
        let bytes = self.layout.blocks(records).max(1) * self.layout.block_bytes() as u64;
        self.queue.files()[self.file]
            .reserve(self.begins.saturating_add(bytes))
            .map_err(Error::moving(self.room.folder()))
    }

    /// Returns the bytes of its buffers.
    #[cfg(test)]
    pub(super) fn buffer_bytes(&self) -> u64 {
        (self.queue.slots() * self.blocks_a_transfer * self.layout.block_bytes()) as u64
    }

    /// Adds a record and returns its bytes to be written, whose initial content is undefined.
    ///
    /// # Errors
    ///
    /// Fails if an earlier block could not be written.
    #[inline]
    pub fn next_record(&mut self) -> Result<&mut [u8]> {
        if self.on_block == self.layout.records_a_block() {
            self.next_block()?;
        }
        let bytes = self.layout.record_bytes();
        let start = self.blocks * self.layout.block_bytes() + self.on_block * bytes;
        self.on_block += 1;
        self.records += 1;
        Ok(&mut self.queue.slot_mut(self.slot)[start..start + bytes])
    }

    /// Adds a record.
    ///
    /// # Errors
    ///
    /// Fails if an earlier block could not be written.
    ///
    /// # Panics
    ///
    /// Panics if the record does not have the length of the layout.
    #[inline]
    pub fn append(&mut self, record: &[u8]) -> Result<()> {
        self.next_record()?.copy_from_slice(record);
        Ok(())
    }

    /// Returns how many records the current run has.
    pub fn records(&self) -> u64 {
        self.records
    }

    #[cold]
    fn next_block(&mut self) -> Result<()> {
        self.on_block = 0;
        self.blocks += 1;
        match self.blocks == self.blocks_a_transfer {
            true => self.submit(),
            false => Ok(()),
        }
    }

    /// Submits the blocks of the current slot and waits for a free one.
    fn submit(&mut self) -> Result<()> {
        let began = Instant::now();
        let moving = Error::moving(self.room.folder());
        let bytes = self.blocks * self.layout.block_bytes();
        let transfer = Transfer {
            direction: Direction::Write,
            file: self.file,
            slot: self.slot,
            offset: self.files[self.file].bytes,
            bytes,
        };
        self.queue.submit(transfer).map_err(moving)?;
        self.in_flight[self.slot] = true;
        self.submitted += 1;
        self.files[self.file].bytes += bytes as u64;
        self.blocks = 0;
        self.slot = (self.submitted % self.in_flight.len() as u64) as usize;
        self.collect(0)?;
        while self.in_flight[self.slot] || !self.queue.has_room() {
            self.collect(1)?;
        }
        self.waited += began.elapsed();
        Ok(())
    }

    fn collect(&mut self, least: u32) -> Result<()> {
        let waited = self.queue.wait(least, &mut self.done);
        for completion in self.done.drain(..) {
            self.in_flight[completion.transfer.slot] = false;
        }
        waited.map_err(Error::moving(self.room.folder()))
    }

    /// Ends the current run. The next record begins another.
    ///
    /// # Errors
    ///
    /// Fails if a block could not be written.
    pub fn end_run(&mut self) -> Result<()> {
        if self.on_block > 0 {
            self.next_block()?;
        }
        if self.blocks > 0 {
            self.submit()?;
        }
        let file = self.files[self.file].file.clone();
        self.runs.push(Run::new(file, self.layout, self.begins, self.records));
        self.room.count_run();
        self.file = (self.file + 1) % self.files.len();
        self.begins = self.files[self.file].bytes;
        self.records = 0;
        Ok(())
    }

    /// Writes what is left and waits until everything is written. Returns all runs in their order, at least one.
    ///
    /// # Errors
    ///
    /// Fails if a block could not be written.
    pub fn finish(mut self) -> Result<Vec<Run>> {
        if self.records > 0 || self.runs.is_empty() {
            self.end_run()?;
        }
        let began = Instant::now();
        while self.queue.in_flight() > 0 {
            self.collect(1)?;
        }
        self.waited += began.elapsed();
        self.room.add(&QueueUse {
            queue: &self.queue,
            direction: Direction::Write,
            block_bytes: self.layout.block_bytes(),
            elapsed: self.opened.elapsed(),
            waited: self.waited,
            notes: &self.room.notes(),
        });
        Ok(self.runs)
    }
}
