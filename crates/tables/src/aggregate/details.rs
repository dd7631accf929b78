//! Details that PROC UNIVARIATE needs of a variable in addition to its moments: the observations with the least and
//! the greatest values, and the frequency of each missing value.
//!
//! They are stored among the numbers of a cell, so that they are spilled, merged and rolled up with the moments.

use feedrate_values::missing::{MISSING, UNDERSCORE, letter, special};

/// The number of distinct missing values: `._`, `.` and `.A` to `.Z`.
const KINDS: usize = 28;

/// Which details of each variable are collected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Details {
    /// True if details are collected.
    pub wanted: bool,
    /// The number of least observations, which is also that of greatest observations.
    pub extremes: usize,
    /// The length of an observation's tag: its number in the data set, followed by its packed ID values.
    pub tag: usize,
}

impl Details {
    /// No details.
    #[cfg(test)]
    pub(super) const NONE: Self = Self {
        wanted: false,
        extremes: 0,
        tag: 0,
    };

    /// Returns the number of numbers for a variable.
    pub(super) fn width(self) -> usize {
        match self.wanted {
            true => KINDS + 2 * self.extremes * self.entry(),
            false => 0,
        }
    }

    /// Returns the number of numbers for an observation: its value and its tag.
    fn entry(self) -> usize {
        1 + self.tag
    }

    /// Resets the details of a variable. The value of an unused entry is NaN.
    pub(super) fn clear(self, place: &mut [f64]) {
        if let Some((missing, extremes)) = place.split_at_mut_checked(KINDS) {
            missing.fill(0.0);
            extremes.fill(f64::NAN);
        }
    }

    /// Adds a value with frequency `count`.
    #[inline]
    pub(super) fn note(self, place: &mut [f64], value: f64, count: f64, tag: &[f64]) {
        if value.is_nan() {
            place[kind(value)] += count;
            return;
        }
        let (low, high) = self.halves(place);
        self.insert(low, value, tag, is_lower);
        self.insert(high, value, tag, is_higher);
    }

    /// Merges the details of other observations.
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
                self.insert(low, entry[0], &entry[1..], is_lower);
            }
        }
        for entry in other[middle..].chunks_exact(self.entry()) {
            if !entry[0].is_nan() {
                self.insert(high, entry[0], &entry[1..], is_higher);
            }
        }
    }

    fn halves(self, place: &mut [f64]) -> (&mut [f64], &mut [f64]) {
        place[KINDS..].split_at_mut(self.extremes * self.entry())
    }

    /// Inserts an observation into the list of extreme observations, if it belongs there. Equal values are ordered by
    /// observation number: the later ones come first among the least and last among the greatest, as the published
    /// tables have them.
    #[inline]
    fn insert(self, entries: &mut [f64], value: f64, tag: &[f64], before: impl Fn((f64, f64), (f64, f64)) -> bool) {
        let entry = self.entry();
        let Some(last) = entries.len().checked_sub(entry) else {
            return;
        };
        let own = (value, tag.first().copied().unwrap_or(0.0));
        let number = |entries: &[f64], at: usize| entries.get(at + 1).copied().unwrap_or(0.0);
        let goes_before =
            |entries: &[f64], at: usize| entries[at].is_nan() || before(own, (entries[at], number(entries, at)));
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

/// Returns true if a value, with its observation number, goes before another among the least.
fn is_lower(own: (f64, f64), other: (f64, f64)) -> bool {
    own.0 < other.0 || own.0 == other.0 && own.1 > other.1
}

/// Returns true if a value, with its observation number, goes before another among the greatest, from the greatest on.
fn is_higher(own: (f64, f64), other: (f64, f64)) -> bool {
    own > other
}

/// Returns the index of a missing value, in sort order.
fn kind(value: f64) -> usize {
    match letter(value) {
        Some(Some('_')) => 0,
        Some(Some(letter)) => 2 + (letter as usize - 'A' as usize).min(KINDS - 3),
        _ => 1,
    }
}

/// Returns the missing value of an index.
fn missing_of(kind: usize) -> f64 {
    match kind {
        0 => UNDERSCORE,
        1 => MISSING,
        _ => special(b'A' + (kind - 2) as u8).unwrap_or(MISSING),
    }
}

/// The details of a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VariableDetails<'c> {
    pub(super) details: Details,
    pub(super) place: &'c [f64],
}

impl<'c> VariableDetails<'c> {
    /// Returns the missing values that occur, each with its frequency.
    pub(crate) fn missing(self) -> impl Iterator<Item = (f64, f64)> + use<'c> {
        let counts = self.place.iter().take(KINDS).enumerate();
        let met = counts.filter(|(_, count)| **count > 0.0);
        met.map(|(kind, count)| (missing_of(kind), *count))
    }

    /// Returns the least values with their tags, in ascending order.
    pub(crate) fn least(self) -> Vec<(f64, &'c [f64])> {
        self.entries(KINDS)
    }

    /// Returns the greatest values with their tags, in ascending order.
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
            let mut least = values.clone();
            least.sort_by(|a, b| (a.0, -a.1).partial_cmp(&(b.0, -b.1)).unwrap());
            let seen = VariableDetails { details: THREE, place: &whole };
            let entries_of = |entries: Vec<(f64, &[f64])>| -> Vec<_> {
                entries.into_iter().map(|(value, tag)| { assert_eq!(tag[1], -tag[0]); (value, tag[0]) }).collect()
            };
            prop_assert_eq!(entries_of(seen.least()), &least[..least.len().min(3)]);
            prop_assert_eq!(entries_of(seen.greatest()), &sorted[sorted.len().saturating_sub(3)..]);
        }
    }

    #[test]
    fn missing_values_are_counted_by_their_kind() {
        let c = special(b'C').unwrap();
        let place = noted(&[(MISSING, 1.0), (c, 2.0), (UNDERSCORE, 3.0), (c, 4.0), (1.0, 5.0)]);
        let seen = VariableDetails {
            details: THREE,
            place: &place,
        };
        let met: Vec<_> = seen.missing().map(|(value, n)| (letter(value), n)).collect();
        assert_eq!(met, [(Some(Some('_')), 1.0), (Some(None), 1.0), (Some(Some('C')), 2.0)]);
        assert_eq!(seen.least().len(), 1);
    }
}
