//! Which block is next, pass by pass.

use feedrate_pageio::Direction;

use crate::load::limits::Limits;
use crate::load::spec::FileBlock;
use crate::load::walk::Walk;

/// The blocks of a load, in their order and until its limit.
#[derive(Debug)]
pub(super) struct BlockSource {
    walk: Walk,
    limits: Limits,
    /// Whether a pass is over, and what it wrote is to be read back before the next.
    pass_is_unread: bool,
}

impl BlockSource {
    pub(super) fn new(walk: Walk, limits: Limits) -> Self {
        Self {
            walk,
            limits,
            pass_is_unread: false,
        }
    }

    /// Whether all blocks are begun.
    #[inline]
    pub(super) fn is_exhausted(&self) -> bool {
        self.limits.are_reached()
    }

    /// Returns the next block of a direction; `None` when the pass is over.
    #[inline]
    pub(super) fn next(&mut self, direction: Direction) -> Option<FileBlock> {
        if self.limits.is_pass_over() {
            return None;
        }
        self.walk.next(direction)
    }

    /// Counts a block that is begun.
    #[inline]
    pub(super) fn count(&mut self, bytes: u64) {
        self.limits.begin(bytes);
    }

    /// Begins the next pass, before which this one is to be read back where `reads_back` and each stands by itself;
    /// says false when there is none.
    pub(super) fn begin_pass(&mut self, reads_back: bool) -> bool {
        let goes_on = self.limits.begin_again();
        if goes_on {
            self.walk.restart();
            self.pass_is_unread = reads_back && self.limits.has_loops();
        }
        goes_on
    }

    /// Whether the pass before is to be read back now.
    #[inline]
    pub(super) fn is_pass_unread(&self) -> bool {
        self.pass_is_unread
    }

    /// The pass before is read back.
    pub(super) fn mark_pass_read(&mut self) {
        self.pass_is_unread = false;
    }

    /// Returns how often it began again.
    pub(super) fn passes(&self) -> u64 {
        self.limits.passes
    }
}
