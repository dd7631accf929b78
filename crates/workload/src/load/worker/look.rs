//! What is due at a moment, whatever blocks come and go.

use std::time::{Duration, Instant};

use feedrate_pageio::Completion;

use super::{Phase, Worker};
use crate::load::depth_search::Finding;
use crate::load::outcome::LoadError;

/// What the system says of a device that does not do what it is asked (`EIO`).
const TOO_SLOW: i32 = 5;

/// What it says of what takes longer than it may (`ETIMEDOUT`).
const TIMED_OUT: i32 = 110;

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
        if self.search.is_some() || self.least.is_some() {
            self.look_closely(at);
        }
    }

    fn look_closely(&mut self, at: Instant) {
        if let Some(least) = &mut self.least
            && at >= least.next
            && !self.ramping
            && !self.ending
            && self.phase == Phase::Work
        {
            self.failed = least.look(at, &self.tally.moved).map(|text| LoadError {
                errno: TOO_SLOW,
                text,
            });
            self.ending |= self.failed.is_some();
        }
        if let Some(search) = &mut self.search
            && self.phase == Phase::Work
        {
            if search.is_due(at) && search.look(at) == Finding::Ends {
                self.ending = true;
            }
            self.depth = search.depth.min(self.queue.engine().depth);
        }
    }

    /// Goes on at another depth, now that nothing is in flight.
    pub(super) fn settle(&mut self) {
        let now = Instant::now();
        if self
            .search
            .as_mut()
            .is_some_and(|search| search.settle(now))
        {
            self.count_anew(now);
        }
        self.clock = None;
    }

    /// A block took longer than any may, alone as it was.
    #[cold]
    pub(super) fn took_too_long(&mut self, completion: &Completion) {
        let most = self
            .load
            .latency_target
            .map_or(Duration::ZERO, |asked| asked.target);
        let transfer = completion.transfer;
        self.failed = Some(LoadError {
            errno: TIMED_OUT,
            text: format!(
                "{} bytes at offset {} took {:?}, and each block is to take {most:?} at most; ask for less than 100 %",
                transfer.bytes, transfer.offset, completion.latency
            ),
        });
        self.ending = true;
    }
}
