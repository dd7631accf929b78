//! Keeps the numbers of loads' blocks in a ratio.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most that one may be ahead of the slowest, in blocks of weight one.
const LEAD: u64 = 4;

/// The progress of a load that does not run (any more): no load waits for it.
const GONE: u64 = u64::MAX;

/// The progress of each load of a batch with a weight: its flow, and its blocks by weight.
#[derive(Debug, Default)]
pub(super) struct Flows {
    done: Vec<(u64, AtomicU64)>,
}

impl Flows {
    /// Creates the flows of these loads, all of which participate from the start.
    pub(super) fn new(ids: impl Iterator<Item = u64>) -> Arc<Self> {
        Arc::new(Self {
            done: ids.map(|id| (id, AtomicU64::new(0))).collect(),
        })
    }
}

/// A load's share of its flow. Dropping it ends the participation.
#[derive(Debug)]
pub(super) struct FlowShare {
    flows: Arc<Flows>,
    index: usize,
    /// The progress of one block.
    a_block: u64,
    done: u64,
}

/// The progress of a block of weight one; that of greater weights is less.
const UNIT: u64 = 1 << 20;

impl FlowShare {
    pub(super) fn new(flows: Arc<Flows>, index: usize, weight: u32) -> Self {
        Self {
            flows,
            index,
            a_block: UNIT / u64::from(weight.clamp(1, 1 << 20)),
            done: 0,
        }
    }

    /// Returns whether it must wait for others.
    pub(super) fn is_ahead(&self) -> bool {
        let id = self.flows.done[self.index].0;
        let of_this = self.flows.done.iter().filter(|(other, _)| *other == id);
        let least = of_this
            .map(|(_, done)| done.load(Ordering::Relaxed))
            .min()
            .unwrap_or(GONE);
        self.done > least.saturating_add(LEAD * UNIT)
    }

    /// Counts a block.
    pub(super) fn spend(&mut self) {
        self.done += self.a_block;
        self.flows.done[self.index].1.store(self.done, Ordering::Relaxed);
    }
}

impl Drop for FlowShare {
    fn drop(&mut self) {
        self.flows.done[self.index].1.store(GONE, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_ahead_waits_until_the_others_come_or_are_gone() {
        // The third never moves a block, and is of another flow.
        let flows = Flows::new([0, 0, 7].into_iter());
        let mut fast = FlowShare::new(Arc::clone(&flows), 0, 8);
        let mut slow = FlowShare::new(flows, 1, 1);
        let mut blocks = 0;
        while !fast.is_ahead() {
            fast.spend();
            blocks += 1;
            assert!(blocks < 1000);
        }
        slow.spend();
        assert!(!fast.is_ahead());
        for _ in 0..8 {
            fast.spend();
        }
        fast.spend();
        assert!(fast.is_ahead() && !slow.is_ahead());
        drop(slow);
        assert!(!fast.is_ahead());
    }
}
