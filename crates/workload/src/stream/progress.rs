//! The progress of a run: its limits, its ramp, its pace and what it has counted.

use std::time::{Duration, Instant};

use feedrate_pageio::CpuUse;
use feedrate_pageio::cache::StorageIo;

use super::meter::Meter;
use super::mix::Mix;
use crate::control::Counter;
use crate::job::Stream;
use crate::outcome::Snapshot;
use crate::pace::Pace;

/// Counters of a process and of the thread that runs a stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counters {
    pub(super) process: Snapshot,
    pub(super) thread_cpu: CpuUse,
}

impl Counters {
    pub(super) fn now() -> Self {
        Self {
            process: Snapshot {
                storage: StorageIo::now().ok(),
                process_cpu: CpuUse::of_process(),
            },
            thread_cpu: CpuUse::of_thread(),
        }
    }
}

/// The progress of a run.
#[derive(Debug)]
pub(super) struct Progress {
    limit_bytes: u64,
    limit_time: Option<Duration>,
    /// Bytes that count towards the limit.
    submitted: u64,
    in_flight: u64,
    pub(super) pace: Option<Pace>,
    rate: Option<u64>,
    pub(super) mix: Mix,
    pub(super) meter: Meter,
    interval: Duration,
    counter: Counter,
    ramping: bool,
    counted_from: Instant,
    start: Instant,
    pub(super) measured_from: Instant,
    /// When the last transfer was done.
    pub(super) last: Instant,
    /// The reading of the clock that came with the last completion, until it is used: a queue that is
    /// refilled with several transfers counts each but the first from its own reading.
    pub(super) clock: Option<Instant>,
    /// No more is submitted.
    pub(super) ending: bool,
    /// It was stopped before its limit.
    pub(super) cut_short: bool,
    pub(super) before: Counters,
}

impl Progress {
    pub(super) fn new(stream: &Stream, start: Instant, before: Counters, interval: Duration, counter: Counter) -> Self {
        let limit_bytes = match (stream.limit.bytes, stream.limit.time) {
            (Some(bytes), _) => bytes,
            (None, Some(_)) => u64::MAX,
            (None, None) => stream.bytes_of_one_pass(),
        };
        Self {
            limit_bytes,
            limit_time: stream.limit.time,
            submitted: 0,
            in_flight: 0,
            pace: stream.rate.map(|rate| Pace::new(start, rate)),
            rate: stream.rate,
            mix: Mix::default(),
            meter: Meter::new(start, interval),
            interval,
            counter,
            ramping: !stream.ramp.is_zero(),
            counted_from: start + stream.ramp,
            start,
            measured_from: start,
            last: start,
            clock: None,
            ending: false,
            cut_short: false,
            before,
        }
    }

    /// Bytes that may still be submitted.
    pub(super) fn bytes_left(&self) -> u64 {
        if self.ramping {
            u64::MAX
        } else {
            self.limit_bytes.saturating_sub(self.submitted)
        }
    }

    /// Returns the time that the pace asks to wait before the next transfer.
    pub(super) fn must_wait(&self) -> Option<Duration> {
        let wait = self.pace?.wait(Instant::now());
        (!wait.is_zero()).then_some(wait)
    }

    /// Counts what is about to be submitted.
    pub(super) fn submit(&mut self, bytes: u64) {
        self.submitted += bytes;
        self.in_flight += bytes;
        if let Some(pace) = &mut self.pace {
            pace.spend(bytes);
        }
    }

    /// Counts what was done at a moment.
    pub(super) fn complete(&mut self, at: Instant, bytes: u64) {
        self.in_flight -= bytes;
        self.clock = Some(at);
        self.counter.add(bytes);
        self.last = self.last.max(at);
        if !self.ramping {
            self.meter.add(at, bytes);
        }
    }

    /// Returns whether the ramp has lasted long enough.
    pub(super) fn is_ramp_over(&self) -> bool {
        self.ramping && self.last >= self.counted_from
    }

    /// Returns whether it is still in its ramp.
    pub(super) fn is_ramping(&self) -> bool {
        self.ramping
    }

    /// Counts from the last completion on. What is in flight then is done within what counts, so it
    /// counts towards the limit.
    pub(super) fn end_ramp(&mut self) {
        let now = self.last;
        self.ramping = false;
        self.measured_from = now;
        self.submitted = self.in_flight;
        self.pace = self.rate.map(|rate| Pace::new(now, rate));
        self.meter = Meter::new(now, self.interval);
        self.before = Counters::now();
    }

    /// Returns the time that the ramp took.
    pub(super) fn ramped(&self) -> Duration {
        self.measured_from.saturating_duration_since(self.start)
    }

    /// Looks whether the time is up.
    pub(super) fn look_at_the_clock(&mut self, now: Instant) {
        let is_up = |limit| now.saturating_duration_since(self.measured_from) >= limit;
        if !self.ramping && self.limit_time.is_some_and(is_up) {
            self.ending = true;
        }
    }

    /// Looks at the clock where a paced stream did nothing for a while. If its time ends there, that
    /// while belongs to it: its rate is what it was held to.
    pub(super) fn look_after_a_nap(&mut self) {
        let now = Instant::now();
        self.clock = None;
        self.look_at_the_clock(now);
        if self.ending {
            self.last = self.last.max(now);
        }
    }

    /// Ends it before its limit, unless it was about to end.
    pub(super) fn stop(&mut self) {
        if !self.ending {
            self.ending = true;
            self.cut_short = self.bytes_left() > 0;
        }
    }
}
