//! Changes the units of a [`Pool`]: first in memory and in its journal, then in its file.

use std::path::Path;

use feedrate_pageio::{Direction, PageFile};

use super::journal::{Journal, JournalHead, Record};
use super::opening::open_to_change;
use super::pool::{FILE, Frame, JOURNAL, Pool};
use super::pool_plan::PoolPlan;
use crate::error::{Error, Result};
use crate::system;

impl Pool {
    /// Opens a file to be read and changed at random. The changes are kept in `journal`, a new and empty file.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be opened or there is no memory for the buffers.
    pub(crate) fn open_to_change(path: &Path, journal: PageFile, plan: PoolPlan) -> Result<Self> {
        let file = open_to_change(path, None)?;
        Self::new(vec![file, journal], plan, Some(Journal::new(plan.unit_bytes)))
    }

    /// Replaces the bytes at `offset`, which must not be before the origin. They may lie behind the end of the file.
    ///
    /// # Errors
    ///
    /// Fails if the rest of their units cannot be read, or if the journal cannot be written.
    ///
    /// # Panics
    ///
    /// Panics if the pool was opened only to be read.
    pub(crate) fn write(&mut self, offset: u64, bytes: &[u8]) -> Result<()> {
        assert!(self.journal.is_some(), "a file opened to be read");
        let (mut offset, mut bytes) = (offset, bytes);
        while !bytes.is_empty() {
            let (unit, at) = self.unit_of(offset);
            let (part, rest) = bytes.split_at(bytes.len().min(self.plan.unit_bytes - at));
            let frame = self.frame(unit)?;
            self.queue.slot_mut(frame)[at..at + part.len()].copy_from_slice(part);
            self.frames[frame].is_changed = true;
            offset += part.len() as u64;
            bytes = rest;
        }
        Ok(())
    }

    /// Returns a unit to change it. It may lie behind the end of the file.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read or is damaged.
    ///
    /// # Panics
    ///
    /// Panics if the pool was opened only to be read.
    pub(crate) fn unit_mut(&mut self, unit: u64) -> Result<&mut [u8]> {
        assert!(self.journal.is_some(), "a file opened to be read");
        let frame = self.frame(unit)?;
        self.frames[frame].is_changed = true;
        let unit_bytes = self.plan.unit_bytes;
        Ok(&mut self.queue.slot_mut(frame)[..unit_bytes])
    }

    /// Returns whether anything was changed.
    pub(crate) fn is_changed(&self) -> bool {
        let is_spilled = self.journal.as_ref().is_some_and(|journal| !journal.is_empty());
        is_spilled || self.frames.iter().any(|frame| frame.is_changed)
    }

    /// Completes the journal: it has all changes before `end`, the length of the file with them, from which
    /// [`replay`](super::replay) makes them, too. If `durable`, it has reached the device.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    pub(crate) fn complete_journal(&mut self, id: u64, end: u64, durable: bool) -> Result<()> {
        for frame in 0..self.frames.len() {
            let Frame { unit, is_changed, .. } = self.frames[frame];
            if is_changed && self.offset_of(unit) < end {
                self.put_in_journal(frame)?;
            }
        }
        let Some(journal) = &self.journal else {
            return Ok(());
        };
        let head = JournalHead {
            id,
            origin: self.plan.origin,
            unit_bytes: self.plan.unit_bytes as u32,
            file_bytes: end,
            records: journal.records().len() as u64,
        };
        let table = journal.table();
        let bytes = head.encode(&table);
        let (slot, unit_bytes) = (self.queue.slots() - 1, self.plan.unit_bytes);
        let parts = [(journal.end(), &table), (0, &bytes)];
        for (mut offset, bytes) in parts {
            for part in bytes.chunks(unit_bytes) {
                self.queue.slot_mut(slot)[..part.len()].copy_from_slice(part);
                self.transfer(Direction::Write, JOURNAL, slot, offset, part.len())?;
                offset += part.len() as u64;
            }
        }
        if durable {
            self.queue.files()[JOURNAL].sync_data()?;
        }
        Ok(())
    }

    /// Makes the changes in the file, in the order of its units. `end` is its length with them.
    ///
    /// # Errors
    ///
    /// Fails if the journal cannot be read or the file cannot be written, which has some of the changes then.
    pub(crate) fn apply(&mut self, end: u64) -> Result<()> {
        let spilled = self
            .journal
            .as_ref()
            .map(|journal| journal.records().to_vec())
            .unwrap_or_default();
        let changed = self.frames.iter().filter(|frame| frame.is_changed);
        let mut units: Vec<u64> = changed
            .map(|frame| frame.unit)
            .chain(spilled.iter().map(|record: &Record| record.unit))
            .collect();
        units.sort_unstable();
        units.dedup();
        let spare = self.queue.slots() - 1;
        for unit in units {
            let offset = self.offset_of(unit);
            let bytes = end.saturating_sub(offset).min(self.plan.unit_bytes as u64) as usize;
            if bytes == 0 {
                continue;
            }
            let slot = match self.frame_of.get(unit) {
                Some(frame) => {
                    if std::mem::take(&mut self.frames[frame].is_changed) {
                        self.seal(frame);
                    }
                    frame
                }
                None => {
                    let from = self.journal.as_ref().and_then(|journal| journal.offset_of(unit));
                    let Some(from) = from else { continue };
                    self.transfer(Direction::Read, JOURNAL, spare, from, self.plan.unit_bytes)?;
                    spare
                }
            };
            self.transfer(Direction::Write, FILE, slot, offset, bytes)?;
        }
        self.file_bytes = self.file_bytes.max(end);
        Ok(())
    }

    /// Allocates the space of the file up to `end`, so that it does not run out while changes are made. Its length is
    /// unchanged.
    ///
    /// # Errors
    ///
    /// Fails if there is not enough space, or if this process may not write such a large file.
    pub(crate) fn reserve(&self, end: u64) -> Result<()> {
        if end > self.file_bytes {
            system::check_file_size(end).map_err(|source| Error::file("enlarge", self.file().path(), source))?;
            self.queue.files()[FILE].reserve_beyond_the_end(end)?;
        }
        Ok(())
    }

    /// Writes bytes to the file at once, besides its units.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be written.
    pub(crate) fn write_at_once(&mut self, offset: u64, bytes: &[u8]) -> Result<()> {
        let slot = self.queue.slots() - 1;
        self.queue.slot_mut(slot)[..bytes.len()].copy_from_slice(bytes);
        self.transfer(Direction::Write, FILE, slot, offset, bytes.len())
    }

    /// Waits until what was written to the file has reached the device.
    ///
    /// # Errors
    ///
    /// Fails if the device reports an error.
    pub(crate) fn flush(&self) -> Result<()> {
        Ok(self.queue.files()[FILE].sync_data()?)
    }
}
