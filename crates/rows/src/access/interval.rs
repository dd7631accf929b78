//! Intervals of bytes, and lists of them.

use std::cmp::Ordering;
use std::ops::Bound;

/// Values from one bound to another, neither of which is beyond the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) from: Bound<Vec<u8>>,
    pub(super) to: Bound<Vec<u8>>,
}

impl Interval {
    /// Returns that of a single value.
    pub(super) fn point(bytes: Vec<u8>) -> Self {
        Self {
            from: Bound::Included(bytes.clone()),
            to: Bound::Included(bytes),
        }
    }

    /// Returns whether it has all values.
    pub(super) fn is_all(&self) -> bool {
        (&self.from, &self.to) == (&Bound::Unbounded, &Bound::Unbounded)
    }

    /// Returns its only value, if it has but one.
    pub(super) fn only(&self) -> Option<&[u8]> {
        match (&self.from, &self.to) {
            (Bound::Included(from), Bound::Included(to)) if from == to => Some(from),
            _ => None,
        }
    }

    /// Returns whether it has no values, as far as its bounds tell.
    pub(super) fn is_empty(&self) -> bool {
        match (&self.from, &self.to) {
            (Bound::Unbounded, _) | (_, Bound::Unbounded) => false,
            (Bound::Included(from), Bound::Included(to)) => from > to,
            (Bound::Included(from) | Bound::Excluded(from), Bound::Included(to) | Bound::Excluded(to)) => from >= to,
        }
    }

    /// Returns the values that it has in common with another one.
    pub(super) fn common(&self, other: &Self) -> Self {
        let from = match compare_from(&self.from, &other.from) {
            Ordering::Less => &other.from,
            _ => &self.from,
        };
        let to = match compare_to(&self.to, &other.to) {
            Ordering::Greater => &other.to,
            _ => &self.to,
        };
        Self {
            from: from.clone(),
            to: to.clone(),
        }
    }
}

/// Compares beginnings of intervals.
fn compare_from(a: &Bound<Vec<u8>>, b: &Bound<Vec<u8>>) -> Ordering {
    fn place(bound: &Bound<Vec<u8>>) -> Option<(&[u8], bool)> {
        match bound {
            Bound::Unbounded => None,
            Bound::Included(bytes) => Some((bytes, false)),
            Bound::Excluded(bytes) => Some((bytes, true)),
        }
    }
    place(a).cmp(&place(b))
}

/// Compares ends of intervals.
fn compare_to(a: &Bound<Vec<u8>>, b: &Bound<Vec<u8>>) -> Ordering {
    fn place(bound: &Bound<Vec<u8>>) -> (bool, &[u8], bool) {
        match bound {
            Bound::Unbounded => (true, &[], false),
            Bound::Included(bytes) => (false, bytes, true),
            Bound::Excluded(bytes) => (false, bytes, false),
        }
    }
    place(a).cmp(&place(b))
}

/// Returns what two lists have in common.
pub(super) fn intersection(a: &[Interval], b: &[Interval]) -> Vec<Interval> {
    let mut common = Vec::new();
    let (mut at_a, mut at_b) = (0, 0);
    while let (Some(one), Some(other)) = (a.get(at_a), b.get(at_b)) {
        let both = one.common(other);
        if !both.is_empty() {
            common.push(both);
        }
        match compare_to(&one.to, &other.to) {
            Ordering::Greater => at_b += 1,
            _ => at_a += 1,
        }
    }
    common
}

/// Returns intervals in order, those that overlap or touch as one.
pub(super) fn united(mut intervals: Vec<Interval>) -> Vec<Interval> {
    intervals.retain(|interval| !interval.is_empty());
    intervals.sort_by(|a, b| compare_from(&a.from, &b.from));
    let mut united: Vec<Interval> = Vec::with_capacity(intervals.len());
    for interval in intervals {
        match united.last_mut() {
            Some(last) if touches(&last.to, &interval.from) => {
                if compare_to(&last.to, &interval.to) == Ordering::Less {
                    last.to = interval.to;
                }
            }
            _ => united.push(interval),
        }
    }
    united
}

/// Returns whether what ends with `to` leaves nothing before what begins with `from`, which does not begin before it.
pub(super) fn touches(to: &Bound<Vec<u8>>, from: &Bound<Vec<u8>>) -> bool {
    match (to, from) {
        (Bound::Unbounded, _) | (_, Bound::Unbounded) => true,
        (Bound::Excluded(to), Bound::Excluded(from)) => from < to,
        (Bound::Included(to) | Bound::Excluded(to), Bound::Included(from) | Bound::Excluded(from)) => from <= to,
    }
}
