//! Buffers of a file that is read, or read and changed, at random.
//!
//! A file is divided into units of one size: its pages, or under `DISCIPLINE=OVERLAPPED` the 4 KiB blocks that hold
//! what is wanted. A buffer holds one unit; when all are in use, the one that was not used for longest, roughly, gives
//! way (the clock algorithm). Units that were changed go to a [`Journal`] and not to the file, which stays as it is
//! until the changes are [applied](Pool::apply).

#[cfg(test)]
pub(crate) mod fail_point;
mod frames;

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use feedrate_machine::since_boot;
use feedrate_pageio::cache::Residency;
use feedrate_pageio::cold;
use feedrate_pageio::{Access, Completion, Direction, EngineKind, PageFile, Queue, QueueRequest, Transfer, bring_near};

use super::account::{Amount, FileAccount};
use super::cache_share::Watch;
use super::identity::Identity;
use super::journal::Journal;
use super::mapped::MappedUnits;
use super::moved::transfer_alone;
use super::opening::open_for_ranges;
use super::pool_plan::PoolPlan;
use super::unit_map::UnitMap;
use crate::error::Result;

/// The data file and the journal in the queue.
pub(super) const FILE: usize = 0;
pub(super) const JOURNAL: usize = 1;

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Pool {
    pub(super) queue: Queue,
    pub(super) plan: PoolPlan,
    /// The length of the file as it is on disk.
    pub(super) file_bytes: u64,
    pub(super) frames: Vec<Frame>,
    pub(super) frame_of: UnitMap,
    /// The frame that was used last, which is often used again.
    recent: Option<(u64, usize)>,
    hand: usize,
    /// True if each buffer has had a unit.
    is_full: bool,
    pub(super) journal: Option<Journal>,
    /// The file in memory. Its pages are then not in frames, unless they have a form.
    mapped: Option<MappedUnits>,
    /// Bytes that lie in two units.
    straddling: Vec<u8>,
    done: Vec<Completion>,
    watch: Watch,
    resident_before: Residency,
    opened: Instant,
    ended: Instant,
    /// When the first unit had been read, since the machine started.
    first_page: Option<Duration>,
    waited: Duration,
}

/// A buffer, which is the slot of the queue with the same index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) unit: u64,
    is_used: bool,
    pub(super) is_changed: bool,
}

impl Pool {
    /// Opens a file to be read at random, or uses an open one.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened or there is no memory for the buffers.
    pub(crate) fn open(path: &Path, already: Option<&File>, plan: PoolPlan) -> Result<Self> {
        let file = open_for_ranges(path, already, Access::Random)?;
        let mut pool = Self::new(vec![file], plan, None)?;
        if plan.is_mapped {
            let file = &pool.queue.files()[FILE];
            pool.mapped = MappedUnits::new(file, plan.unit_bytes, &pool.resident_before);
        }
        Ok(pool)
    }

    pub(super) fn new(files: Vec<PageFile>, plan: PoolPlan, journal: Option<Journal>) -> Result<Self> {
        let opened = Instant::now();
        let file_bytes = files[FILE].size()?;
        let units = file_bytes.saturating_sub(plan.origin).div_ceil(plan.unit_bytes as u64);
        let resident_before = cold::resident_before(files[FILE].as_file());
        let request = QueueRequest::one_at_a_time(plan.unit_bytes, plan.buffers.max(2));
        Ok(Self {
            // Most steps that read at random use few of the buffers.
            queue: Queue::on_demand(files, request)?,
            plan,
            file_bytes,
            frames: Vec::new(),
            frame_of: UnitMap::new(units),
            recent: None,
            hand: 0,
            is_full: false,
            journal,
            mapped: None,
            straddling: Vec::new(),
            done: Vec::with_capacity(1),
            watch: Watch::default(),
            resident_before,
            opened,
            ended: opened,
            waited: Duration::ZERO,
            first_page: None,
        })
    }

    /// Returns the identity of the file.
    ///
    /// # Errors
    ///
    /// Fails if the system does not tell.
    pub(crate) fn identity(&self) -> Result<Identity> {
        Identity::of(&self.queue.files()[FILE])
    }

    /// Returns the length of the file without the changes.
    pub(crate) fn file_bytes(&self) -> u64 {
        self.file_bytes
    }

    /// Returns the open file.
    pub(crate) fn file(&self) -> &PageFile {
        &self.queue.files()[FILE]
    }

    /// Returns `bytes` bytes from `offset` on, which must not be before the origin. Bytes behind the end of the file
    /// are zeros.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be read.
    #[inline]
    pub(crate) fn read(&mut self, offset: u64, bytes: usize) -> Result<&[u8]> {
        if self.plan.form.is_none()
            // Borrowed where it is there alone.
            && let Some(ref mut mapped) = self.mapped
        {
            self.watch.resume();
            return mapped.read(offset, bytes);
        }
        let (unit, at) = self.unit_of(offset);
        if at + bytes <= self.plan.unit_bytes {
            let frame = self.frame(unit)?;
            return Ok(&self.queue.slot(frame)[at..at + bytes]);
        }
        self.read_straddling(offset, bytes)
    }

    /// Returns whether the unit with the byte at `offset` is in a buffer.
    pub(crate) fn has(&self, offset: u64) -> bool {
        let (unit, _) = self.unit_of(offset);
        self.frame_of.get(unit).is_some()
    }

    /// Returns the bytes of a unit.
    pub(crate) fn unit_bytes(&self) -> usize {
        self.plan.unit_bytes
    }

    /// Returns a unit.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read or is damaged.
    #[inline]
    pub(crate) fn unit(&mut self, unit: u64) -> Result<&[u8]> {
        let frame = self.frame(unit)?;
        Ok(&self.queue.slot(frame)[..self.plan.unit_bytes])
    }

    /// Brings bytes of a unit near the processor if it is in a buffer. It is a hint.
    #[inline]
    pub(crate) fn expect_unit(&self, unit: u64, bytes: Range<usize>) {
        if let Some(frame) = self.frame_of.get(unit) {
            bring_near(self.queue.slot(frame).get(bytes).unwrap_or_default());
        }
    }

    /// Brings bytes near the processor if they are in mapped memory, as [`read`](Self::read) takes them from there.
    #[inline]
    pub(crate) fn expect(&self, offset: u64, bytes: usize) {
        if self.plan.form.is_none()
            && let Some(mapped) = &self.mapped
        {
            mapped.expect(offset, bytes);
        }
    }

    pub(super) fn unit_of(&self, offset: u64) -> (u64, usize) {
        let from_origin = offset - self.plan.origin;
        let unit_bytes = self.plan.unit_bytes as u64;
        (from_origin / unit_bytes, (from_origin % unit_bytes) as usize)
    }

    /// Returns the frame with a unit, which is read first if it is in none.
    #[inline]
    pub(super) fn frame(&mut self, unit: u64) -> Result<usize> {
        if let Some((recent, frame)) = self.recent
            && recent == unit
        {
            return Ok(frame);
        }
        let frame = match self.frame_of.get(unit) {
            Some(frame) => {
                // Who gives way matters only once there is no more room.
                if self.is_full {
                    self.frames[frame].is_used = true;
                }
                frame
            }
            None => self.load(unit)?,
        };
        self.recent = Some((unit, frame));
        Ok(frame)
    }

    pub(super) fn transfer(
        &mut self,
        direction: Direction,
        file: usize,
        slot: usize,
        offset: u64,
        bytes: usize,
    ) -> Result<()> {
        #[cfg(test)]
        fail_point::pass(direction, self.queue.files()[file].path())?;
        self.watch.resume();
        let began = Instant::now();
        let transfer = Transfer {
            direction,
            file,
            slot,
            offset,
            bytes,
        };
        transfer_alone(&mut self.queue, transfer, began, &mut self.done)?;
        self.ended = Instant::now();
        self.waited += self.ended - began;
        if direction == Direction::Read {
            self.first_page.get_or_insert_with(since_boot);
        }
        Ok(())
    }

    /// Returns what was moved so far: of the file and of the journal. `direction` is what the caller did with the
    /// file.
    pub(crate) fn account(&self, direction: Direction, page_bytes: u64) -> FileAccount {
        let mut account = FileAccount {
            elapsed: self.ended - self.opened,
            waited: self.waited,
            first_page: self.first_page,
            resident_before: Some(self.resident_before),
            ..FileAccount::of_queue(&self.queue, direction, page_bytes, self.plan.discipline)
        };
        let mut moved = self.queue.account();
        if let Some(mapped) = &self.mapped {
            moved.read.merge(&mapped.account().read);
            let (last, also_waited) = mapped.times();
            account.elapsed = self.ended.max(last) - self.opened;
            account.waited += also_waited;
            account.first_page = mapped.first_page().into_iter().chain(account.first_page).min();
            account.engine.kind = EngineKind::MAPPED;
        }
        account.moved = Amount::of_both(&moved, page_bytes);
        account.cache = self.watch.share(moved.read.bytes, false);
        account
    }
}
