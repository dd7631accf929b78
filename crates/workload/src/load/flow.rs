//! Loads that keep the numbers of their blocks in a ratio.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How far one may be ahead of the slowest, in blocks of weight one.
const LEAD: u64 = 4;

/// What stands for a load that does not run, or no more: nobody waits for it.
const GONE: u64 = u64::MAX;

/// How far each of the loads of a batch is that have a weight: which flow it is of, and its blocks by weight.
#[derive(Debug, Default)]
pub(super) struct Flows {
    done: Vec<(u64, AtomicU64)>,
}

impl Flows {
    /// For loads of these flows, which take part from the start on.
    pub(super) fn new(ids: impl Iterator<Item = u64>) -> Arc<Self> {
        Arc::new(Self {
            done: ids.map(|id| (id, AtomicU64::new(0))).collect(),
        })
    }
}

/// One load's part in it. It is gone when this is dropped.
#[derive(Debug)]
pub(super) struct FlowShare {
    flows: Arc<Flows>,
    index: usize,
    /// What one block adds.
    a_block: u64,
    done: u64,
}

/// Blocks of weight one count as much as this, so that greater weights count less.
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

    /// Whether it is to wait for others.
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
        self.flows.done[self.index]
            .1
            .store(self.done, Ordering::Relaxed);
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
