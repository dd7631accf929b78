//! The transfers of a pass: submitted ahead of the pages that are handed out, and waited for when one is wanted.

use std::time::Instant;

use feedrate_machine::since_boot;
use feedrate_pageio::{Direction, Transfer};

use super::PageReader;
use crate::error::{Error, Result};
use crate::pages::moved;

impl PageReader {
    /// Keeps transfers of a pass in flight, without waiting.
    pub(in crate::pages) fn go_on(&mut self) -> Result<()> {
        if self.pass.submitted == 0 || self.failed {
            return Ok(());
        }
        self.collect(0)?;
        let before = self.pass.submitted;
        // The pages of the current transfer are still in use.
        let held = u64::from(self.filled > 0);
        self.submit_ahead(self.pass.taken + self.plan.slots as u64 - held);
        match self.pass.submitted > before {
            // Submitted transfers may only start when completions are checked.
            true => self.collect(0),
            false => Ok(()),
        }
    }

    /// Makes the first page of the next transfer the current one, and keeps others in flight.
    pub(super) fn take_transfer(&mut self) -> Result<bool> {
        self.filled = 0;
        self.offset = 0;
        let Some(span) = self.plan.geometry.at(self.pass.taken_bytes, self.pass.range) else {
            self.ended = Some(Instant::now());
            self.watch.pause();
            return Ok(false);
        };
        self.watch.resume();
        let began = Instant::now();
        let slot = (self.pass.taken % self.plan.slots as u64) as usize;
        let arrived = self.wait_for(slot);
        let now = Instant::now();
        self.waited += now - began;
        self.ended = Some(now);
        arrived?;
        self.first_page.get_or_insert_with(since_boot);
        self.slot = slot;
        self.filled = span.bytes as usize;
        self.pass.taken += 1;
        self.pass.taken_bytes += span.bytes;
        Ok(true)
    }

    /// Waits until the next transfer is complete.
    fn wait_for(&mut self, slot: usize) -> Result<()> {
        if self.failed {
            return Err(self.already_failed());
        }
        let mut looked = false;
        loop {
            let before = self.pass.submitted;
            self.submit_ahead(self.pass.taken + self.plan.slots as u64);
            let is_ready = self.pass.submitted > self.pass.taken && self.ready[slot];
            if is_ready && (looked || self.pass.submitted == before) {
                return Ok(());
            }
            if !is_ready && self.queue.in_flight() == 0 {
                self.failed = true;
                return match self.failure.take() {
                    Some(failure) => Err(failure.into()),
                    None => Err(self.already_failed()),
                };
            }
            // Submitted transfers may only start when they are waited for.
            self.collect(u32::from(!is_ready))?;
            looked = true;
        }
    }

    /// Submits transfers before number `end` of the pass, as far as there are free slots. Slots whose pages the caller
    /// has used are free: when it requests the next transfer, these are all but the ones from there on.
    fn submit_ahead(&mut self, end: u64) {
        while self.failure.is_none()
            && self.pass.submitted < end
            && self.queue.has_room()
            && let Some(span) = self.plan.geometry.at(self.pass.submitted_bytes, self.pass.range)
        {
            let slot = (self.pass.submitted % self.plan.slots as u64) as usize;
            let transfer = Transfer {
                direction: Direction::Read,
                file: 0,
                slot,
                offset: self.base + self.pass.skipped + span.offset,
                bytes: span.bytes as usize,
            };
            self.ready[slot] = false;
            if let Err(failure) = self.queue.submit(transfer) {
                self.failure = Some(failure);
                return;
            }
            self.pass.submitted += 1;
            self.pass.submitted_bytes += span.bytes;
        }
    }

    /// Collects completed transfers, at least `least`. A failure is kept until its page is needed: the caller may need
    /// none of those that were read ahead.
    fn collect(&mut self, least: u32) -> Result<()> {
        let in_flight = self.queue.in_flight();
        if let Err(failure) = self.queue.wait(least, &mut self.done) {
            if self.queue.in_flight() == in_flight {
                // There are no transfers in flight.
                self.failed = true;
                return Err(failure.into());
            }
            self.failure.get_or_insert(failure);
        }
        let mut bytes = 0;
        for completion in self.done.drain(..) {
            self.ready[completion.transfer.slot] = true;
            bytes += completion.transfer.bytes as u64;
        }
        moved::count(bytes);
        if self.is_data_set {
            moved::count_read(bytes);
        }
        Ok(())
    }

    fn already_failed(&self) -> Error {
        Error::AlreadyFailed {
            path: self.queue.files()[0].path().into(),
        }
    }
}
