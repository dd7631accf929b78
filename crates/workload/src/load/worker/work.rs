//! The work itself: blocks are begun, and what is done is taken.

use feedrate_pageio::{Completion, Direction};

use super::proof::{Proof, block_of};
use super::{Phase, Worker};
use crate::error::Result;
use crate::load::tally::DoneBlock;

impl Worker<'_> {
    /// Works until its end.
    pub(super) fn work(&mut self) -> Result<()> {
        if let Some(compute) = self.load.compute {
            self.compute(compute);
            return Ok(());
        }
        loop {
            if self.supervisor.is_stopped() {
                self.stop();
            }
            self.fill_queue()?;
            let in_flight = self.queue.in_flight();
            if in_flight == 0 {
                if self.end.is_near {
                    return Ok(());
                }
                continue;
            }
            let least = if self.end.is_near || self.must_be_empty() {
                in_flight
            } else {
                self.load.depth.complete_least.min(in_flight)
            };
            self.reap(least)?;
        }
    }

    /// Waits for all that is in flight.
    pub(super) fn empty_queue(&mut self) -> Result<()> {
        while self.queue.in_flight() > 0 {
            self.reap(self.queue.in_flight())?;
        }
        Ok(())
    }

    /// Returns whether all that is in flight has to be done before anything else.
    pub(super) fn must_be_empty(&self) -> bool {
        self.flushes.due().is_some()
            || self.think.is_due()
            || self.source.is_pass_unread()
            || self.proof.as_ref().is_some_and(Proof::backlog_is_due)
            || self.depth.is_settling()
    }

    /// Ends it before its limit, unless it was about to end.
    pub(super) fn stop(&mut self) {
        if !self.end.is_near {
            self.end.is_near = true;
            self.end.is_cut_short = self.supervisor.control.is_stopped();
        }
    }

    /// Hands over what is gathered, waits until at least `least` blocks are done, and takes all that are.
    pub(super) fn reap(&mut self, least: u32) -> Result<()> {
        self.submission.hand_over(&mut self.queue, &mut self.tally)?;
        let mut done = std::mem::take(&mut self.done);
        let waited = self.queue.wait(least, &mut done);
        self.locks.release();
        self.submission.take(done.len(), &mut self.tally);
        let mut result = Ok(());
        for completion in done.drain(..) {
            if let Err(error) = self.completed(&completion) {
                result = Err(error);
            }
        }
        self.done = done;
        if self.faults.is_tolerant() {
            let failed = self.take_failures();
            result = result.and(failed);
        }
        self.look(self.clock.last);
        self.supervisor.live.publish(&self.ledger.moved);
        self.answer();
        waited?;
        result
    }

    #[inline]
    fn completed(&mut self, completion: &Completion) -> Result<()> {
        let transfer = completion.transfer;
        let at = completion.at;
        let (submission, rest) = self.submission.split(completion);
        self.clock.complete(at);
        self.ledger.count(completion);
        if self.depth.is_searching()
            && self.phase == Phase::Work
            && !self.end.is_near
            && self.depth.count(completion.latency, at)
        {
            self.took_too_long(completion);
        }
        if !self.clock.is_ramping() {
            self.tally.done(&DoneBlock {
                direction: transfer.direction,
                is_trim: false,
                bytes: transfer.bytes as u64,
                offset: transfer.offset,
                submission,
                completion: rest,
                at,
                priority: self.priorities.of(transfer.slot),
            });
        }
        self.buffers.free(&mut self.queue, &transfer);
        if let Some(cut) = &mut self.cut {
            cut.cut(&self.queue, &transfer)?;
        }
        if let Some(proof) = &mut self.proof {
            let place = block_of(&transfer);
            if transfer.direction == Direction::Write {
                proof.wrote(place);
            } else {
                let block = &self.queue.slot(transfer.slot)[..transfer.bytes];
                let is_own = self.phase == Phase::ReadBack;
                if proof.check(block, place, is_own) {
                    self.end.is_near = true;
                }
            }
        }
        Ok(())
    }
}
