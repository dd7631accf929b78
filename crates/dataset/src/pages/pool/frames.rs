//! The frames of a pool: which unit is in which, and what gives way to it.

use feedrate_pageio::Direction;

use super::{FILE, Frame, JOURNAL, Pool};
use crate::error::{Error, Result};
use crate::pages::journal::checksum;

impl Pool {
    /// Reads a unit into a frame.
    #[cold]
    pub(super) fn load(&mut self, unit: u64) -> Result<usize> {
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
    pub(in crate::pages) fn put_in_journal(&mut self, frame: usize) -> Result<()> {
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
    pub(in crate::pages) fn seal(&mut self, frame: usize) {
        if let Some(form) = self.plan.form {
            let unit_bytes = self.plan.unit_bytes;
            let unit = self.frames[frame].unit;
            (form.seal)(unit, &mut self.queue.slot_mut(frame)[..unit_bytes]);
        }
    }

    pub(in crate::pages) fn offset_of(&self, unit: u64) -> u64 {
        self.plan.origin + unit * self.plan.unit_bytes as u64
    }

    /// Returns bytes that lie in several units.
    pub(super) fn read_straddling(&mut self, offset: u64, bytes: usize) -> Result<&[u8]> {
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
}
