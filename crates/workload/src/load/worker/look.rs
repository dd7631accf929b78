//! The look at what is due at a moment, whatever blocks come and go.

use std::time::{Duration, Instant};

use feedrate_pageio::Completion;

use super::{Phase, Worker};
use crate::load::outcome::LoadError;

/// The system's error for a device that does not do what it is asked (`EIO`).
const TOO_SLOW: i32 = 5;

/// Its error for what takes longer than it may (`ETIMEDOUT`).
const TIMED_OUT: i32 = 110;

impl Worker<'_> {
    /// Looks what is due at a moment: the end of the ramp, of the time, of a sample.
    #[inline]
    pub(super) fn look(&mut self, at: Instant) {
        if self.clock.ends_ramp(at) && self.ledger.has_moved(self.load.ramp_bytes) {
            self.end_ramp(at);
        }
        if self.clock.is_time_up(at) && self.phase == Phase::Work {
            self.end.is_near = true;
            self.end.is_time_up = true;
        }
        self.tally.look(at);
        if self.depth.is_searching() || self.least.is_some() {
            self.look_closely(at);
        }
    }

    fn look_closely(&mut self, at: Instant) {
        if let Some(least) = &mut self.least
            && at >= least.next
            && !self.clock.is_ramping()
            && !self.end.is_near
            && self.phase == Phase::Work
        {
            let too_slow = least.look(at, &self.tally.moved);
            self.faults.fatal = too_slow.map(|text| LoadError { errno: TOO_SLOW, text });
            self.end.is_near |= self.faults.fatal.is_some();
        }
        if self.phase == Phase::Work {
            self.end.is_near |= self.depth.look(at);
        }
    }

    /// Goes on at another depth, now that nothing is in flight.
    pub(super) fn settle(&mut self) {
        let now = Instant::now();
        if self.depth.settle(now) {
            self.count_anew(now);
        }
        self.clock.forget_reading();
    }

    /// A block took longer than any may, alone as it was.
    #[cold]
    pub(super) fn took_too_long(&mut self, completion: &Completion) {
        let most = self.load.latency_target.map_or(Duration::ZERO, |asked| asked.target);
        let transfer = completion.transfer;
        self.faults.fatal = Some(LoadError {
            errno: TIMED_OUT,
            text: format!(
                "{} bytes at offset {} took {:?}, and each block is to take {most:?} at most; ask for less than 100 %",
                transfer.bytes, transfer.offset, completion.latency
            ),
        });
        self.end.is_near = true;
    }
}
