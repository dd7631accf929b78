//! The files of a long run: what a round writes is read many rounds later, so that caches below the page cache, which
//! keep what was written last, do not serve it.

use std::collections::VecDeque;

/// Sets of files, one file for each stream. The first set is there from the beginning.
#[derive(Debug)]
pub(super) struct FileRing {
    /// Complete sets, the one that was written first in front.
    complete: VecDeque<usize>,
    /// The set that is written next.
    spare: usize,
    /// The number of sets that were begun.
    begun: usize,
}

impl FileRing {
    pub(super) fn new() -> Self {
        Self {
            complete: VecDeque::from([0]),
            spare: 1,
            begun: 2,
        }
    }

    /// Returns the number of sets that were begun.
    pub(super) fn sets(&self) -> usize {
        self.begun
    }

    /// Returns the set that the next round reads, and the one that it writes.
    pub(super) fn turn(&self) -> (usize, usize) {
        (self.complete[0], self.spare)
    }

    /// Records that a round has ended. A set that is not `complete` cannot be read, and is written again. The ring
    /// grows by a set if `may_grow`.
    pub(super) fn end_turn(&mut self, complete: bool, may_grow: bool) {
        if !complete {
            self.complete.rotate_left(1);
            return;
        }
        let Some(read) = self.complete.pop_front() else {
            return;
        };
        self.complete.push_back(self.spare);
        if may_grow {
            self.complete.push_back(read);
            self.spare = self.begun;
            self.begun += 1;
        } else {
            self.spare = read;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_reads_the_oldest_and_writes_another() {
        let mut ring = FileRing::new();
        let mut turns = Vec::new();
        for round in 0..9 {
            let (read, written) = ring.turn();
            assert_ne!(read, written);
            turns.push((read, written));
            ring.end_turn(true, round < 2);
        }
        assert_eq!(ring.sets(), 4);
        assert_eq!(turns[..4], [(0, 1), (1, 2), (0, 3), (2, 0)]);
        // Every set has its turn.
        let read: std::collections::BTreeSet<_> = turns.iter().map(|turn| turn.0).collect();
        assert_eq!(read.len(), 4);
    }

    #[test]
    fn what_is_not_complete_is_not_read() {
        let mut ring = FileRing::new();
        ring.end_turn(false, true);
        assert_eq!(ring.turn(), (0, 1));
        ring.end_turn(true, false);
        assert_eq!(ring.turn(), (1, 0));
        ring.end_turn(false, false);
        assert_eq!(ring.turn(), (1, 0));
        assert_eq!(ring.sets(), 2);
    }
}
