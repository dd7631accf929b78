//! Searches the greatest depth that keeps a latency, as fio 3.33 does, except that a search that is to end does not try
//! the greatest depth repeatedly if it does not keep the latency.

use std::time::{Duration, Instant};

use super::outcome::LatencyTargetOutcome;
use super::spec::LatencyTarget;

/// The shortest window.
const SHORTEST: Duration = Duration::from_millis(1);

/// The number of windows that keep the latency, at the depth below the least that did not, after which that one is
/// tried again.
const STABLE: u32 = 3;

/// Tries depths, for one window of time each.
#[derive(Debug)]
pub(super) struct DepthSearch {
    asked: LatencyTarget,
    /// The depth that is being tried.
    pub(super) depth: u32,
    most: u32,
    /// The greatest that kept the latency, and the least that did not, or the maximum.
    low: u32,
    high: u32,
    /// True if any depth did not keep it.
    has_broken: bool,
    /// The number of windows since the upper bound was last changed.
    stable: u32,
    /// The end of the window.
    next: Instant,
    within: u64,
    all: u64,
    /// The percentage of blocks within the target in the last window, and whether that is enough.
    percent: f64,
    kept: bool,
    /// If set, blocks in flight must be completed before the next window.
    settling: Option<SettleReason>,
    /// True if it measures at the depth that was found.
    is_last: bool,
}

/// The reason why blocks in flight must be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SettleReason {
    /// The depth was lowered.
    Lowered,
    /// The depth is found, and counting restarts.
    Found,
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// The search continues.
    GoesOn,
    /// The search is complete.
    Ends,
    /// Not even a depth of one keeps the latency, which every block must.
    Fails,
}

impl DepthSearch {
    pub(super) fn new(asked: LatencyTarget, most: u32, start: Instant) -> Self {
        let mut search = Self {
            asked,
            depth: 1,
            most: most.max(1),
            low: 1,
            high: most.max(1),
            has_broken: false,
            stable: 0,
            next: start,
            within: 0,
            all: 0,
            percent: 0.0,
            kept: false,
            settling: None,
            is_last: false,
        };
        search.begin_window(start);
        search
    }

    fn begin_window(&mut self, at: Instant) {
        self.next = at + self.asked.window.max(SHORTEST);
        (self.within, self.all) = (0, 0);
    }

    /// Returns whether the window is over.
    #[inline]
    pub(super) fn is_due(&self, at: Instant) -> bool {
        at >= self.next && self.settling.is_none()
    }

    /// Counts a block.
    #[inline]
    pub(super) fn count(&mut self, latency: Duration, at: Instant) -> Finding {
        if self.settling.is_some() {
            return Finding::GoesOn;
        }
        self.all += 1;
        if latency <= self.asked.target {
            self.within += 1;
            Finding::GoesOn
        } else if self.asked.percentile < 100.0 {
            Finding::GoesOn
        } else {
            self.broke(at)
        }
    }

    #[cold]
    fn broke(&mut self, at: Instant) -> Finding {
        self.judge();
        if self.depth == 1 {
            return Finding::Fails;
        }
        self.lower(at);
        Finding::GoesOn
    }

    /// Evaluates the depth at the end of its window.
    #[cold]
    pub(super) fn look(&mut self, at: Instant) -> Finding {
        if self.all == 0 {
            self.begin_window(at);
            return Finding::GoesOn;
        }
        self.judge();
        if self.kept {
            self.raise(at)
        } else {
            self.lower(at);
            Finding::GoesOn
        }
    }

    fn judge(&mut self) {
        self.percent = 100.0 * self.within as f64 / self.all as f64;
        self.kept = self.percent >= self.asked.percentile;
        self.has_broken |= !self.kept;
    }

    /// Lowers the depth, which did not keep the latency.
    fn lower(&mut self, at: Instant) {
        if self.depth > 1 {
            self.high = self.depth;
            if self.low == self.depth {
                self.low -= 1;
            }
            self.depth = self.low.midpoint(self.depth);
            self.stable = 0;
            self.settling = Some(SettleReason::Lowered);
        }
        self.begin_window(at);
    }

    /// Raises the depth, which kept the latency.
    fn raise(&mut self, at: Instant) -> Finding {
        let before = self.depth;
        self.low = before;
        if before + 1 == self.high {
            self.stable += 1;
            if self.stable >= STABLE {
                self.high += 1;
                self.stable = 0;
            }
        }
        let is_open = self.high == self.most && (self.asked.goes_on || !self.has_broken);
        self.depth = if is_open {
            before.saturating_mul(2)
        } else {
            before.midpoint(self.high)
        }
        .min(self.most);
        self.begin_window(at);
        if self.depth != before || self.asked.goes_on {
            return Finding::GoesOn;
        }
        if self.is_last {
            return Finding::Ends;
        }
        self.is_last = true;
        self.settling = Some(SettleReason::Found);
        Finding::GoesOn
    }

    /// Returns whether blocks in flight must be completed before anything else begins.
    pub(super) fn is_settling(&self) -> bool {
        self.settling.is_some()
    }

    /// Continues once nothing is in flight; returns whether counting restarts.
    pub(super) fn settle(&mut self, at: Instant) -> bool {
        let settling = self.settling.take();
        self.begin_window(at);
        settling == Some(SettleReason::Found)
    }

    /// Returns whether it measures at the depth that was found.
    pub(super) fn is_last(&self) -> bool {
        self.is_last
    }

    pub(super) fn outcome(&self) -> LatencyTargetOutcome {
        LatencyTargetOutcome {
            depth: self.depth,
            kept: self.kept,
            percent_within: self.percent,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the depths that are tried if `keeps` tells which keep the latency, and the end.
    fn tried(
        most: u32,
        percentile: f64,
        goes_on: bool,
        mut keeps: impl FnMut(u32, usize) -> bool,
    ) -> (Vec<u32>, Finding, LatencyTargetOutcome) {
        let start = Instant::now();
        let asked = LatencyTarget {
            target: Duration::from_millis(1),
            window: Duration::from_secs(1),
            percentile,
            goes_on,
        };
        let mut search = DepthSearch::new(asked, most, start);
        let mut depths = vec![search.depth];
        for window in 1..40 {
            let at = start + Duration::from_secs(window);
            let kept = keeps(search.depth, depths.len());
            let mut finding = Finding::GoesOn;
            for _ in 0..100 {
                let late = Duration::from_millis(if kept { 1 } else { 2 });
                if finding == Finding::GoesOn {
                    finding = search.count(late, at);
                }
            }
            if finding == Finding::GoesOn && search.is_due(at) {
                finding = search.look(at);
            }
            if finding != Finding::GoesOn {
                return (depths, finding, search.outcome());
            }
            search.settle(at);
            depths.push(search.depth);
        }
        (depths, Finding::GoesOn, search.outcome())
    }

    #[test]
    fn depths_are_tried_in_fios_order() {
        // As in fio 3.33 with --debug=rate: windows 6 and 10 did not keep the latency.
        let (depths, finding, found) = tried(64, 90.0, false, |_, window| ![6, 10].contains(&window));
        assert_eq!(depths, [1, 2, 4, 8, 16, 32, 24, 28, 30, 31, 30, 30]);
        assert_eq!((finding, found.depth, found.kept), (Finding::Ends, 30, true));
        // All keep it: the greatest depth, and once more.
        let (depths, finding, _) = tried(12, 90.0, false, |_, _| true);
        assert_eq!(depths, [1, 2, 4, 8, 12, 12]);
        assert_eq!(finding, Finding::Ends);
        // None does.
        let (depths, finding, found) = tried(64, 90.0, false, |_, _| false);
        assert_eq!((finding, found.depth, found.kept), (Finding::GoesOn, 1, false));
        assert!(depths.iter().all(|&depth| depth == 1));
    }

    #[test]
    fn each_block_has_to_keep_it_where_all_are_asked_for() {
        let (depths, finding, _) = tried(64, 100.0, false, |_, window| window < 5);
        assert_eq!(depths, [1, 2, 4, 8, 16, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
        assert_eq!(finding, Finding::Fails);
    }

    #[test]
    fn one_that_goes_on_follows_what_the_latency_allows() {
        let broke = [8, 12, 13];
        let (depths, finding, _) = tried(64, 90.0, true, |_, window| !broke.contains(&window));
        assert_eq!(
            depths[..17],
            [1, 2, 4, 8, 16, 32, 64, 64, 63, 64, 64, 64, 63, 62, 62, 62, 64]
        );
        assert_eq!(finding, Finding::GoesOn);
    }

    #[test]
    fn the_deepest_queue_that_keeps_the_latency_is_found() {
        for good in 1..64 {
            let (_, finding, found) = tried(64, 99.0, false, |depth, _| depth <= good);
            assert_eq!((finding, found.depth), (Finding::Ends, good));
        }
    }
}
