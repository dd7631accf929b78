//! Flushes: after so many writes, and at the end.

use std::time::Instant;

use super::Worker;
use crate::error::Result;
use crate::load::outcome::Action;
use crate::load::spec::Flush;
use crate::load::watch::LoadState;

/// Counts writes until the next flush.
#[derive(Debug)]
pub(super) struct FlushCadence {
    flush: Flush,
    /// Writes since the last flush of each kind, and the file of the last.
    unflushed: [u32; 2],
    last_file: usize,
}

impl FlushCadence {
    pub(super) fn new(flush: Flush) -> Self {
        Self {
            flush,
            unflushed: [0; 2],
            last_file: 0,
        }
    }

    /// Counts a write to a file.
    #[inline]
    pub(super) fn count_write(&mut self, file: usize) {
        self.unflushed = self.unflushed.map(|writes| writes.saturating_add(1));
        self.last_file = file;
    }

    /// Returns whether the flush that is due is of all that belongs to the file, or of its data alone; `None` where
    /// none is due.
    #[inline]
    pub(super) fn due(&self) -> Option<bool> {
        let Flush {
            every, data_every, ..
        } = self.flush;
        if every > 0 && self.unflushed[0] >= every {
            return Some(true);
        }
        (data_every > 0 && self.unflushed[1] >= data_every).then_some(false)
    }

    /// The file that a flush that is due is of.
    pub(super) fn file(&self) -> usize {
        self.last_file
    }
}

impl Worker<'_> {
    /// Brings what was written to a file to the device.
    pub(super) fn flush(&mut self, file: usize, whole: bool) -> Result<()> {
        let action = match whole {
            true => Action::Sync,
            false => Action::DataSync,
        };
        self.recording.add(action, file, 0, 0);
        let begun = Instant::now();
        self.queue.flush(file, whole)?;
        let done = Instant::now();
        if !self.clock.is_ramping() {
            self.tally.flushes.record(done - begun);
        }
        self.flushes.unflushed[usize::from(!whole)] = 0;
        self.clock.complete_apart(done);
        self.look(done);
        Ok(())
    }

    /// Waits for the device, where that is asked for, and says when that was over.
    pub(super) fn flush_at_end(&mut self, finished: &mut Instant) -> Result<()> {
        if !self.load.directions.writes() || self.end.is_cut_short || !self.load.flush.at_end {
            return Ok(());
        }
        self.supervisor.live.set(LoadState::Flushing);
        for file in 0..self.queue.files().len() {
            self.recording.add(Action::Sync, file, 0, 0);
            self.queue.flush(file, true)?;
        }
        *finished = Instant::now();
        Ok(())
    }
}
