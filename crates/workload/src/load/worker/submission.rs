//! Handing blocks to the system, and telling their submission from their completion.

use std::time::{Duration, Instant};

use feedrate_pageio::{Completion, Queue};

use crate::error::Result;
use crate::load::spec::Load;
use crate::load::tally::Tally;

/// The blocks that are gathered for a call, and when those in flight had been handed over.
#[derive(Debug)]
pub(super) struct Submission {
    /// True if each block is done as it is handed over.
    is_synchronous: bool,
    /// Blocks that go in one call; 1: as many as there is room for.
    at_once: usize,
    gathered: Vec<usize>,
    /// When each slot's block had been handed to the system.
    handed_over: Vec<Instant>,
}

impl Submission {
    pub(super) fn new(load: &Load, queue: &Queue) -> Self {
        let kind = load.engine.kind;
        let depth = queue.engine().depth;
        Self {
            is_synchronous: kind.is_synchronous() || (!kind.moves_bytes() && depth == 1),
            at_once: load.depth.submit as usize,
            gathered: Vec::with_capacity(depth as usize),
            handed_over: vec![Instant::now(); queue.slots()],
        }
    }

    #[inline]
    pub(super) fn is_synchronous(&self) -> bool {
        self.is_synchronous
    }

    /// Takes a slot that was submitted to the queue.
    #[inline]
    pub(super) fn gather(&mut self, slot: usize, queue: &mut Queue, tally: &mut Tally) -> Result<()> {
        if self.is_synchronous {
            tally.submit(1, 1);
            return Ok(());
        }
        self.gathered.push(slot);
        if self.at_once > 1 && self.gathered.len() >= self.at_once {
            self.hand_over(queue, tally)?;
        }
        Ok(())
    }

    /// Hands what is gathered to the system, and counts that as one call. The submission of a block lasts until that
    /// call is over, as in fio.
    #[inline]
    pub(super) fn hand_over(&mut self, queue: &mut Queue, tally: &mut Tally) -> Result<()> {
        if self.is_synchronous {
            Tally::call(&mut tally.submitted, 1);
            return Ok(());
        }
        if self.gathered.is_empty() {
            return Ok(());
        }
        let started = queue.start();
        let now = Instant::now();
        Tally::call(&mut tally.submitted, self.gathered.len());
        // All of a call find what is in flight once it is made, as in fio.
        tally.submit(self.gathered.len() as u64, queue.in_flight());
        for slot in self.gathered.drain(..) {
            self.handed_over[slot] = now;
        }
        Ok(started?)
    }

    /// Counts a call that took so many blocks.
    #[inline]
    pub(super) fn take(&self, blocks: usize, tally: &mut Tally) {
        let blocks = if self.is_synchronous { 1 } else { blocks };
        Tally::call(&mut tally.completed, blocks);
    }

    /// Returns how long a block took until it was handed over, where that is told apart, and from there on.
    #[inline]
    pub(super) fn split(&self, completion: &Completion) -> (Option<Duration>, Duration) {
        if self.is_synchronous {
            return (None, completion.latency);
        }
        let handed_over = self.handed_over[completion.transfer.slot];
        let rest = completion.at.saturating_duration_since(handed_over);
        (Some(completion.latency.saturating_sub(rest)), rest)
    }
}
