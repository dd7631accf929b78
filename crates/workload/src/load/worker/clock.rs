//! The moments of a load: its start, its ramp, its deadline, its last completion.

use std::time::{Duration, Instant};

/// The moments of a load, and the reading of the clock that blocks share.
#[derive(Debug)]
pub(super) struct RunClock {
    pub(super) start: Instant,
    /// From when on is counted.
    pub(super) counted_from: Instant,
    /// The last completion.
    pub(super) last: Instant,
    deadline: Option<Instant>,
    /// When the ramp ends; `None` once it is over.
    ramp_ends: Option<Instant>,
    /// The reading that came with the last completion, until it is used.
    reading: Option<Instant>,
}

impl RunClock {
    /// Starts a load with a ramp, if it has one.
    pub(super) fn start(now: Instant, ramp: Option<Duration>) -> Self {
        Self {
            start: now,
            counted_from: now,
            last: now,
            deadline: None,
            ramp_ends: ramp.map(|ramp| now + ramp),
            reading: None,
        }
    }

    /// Counts from a moment on, and for so long unless it is in its ramp.
    pub(super) fn count_from(&mut self, from: Instant, time: Option<Duration>) {
        self.counted_from = from;
        self.deadline = match self.is_ramping() {
            true => None,
            false => time.and_then(|time| from.checked_add(time)),
        };
    }

    pub(super) fn is_ramping(&self) -> bool {
        self.ramp_ends.is_some()
    }

    /// True if the time of its ramp is over by a moment and nothing was made of that yet.
    #[inline]
    pub(super) fn ends_ramp(&self, at: Instant) -> bool {
        self.ramp_ends.is_some_and(|ends| at >= ends)
    }

    pub(super) fn leave_ramp(&mut self) {
        self.ramp_ends = None;
    }

    /// Returns whether its time is up by a moment.
    #[inline]
    pub(super) fn is_time_up(&self, at: Instant) -> bool {
        self.deadline.is_some_and(|deadline| at >= deadline)
    }

    /// Returns a wait, cut at the deadline.
    pub(super) fn within_time(&self, wait: Duration) -> Duration {
        match self.deadline {
            Some(deadline) => wait.min(deadline.saturating_duration_since(Instant::now())),
            None => wait,
        }
    }

    /// A block was done at a moment, and the next may begin with that reading of the clock.
    #[inline]
    pub(super) fn complete(&mut self, at: Instant) {
        self.extend(at);
        self.reading = Some(at);
    }

    /// Something else was done at a moment, after which the next block reads the clock for itself.
    pub(super) fn complete_apart(&mut self, at: Instant) {
        self.extend(at);
        self.reading = None;
    }

    /// Extends the load to a moment: all that was done until then belongs to it.
    #[inline]
    pub(super) fn extend(&mut self, at: Instant) {
        self.last = self.last.max(at);
    }

    #[inline]
    pub(super) fn take_reading(&mut self) -> Option<Instant> {
        self.reading.take()
    }

    pub(super) fn forget_reading(&mut self) {
        self.reading = None;
    }
}
