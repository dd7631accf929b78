//! Flushes: after so many writes, and at the end.

use std::time::Instant;

use feedrate_pageio::Direction;

use super::Worker;
use crate::error::Result;
use crate::load::load_series::Action;
use crate::load::spec::Flush;
use crate::load::watch::LoadState;

/// Counts writes until the next flush.
#[derive(Debug)]
pub(super) struct FlushCadence {
    flush: Flush,
    writes: u64,
    /// The file of the last write.
    last_file: usize,
    /// True if no block has begun since the last flush.
    is_flushed: bool,
}

impl FlushCadence {
    pub(super) fn new(flush: Flush) -> Self {
        Self {
            flush,
            writes: 0,
            last_file: 0,
            is_flushed: false,
        }
    }

    /// Counts a block that is begun.
    #[inline]
    pub(super) fn count(&mut self, direction: Direction, file: usize) {
        self.is_flushed = false;
        if direction == Direction::Write {
            self.writes += 1;
            self.last_file = file;
        }
    }

    /// Counts a block that is trimmed, after which a flush may be due again.
    pub(super) fn count_trim(&mut self) {
        self.is_flushed = false;
    }

    /// Another pass begins.
    pub(super) fn begin_pass(&mut self) {
        self.is_flushed = false;
    }

    /// Returns whether the flush that is due is of all that belongs to the file, or of its data alone; `None` where
    /// none is due. As in fio, it is due before each block for as long as the number of writes is such, reads included.
    #[inline]
    pub(super) fn due(&self) -> Option<bool> {
        let Flush { every, data_every, .. } = self.flush;
        if self.is_flushed || self.writes == 0 {
            return None;
        }
        if every > 0 && self.writes.is_multiple_of(u64::from(every)) {
            return Some(true);
        }
        (data_every > 0 && self.writes.is_multiple_of(u64::from(data_every))).then_some(false)
    }

    /// Counts the flush that is due as done.
    pub(super) fn mark_done(&mut self) {
        self.is_flushed = true;
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
        self.flushed(file);
        let done = Instant::now();
        if !self.clock.is_ramping() {
            self.tally.flushes.record(done - begun);
        }
        self.flushes.mark_done();
        self.clock.complete_apart(done);
        self.look(done);
        Ok(())
    }

    /// Counts what was written to a file as having reached the device.
    fn flushed(&mut self, file: usize) {
        let proof = self.proof.as_mut();
        if let Some(course) = proof.and_then(|proof| proof.course.as_mut()) {
            course.flush(file);
        }
    }

    /// Waits for the device, where that is asked for, and says when that was over.
    pub(super) fn flush_at_end(&mut self, finished: &mut Instant) -> Result<()> {
        let Flush {
            at_end, volumes_at_end, ..
        } = self.load.flush;
        let is_asked = at_end || volumes_at_end;
        if !self.load.directions.writes() || self.end.is_cut_short || !is_asked {
            return Ok(());
        }
        self.supervisor.live.set(LoadState::Flushing);
        for file in 0..self.queue.files().len() {
            if !at_end {
                break;
            }
            let was_closed = self.source.sequence().is_some_and(|sequence| sequence.open(file));
            self.follow_files()?;
            self.recording.add(Action::Sync, file, 0, 0);
            self.queue.flush(file, true)?;
            self.flushed(file);
            if was_closed && let Some(sequence) = self.source.sequence() {
                sequence.close(file);
            }
        }
        if volumes_at_end {
            self.queue.settle_volumes()?;
        }
        self.follow_files()?;
        *finished = Instant::now();
        Ok(())
    }
}
