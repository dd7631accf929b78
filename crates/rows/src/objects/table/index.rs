//! The index of a hash table: finds the head of a key by the key's hash.
//!
//! It is one array of places. An entry lies at the place that the upper bits of its hash name, or if others are there,
//! in the next free one; an array is at most three quarters full. Beside the row, an entry has 32 bits of the hash: a
//! search comes with one access to the row whose key it is, and neither growth nor removal needs keys.

use feedrate_pageio::bring_near;
use feedrate_pageio::huge_pages::prefer_huge_pages;

use super::NONE;

/// A place without an entry: its row is [`NONE`].
const EMPTY: u64 = u64::MAX;

/// The places of an empty index, as a power of two.
const FIRST_BITS: u32 = 4;

/// The most places, as a power of two: more than there are rows.
const MOST_BITS: u32 = 32;

/// The places of heads.
#[derive(Debug)]
pub(super) struct Index {
    /// Entries: the hash in the upper half, the row in the lower one.
    places: Vec<u64>,
    /// The power of two of their number.
    bits: u32,
    count: usize,
}

impl Index {
    pub(super) fn new() -> Self {
        Self {
            places: vec![EMPTY; 1 << FIRST_BITS],
            bits: FIRST_BITS,
            count: 0,
        }
    }

    /// Returns the number of heads.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Returns all heads.
    pub(super) fn heads(&self) -> impl Iterator<Item = u32> {
        self.places
            .iter()
            .map(|&entry| row_of(entry))
            .filter(|&row| row != NONE)
    }

    /// Removes all heads.
    pub(super) fn clear(&mut self) {
        self.places.fill(EMPTY);
        self.count = 0;
    }

    /// Returns the place at which the search for a hash begins.
    #[inline]
    fn home(&self, hash: u32) -> usize {
        (hash >> (u32::BITS - self.bits)) as usize
    }

    #[inline]
    fn after(&self, place: usize) -> usize {
        (place + 1) & (self.places.len() - 1)
    }

    /// Brings the entry at which the search for a hash begins near the processor.
    #[inline]
    pub(super) fn bring_near(&self, hash: u32) {
        bring_near(std::slice::from_ref(&self.places[self.home(hash)]));
    }

    /// Returns the entry at which the search for a hash begins.
    #[inline]
    pub(super) fn first_entry(&self, hash: u32) -> u64 {
        self.places[self.home(hash)]
    }

    /// Returns the place of the head with a hash of which `is_it` is true.
    #[inline]
    fn place(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> Option<usize> {
        let mut place = self.home(hash);
        loop {
            let entry = self.places[place];
            if row_of(entry) == NONE {
                return None;
            }
            if hash_of(entry) == hash && is_it(row_of(entry)) {
                return Some(place);
            }
            place = self.after(place);
        }
    }

    /// Returns the head with a hash of which `is_it` is true.
    #[inline]
    pub(super) fn find(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        self.place(hash, is_it).map(|place| row_of(self.places[place]))
    }

    /// Adds a head.
    pub(super) fn insert(&mut self, hash: u32, row: u32) {
        if self.count >= self.places.len() / 4 * 3 && self.bits < MOST_BITS {
            self.grow();
        }
        self.put(u64::from(hash) << u32::BITS | u64::from(row));
        self.count += 1;
    }

    /// Puts an entry into the first free place from its home on.
    #[inline]
    fn put(&mut self, entry: u64) {
        let mut place = self.home(hash_of(entry));
        while row_of(self.places[place]) != NONE {
            place = self.after(place);
        }
        self.places[place] = entry;
    }

    /// Doubles the number of places.
    #[cold]
    fn grow(&mut self) {
        self.bits += 1;
        let mut places = Vec::with_capacity(1 << self.bits);
        prefer_huge_pages(&mut places);
        places.resize(1 << self.bits, EMPTY);
        let before = std::mem::replace(&mut self.places, places);
        for entry in before {
            if row_of(entry) != NONE {
                self.put(entry);
            }
        }
    }

    /// Replaces a head by another row with the same key.
    pub(super) fn replace(&mut self, hash: u32, head: u32, row: u32) {
        if let Some(place) = self.place(hash, |other| other == head) {
            self.places[place] = u64::from(hash) << u32::BITS | u64::from(row);
        }
    }

    /// Removes a head, and moves those behind it that it kept from their homes.
    pub(super) fn remove(&mut self, hash: u32, head: u32) {
        let Some(mut hole) = self.place(hash, |other| other == head) else {
            return;
        };
        let within = self.places.len() - 1;
        let mut place = hole;
        loop {
            place = self.after(place);
            let entry = self.places[place];
            if row_of(entry) == NONE {
                break;
            }
            let from_home = place.wrapping_sub(self.home(hash_of(entry))) & within;
            if from_home >= place.wrapping_sub(hole) & within {
                self.places[hole] = entry;
                hole = place;
            }
        }
        self.places[hole] = EMPTY;
        self.count -= 1;
    }
}

/// Returns the row of an entry; [`NONE`] for an empty place.
#[inline]
pub(super) fn row_of(entry: u64) -> u32 {
    entry as u32
}

/// Returns the hash of an entry.
#[inline]
pub(super) fn hash_of(entry: u64) -> u32 {
    (entry >> u32::BITS) as u32
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Debug)]
    enum Step {
        Insert(u32),
        Remove(u32),
        Replace(u32),
    }

    /// Few homes, the first and the last among them, so that entries are pushed far and around the end.
    fn hash(key: u32) -> u32 {
        let homes = [0, u32::MAX, 1 << 31, u32::MAX - (1 << 20)];
        homes[key as usize % 4] ^ (key / 4)
    }

    fn step() -> impl Strategy<Value = Step> {
        let key = 0..40_u32;
        prop_oneof![
            2 => key.clone().prop_map(Step::Insert),
            1 => key.clone().prop_map(Step::Remove),
            1 => key.prop_map(Step::Replace),
        ]
    }

    proptest! {
        #[test]
        fn heads_are_those_of_a_map(steps in prop::collection::vec(step(), 0..400)) {
            let mut index = Index::new();
            let mut model = BTreeMap::new();
            for (row, step) in (0..).zip(steps) {
                match step {
                    Step::Insert(key) => {
                        if let std::collections::btree_map::Entry::Vacant(place) = model.entry(key) {
                            place.insert(row);
                            index.insert(hash(key), row);
                        }
                    }
                    Step::Remove(key) => {
                        if let Some(head) = model.remove(&key) {
                            index.remove(hash(key), head);
                        }
                    }
                    Step::Replace(key) => {
                        if let Some(head) = model.get_mut(&key) {
                            index.replace(hash(key), *head, row);
                            *head = row;
                        }
                    }
                }
                prop_assert_eq!(index.len(), model.len());
                for key in 0..40 {
                    // Of two keys with the same hash, rows tell them apart.
                    let wanted = model.get(&key).copied();
                    let found = index.find(hash(key), |row| Some(row) == wanted);
                    prop_assert_eq!(found, wanted);
                }
                let mut heads: Vec<_> = index.heads().collect();
                let mut wanted: Vec<_> = model.values().copied().collect();
                heads.sort_unstable();
                wanted.sort_unstable();
                prop_assert_eq!(heads, wanted);
            }
        }
    }
}
