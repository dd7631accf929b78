//! The number of blocks that are to be in flight.

use std::time::{Duration, Instant};

use crate::load::depth_search::{DepthSearch, Finding};
use crate::load::outcome::LatencyTargetOutcome;
use crate::load::spec::LatencyTarget;

/// Decides how many blocks are to be in flight.
#[derive(Debug)]
pub(super) struct DepthGoal {
    /// Blocks to be in flight, of which the queue takes so many at most.
    depth: u32,
    most: u32,
    /// Once full, blocks are filled up again when no more than this are in flight; 0: at once.
    low: u32,
    is_filling: bool,
    /// Looks for another depth.
    search: Option<DepthSearch>,
}

impl DepthGoal {
    pub(super) fn new(most: u32, low: u32) -> Self {
        Self {
            depth: most,
            most,
            low,
            is_filling: true,
            search: None,
        }
    }

    /// Begins the search for a latency anew, unless it is at the depth that was found.
    pub(super) fn restart(&mut self, target: Option<LatencyTarget>, from: Instant) {
        if self.search.as_ref().is_some_and(DepthSearch::is_last) {
            return;
        }
        self.search = target.map(|target| DepthSearch::new(target, self.most, from));
        self.depth = self.search.as_ref().map_or(self.most, |search| search.depth);
    }

    /// Looks whether blocks are to be filled up.
    #[inline]
    pub(super) fn begin_filling(&mut self, in_flight: u32) {
        if in_flight <= self.low || self.low == 0 {
            self.is_filling = true;
        }
    }

    /// Returns whether another block is to begin.
    #[inline]
    pub(super) fn has_room(&self, in_flight: u32) -> bool {
        self.is_filling && in_flight < self.depth
    }

    /// Blocks were filled up as far as may be.
    #[inline]
    pub(super) fn end_filling(&mut self, in_flight: u32) {
        self.is_filling = in_flight < self.depth;
    }

    /// Returns whether it looks for another depth.
    #[inline]
    pub(super) fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Counts a block that is done; says whether not even one at a time keeps the latency.
    #[inline]
    pub(super) fn count(&mut self, latency: Duration, at: Instant) -> bool {
        match &mut self.search {
            Some(search) => search.count(latency, at) == Finding::Fails,
            None => false,
        }
    }

    /// Goes on to the next depth, where a window is over; says whether the search is.
    pub(super) fn look(&mut self, at: Instant) -> bool {
        let Some(search) = &mut self.search else {
            return false;
        };
        let is_over = search.is_due(at) && search.look(at) == Finding::Ends;
        self.depth = search.depth.min(self.most);
        is_over
    }

    /// Returns whether all that is in flight has to be done before it goes on.
    #[inline]
    pub(super) fn is_settling(&self) -> bool {
        self.search.as_ref().is_some_and(DepthSearch::is_settling)
    }

    /// Goes on at another depth, now that nothing is in flight; says whether all is to be counted anew.
    pub(super) fn settle(&mut self, at: Instant) -> bool {
        self.search.as_mut().is_some_and(|search| search.settle(at))
    }

    /// Returns what the search came to, where there was one.
    pub(super) fn outcome(&self) -> Option<LatencyTargetOutcome> {
        self.search.as_ref().map(DepthSearch::outcome)
    }
}
