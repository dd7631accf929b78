//! When the next block may begin, and which way it goes where that depends on rates.

use std::time::{Duration, Instant};

use feedrate_pageio::Direction;

use super::source::BlockSource;
use crate::load::flow::FlowShare;
use crate::load::rate::Rate;
use crate::load::spec::{Directions, Load, PerDirection};

/// The time for which a load that is ahead of others waits before it looks at them again.
const BEHIND_OTHERS: Duration = Duration::from_micros(100);

/// Holds blocks to rates and to the pace of other loads.
#[derive(Debug)]
pub(super) struct Pacing {
    directions: Directions,
    /// The direction of the next block, where it has to wait.
    drawn: Option<Direction>,
    rate: Option<Rate>,
    flow: Option<FlowShare>,
    counts_from_due: bool,
    /// The shortest blocks.
    shortest: PerDirection<u64>,
    /// When the block that begins was due, where latencies count from there.
    due: Option<Instant>,
}

impl Pacing {
    pub(super) fn new(load: &Load, flow: Option<FlowShare>) -> Self {
        Self {
            directions: load.directions,
            drawn: None,
            rate: None,
            flow,
            counts_from_due: load.counts_from_due,
            shortest: PerDirection {
                read: load.blocks.read.least(),
                write: load.blocks.write.least(),
            },
            due: None,
        }
    }

    /// Holds the load to its rates from a moment on.
    pub(super) fn restart(&mut self, load: &Load, from: Instant) {
        self.rate = Rate::new(load.pace, from, load.seed);
    }

    /// Lets go of the loads that keep step with this one.
    pub(super) fn leave_flow(&mut self) {
        self.flow = None;
    }

    /// Returns whether a block ever has to wait.
    #[inline]
    pub(super) fn holds_back(&self) -> bool {
        self.rate.is_some() || self.flow.is_some()
    }

    /// Returns the direction of the next block.
    #[inline]
    pub(super) fn direction(&mut self, source: &mut BlockSource) -> Direction {
        match self.drawn.take() {
            Some(drawn) => drawn,
            None => source.direction(),
        }
    }

    /// Returns how long the next block has to wait. Where both directions are held to rates, the one that is due sooner
    /// goes first.
    pub(super) fn wait(&mut self, source: &mut BlockSource) -> Option<Duration> {
        if self.flow.as_ref().is_some_and(FlowShare::is_ahead) {
            return Some(BEHIND_OTHERS);
        }
        let drawn = self.direction(source);
        self.drawn = Some(drawn);
        let rate = self.rate.as_ref()?;
        let now = Instant::now();
        let wait = rate.wait(drawn, now);
        if wait.is_zero() {
            return None;
        }
        if matches!(self.directions, Directions::Mixed { read_percent } if (1..100).contains(&read_percent)) {
            let other = match drawn {
                Direction::Read => Direction::Write,
                Direction::Write => Direction::Read,
            };
            let of_other = rate.wait(other, now);
            if of_other < wait {
                self.drawn = Some(other);
                source.turn(other);
                return (!of_other.is_zero()).then_some(of_other);
            }
        }
        Some(wait)
    }

    /// Counts a block that begins.
    #[inline]
    pub(super) fn spend(&mut self, direction: Direction, bytes: u64) {
        if let Some(rate) = &mut self.rate {
            if self.counts_from_due {
                self.due = rate.due(direction);
            }
            rate.spend(direction, bytes);
        }
        if let Some(flow) = &mut self.flow {
            flow.spend();
        }
    }

    /// Returns when a block began that began at a moment: when it was due, where that is earlier and counts.
    #[inline]
    pub(super) fn since(&self, began: Instant) -> Instant {
        self.due.map_or(began, |due| began.min(due))
    }

    /// The block that was due has begun.
    #[inline]
    pub(super) fn forget_due(&mut self) {
        self.due = None;
    }

    /// Makes all blocks that are yet to come due later, after a pause that rates exclude.
    pub(super) fn put_off(&mut self, by: Duration) {
        if let Some(rate) = &mut self.rate {
            rate.put_off(by, &self.shortest);
        }
    }
}
