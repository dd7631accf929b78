//! Which buffer holds a unit of a file.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The most units that are listed in a table: at four bytes each, 4 MiB.
const MOST_LISTED: u64 = 1 << 20;

/// The buffers of units: in a table of all units where the file has few, else in a hash table of those in buffers.
#[derive(Debug)]
pub(super) struct UnitMap {
    /// For each of the first units its buffer and 1, or 0.
    listed: Vec<u32>,
    others: HashMap<u64, u32, BuildHasherDefault<UnitHasher>>,
}

impl UnitMap {
    /// Returns an empty map for a file of this many units. There may be more of them later.
    pub(super) fn new(units: u64) -> Self {
        let listed = if units <= MOST_LISTED { units } else { 0 };
        Self {
            listed: vec![0; listed as usize],
            others: HashMap::default(),
        }
    }

    /// Returns the buffer of a unit.
    #[inline]
    pub(super) fn get(&self, unit: u64) -> Option<usize> {
        match self.listed.get(unit as usize) {
            Some(&entry) => (entry as usize).checked_sub(1),
            None => self.others.get(&unit).map(|&buffer| buffer as usize),
        }
    }

    /// Takes down the buffer of a unit. There are less than 2^32 - 1 buffers.
    pub(super) fn insert(&mut self, unit: u64, buffer: usize) {
        match self.listed.get_mut(unit as usize) {
            Some(entry) => *entry = buffer as u32 + 1,
            None => {
                self.others.insert(unit, buffer as u32);
            }
        }
    }

    /// Takes down that a unit is in no buffer.
    pub(super) fn remove(&mut self, unit: u64) {
        match self.listed.get_mut(unit as usize) {
            Some(entry) => *entry = 0,
            None => {
                self.others.remove(&unit);
            }
        }
    }
}

/// Hashes the number of a unit.
#[derive(Debug, Default)]
pub(super) struct UnitHasher(u64);

impl Hasher for UnitHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, unit: u64) {
        // Fibonacci hashing; the map takes both the lowest and the highest bits.
        let product = unit.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = product ^ (product >> 32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_keep_their_buffers_whether_they_are_listed_or_not() {
        for units in [0, 3, MOST_LISTED, MOST_LISTED + 1] {
            let mut map = UnitMap::new(units);
            let some = [0, 2, 3, MOST_LISTED - 1, MOST_LISTED, u64::MAX];
            for (buffer, unit) in some.into_iter().enumerate() {
                assert_eq!(map.get(unit), None);
                map.insert(unit, buffer);
            }
            for (buffer, unit) in some.into_iter().enumerate() {
                assert_eq!(map.get(unit), Some(buffer));
                map.remove(unit);
                assert_eq!(map.get(unit), None);
            }
        }
    }
}
