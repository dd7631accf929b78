//! Writes runs while their records are produced.

use std::sync::Arc;
use std::time::{Duration, Instant};

use feedrate_pageio::{Completion, Direction, Queue, Transfer};

use super::account::QueueUse;
use super::error::{Error, Result};
use super::layout::Layout;
use super::room::SpillRoom;
use super::run::{Run, SpillFile};
use super::transfers::transfers;

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

impl SpillRoom {
    /// Begins a run, to be written by this thread. If the number of `records` is known, no more memory is allocated
    /// than they need, and their space is reserved, so that a lack of space is detected at once.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be created or its space not reserved.
    pub fn writer(&self, layout: Layout, records: Option<u64>) -> Result<RunWriter<'_>> {
        RunWriter::begin(self, layout, 1, records)
    }

    /// Begins about so many runs, to be written one after the other by this thread.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be created.
    pub fn writer_of_runs(&self, layout: Layout, runs: u64) -> Result<RunWriter<'_>> {
        RunWriter::begin(self, layout, runs, None)
    }
}

impl<'r> RunWriter<'r> {
    /// Begins about so many runs. A single run takes no more memory than its `records` need.
    fn begin(room: &'r SpillRoom, layout: Layout, runs: u64, records: Option<u64>) -> Result<Self> {
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
