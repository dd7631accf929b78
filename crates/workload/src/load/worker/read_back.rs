//! Reading back what was written.

use std::time::Instant;

use feedrate_pageio::Direction;

use super::backlog::Backlog;
use super::proof::Proof;
use super::{Phase, Worker};
use crate::error::Result;
use crate::load::check::longest_block;
use crate::load::spec::FileBlock;
use crate::load::watch::LoadState;

/// Goes over what was written, from front to back.
#[derive(Debug)]
struct Reader {
    file: usize,
    unit: u64,
    /// Intervals that one block has at most.
    most: u64,
}

impl Reader {
    fn next(&mut self, proof: &Proof) -> Option<FileBlock> {
        let interval = proof.verifier.interval();
        loop {
            let written = proof.written.get(self.file)?;
            let Some(first) = written.next_visited(self.unit) else {
                self.file += 1;
                self.unit = 0;
                continue;
            };
            let mut end = first + 1;
            while end - first < self.most && written.next_visited(end) == Some(end) {
                end += 1;
            }
            self.unit = end;
            return Some(FileBlock {
                file: self.file,
                offset: proof.offsets[self.file] + first * interval,
                bytes: (end - first) * interval,
            });
        }
    }
}

impl Worker<'_> {
    /// Reads back some of what was written, in between.
    pub(super) fn read_backlog(&mut self) -> Result<()> {
        let at_once = self
            .proof
            .as_ref()
            .and_then(|proof| proof.backlog.as_ref())
            .map_or(0, Backlog::at_once);
        let mut left = at_once;
        self.read_all(|proof| {
            left = left.checked_sub(1)?;
            proof.next_of_backlog()
        })
    }

    /// Reads back all that was written and was not yet read, where that is asked for, past the page cache or after
    /// that was asked to forget it.
    pub(super) fn read_back(&mut self) -> Result<()> {
        let reads_back = self.proof.as_ref().is_some_and(Proof::is_to_read_back);
        if !reads_back || self.end.is_cut_short {
            return Ok(());
        }
        self.supervisor.live.set(LoadState::ReadingBack);
        for file in 0..self.queue.files().len() {
            self.queue.flush(file, false)?;
            self.queue.files()[file].forget();
        }
        self.ledger.begin_reading_back(&mut self.queue);
        self.priorities.restart();
        self.clock.forget_reading();
        self.close_files()?;
        let pieces = self.proof.as_mut().and_then(|proof| proof.pieces.as_mut()?.take());
        if let Some(pieces) = pieces {
            let mut pieces = pieces.into_iter();
            self.read_all(|proof| pieces.by_ref().find(|&place| proof.is_unread(place)))?;
            return self.close_files();
        }
        let mut reader = Reader {
            file: 0,
            unit: 0,
            most: longest_block(self.load) / self.proof.as_ref().map_or(1, |proof| proof.verifier.interval()),
        };
        self.read_all(|proof| reader.next(proof))?;
        self.close_files()
    }

    /// Closes the files of a recording.
    fn close_files(&mut self) -> Result<()> {
        if let Some(sequence) = self.source.sequence() {
            sequence.close_all();
        }
        self.follow_files()
    }

    /// Reads back what a pass wrote, before the next begins.
    pub(super) fn read_back_pass(&mut self) -> Result<()> {
        self.source.mark_pass_read();
        let begun = Instant::now();
        self.read_back()?;
        self.ledger.end_reading_back(&mut self.queue);
        if let Some(proof) = &mut self.proof {
            proof.all_is_read();
        }
        self.pacing.put_off(begun.elapsed());
        self.clock.forget_reading();
        self.show_running();
        Ok(())
    }

    /// Reads and checks all places that come.
    fn read_all(&mut self, mut next: impl FnMut(&mut Proof) -> Option<FileBlock>) -> Result<()> {
        let was_ending = std::mem::replace(&mut self.end.is_near, false);
        self.phase = Phase::ReadBack;
        let mut is_over = false;
        loop {
            while !is_over && self.queue.has_room() {
                if self.supervisor.control.is_stopped() {
                    self.end.is_cut_short = true;
                    is_over = true;
                    break;
                }
                match self.proof.as_mut().and_then(&mut next) {
                    Some(place) => {
                        if let Some(sequence) = self.source.sequence() {
                            sequence.open(place.file);
                            self.follow_files()?;
                        }
                        self.begin(Direction::Read, place)?;
                    }
                    None => is_over = true,
                }
            }
            let in_flight = self.queue.in_flight();
            if in_flight == 0 {
                break;
            }
            self.reap(if is_over { in_flight } else { 1 })?;
            // The first that differs ended it.
            is_over |= self.end.is_near;
        }
        self.phase = Phase::Work;
        self.end.is_near |= was_ending;
        Ok(())
    }
}
