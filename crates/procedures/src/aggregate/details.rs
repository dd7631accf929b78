//! What is kept of a variable beside its moments, for PROC UNIVARIATE: which observations have the least and
//! the greatest values, and how often each missing value was met.
//!
//! It lies among the numbers of a cell, so that it is spilled, merged and rolled up with the moments.

use feedrate_values::missing::{MISSING, UNDERSCORE, letter, special};

/// Kinds of missing values: `._`, `.` and `.A` to `.Z`.
const KINDS: usize = 28;

/// What is kept of each variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Details {
    /// Whether anything is.
    pub wanted: bool,
    /// How many of the least observations, and how many of the greatest.
    pub extremes: usize,
    /// How many numbers tell an observation: the number that it has in its data set, and then what stands
    /// for its ID values.
    pub tag: usize,
}

impl Details {
    /// Nothing.
    #[cfg(test)]
    pub(super) const NONE: Self = Self {
        wanted: false,
        extremes: 0,
        tag: 0,
    };

    /// Numbers of a variable.
    pub(super) fn width(self) -> usize {
        match self.wanted {
            true => KINDS + 2 * self.extremes * self.entry(),
            false => 0,
        }
    }

    /// Numbers of an observation: its value and its tag.
    fn entry(self) -> usize {
        1 + self.tag
    }

    /// Makes the place of a variable that of no observations. An entry without a value is a NaN.
    pub(super) fn clear(self, place: &mut [f64]) {
        if let Some((missing, extremes)) = place.split_at_mut_checked(KINDS) {
            missing.fill(0.0);
            extremes.fill(f64::NAN);
        }
    }

    /// Notes a value that is there `count` times.
    #[inline]
    pub(super) fn note(self, place: &mut [f64], value: f64, count: f64, tag: &[f64]) {
        if value.is_nan() {
            place[kind(value)] += count;
            return;
        }
        let (low, high) = self.halves(place);
        self.insert(low, value, tag, |a, b| a < b);
        self.insert(high, value, tag, |a, b| a > b);
    }

    /// Adds what was kept of other observations.
    pub(super) fn merge(self, place: &mut [f64], other: &[f64]) {
        if !self.wanted {
            return;
        }
        for (count, other) in place.iter_mut().zip(&other[..KINDS]) {
            *count += other;
        }
        let middle = KINDS + self.extremes * self.entry();
        let (low, high) = self.halves(place);
        for entry in other[KINDS..middle].chunks_exact(self.entry()) {
            if !entry[0].is_nan() {
                self.insert(low, entry[0], &entry[1..], |a, b| a < b);
            }
        }
        for entry in other[middle..].chunks_exact(self.entry()) {
            if !entry[0].is_nan() {
                self.insert(high, entry[0], &entry[1..], |a, b| a > b);
            }
        }
    }

    fn halves(self, place: &mut [f64]) -> (&mut [f64], &mut [f64]) {
        place[KINDS..].split_at_mut(self.extremes * self.entry())
    }

    /// Puts an observation in its place among those that go before it, if it is one of so many. Of equal
    /// values the number of the observation decides.
    #[inline]
    fn insert(
        self,
        entries: &mut [f64],
        value: f64,
        tag: &[f64],
        before: impl Fn((f64, f64), (f64, f64)) -> bool,
    ) {
        let entry = self.entry();
        let Some(last) = entries.len().checked_sub(entry) else {
            return;
        };
        let own = (value, tag.first().copied().unwrap_or(0.0));
        let number = |entries: &[f64], at: usize| entries.get(at + 1).copied().unwrap_or(0.0);
        let goes_before = |entries: &[f64], at: usize| {
            entries[at].is_nan() || before(own, (entries[at], number(entries, at)))
        };
        if !goes_before(entries, last) {
            return;
        }
        let mut at = last;
        while at >= entry && goes_before(entries, at - entry) {
            entries.copy_within(at - entry..at, at);
            at -= entry;
        }
        entries[at] = value;
        entries[at + 1..at + entry].copy_from_slice(tag);
    }
}

/// Which kind a missing value is, in the order of the language.
fn kind(value: f64) -> usize {
    match letter(value) {
        Some(Some('_')) => 0,
        Some(Some(letter)) => 2 + (letter as usize - 'A' as usize).min(KINDS - 3),
        _ => 1,
    }
}

/// The missing value of a kind.
fn missing_of(kind: usize) -> f64 {
    match kind {
        0 => UNDERSCORE,
        1 => MISSING,
        _ => special(b'A' + (kind - 2) as u8).unwrap_or(MISSING),
    }
}

/// What was kept of a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Detailed<'c> {
    pub(super) details: Details,
    pub(super) place: &'c [f64],
}

impl<'c> Detailed<'c> {
    /// The missing values that were met, each with how often.
    pub(crate) fn missing(self) -> impl Iterator<Item = (f64, f64)> + use<'c> {
        let counts = self.place.iter().take(KINDS).enumerate();
        let met = counts.filter(|(_, count)| **count > 0.0);
        met.map(|(kind, count)| (missing_of(kind), *count))
    }

    /// The least values with their tags, the least first.
    pub(crate) fn least(self) -> Vec<(f64, &'c [f64])> {
        self.entries(KINDS)
    }

    /// The greatest values with their tags, the greatest last.
    pub(crate) fn greatest(self) -> Vec<(f64, &'c [f64])> {
        let mut entries = self.entries(KINDS + self.details.extremes * self.details.entry());
        entries.reverse();
        entries
    }

    fn entries(self, start: usize) -> Vec<(f64, &'c [f64])> {
        let place = self.place.get(start..).unwrap_or_default();
        let entries = place.chunks_exact(self.details.entry());
        let entries = entries.take(self.details.extremes);
        let there = entries.filter(|entry| !entry[0].is_nan());
        there.map(|entry| (entry[0], &entry[1..])).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const THREE: Details = Details {
        wanted: true,
        extremes: 3,
        tag: 2,
    };

    fn noted(values: &[(f64, f64)]) -> Vec<f64> {
        let mut place = vec![0.0; THREE.width()];
        THREE.clear(&mut place);
        for &(value, number) in values {
            THREE.note(&mut place, value, 1.0, &[number, -number]);
        }
        place
    }

    proptest! {
        #[test]
        fn parts_together_have_the_ends_of_the_whole_in_order(
            values in prop::collection::vec(-5..5_i32, 0..30),
            cut in 0..30_usize,
        ) {
            let values: Vec<_> = values.iter().zip(1..).map(|(v, n)| (f64::from(*v), f64::from(n))).collect();
            let cut = cut.min(values.len());
            let mut whole = noted(&values[..cut]);
            THREE.merge(&mut whole, &noted(&values[cut..]));
            let mut sorted = values.clone();
            sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
            let seen = Detailed { details: THREE, place: &whole };
            let told = |entries: Vec<(f64, &[f64])>| -> Vec<_> {
                entries.into_iter().map(|(value, tag)| { assert_eq!(tag[1], -tag[0]); (value, tag[0]) }).collect()
            };
            prop_assert_eq!(told(seen.least()), &sorted[..sorted.len().min(3)]);
            prop_assert_eq!(told(seen.greatest()), &sorted[sorted.len().saturating_sub(3)..]);
        }
    }

    #[test]
    fn missing_values_are_counted_by_their_kind() {
        let c = special(b'C').unwrap();
        let place = noted(&[
            (MISSING, 1.0),
            (c, 2.0),
            (UNDERSCORE, 3.0),
            (c, 4.0),
            (1.0, 5.0),
        ]);
        let seen = Detailed {
            details: THREE,
            place: &place,
        };
        let met: Vec<_> = seen
            .missing()
            .map(|(value, n)| (letter(value), n))
            .collect();
        assert_eq!(
            met,
            [
                (Some(Some('_')), 1.0),
                (Some(None), 1.0),
                (Some(Some('C')), 2.0)
            ]
        );
        assert_eq!(seen.least().len(), 1);
    }
}
