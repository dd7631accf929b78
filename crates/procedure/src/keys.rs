//! A hash table of keys of equal length, numbered in the order of insertion.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// The approximate memory of a key in the hash table, in bytes.
pub const HASH_BYTES: usize = 12;

/// The maximum number of keys in memory, because their numbers have 32 bits.
pub const MOST_KEYS: usize = 1 << 30;

/// Keys of equal length.
#[derive(Debug)]
pub struct Keys {
    length: usize,
    bytes: Vec<u8>,
    count: usize,
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Keys {
    /// Returns an empty table for keys of `length` bytes.
    pub fn new(length: usize) -> Self {
        Self {
            length,
            bytes: Vec::new(),
            count: 0,
            numbers: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// Returns the number of keys, at most 2^32 - 1.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there are no keys.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the key of a number.
    #[inline]
    pub fn key(&self, number: u32) -> &[u8] {
        &self.bytes[number as usize * self.length..][..self.length]
    }

    /// Returns the number of a key, which is added if it is new.
    #[inline]
    pub fn number(&mut self, key: &[u8]) -> u32 {
        let Self {
            length,
            bytes,
            count,
            numbers,
            hasher,
        } = self;
        let of = |bytes: &[u8], number: u32| {
            let start = number as usize * *length;
            start..(start + *length).min(bytes.len())
        };
        let hash = hasher.hash_one(key);
        if let Some(&number) = numbers.find(hash, |&other| bytes[of(bytes, other)] == *key) {
            return number;
        }
        let number = u32::try_from(*count).unwrap_or(u32::MAX);
        bytes.extend_from_slice(key);
        *count += 1;
        numbers.insert_unique(hash, number, |&other| hasher.hash_one(&bytes[of(bytes, other)]));
        number
    }

    /// Returns the number of a key, if it is in the table.
    #[inline]
    pub fn find(&self, key: &[u8]) -> Option<u32> {
        let hash = self.hasher.hash_one(key);
        let found = self.numbers.find(hash, |&other| self.key(other) == key);
        found.copied()
    }

    /// Returns the approximate memory of the table in bytes.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.count * (self.length + HASH_BYTES)
    }

    /// Returns the numbers of all keys, sorted by key.
    pub fn sorted(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.count as u32).collect();
        order.sort_unstable_by(|&a, &b| self.key(a).cmp(self.key(b)));
        order
    }

    /// Removes all keys, and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.count = 0;
        self.numbers.clear();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_key_has_one_number(words in prop::collection::vec(0..50_u16, 0..200)) {
            let mut keys = Keys::new(2);
            let mut met: Vec<u16> = Vec::new();
            for word in words {
                let number = keys.number(&word.to_be_bytes()) as usize;
                let known = met.iter().position(|&other| other == word);
                prop_assert_eq!(number, known.unwrap_or(met.len()));
                if known.is_none() {
                    met.push(word);
                }
                prop_assert_eq!(keys.find(&word.to_be_bytes()), Some(number as u32));
                prop_assert_eq!(keys.find(&(word + 50).to_be_bytes()), None);
            }
            prop_assert_eq!(keys.len(), met.len());
            let order: Vec<_> = keys.sorted().into_iter().map(|number| met[number as usize]).collect();
            met.sort_unstable();
            prop_assert_eq!(order, met);
        }
    }

    #[test]
    fn keys_of_no_bytes_are_all_one() {
        let mut keys = Keys::new(0);
        assert_eq!((keys.number(&[]), keys.number(&[])), (0, 0));
        assert_eq!(keys.len(), 1);
        keys.clear();
        assert_eq!(keys.len(), 0);
    }
}
