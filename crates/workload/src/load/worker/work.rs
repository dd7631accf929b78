//! The work itself: blocks are begun, and what is done is taken.

use std::time::Instant;

use feedrate_pageio::{Completion, Direction};

use super::failure::place_of;
use super::{Phase, Worker};
use crate::error::Result;
use crate::load::depth_search::{DepthSearch, Finding};
use crate::load::tally::{Done, Tally};

impl Worker<'_> {
    /// Works until its end.
    pub(super) fn work(&mut self) -> Result<()> {
        loop {
            if self.ear.is_stopped() {
                self.stop();
            }
            self.fill_queue()?;
            let in_flight = self.queue.in_flight();
            if in_flight == 0 {
                if self.ending {
                    return Ok(());
                }
                continue;
            }
            let least = if self.ending || self.must_be_empty() {
                in_flight
            } else {
                self.load.depth.complete_least.min(in_flight)
            };
            self.reap(least)?;
        }
    }

    /// Whether all that is in flight has to be done before anything else.
    pub(super) fn must_be_empty(&self) -> bool {
        self.flush_is_due().is_some()
            || self.pause_is_due()
            || self.pass_is_unread
            || self.backlog_is_due()
            || self.search.as_ref().is_some_and(DepthSearch::is_settling)
    }

    /// Ends it before its limit, unless it was about to end.
    pub(super) fn stop(&mut self) {
        if !self.ending {
            self.ending = true;
            self.cut_short = self.ear.control.is_stopped();
        }
    }

    /// Hands what is gathered to the system, and counts that as one call. The submission of a block lasts until that
    /// call is over, as in fio.
    #[inline]
    pub(super) fn hand_over(&mut self) -> Result<()> {
        let started = self.queue.start();
        let now = Instant::now();
        Tally::call(&mut self.tally.submitted, self.gathered.len());
        // All of a call find what is in flight once it is made, as in fio.
        let gathered = self.gathered.len() as u64;
        self.tally.submit(gathered, self.queue.in_flight());
        for slot in self.gathered.drain(..) {
            self.handed_over[slot] = now;
        }
        Ok(started?)
    }

    /// Hands over what is gathered, waits until at least `least` blocks are done, and takes all that are.
    pub(super) fn reap(&mut self, least: u32) -> Result<()> {
        if self.is_synchronous {
            self.tally.submitted[1] += 1;
            self.tally.completed[1] += 1;
        } else if !self.gathered.is_empty() {
            self.hand_over()?;
        }
        let mut done = std::mem::take(&mut self.done);
        let waited = self.queue.wait(least, &mut done);
        if !self.is_synchronous {
            Tally::call(&mut self.tally.completed, done.len());
        }
        let mut result = Ok(());
        for completion in done.drain(..) {
            if let Err(error) = self.completed(&completion) {
                result = Err(error);
            }
        }
        self.done = done;
        if self.goes_on_after_failures {
            let failed = self.take_failures();
            result = result.and(failed);
        }
        self.look(self.last);
        self.ear.live.publish(&self.moved);
        self.answer();
        waited?;
        result
    }

    #[inline]
    fn completed(&mut self, completion: &Completion) -> Result<()> {
        let transfer = completion.transfer;
        let at = completion.at;
        let (submission, rest) = if self.is_synchronous {
            (None, completion.latency)
        } else {
            let rest = at.saturating_duration_since(self.handed_over[transfer.slot]);
            (Some(completion.latency.saturating_sub(rest)), rest)
        };
        self.last = self.last.max(at);
        self.clock = Some(at);
        let moved = self.moved.of_mut(transfer.direction);
        moved.bytes += transfer.bytes as u64;
        moved.operations += 1;
        if let Some(search) = &mut self.search
            && self.phase == Phase::Work
            && !self.ending
            && search.count(completion.latency, at) == Finding::Fails
        {
            self.took_too_long(completion);
        }
        if !self.ramping {
            self.tally.done(&Done {
                direction: transfer.direction,
                is_trim: false,
                bytes: transfer.bytes as u64,
                offset: transfer.offset,
                submission,
                completion: rest,
                at,
            });
        }
        self.unmark(&transfer);
        self.slots.free(transfer.slot);
        if let Some(proof) = &mut self.proof {
            let place = place_of(&transfer);
            if transfer.direction == Direction::Write {
                proof.wrote(place);
            } else {
                let block = &self.queue.slot(transfer.slot)[..transfer.bytes];
                let is_own = self.phase == Phase::ReadBack;
                if proof.check(block, place, is_own) {
                    self.ending = true;
                }
            }
        }
        Ok(())
    }
}
