//! Beginning blocks: which is next, whether it may be now, and handing it to the queue.

use std::ops::Range;
use std::time::Instant;

use feedrate_pageio::{Direction, Transfer};

use super::Worker;
use super::proof::Proof;
use crate::error::Result;
use crate::load::load_series::Action;
use crate::load::spec::Directions;
use crate::load::spec::{FileBlock, StepAction};

impl Worker<'_> {
    /// Begins blocks until as many are in flight as may be, or nothing may begin now.
    pub(super) fn fill_queue(&mut self) -> Result<()> {
        self.depth.begin_filling(self.queue.in_flight());
        while !self.end.is_near && self.depth.has_room(self.queue.in_flight()) {
            // Anything due comes before the next block, and not after the last.
            if self.player.is_none() && self.source.is_exhausted() {
                self.end.is_near = true;
                break;
            }
            if self.must_be_empty() {
                if self.queue.in_flight() > 0 {
                    return Ok(());
                }
                self.do_what_is_due()?;
                continue;
            }
            if self.pacing.holds_back() {
                match self.pacing.wait(&mut self.source) {
                    Some(_) if self.queue.in_flight() > 0 => return Ok(()),
                    Some(wait) => {
                        self.nap(wait);
                        continue;
                    }
                    None => {}
                }
            }
            let begun = match self.player {
                None => self.begin_next()?,
                Some(_) => self.play_next()?,
            };
            if !begun {
                return Ok(());
            }
        }
        self.depth.end_filling(self.queue.in_flight());
        Ok(())
    }

    fn do_what_is_due(&mut self) -> Result<()> {
        // As in fio, before a flush of the same writes.
        if self.proof.as_ref().is_some_and(Proof::backlog_is_due) {
            return self.read_backlog();
        }
        if let Some(whole) = self.flushes.due() {
            let Some(file) = self.source.file_to_flush(self.flushes.file()) else {
                return self.begin_pass();
            };
            self.follow_files()?;
            return self.flush(file, whole);
        }
        if self.source.is_pass_unread() {
            return self.read_back_pass();
        }
        if self.depth.is_settling() {
            self.settle();
        } else {
            self.pause();
        }
        Ok(())
    }

    /// Begins the next block; says false when there is none, or none now.
    fn begin_next(&mut self) -> Result<bool> {
        let direction = self.pacing.direction(&mut self.source);
        let step = self.source.next(direction);
        self.follow_files()?;
        if let Some(file) = self.source.take_rewound() {
            self.forget_passed(file..file + 1);
        }
        let (direction, block) = match step {
            None => {
                self.begin_pass()?;
                return Ok(!self.end.is_near);
            }
            Some(StepAction::Trim(block)) => {
                self.empty_of(block)?;
                if self.load.directions == Directions::Trim {
                    self.count_begun(Direction::Write, block);
                }
                self.flushes.count_trim();
                self.trim(block)?;
                self.pacing.forget_due();
                return Ok(true);
            }
            Some(StepAction::Read(block)) if !self.is_known(block) => {
                self.end.is_near = true;
                return Ok(false);
            }
            Some(StepAction::Read(block)) => (Direction::Read, block),
            Some(StepAction::Write(block)) => (Direction::Write, block),
            Some(StepAction::Flush { .. } | StepAction::Wait) => return Ok(true),
        };
        self.empty_of(block)?;
        self.count_begun(direction, block);
        self.flushes.count(direction, block.file);
        self.begin(direction, block)?;
        Ok(true)
    }

    /// Returns false for a block that an earlier load is not known to have written, where it is verified up to there.
    #[inline]
    fn is_known(&mut self, block: FileBlock) -> bool {
        let proof = self.proof.as_mut();
        proof.is_none_or(|proof| proof.is_known(block))
    }

    /// Waits for writes of the place of a block, where they are verified: two at once may leave a mixture of both.
    fn empty_of(&mut self, block: FileBlock) -> Result<()> {
        let is_written_already = self.proof.as_ref().is_some_and(|proof| proof.collides(block));
        if is_written_already {
            self.empty_queue()?;
        }
        Ok(())
    }

    fn count_begun(&mut self, direction: Direction, block: FileBlock) {
        self.source.count(block.bytes);
        self.pacing.spend(direction, block.bytes);
        self.think.count_block();
    }

    /// Begins the next pass over the files, or the end.
    fn begin_pass(&mut self) -> Result<()> {
        let reads_back = self.proof.as_ref().is_some_and(Proof::is_to_read_back);
        if !self.source.begin_pass(reads_back) {
            self.end.is_near = true;
            return Ok(());
        }
        self.flushes.begin_pass();
        self.priorities.restart();
        self.follow_files()?;
        self.forget_passed(0..self.queue.files().len());
        Ok(())
    }

    /// Removes files from the page cache that work comes to again, where it began without them.
    fn forget_passed(&self, files: Range<usize>) {
        if self.load.invalidate && !self.load.pre_read {
            let files = self.queue.files().get(files).unwrap_or_default();
            files.iter().for_each(|file| file.forget());
        }
    }

    /// Hands a block to the queue.
    #[inline]
    pub(super) fn begin(&mut self, direction: Direction, block: FileBlock) -> Result<()> {
        let action = match direction {
            Direction::Read => Action::Read,
            Direction::Write => Action::Write,
        };
        self.recording.add(action, block.file, block.offset, block.bytes);
        let slot = self.buffers.take(direction);
        if direction == Direction::Write {
            let content = self.buffers.ready(&mut self.queue, slot, block);
            if let Some(proof) = &mut self.proof {
                proof.put(content, block);
            }
        }
        if self.locks.take(block.file, direction == Direction::Write) {
            // The wait is none of its time.
            self.clock.forget_reading();
        }
        // A read follows at once on the completion that made room for it; a write first gets its content, which is
        // none of its time.
        let since = match self.clock.take_reading() {
            Some(reading) if direction == Direction::Read => reading,
            _ => Instant::now(),
        };
        let since = self.pacing.since(since);
        self.pacing.forget_due();
        let transfer = Transfer {
            direction,
            file: block.file,
            slot,
            offset: block.offset,
            bytes: block.bytes as usize,
        };
        if self.priorities.are_wanted() {
            let priority = self.priorities.draw(direction, block.bytes, slot);
            self.queue.set_priority(priority);
        }
        self.queue.submit_at(transfer, since)?;
        self.submission.gather(slot, &mut self.queue, &mut self.tally)
    }
}
