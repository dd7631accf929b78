//! The sum of the counters of a tree of processes over time.

use crate::counters::Counters;

/// The sum of a tree's counters over time.
///
/// The kernel adds the counts of an ended process to those of its parent when that waits for it. Between the two, or if
/// the parent never waits (it ignores SIGCHLD), the sum over the living processes is too low. What is missing for
/// [`PATIENCE`] samples counts as lost to the parents, and is added again.
#[derive(Debug, Default)]
pub(crate) struct TreeSum {
    /// The greatest sum so far.
    best: Counters,
    /// The counts that are added to each sum because no living process holds it.
    lost: Counters,
    /// The counts that were missing in the last samples, the least of each, and the number of these samples.
    missing: Option<(Counters, u32)>,
}

/// The number of samples in a row that have to miss counts until they are taken for lost.
const PATIENCE: u32 = 3;

impl TreeSum {
    /// Takes the sum over the processes of a sample, and returns the sum for the tree. It never decreases.
    pub(crate) fn add(&mut self, living: Counters) -> Counters {
        let sum = living.plus(self.lost);
        let missing = self.best.since(sum);
        self.best = self.best.zip(sum, u64::max);
        if missing == Counters::default() {
            self.missing = None;
            return self.best;
        }
        let (least, samples) = match self.missing {
            Some((least, samples)) => (least.zip(missing, u64::min), samples + 1),
            None => (missing, 1),
        };
        if samples >= PATIENCE {
            self.lost = self.lost.plus(least);
            self.missing = None;
        } else {
            self.missing = Some((least, samples));
        }
        self.best
    }

    /// Returns the sum so far.
    pub(crate) fn sum(&self) -> Counters {
        self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(read_bytes: u64) -> Counters {
        Counters {
            read_bytes,
            ..Counters::default()
        }
    }

    #[test]
    fn a_child_that_is_not_waited_for_yet_is_no_loss() {
        let mut tree = TreeSum::default();
        let sums = [100, 40, 140].map(|bytes| tree.add(read(bytes)).read_bytes);
        assert_eq!(sums, [100, 100, 140]);
        assert_eq!(tree.lost, Counters::default());
    }

    #[test]
    fn a_child_that_nobody_waits_for_stays_counted() {
        let mut tree = TreeSum::default();
        let sums = [100, 40, 45, 50, 60, 70].map(|bytes| tree.add(read(bytes)).read_bytes);
        assert_eq!(sums, [100, 100, 100, 100, 110, 120]);
    }
}
