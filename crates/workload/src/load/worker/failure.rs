//! Blocks that failed, where the load goes on after them.

use std::time::Instant;

use feedrate_pageio::mark::MARK;
use feedrate_pageio::{Direction, Failure, Transfer};

use super::{Worker, load_error};
use crate::error::{Error, Result};
use crate::load::walk::FileBlock;

impl Worker<'_> {
    /// Counts blocks that failed of what the load goes on after. The first other failure is its end.
    pub(super) fn take_failures(&mut self) -> Result<()> {
        let mut fatal = None;
        for Failure { transfer, error } in self.queue.take_failures() {
            // Or it would never come to the end of its time.
            self.last = self.last.max(Instant::now());
            self.unmark(&transfer);
            self.slots.free(transfer.slot);
            if let Some(proof) = &mut self.proof {
                proof.is_over(place_of(&transfer));
            }
            let number = error.system_error().and_then(|error| error.raw_os_error());
            let goes_on = self.load.goes_on_after.of(transfer.direction);
            let error = Error::from(error);
            if number.is_some_and(|number| goes_on.contains(&number)) {
                self.failures.count += 1;
                self.failures
                    .first
                    .get_or_insert_with(|| load_error(&error));
            } else {
                fatal = fatal.or(Some(error));
            }
        }
        fatal.map_or(Ok(()), Err)
    }

    /// Gives a block back what its file's mark took the place of.
    #[inline]
    pub(super) fn unmark(&mut self, transfer: &Transfer) {
        if transfer.direction == Direction::Write
            && transfer.offset < MARK.len() as u64
            && let Some(before) = self.fill.take_marked(transfer.slot)
        {
            let length = before.len().min(transfer.bytes);
            self.queue.slot_mut(transfer.slot)[..length].copy_from_slice(&before[..length]);
        }
    }
}

/// Where a transfer went.
#[inline]
pub(super) fn place_of(transfer: &Transfer) -> FileBlock {
    FileBlock {
        file: transfer.file,
        offset: transfer.offset,
        bytes: transfer.bytes as u64,
    }
}
