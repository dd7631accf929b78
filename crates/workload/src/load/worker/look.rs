//! What is due at a moment, whatever blocks come and go.

use std::time::Instant;

use super::{Phase, Worker};
use crate::load::watch::Moved;

impl Worker<'_> {
    /// Looks what is due at a moment: the end of the ramp, of the time, of a sample.
    #[inline]
    pub(super) fn look(&mut self, at: Instant) {
        if self.ramping && at >= self.ramp_ends {
            self.end_ramp(at);
        }
        if self.deadline.is_some_and(|deadline| at >= deadline) && self.phase == Phase::Work {
            self.ending = true;
            self.time_is_up = true;
        }
        self.tally.look(at);
        if self.steady.is_some() || self.search.is_some() || self.least.is_some() {
            self.look_closely(at);
        }
    }

    fn look_closely(&mut self, at: Instant) {
        if let Some(steady) = &mut self.steady
            && !self.ramping
        {
            let Moved { bytes, operations } = self.tally.moved.read;
            let both = Moved {
                bytes: bytes + self.tally.moved.write.bytes,
                operations: operations + self.tally.moved.write.operations,
            };
            steady.skip(at, both);
            if at >= steady.next && steady.look(at, both) {
                self.ending = true;
            }
        }
        if let Some(least) = &mut self.least
            && at >= least.next
            && !self.ramping
            && !self.ending
            && self.phase == Phase::Work
        {
            self.too_slow = least.look(at, &self.tally.moved);
            self.ending |= self.too_slow.is_some();
        }
        if let Some(search) = &mut self.search
            && at >= search.next
        {
            if search.look(at) {
                self.ending = true;
            }
            self.depth = search.depth.min(self.queue.engine().depth);
        }
    }
}
