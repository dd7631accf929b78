//! Giving the space of blocks back.

use std::time::{Duration, Instant};

use feedrate_pageio::Direction;
use feedrate_pageio::mark::MARK;

use super::Worker;
use crate::claim::put_mark;
use crate::error::Result;
use crate::load::load_series::Action;
use crate::load::spec::FileBlock;
use crate::load::tally::DoneBlock;

impl Worker<'_> {
    /// Gives the space of a block back, and waits for it, whatever the engine: none does so beside other blocks, nor do
    /// those of fio.
    pub(super) fn trim(&mut self, place: FileBlock) -> Result<()> {
        self.recording.add(Action::Trim, place.file, place.offset, place.bytes);
        self.locks.take(place.file, true);
        let since = self.pacing.since(Instant::now());
        if let Some(file) = self.queue.files().get(place.file) {
            file.trim(place.offset, place.bytes)?;
        }
        let at = Instant::now();
        self.locks.release();
        if let Some(file) = self.queue.files().get(place.file)
            && place.offset < MARK.len() as u64
            && !file.kind().is_device()
        {
            // Or nobody would know it as feedrate's own.
            put_mark(file, file.size()?)?;
        }
        // Who watches is told of one figure for all that changes the file.
        self.ledger.moved.write.bytes += place.bytes;
        self.ledger.moved.write.operations += 1;
        if !self.clock.is_ramping() {
            self.tally.trimmed(&DoneBlock {
                direction: Direction::Write,
                is_trim: true,
                bytes: place.bytes,
                offset: place.offset,
                submission: Some(Duration::ZERO),
                completion: at.saturating_duration_since(since),
                at,
                priority: self.load.own_priority(),
            });
        }
        self.clock.complete_apart(at);
        self.look(at);
        self.supervisor.live.publish(&self.ledger.moved);
        self.answer_or_stop();
        Ok(())
    }
}
