//! The order in which a merge of runs reads their blocks.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The time in which a merge reads all of its runs, by a clock of its own.
const WHOLE: u64 = 1 << 40;

/// The order in which a merge needs the blocks of its runs, with evenly distributed keys: at first one of each, and
/// then of each run one when the rows of the last are through. The number of rows of others between them varies by its
/// square root, as numbers of random events do.
#[derive(Debug)]
pub(super) struct MergeOrder {
    /// The time of the next block of each run, by the clock of the merge.
    due: BinaryHeap<Reverse<(u64, usize)>>,
    /// The blocks of each run, and those that were needed.
    blocks: Vec<(u64, u64)>,
    /// The most by which a block is earlier or later, in 1024ths of the time between two of its run.
    jitter: i64,
    random: fastrand::Rng,
}

impl MergeOrder {
    pub(super) fn new(blocks: &[u64], rows_a_block: u64) -> Self {
        let due = blocks.iter().enumerate().filter(|(_, blocks)| **blocks > 0);
        Self {
            due: due.map(|(run, _)| Reverse((0, run))).collect(),
            blocks: blocks.iter().map(|&blocks| (blocks, 0)).collect(),
            // Even numbers up to the root of 3 times a deviation have that deviation.
            jitter: (1024.0 * (3.0 / rows_a_block.max(4) as f64).sqrt()) as i64,
            random: fastrand::Rng::with_seed(3),
        }
    }
}

impl Iterator for MergeOrder {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let Reverse((time, run)) = self.due.pop()?;
        let (blocks, needed) = &mut self.blocks[run];
        *needed += 1;
        if needed < blocks {
            let step = WHOLE / *blocks;
            let jitter = self.random.i64(-self.jitter..=self.jitter);
            let later = step.saturating_add_signed(step as i64 / 1024 * jitter);
            self.due.push(Reverse((time.saturating_add(later), run)));
        }
        Some(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_merge_takes_a_block_of_each_run_in_turn() {
        let order: Vec<usize> = MergeOrder::new(&[40, 40, 20, 0], 300).collect();
        assert_eq!(order.len(), 100);
        assert_eq!(order[..3], [0, 1, 2]);
        for (run, blocks) in [(0, 40), (1, 40), (2, 20), (3, 0)] {
            let places: Vec<usize> = (0..100).filter(|&place| order[place] == run).collect();
            assert_eq!(places.len(), blocks);
            // All runs last as long as the merge.
            assert!(places.last().is_none_or(|&last| last >= 90), "{run}: {places:?}");
        }
    }
}
