//! Transfers from their submission to their completion.

use std::time::Instant;

use super::{Failure, Queue};
use crate::engine::{Order, Outcome};
use crate::error::{Error, Result};
use crate::system;
use crate::transfer::{CallOptions, Completion, Transfer};

/// The transfer that is in flight in a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct InFlight {
    transfer: Transfer,
    since: Instant,
}

impl Queue {
    /// Submits a transfer. With the sync engine it is over when this returns, but it is
    /// [`wait`](Self::wait) that hands out its completion.
    ///
    /// # Errors
    /// [`Error::Transfer`] where it ends beyond what an offset can be, or the engine does not take it.
    ///
    /// # Panics
    /// If the slot is in use, the transfer is larger than a slot, the queue has no room, or has no
    /// such file or slot.
    pub fn submit(&mut self, transfer: Transfer) -> Result<()> {
        self.submit_at(transfer, Instant::now())
    }

    /// Submits a transfer with a reading of the clock that the caller just made, such as that of the
    /// completion after which it goes on at once. Latency counts from there.
    ///
    /// # Errors
    /// As [`submit`](Self::submit) does.
    ///
    /// # Panics
    /// As [`submit`](Self::submit) does.
    pub fn submit_at(&mut self, transfer: Transfer, since: Instant) -> Result<()> {
        assert!(self.has_room(), "the queue is full");
        assert!(
            transfer.file < self.files.len() || !self.report.kind.needs_files(),
            "the queue has no file {}",
            transfer.file
        );
        assert!(
            self.in_flight[transfer.slot].is_none(),
            "slot {} is in use",
            transfer.slot
        );
        assert!(
            transfer.bytes <= self.arena.slot_bytes(),
            "a transfer is larger than its slot"
        );
        // An offset has 63 bits, and one of all ones means the current position to io_uring.
        let end = transfer.offset.checked_add(transfer.bytes as u64);
        if end.is_none_or(|end| i64::try_from(end).is_err()) {
            let source = system::refusal_of_offset();
            return Err(self.error_of(&transfer, source));
        }
        let began = self.call_begins();
        let order = Order {
            priority: self.priority,
            ..order_of(&transfer, self.call_options)
        };
        let submitted = self.engine.submit(order);
        self.call_ended(began);
        submitted.map_err(|source| self.error_of(&transfer, source))?;
        if let Some(recorder) = &mut self.recorder {
            recorder.submit(&transfer);
        }
        self.in_flight[transfer.slot] = Some(InFlight { transfer, since });
        self.number_in_flight += 1;
        Ok(())
    }

    /// Starts the transfers that were submitted and not yet started, and hands out none that is done.
    ///
    /// # Errors
    /// [`Error::File`] where the engine cannot start them.
    pub fn start(&mut self) -> Result<()> {
        let began = self.call_begins();
        let started = self.engine.start();
        self.call_ended(began);
        started.map_err(|source| self.error_of_all(source))
    }

    /// Waits until at least `least` of the transfers in flight are done and appends all that are. A
    /// signal may end the wait with fewer.
    ///
    /// # Errors
    /// [`Error::Transfer`] of the first transfer that failed, unless failures are [kept](Self::keep_failures), and
    /// [`Error::File`] where the engine cannot wait.
    pub fn wait(&mut self, least: u32, done: &mut Vec<Completion>) -> Result<()> {
        self.depth.wait(self.number_in_flight);
        let least = least.min(self.number_in_flight) as usize;
        let began = self.call_begins();
        let waited = self.engine.wait(least, &mut self.outcomes);
        self.call_ended(began);
        waited.map_err(|source| self.error_of_all(source))?;
        let mut outcomes = std::mem::take(&mut self.outcomes);
        let mut failed = None;
        for outcome in outcomes.drain(..) {
            let transfer = self.in_flight[outcome.slot].map(|it| it.transfer);
            if let Err(error) = self.complete(outcome, done) {
                match (&mut self.failures, transfer) {
                    (Some(failures), Some(transfer)) => failures.push(Failure { transfer, error }),
                    _ => failed = failed.or(Some(error)),
                }
            }
        }
        self.outcomes = outcomes;
        failed.map_or(Ok(()), Err)
    }

    /// Waits for all that is in flight and hands out nothing. Errors are left aside: it is for the
    /// end of a run that already has one, or was interrupted.
    pub fn drain(&mut self) {
        let mut done = Vec::new();
        while self.number_in_flight > 0 {
            let before = self.number_in_flight;
            let waited = self.wait(self.number_in_flight, &mut done);
            if waited.is_err() && self.number_in_flight == before {
                // Nothing completes any more: the engine itself is broken.
                return;
            }
        }
    }

    fn complete(&mut self, outcome: Outcome, done: &mut Vec<Completion>) -> Result<()> {
        let InFlight { transfer, since } = self.in_flight[outcome.slot]
            .take()
            .expect("an engine completes only what was submitted");
        self.number_in_flight -= 1;
        let mut at = outcome.at;
        let moved = match outcome.moved {
            Ok(moved) => moved,
            Err(source) => {
                let moved = self.redo(&transfer, source)?;
                at = Instant::now();
                moved
            }
        };
        if moved < transfer.bytes {
            self.finish(&transfer, moved)?;
            at = Instant::now();
        }
        let latency = at.saturating_duration_since(since);
        self.account
            .flow_mut(transfer.direction)
            .record(transfer.bytes, latency);
        if let Some(recorder) = &mut self.recorder {
            recorder.complete(&transfer, at);
        }
        done.push(Completion { transfer, latency, at });
        Ok(())
    }

    /// Returns an error that has nothing to do with one transfer.
    #[cold]
    pub(super) fn error_of_all(&self, source: std::io::Error) -> Error {
        Error::File {
            action: "wait for transfers of",
            path: self
                .files
                .first()
                .map_or_else(Default::default, |file| file.path().into()),
            source,
        }
    }

    #[cold]
    pub(super) fn error_of(&self, transfer: &Transfer, source: std::io::Error) -> Error {
        self.files[transfer.file].transfer_error(transfer.direction, transfer.offset, transfer.bytes, source)
    }
}

/// Returns a transfer as engines see it.
pub(super) fn order_of(transfer: &Transfer, call_options: CallOptions) -> Order {
    Order {
        direction: transfer.direction,
        file: transfer.file,
        slot: transfer.slot,
        offset: transfer.offset,
        bytes: transfer.bytes,
        flags: system::call_flags(call_options),
        priority: 0,
    }
}
