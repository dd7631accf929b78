//! Observations that are selected in each cell by the order of some variables, with the values of others: those of ID,
//! MAXID, MINID and IDGROUP of PROC MEANS.
//!
//! They are stored among the numbers of a cell, so that they are spilled, merged and rolled up with the moments. All
//! selections of a step have the same layout, that of the largest.

use std::cmp::Ordering;

use feedrate_program::Slot;
use feedrate_rows::{Values, sortable};
use feedrate_values::Value;
use feedrate_values::missing::is_missing;

use super::ids::{id_words, pack};

/// The order by which observations are selected.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The variables, each with whether the greatest value comes first.
    pub keys: Vec<(Slot, bool)>,
    /// True if observations with a missing value of one of them take no part.
    pub complete: bool,
    /// True if the last of equal observations comes first.
    pub last: bool,
    /// The number of observations that are selected.
    pub count: usize,
}

/// The layout of the selections in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Selections {
    /// The number of selections.
    pub count: usize,
    /// The number of observations of each.
    pub entries: usize,
    /// The number of numbers of the keys of an observation.
    pub key: usize,
    /// The number of numbers of its values.
    pub tag: usize,
}

impl Selections {
    /// No selections.
    #[cfg(test)]
    pub(super) const NONE: Self = Self {
        count: 0,
        entries: 0,
        key: 0,
        tag: 0,
    };

    /// Returns the layout for these selections, with the values of these variables.
    pub(super) fn of(selections: &[Selection], ids: &[Slot]) -> Self {
        let words = |selection: &Selection| selection.keys.iter().map(|(slot, _)| id_words(*slot)).sum();
        Self {
            count: selections.len(),
            entries: selections.iter().map(|selection| selection.count).max().unwrap_or(0),
            key: selections.iter().map(words).max().unwrap_or(0),
            tag: ids.iter().copied().map(id_words).sum(),
        }
    }

    /// Returns the number of numbers in a cell.
    pub(super) fn width(self) -> usize {
        self.count * self.entries * self.entry()
    }

    /// Returns the number of numbers of an observation in a cell: its number, its keys, and its values.
    fn entry(self) -> usize {
        1 + self.key + self.tag
    }

    /// Returns the number of numbers of an observation before it is in a cell: its number and keys for each selection,
    /// and its values.
    pub(super) fn record(self) -> usize {
        self.count * (1 + self.key) + self.tag
    }

    /// Resets the selections of a cell. The number of an unused entry is missing.
    pub(super) fn clear(self, place: &mut [f64]) {
        place.fill(f64::NAN);
    }

    /// Appends the record of an observation.
    pub(super) fn push(
        self,
        selections: &[Selection],
        ids: &[Slot],
        values: &Values,
        number: u64,
        records: &mut Vec<f64>,
    ) {
        for selection in selections {
            let end = records.len() + 1 + self.key;
            let is_left_out = selection.complete && selection.keys.iter().any(|(slot, _)| is_absent(*slot, values));
            let number = if selection.last {
                -(number as f64)
            } else {
                number as f64
            };
            records.push(if is_left_out { f64::NAN } else { number });
            for &(slot, descending) in &selection.keys {
                push_key(slot, descending, values, records);
            }
            records.resize(end, 0.0);
        }
        for id in ids {
            match *id {
                Slot::Number(slot) => records.push(values.number(slot)),
                Slot::Text(slot) => pack(values.text(slot), records),
            }
        }
    }

    /// Adds an observation by its record.
    pub(super) fn note(self, place: &mut [f64], record: &[f64]) {
        let (keys, tag) = record.split_at(self.count * (1 + self.key));
        let own = keys.chunks_exact(1 + self.key).zip(self.chunks(place));
        for (key, entries) in own.filter(|(key, _)| !key[0].is_nan()) {
            self.insert(entries, key, tag);
        }
    }

    /// Merges the selections of other observations.
    pub(super) fn merge(self, place: &mut [f64], other: &[f64]) {
        let others = other.chunks_exact((self.entries * self.entry()).max(1));
        for (entries, others) in self.chunks(place).zip(others) {
            for entry in others.chunks_exact(self.entry()).filter(|entry| !entry[0].is_nan()) {
                let (key, tag) = entry.split_at(1 + self.key);
                self.insert(entries, key, tag);
            }
        }
    }

    fn chunks(self, place: &mut [f64]) -> impl Iterator<Item = &mut [f64]> {
        place.chunks_exact_mut((self.entries * self.entry()).max(1))
    }

    /// Inserts an observation into the entries of a selection, if it belongs there.
    fn insert(self, entries: &mut [f64], key: &[f64], tag: &[f64]) {
        let entry = self.entry();
        let goes_before = |entries: &[f64], at: usize| {
            let other = &entries[at..at + 1 + self.key];
            other[0].is_nan() || compared(key, other) == Ordering::Less
        };
        let Some(mut at) = entries.len().checked_sub(entry) else {
            return;
        };
        if !goes_before(entries, at) {
            return;
        }
        while at >= entry && goes_before(entries, at - entry) {
            entries.copy_within(at - entry..at, at);
            at -= entry;
        }
        entries[at..at + 1 + self.key].copy_from_slice(key);
        entries[at + 1 + self.key..at + entry].copy_from_slice(tag);
    }

    /// Returns the number and the values of a selected observation, the first of which has rank 0.
    pub(super) fn selected(self, place: &[f64], selection: usize, rank: usize) -> Option<(f64, &[f64])> {
        let start = (selection * self.entries + rank) * self.entry();
        let entry = place.get(start..start + self.entry())?;
        let is_there = rank < self.entries && !entry[0].is_nan();
        is_there.then(|| (entry[0].abs(), &entry[1 + self.key..]))
    }
}

/// Compares two keys, each of which is behind the number of its observation.
fn compared(one: &[f64], other: &[f64]) -> Ordering {
    let words = |key: &[f64]| key[1..].iter().map(|word| word.to_bits()).collect::<Vec<_>>();
    words(one).cmp(&words(other)).then(one[0].total_cmp(&other[0]))
}

fn is_absent(slot: Slot, values: &Values) -> bool {
    match values.value(slot) {
        Value::Number(number) => is_missing(number),
        Value::Text(text) => text.iter().all(|&byte| byte == b' '),
    }
}

/// Appends a value as numbers whose bits sort as the values do.
fn push_key(slot: Slot, descending: bool, values: &Values, records: &mut Vec<f64>) {
    let mut push = |bits: u64| records.push(f64::from_bits(if descending { !bits } else { bits }));
    match values.value(slot) {
        Value::Number(number) => push(sortable(number)),
        Value::Text(text) => {
            for chunk in text.chunks(8) {
                let mut bytes = [b' '; 8];
                bytes[..chunk.len()].copy_from_slice(chunk);
                push(u64::from_be_bytes(bytes));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TWO: Selections = Selections {
        count: 1,
        entries: 2,
        key: 1,
        tag: 1,
    };

    proptest! {
        #[test]
        fn parts_together_have_the_first_of_the_whole(
            values in prop::collection::vec(-3..3_i32, 0..20),
            cut in 0..20_usize,
        ) {
            let records: Vec<[f64; 3]> = values
                .iter()
                .zip(1..)
                .map(|(value, number)| {
                    [f64::from(number), f64::from_bits(sortable(f64::from(*value))), f64::from(*value)]
                })
                .collect();
            let noted = |records: &[[f64; 3]]| {
                let mut place = vec![0.0; TWO.width()];
                TWO.clear(&mut place);
                records.iter().for_each(|record| TWO.note(&mut place, record));
                place
            };
            let cut = cut.min(records.len());
            let mut whole = noted(&records[..cut]);
            TWO.merge(&mut whole, &noted(&records[cut..]));
            let mut sorted: Vec<(i32, f64)> = values.iter().copied().zip((1..).map(f64::from)).collect();
            sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
            for rank in 0..3 {
                let found = TWO.selected(&whole, 0, rank).map(|(number, tag)| (tag[0] as i32, number));
                prop_assert_eq!(found, sorted.get(rank).copied().filter(|_| rank < 2));
            }
        }
    }
}
