//! Looking for the deepest queue that keeps a latency.

use std::time::{Duration, Instant};

use super::outcome::LatencyTargetOutcome;
use super::spec::LatencyTarget;

/// Tries depths, a window of time each: the greatest first, and then by halves between one that keeps the latency
/// and one that does not.
#[derive(Debug)]
pub(super) struct DepthSearch {
    asked: LatencyTarget,
    /// The depth that is tried.
    pub(super) depth: u32,
    /// When its window is over.
    pub(super) next: Instant,
    /// The deepest that kept it, 0 for none yet, and the least that did not.
    kept: u32,
    broke: Option<u32>,
    within: u64,
    all: u64,
    percent: f64,
    found: bool,
}

impl DepthSearch {
    pub(super) fn new(asked: LatencyTarget, most: u32, start: Instant) -> Self {
        Self {
            depth: most.max(1),
            next: start + asked.window,
            kept: 0,
            broke: None,
            within: 0,
            all: 0,
            percent: 0.0,
            found: false,
            asked,
        }
    }

    /// Counts a block.
    #[inline]
    pub(super) fn count(&mut self, latency: Duration) {
        self.all += 1;
        self.within += u64::from(latency <= self.asked.target);
    }

    /// Judges the depth at the end of its window; says whether the load is to end.
    #[cold]
    pub(super) fn look(&mut self, at: Instant) -> bool {
        self.next = at + self.asked.window.max(Duration::from_millis(1));
        if self.all == 0 {
            return false;
        }
        self.percent = 100.0 * self.within as f64 / self.all as f64;
        let keeps = self.percent >= self.asked.percentile;
        (self.within, self.all) = (0, 0);
        if self.found {
            return false;
        }
        if keeps {
            self.kept = self.depth;
        } else {
            self.broke = Some(self.depth);
        }
        match self.broke {
            Some(broke) if broke > self.kept + 1 => {
                self.depth = self.kept + (broke - self.kept) / 2;
                false
            }
            _ => {
                self.found = true;
                self.depth = self.kept.max(1);
                !self.asked.goes_on
            }
        }
    }

    pub(super) fn finish(self) -> LatencyTargetOutcome {
        LatencyTargetOutcome {
            depth: self.kept.max(1),
            kept: self.kept > 0,
            percent_within: self.percent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found where depths up to `good` keep the latency.
    fn found(most: u32, good: u32) -> LatencyTargetOutcome {
        let start = Instant::now();
        let asked = LatencyTarget {
            target: Duration::from_millis(1),
            window: Duration::from_secs(1),
            percentile: 99.0,
            goes_on: false,
        };
        let mut search = DepthSearch::new(asked, most, start);
        for window in 1.. {
            let late = search.depth > good;
            for _ in 0..100 {
                search.count(Duration::from_millis(if late { 2 } else { 1 }));
            }
            if search.look(start + Duration::from_secs(window)) {
                break;
            }
            assert!(window < 20, "it does not end");
        }
        search.finish()
    }

    #[test]
    fn the_deepest_queue_that_keeps_the_latency_is_found() {
        for good in 1..=64 {
            let found = found(64, good);
            assert!(found.kept);
            assert_eq!(found.depth, good);
        }
        assert_eq!(found(16, 100).depth, 16);
        assert!(!found(16, 0).kept);
    }
}
