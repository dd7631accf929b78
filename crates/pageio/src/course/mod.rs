//! The course of transfers: what a queue moved, and how long it kept its caller, over time.
//!
//! A course is recorded only while [`record`] says so, because it takes a few readings of clocks a call. It has at
//! most [`MOST_INTERVALS`] intervals: when it gets longer, neighbours are added up.

mod callers;
mod gap;
mod idle;
mod intervals;
mod sizes;
mod speed;
mod threads;

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use feedrate_machine::since_boot;
use serde::{Deserialize, Serialize};

use crate::transfer::{Direction, Transfer};
use intervals::Intervals;

pub use callers::{Caller, Callers};
pub use intervals::{Interval, MOST_INTERVALS};
pub use sizes::TransferSizes;
pub use speed::Speed;
pub use threads::{ThreadTimes, ThreadWatch};

/// True if queues that are made from now on record their courses.
static RECORDS: AtomicBool = AtomicBool::new(false);

/// The beginning of all intervals of this process, by both clocks.
static ORIGIN: LazyLock<Origin> = LazyLock::new(Origin::now);

/// Makes queues that are created after this record their courses, or not.
pub fn record(on: bool) {
    RECORDS.store(on, Ordering::Relaxed);
}

/// Returns whether queues that are created now record their courses.
pub fn is_recording() -> bool {
    RECORDS.load(Ordering::Relaxed)
}

/// One moment, by the clock of the process and by that of the machine.
#[derive(Debug)]
struct Origin {
    instant: Instant,
    /// Since the machine started.
    machine: Duration,
}

impl Origin {
    fn now() -> Self {
        let machine = since_boot();
        Self {
            instant: Instant::now(),
            machine,
        }
    }
}

/// The course of transfers over time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// When the first interval begins, in microseconds since the machine started (`CLOCK_BOOTTIME`).
    pub began_microseconds: u64,
    /// The length of an interval.
    pub interval_microseconds: u64,
    /// The intervals, one after another.
    pub intervals: Vec<Interval>,
    /// The sizes of the transfers.
    pub sizes: TransferSizes,
    /// The transfers that began where the one before ended, or that were the first.
    pub in_order: u64,
    /// The threads that moved parts of the file at the same time.
    pub threads: u32,
    /// The speed at which the threads computed.
    #[serde(default)]
    pub speed: Speed,
    /// The threads that made its calls, and how long each of them computed between calls.
    #[serde(default)]
    pub callers: Callers,
}

impl Course {
    /// Adds a course of the same time, of another thread or of another file.
    pub fn add(&mut self, other: &Self) {
        let (first, second) = match self.began_microseconds <= other.began_microseconds {
            true => (&*self, other),
            false => (other, &*self),
        };
        let mut all = Intervals::of(first);
        all.add(&Intervals::of(second));
        self.began_microseconds = all.began_microseconds();
        self.interval_microseconds = all.width_microseconds();
        self.intervals = all.into_vec();
        self.sizes.add(&other.sizes);
        self.in_order += other.in_order;
        self.speed.add(other.speed);
        self.callers.add(&other.callers);
    }

    /// Returns the intervals with their middles, in microseconds since the machine started.
    pub fn middles(&self) -> impl Iterator<Item = (u64, &Interval)> {
        let (first, width) = (self.began_microseconds, self.interval_microseconds);
        (0u64..).zip(&self.intervals).map(move |(number, interval)| {
            let begin = first.saturating_add(number.saturating_mul(width));
            (begin.saturating_add(width / 2), interval)
        })
    }

    /// Returns all transfers.
    pub fn transfers(&self) -> u64 {
        self.intervals.iter().map(|it| it.transfers).sum()
    }

    /// Returns all bytes of one direction.
    pub fn bytes_of(&self, direction: Direction) -> u64 {
        self.intervals.iter().map(|it| it.bytes_of(direction)).sum()
    }

    /// Returns all bytes, of both directions.
    pub fn bytes(&self) -> u64 {
        self.intervals.iter().map(Interval::bytes).sum()
    }
}

/// Records the course of one queue.
#[derive(Debug)]
pub(crate) struct Recorder {
    intervals: Intervals,
    sizes: TransferSizes,
    in_order: u64,
    speed: Speed,
    callers: Callers,
    /// The end of the last transfer of each direction: file and offset.
    ends: [Option<(usize, u64)>; 2],
}

impl Recorder {
    /// Returns a recorder if courses are recorded.
    pub(crate) fn if_wanted() -> Option<Box<Self>> {
        is_recording().then(|| {
            Box::new(Self {
                intervals: Intervals::new(ORIGIN.machine),
                sizes: TransferSizes::default(),
                in_order: 0,
                speed: Speed::default(),
                callers: Callers::default(),
                ends: [None; 2],
            })
        })
    }

    /// Records a transfer that is submitted.
    pub(crate) fn submit(&mut self, transfer: &Transfer) {
        let last = &mut self.ends[usize::from(transfer.direction == Direction::Write)];
        let begins = (transfer.file, transfer.offset);
        self.in_order += u64::from(last.is_none_or(|last| last == begins));
        *last = Some((transfer.file, transfer.offset + transfer.bytes as u64));
        self.sizes.count(transfer.bytes as u64);
    }

    /// Records a transfer that was completed at a moment.
    pub(crate) fn complete(&mut self, transfer: &Transfer, at: Instant) {
        let at = at.saturating_duration_since(ORIGIN.instant);
        self.intervals.complete(at, transfer.direction, transfer.bytes as u64);
    }

    /// Records that a call begins. Returns when.
    pub(crate) fn call_begins(&mut self) -> Instant {
        let now = Instant::now();
        if let Some(gap) = gap::end(now) {
            let since = |at: Instant| at.saturating_duration_since(ORIGIN.instant);
            self.intervals.add_gap(since(gap.since), since(now), &gap);
            self.callers.compute(callers::own_number(), gap.computed);
        }
        if let Some(speed) = speed::burst_if_due(now, self.speed.rounds == 0) {
            self.speed.add(speed);
        }
        now
    }

    /// Records that the call that began then has ended: it kept its caller.
    pub(crate) fn call_ended(&mut self, began: Instant) {
        let (now, served) = gap::begin();
        self.hold(began, now);
        let now = now.saturating_duration_since(ORIGIN.instant);
        self.intervals.serve(now, served);
    }

    fn hold(&mut self, from: Instant, until: Instant) {
        self.intervals.hold(
            from.saturating_duration_since(ORIGIN.instant),
            until.saturating_duration_since(ORIGIN.instant),
        );
    }

    /// Returns the course so far.
    pub(crate) fn course(&self) -> Course {
        Course {
            began_microseconds: self.intervals.began_microseconds(),
            interval_microseconds: self.intervals.width_microseconds(),
            intervals: self.intervals.clone().into_vec(),
            sizes: self.sizes.clone(),
            in_order: self.in_order,
            threads: 1,
            speed: self.speed,
            callers: self.callers.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transfer(direction: Direction, offset: u64, bytes: usize) -> Transfer {
        Transfer {
            direction,
            file: 0,
            slot: 0,
            offset,
            bytes,
        }
    }

    fn recorder() -> Recorder {
        Recorder {
            intervals: Intervals::new(Duration::from_secs(1)),
            sizes: TransferSizes::default(),
            in_order: 0,
            speed: Speed::default(),
            callers: Callers::default(),
            ends: [None; 2],
        }
    }

    #[test]
    fn order_and_sizes_are_counted() {
        let mut recorder = recorder();
        for (direction, offset, bytes) in [
            (Direction::Read, 4096, 100),
            (Direction::Write, 0, 50),
            (Direction::Read, 4196, 100),
            (Direction::Read, 0, 4096),
            (Direction::Write, 50, 50),
        ] {
            recorder.submit(&transfer(direction, offset, bytes));
        }
        let course = recorder.course();
        assert_eq!(course.in_order, 4);
        let sizes: Vec<_> = course.sizes.counts().collect();
        assert_eq!(sizes, [(50, 2), (100, 2), (4096, 1)]);
    }

    #[test]
    fn courses_of_threads_are_added_in_their_time() {
        let at = |millis| ORIGIN.instant + Duration::from_millis(millis);
        let mut one = recorder();
        one.complete(&transfer(Direction::Read, 0, 10), at(3));
        one.hold(at(1), at(3));
        let mut other = recorder();
        other.complete(&transfer(Direction::Read, 0, 5), at(900));
        other.complete(&transfer(Direction::Write, 0, 7), at(1));
        let mut sum = one.course();
        sum.add(&other.course());
        assert_eq!(sum.bytes(), 22);
        assert_eq!(sum.transfers(), 3);
        let held: u64 = sum.intervals.iter().map(|it| it.held_microseconds).sum();
        assert_eq!(held, 2000);
        assert!(sum.intervals.len() <= MOST_INTERVALS);
        let written: u64 = sum.intervals.iter().map(|it| it.written_bytes).sum();
        assert_eq!(written, 7);
    }
}
