//! Intervals of equal length, of which there are never many.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Course;
use super::gap::Gap;
use crate::transfer::Direction;

/// The most intervals of a course.
pub const MOST_INTERVALS: usize = 256;

/// The length of an interval at first, in microseconds. It doubles when there would be too many.
const FIRST_WIDTH: u64 = 1 << 10;

/// The transfers of an interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interval {
    /// Bytes of reads that were completed in it.
    pub read_bytes: u64,
    /// Bytes of writes that were completed in it.
    pub written_bytes: u64,
    /// Transfers that were completed in it.
    pub transfers: u64,
    /// The time for which calls kept their callers in it, of all threads together.
    pub held_microseconds: u64,
    /// The time for which threads had no processor between calls, although they could have run, of all threads
    /// together.
    #[serde(default)]
    pub preempted_microseconds: u64,
    /// The processor time of threads between calls, of all threads together.
    #[serde(default)]
    pub computed_microseconds: u64,
    /// The time for which threads waited between calls for something else, such as another thread, of all threads
    /// together.
    #[serde(default)]
    pub waited_microseconds: u64,
    /// The processor time of threads in calls, of all threads together.
    #[serde(default)]
    pub served_microseconds: u64,
}

impl Interval {
    /// Returns the bytes of both directions.
    pub fn bytes(&self) -> u64 {
        self.read_bytes + self.written_bytes
    }

    /// Returns the bytes of one direction.
    pub fn bytes_of(&self, direction: Direction) -> u64 {
        match direction {
            Direction::Read => self.read_bytes,
            Direction::Write => self.written_bytes,
        }
    }

    /// Adds what was moved in another interval.
    pub fn add(&mut self, other: &Self) {
        self.read_bytes += other.read_bytes;
        self.written_bytes += other.written_bytes;
        self.transfers += other.transfers;
        self.held_microseconds += other.held_microseconds;
        self.preempted_microseconds += other.preempted_microseconds;
        self.computed_microseconds += other.computed_microseconds;
        self.waited_microseconds += other.waited_microseconds;
        self.served_microseconds += other.served_microseconds;
    }
}

/// The part of a gap that is spread over its time.
#[derive(Clone, Copy, Debug)]
enum Share {
    Computed,
    Preempted,
    Waited,
    Served,
}

/// Nanoseconds that are not yet a whole microsecond.
#[derive(Clone, Copy, Debug, Default)]
struct Rests {
    held: u64,
    shares: [u64; 4],
}

/// Intervals of one width, which begin at multiples of it after an origin.
#[derive(Clone, Debug)]
pub(super) struct Intervals {
    /// In microseconds since the machine started.
    origin: u64,
    width: u64,
    /// The number of the first one, counted from the origin.
    first: u64,
    intervals: Vec<Interval>,
    rests: Rests,
}

impl Intervals {
    pub(super) fn new(origin: Duration) -> Self {
        Self {
            origin: microseconds(origin),
            width: FIRST_WIDTH,
            first: 0,
            intervals: Vec::new(),
            rests: Rests::default(),
        }
    }

    /// Returns those of a course, with its own beginning as the origin.
    pub(super) fn of(course: &Course) -> Self {
        let mut intervals = course.intervals.clone();
        intervals.truncate(MOST_INTERVALS);
        Self {
            origin: course.began_microseconds,
            width: course.interval_microseconds.max(1),
            first: 0,
            intervals,
            rests: Rests::default(),
        }
    }

    pub(super) fn began_microseconds(&self) -> u64 {
        self.origin.saturating_add(self.first.saturating_mul(self.width))
    }

    pub(super) fn width_microseconds(&self) -> u64 {
        self.width
    }

    pub(super) fn into_vec(self) -> Vec<Interval> {
        self.intervals
    }

    /// Counts a transfer that was completed so long after the origin.
    pub(super) fn complete(&mut self, at: Duration, direction: Direction, bytes: u64) {
        let interval = self.at(microseconds(at));
        match direction {
            Direction::Read => interval.read_bytes += bytes,
            Direction::Write => interval.written_bytes += bytes,
        }
        interval.transfers += 1;
    }

    /// Counts a call from one moment after the origin to another.
    pub(super) fn hold(&mut self, from: Duration, until: Duration) {
        let until = until.max(from);
        let nanos = (until - from).as_nanos() as u64 + self.rests.held;
        self.rests.held = nanos % 1000;
        let (mut from, mut left) = (microseconds(from), nanos / 1000);
        if left > 0 {
            // The end may make the intervals wider, so that few of them are filled.
            self.at(from.saturating_add(left));
        }
        while left > 0 {
            let to_end = self.width - from % self.width;
            let here = left.min(to_end);
            self.at(from).held_microseconds += here;
            from = from.saturating_add(here);
            left -= here;
        }
    }

    /// Counts a gap from one moment after the origin to another: what of it is computing and what is not is spread
    /// evenly.
    pub(super) fn add_gap(&mut self, from: Duration, until: Duration, gap: &Gap) {
        self.spread(from, until, gap.computed, Share::Computed);
        self.spread(from, until, gap.preempted, Share::Preempted);
        self.spread(from, until, gap.waited, Share::Waited);
    }

    /// Counts the processor time of a call that ended then.
    pub(super) fn serve(&mut self, at: Duration, time: Duration) {
        self.spread(at, at, time, Share::Served);
    }

    fn spread(&mut self, from: Duration, until: Duration, time: Duration, share: Share) {
        let rest = &mut self.rests.shares[share as usize];
        let nanos = time.as_nanos() as u64 + *rest;
        *rest = nanos % 1000;
        let mut left = nanos / 1000;
        if left == 0 {
            return;
        }
        let (mut from, until) = (microseconds(from), microseconds(until));
        self.at(until);
        while left > 0 {
            let to_end = self.width - from % self.width;
            let gap = until.saturating_sub(from);
            let here = match gap <= to_end {
                true => left,
                false => (u128::from(left) * u128::from(to_end) / u128::from(gap)) as u64,
            };
            let interval = self.at(from);
            *match share {
                Share::Computed => &mut interval.computed_microseconds,
                Share::Preempted => &mut interval.preempted_microseconds,
                Share::Waited => &mut interval.waited_microseconds,
                Share::Served => &mut interval.served_microseconds,
            } += here;
            from = from.saturating_add(to_end);
            left -= here;
        }
    }

    /// Adds other intervals, none of which begins before the origin of these.
    pub(super) fn add(&mut self, other: &Self) {
        let begin = other.began_microseconds();
        for (number, interval) in (0..).zip(&other.intervals) {
            let before = u64::saturating_mul(number, other.width);
            let middle = begin.saturating_add(before).saturating_add(other.width / 2);
            let at = middle.saturating_sub(self.origin);
            self.at(at).add(interval);
        }
    }

    /// Returns the interval at a moment, in microseconds after the origin.
    fn at(&mut self, moment: u64) -> &mut Interval {
        if self.intervals.is_empty() {
            self.first = moment / self.width;
        }
        loop {
            let number = moment / self.width;
            let end = self.first + self.intervals.len() as u64;
            let (first, end) = (self.first.min(number), end.max(number + 1));
            if end - first > MOST_INTERVALS as u64 {
                self.widen();
                continue;
            }
            if first < self.first {
                let before = (self.first - first) as usize;
                self.intervals
                    .splice(0..0, std::iter::repeat_n(Interval::default(), before));
                self.first = first;
            }
            self.intervals.resize((end - first) as usize, Interval::default());
            return &mut self.intervals[(number - first) as usize];
        }
    }

    /// Doubles the width, and adds up neighbours.
    fn widen(&mut self) {
        let odd = self.first % 2;
        let mut wider = Vec::with_capacity(self.intervals.len() / 2 + 1);
        for (number, interval) in (odd..).zip(&self.intervals) {
            match wider.get_mut((number / 2) as usize) {
                None => wider.push(*interval),
                Some(whole) => whole.add(interval),
            }
        }
        self.intervals = wider;
        self.first /= 2;
        self.width *= 2;
    }
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX >> 1)
}

impl Interval {
    #[cfg(test)]
    fn moved(bytes: u64) -> Self {
        Self {
            read_bytes: bytes,
            transfers: 1,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn gap(computed: u64, preempted: u64, waited: u64) -> Gap {
        let micros = Duration::from_micros;
        Gap {
            since: std::time::Instant::now(),
            computed: micros(computed),
            preempted: micros(preempted),
            waited: micros(waited),
        }
    }

    #[test]
    fn a_long_course_has_wider_intervals() {
        let mut intervals = Intervals::new(Duration::ZERO);
        for second in 0..100 {
            intervals.complete(Duration::from_secs(second), Direction::Read, 1);
        }
        assert_eq!(intervals.width, FIRST_WIDTH << 9);
        assert!(intervals.intervals.len() <= MOST_INTERVALS);
        let bytes: u64 = intervals.intervals.iter().map(Interval::bytes).sum();
        assert_eq!(bytes, 100);
    }

    #[test]
    fn a_call_is_spread_over_its_time() {
        let mut intervals = Intervals::new(Duration::ZERO);
        let micros = Duration::from_micros;
        intervals.hold(micros(1000), micros(3000));
        let held: Vec<u64> = intervals.intervals.iter().map(|it| it.held_microseconds).collect();
        assert_eq!(held, [24, 1024, 952]);
        // Calls shorter than a microsecond add up.
        for _ in 0..10 {
            intervals.hold(micros(3000), micros(3000) + Duration::from_nanos(300));
        }
        let sum: u64 = intervals.intervals.iter().map(|it| it.held_microseconds).sum();
        assert_eq!(sum, 2003);
    }

    #[test]
    fn time_without_a_processor_is_spread_over_its_gap() {
        let mut intervals = Intervals::new(Duration::ZERO);
        let micros = Duration::from_micros;
        let gap = gap(0, 2048, 0);
        intervals.add_gap(micros(512), micros(512 + 4096), &gap);
        let preempted: Vec<u64> = intervals.intervals.iter().map(|it| it.preempted_microseconds).collect();
        assert_eq!(preempted, [256, 512, 512, 512, 256]);
    }

    #[test]
    fn neighbours_are_added_from_an_even_one_on() {
        let mut intervals = Intervals::new(Duration::ZERO);
        intervals.first = 3;
        intervals.intervals = vec![Interval::moved(1), Interval::moved(2), Interval::moved(4)];
        intervals.widen();
        let bytes: Vec<u64> = intervals.intervals.iter().map(Interval::bytes).collect();
        assert_eq!((intervals.first, bytes), (1, vec![1, 6]));
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_memory_is_bounded(
            moments in proptest::collection::vec((0u64..1 << 40, 0u64..1 << 30), 1..200)
        ) {
            let mut intervals = Intervals::new(Duration::from_secs(5));
            for &(at, long) in &moments {
                let at = Duration::from_micros(at);
                intervals.complete(at, Direction::Write, 3);
                intervals.hold(at, at + Duration::from_micros(long));
                intervals.add_gap(at, at + Duration::from_micros(long), &gap(long / 4, long / 3, long / 5));
                intervals.serve(at, Duration::from_micros(long / 7));
                prop_assert!(intervals.intervals.len() <= MOST_INTERVALS);
            }
            let mut sum = Interval::default();
            intervals.intervals.iter().for_each(|it| sum.add(it));
            prop_assert_eq!(sum.written_bytes, 3 * moments.len() as u64);
            let held: u64 = moments.iter().map(|&(_, long)| long).sum();
            prop_assert_eq!(sum.held_microseconds, held);
            let parts_of = |part: u64| moments.iter().map(|&(_, long)| long / part).sum::<u64>();
            prop_assert_eq!(sum.preempted_microseconds, parts_of(3));
            prop_assert_eq!(sum.computed_microseconds, parts_of(4));
            prop_assert_eq!(sum.waited_microseconds, parts_of(5));
            prop_assert_eq!(sum.served_microseconds, parts_of(7));
        }
    }
}
