//! Writes a run while its records are being found.

use std::time::{Duration, Instant};

use feedrate_pageio::{Completion, Direction, EngineChoice, Queue, QueueRequest, Shape, Transfer};

use super::account::QueueUse;
use super::error::{Error, Result};
use super::layout::Layout;
use super::room::SpillRoom;
use super::run::{Run, SpillFile};

/// The least bytes of a transfer: enough that a device is kept busy by few of them.
const LEAST_TRANSFER: usize = 1 << 20;

/// The most transfers in flight past the page cache, and through it.
const DEPTH_DIRECT: u32 = 4;
const DEPTH_CACHED: u32 = 2;

/// Takes the records of a run one after another. Full blocks are on their way while the next are filled.
///
/// A run that is not [finished](Self::finish) leaves nothing behind.
#[derive(Debug)]
pub struct RunWriter<'r> {
    room: &'r SpillRoom,
    queue: Queue,
    file: SpillFile,
    layout: Layout,
    records: u64,
    /// The transfer that is being filled: its slot, its whole blocks, and the records of its last one.
    slot: usize,
    blocks: usize,
    on_block: usize,
    blocks_a_transfer: usize,
    submitted: u64,
    submitted_bytes: u64,
    in_flight: Vec<bool>,
    done: Vec<Completion>,
    opened: Instant,
    waited: Duration,
}

impl<'r> RunWriter<'r> {
    pub(super) fn begin(room: &'r SpillRoom, layout: Layout, records: Option<u64>) -> Result<Self> {
        let opened = Instant::now();
        let moving = Error::moving(room.folder());
        let (path, file) = room.create(layout.block_bytes())?;
        let blocks = records.map(|records| layout.blocks(records).max(1));
        if let Some(blocks) = blocks {
            file.reserve(blocks.saturating_mul(layout.block_bytes() as u64))
                .map_err(&moving)?;
        }
        let most = blocks.unwrap_or(u64::MAX);
        let blocks_a_transfer = (LEAST_TRANSFER / layout.block_bytes()).max(1);
        let blocks_a_transfer = (blocks_a_transfer as u64).min(most);
        let transfers = most.div_ceil(blocks_a_transfer);
        let deepest = match file.method().is_direct() {
            true => DEPTH_DIRECT,
            false => DEPTH_CACHED,
        };
        let depth = u64::from(deepest).min(transfers) as u32;
        let slots = (u64::from(depth) + 1).min(transfers) as usize;
        let blocks_a_transfer = blocks_a_transfer as usize;
        let request = QueueRequest {
            engine: EngineChoice::Auto,
            depth,
            transfer_bytes: blocks_a_transfer * layout.block_bytes(),
            slots,
            page_bytes: layout.block_bytes(),
            shape: Shape::Contiguous,
        };
        let queue = Queue::new(vec![file], request).map_err(&moving)?;
        Ok(Self {
            room,
            in_flight: vec![false; queue.slots()],
            queue,
            file: path,
            layout,
            records: 0,
            slot: 0,
            blocks: 0,
            on_block: 0,
            blocks_a_transfer,
            submitted: 0,
            submitted_bytes: 0,
            done: Vec::new(),
            opened,
            waited: Duration::ZERO,
        })
    }

    /// Adds a record, and gives its place. What is there at first has no meaning.
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
    /// # Panics
    /// If it is not as long as the layout says.
    #[inline]
    pub fn append(&mut self, record: &[u8]) -> Result<()> {
        self.next_record()?.copy_from_slice(record);
        Ok(())
    }

    /// How many records it has so far.
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

    /// Submits the blocks of the current slot and finds a free one.
    fn submit(&mut self) -> Result<()> {
        let began = Instant::now();
        let moving = Error::moving(self.room.folder());
        let bytes = self.blocks * self.layout.block_bytes();
        let transfer = Transfer {
            direction: Direction::Write,
            file: 0,
            slot: self.slot,
            offset: self.submitted_bytes,
            bytes,
        };
        self.queue.submit(transfer).map_err(moving)?;
        self.in_flight[self.slot] = true;
        self.submitted += 1;
        self.submitted_bytes += bytes as u64;
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

    /// Writes what is left, and waits until the file has all of it.
    pub fn finish(mut self) -> Result<Run> {
        if self.on_block > 0 {
            self.blocks += 1;
            self.on_block = 0;
        }
        if self.blocks > 0 {
            self.submit()?;
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
        Ok(Run::new(self.file, self.layout, self.records))
    }
}
