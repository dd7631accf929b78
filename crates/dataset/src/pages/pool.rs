//! Buffers of a file that is read, or read and changed, at random.
//!
//! A file is divided into units of one size: its pages, or under `DISCIPLINE=OVERLAPPED` the 4 KiB blocks that hold
//! what is wanted. A buffer holds one unit; when all are in use, the one that was not used for longest, roughly, gives
//! way (the clock algorithm). Units that were changed go to a [`Journal`] and not to the file, which stays as it is
//! until the changes are [applied](Pool::apply).

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use feedrate_pageio::cache::Residency;
use feedrate_pageio::cold;
use feedrate_pageio::{
    Access, Completion, Direction, Discipline, EngineChoice, EngineKind, PageFile, Queue, QueueRequest, Shape,
    Transfer, bring_near,
};

use super::account::{Amount, FileAccount, QueueFacts};
use super::cache_share::Watch;
use super::identity::Identity;
use super::journal::{Journal, checksum};
use super::mapped::MappedUnits;
use super::moved;
use super::opening::open_for_ranges;
use super::unit_map::UnitMap;
use crate::error::{Error, Result};

/// The data file and the journal in the queue.
pub(super) const FILE: usize = 0;
pub(super) const JOURNAL: usize = 1;

/// The division of a file, and the part of it that is kept in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolPlan {
    /// The offset of unit 0 in the file.
    pub(crate) origin: u64,
    /// Bytes of a unit.
    pub(crate) unit_bytes: usize,
    /// The number of buffers, at least 2.
    pub(crate) buffers: usize,
    /// The discipline of waiting for transfers, for the account.
    pub(crate) discipline: Discipline,
    /// The form of units; `None` if they are any bytes.
    pub(crate) form: Option<UnitForm>,
    /// True if a file that is not changed is read in mapped memory, where that is possible.
    pub(crate) is_mapped: bool,
}

/// The checksum of units that have one. Both functions take the number of the unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitForm {
    /// Returns whether a unit is as it was sealed.
    pub(crate) verify: fn(u64, &[u8]) -> bool,
    /// Gives a unit its checksum before it is written.
    pub(crate) seal: fn(u64, &mut [u8]),
}

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
        let request = QueueRequest {
            engine: EngineChoice::Only(EngineKind::SYNC),
            depth: 1,
            transfer_bytes: plan.unit_bytes,
            slots: plan.buffers.max(2),
            page_bytes: plan.unit_bytes,
            shape: Shape::Contiguous,
        };
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

    fn read_straddling(&mut self, offset: u64, bytes: usize) -> Result<&[u8]> {
        self.straddling.clear();
        let (mut offset, mut left) = (offset, bytes);
        while left > 0 {
            let (unit, at) = self.unit_of(offset);
            let part = left.min(self.plan.unit_bytes - at);
            let frame = self.frame(unit)?;
            let bytes = &self.queue.slot(frame)[at..at + part];
            self.straddling.extend_from_slice(bytes);
            offset += part as u64;
            left -= part;
        }
        Ok(&self.straddling)
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

    #[cold]
    fn load(&mut self, unit: u64) -> Result<usize> {
        // If this fails, the frame that gave way is in no unit's place.
        self.recent = None;
        let frame = self.free_frame()?;
        let in_journal = self.journal.as_ref().and_then(|journal| journal.offset_of(unit));
        match in_journal {
            Some(offset) => {
                self.transfer(Direction::Read, JOURNAL, frame, offset, self.plan.unit_bytes)?;
            }
            None => {
                let offset = self.offset_of(unit);
                let there = self.file_bytes.saturating_sub(offset);
                let bytes = there.min(self.plan.unit_bytes as u64) as usize;
                if bytes > 0 {
                    self.fetch(frame, offset, bytes)?;
                }
                let unit_bytes = self.plan.unit_bytes;
                self.queue.slot_mut(frame)[bytes..unit_bytes].fill(0);
                if let Some(form) = self.plan.form
                    && bytes > 0
                    && !(form.verify)(unit, &self.queue.slot(frame)[..unit_bytes])
                {
                    return Err(Error::PageDamaged {
                        path: self.file().path().into(),
                        page: unit,
                    });
                }
            }
        }
        self.frames[frame] = Frame {
            unit,
            is_used: true,
            is_changed: false,
        };
        self.frame_of.insert(unit, frame);
        Ok(frame)
    }

    /// Reads from the file into a frame.
    fn fetch(&mut self, frame: usize, offset: u64, bytes: usize) -> Result<()> {
        match &mut self.mapped {
            Some(mapped) => {
                self.watch.resume();
                mapped.read_into(offset, &mut self.queue.slot_mut(frame)[..bytes])
            }
            None => self.transfer(Direction::Read, FILE, frame, offset, bytes),
        }
    }

    /// Returns a frame that no unit is in.
    fn free_frame(&mut self) -> Result<usize> {
        // One slot is left for transfers between the journal and the file.
        if self.frames.len() + 1 < self.queue.slots() {
            self.frames.push(Frame {
                unit: u64::MAX,
                is_used: false,
                is_changed: false,
            });
            return Ok(self.frames.len() - 1);
        }
        self.is_full = true;
        loop {
            let frame = self.hand;
            self.hand = (self.hand + 1) % self.frames.len();
            if std::mem::take(&mut self.frames[frame].is_used) {
                continue;
            }
            if self.frames[frame].is_changed {
                self.put_in_journal(frame)?;
            }
            self.frame_of.remove(self.frames[frame].unit);
            self.frames[frame].unit = u64::MAX;
            return Ok(frame);
        }
    }

    /// Writes a changed unit to the journal.
    pub(super) fn put_in_journal(&mut self, frame: usize) -> Result<()> {
        let unit = self.frames[frame].unit;
        let unit_bytes = self.plan.unit_bytes;
        self.seal(frame);
        let sum = checksum(&self.queue.slot(frame)[..unit_bytes]);
        let Some(journal) = &mut self.journal else {
            return Ok(());
        };
        let offset = journal.put(unit, sum);
        self.transfer(Direction::Write, JOURNAL, frame, offset, unit_bytes)?;
        self.frames[frame].is_changed = false;
        Ok(())
    }

    /// Gives a unit its checksum, if units have one.
    pub(super) fn seal(&mut self, frame: usize) {
        if let Some(form) = self.plan.form {
            let unit_bytes = self.plan.unit_bytes;
            let unit = self.frames[frame].unit;
            (form.seal)(unit, &mut self.queue.slot_mut(frame)[..unit_bytes]);
        }
    }

    pub(super) fn offset_of(&self, unit: u64) -> u64 {
        self.plan.origin + unit * self.plan.unit_bytes as u64
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
        self.done.clear();
        self.queue.submit_at(transfer, began)?;
        while self.queue.in_flight() > 0 {
            self.queue.wait(1, &mut self.done)?;
        }
        moved::count(bytes as u64);
        self.ended = Instant::now();
        self.waited += self.ended - began;
        Ok(())
    }

    /// Returns what was moved so far: of the file and of the journal. `direction` is what the caller did with the
    /// file.
    pub(crate) fn account(&self, direction: Direction, page_bytes: u64) -> FileAccount {
        let facts = QueueFacts::of(&self.queue, direction, page_bytes);
        let mut account = self.queue.account();
        let (mut engine, mut ended, mut waited) = (facts.engine, self.ended, self.waited);
        if let Some(mapped) = &self.mapped {
            account.read.merge(&mapped.account().read);
            let (last, also_waited) = mapped.times();
            (ended, waited) = (ended.max(last), waited + also_waited);
            engine.kind = EngineKind::MAPPED;
        }
        let mut moved = Amount::of(&account, Direction::Read, page_bytes);
        let read = moved.bytes;
        moved += Amount::of(&account, Direction::Write, page_bytes);
        FileAccount {
            path: facts.path,
            direction,
            page_bytes,
            moved,
            method: facts.method,
            discipline: self.plan.discipline,
            engine,
            depth: facts.depth,
            elapsed: ended - self.opened,
            waited,
            flush: None,
            cache: self.watch.share(read, false),
            resident_before: Some(self.resident_before),
            notes: Vec::new(),
            carriage: None,
            course: facts.course,
            packed: None,
        }
    }
}

/// Makes writes fail in tests, as if the process were killed before them.
#[cfg(test)]
pub(crate) mod fail_point {
    use std::cell::Cell;
    use std::path::Path;

    use super::*;

    thread_local! {
        static LEFT: Cell<Option<u32>> = const { Cell::new(None) };
        static ONCE: Cell<bool> = const { Cell::new(false) };
    }

    /// Makes the writes after this number of them fail, in this thread.
    pub(crate) fn after(writes: Option<u32>) {
        LEFT.set(writes);
        ONCE.set(false);
    }

    /// Makes the write after this number of them fail, but not those after it.
    pub(crate) fn once_after(writes: u32) {
        LEFT.set(Some(writes));
        ONCE.set(true);
    }

    pub(in crate::pages) fn pass(direction: Direction, path: &Path) -> Result<()> {
        match LEFT.get() {
            Some(0) if direction == Direction::Write => {
                LEFT.set(if ONCE.get() { None } else { Some(0) });
                Err(Error::AlreadyFailed { path: path.into() })
            }
            Some(left) if direction == Direction::Write => {
                LEFT.set(Some(left - 1));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}
