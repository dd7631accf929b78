//! Finds rows of a hash table by their keys: one key, or many together.

use std::hash::{BuildHasher, Hasher};

use feedrate_pageio::bring_near;

use super::index::{hash_of, row_of};
use super::{NONE, Table, some};

/// The most keys that are searched together.
const TOGETHER: usize = 64;

/// The outcome of a search, by which a row with the key can be added.
#[derive(Clone, Copy, Debug)]
pub(in crate::objects) struct Search {
    pub(super) hash: u32,
    /// The head of the key.
    pub(in crate::objects) head: Option<u32>,
}

impl Table {
    /// Returns the hash of a key.
    #[inline]
    pub(super) fn hash(&self, key: &[u8]) -> u32 {
        let mut state = self.hasher.build_hasher();
        match key.try_into() {
            Ok(bytes) => state.write_u64(u64::from_ne_bytes(bytes)),
            Err(_) => state.write(key),
        }
        (state.finish() >> u32::BITS) as u32
    }

    /// Returns the head of a key.
    #[inline]
    pub(in crate::objects) fn find(&self, key: &[u8]) -> Option<u32> {
        self.head(self.hash(key), key)
    }

    /// Searches a key of which a row may be added.
    #[inline]
    pub(in crate::objects) fn search(&self, key: &[u8]) -> Search {
        let hash = self.hash(key);
        let head = self.head(hash, key);
        Search { hash, head }
    }

    #[inline]
    fn head(&self, hash: u32, key: &[u8]) -> Option<u32> {
        self.index.find(hash, |head| is_same(self.key(head), key))
    }

    /// Appends the head of each key in `keys`, which lie one behind the other. The searches wait for memory together,
    /// and the rows come near the processor.
    pub(in crate::objects) fn find_many(&self, keys: &[u8], found: &mut Vec<Option<u32>>) {
        for keys in keys.chunks(TOGETHER * self.key_bytes.max(1)) {
            let (mut hashes, mut heads) = ([0; TOGETHER], [NONE; TOGETHER]);
            let keys = keys.chunks_exact(self.key_bytes.max(1));
            // Each loop asks for the memory that the next one reads, so that much of it is under way at a time.
            for (key, hash) in keys.clone().zip(&mut hashes) {
                *hash = self.hash(key);
                self.index.bring_near(*hash);
            }
            for ((_, head), &hash) in keys.clone().zip(&mut heads).zip(&hashes) {
                let entry = self.index.first_entry(hash);
                *head = match hash_of(entry) == hash || row_of(entry) == NONE {
                    true => row_of(entry),
                    false => self.index.find(hash, |_| true).unwrap_or(NONE),
                };
                if *head != NONE {
                    bring_near(self.row(*head));
                }
            }
            found.extend(keys.zip(heads).zip(hashes).map(|((key, head), hash)| {
                // Two keys may have one hash.
                match head == NONE || is_same(self.key(head), key) {
                    true => some(head),
                    false => self.head(hash, key),
                }
            }));
        }
    }
}

/// Returns whether two keys of the same length are equal.
#[inline]
pub(in crate::objects) fn is_same(key: &[u8], other: &[u8]) -> bool {
    match (key.try_into(), other.try_into()) {
        (Ok(key), Ok(other)) => u64::from_ne_bytes(key) == u64::from_ne_bytes(other),
        _ => key == other,
    }
}
