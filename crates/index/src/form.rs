//! The form of a page: what its keys and values have in common, and so the room that they take.

use crate::header::HEADER_BYTES;

/// The form of the entries of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Form {
    key_bytes: usize,
    /// The number of bytes that all keys begin with.
    pub prefix: usize,
    /// The number of bytes `pad` that all keys end with, which may be bytes of the prefix too.
    pub tail: usize,
    pub pad: u8,
    is_leaf: bool,
    least: u64,
    most: u64,
}

impl Form {
    /// The form of no entries.
    pub fn new(level: u8, key_bytes: usize) -> Self {
        Self {
            key_bytes,
            prefix: 0,
            tail: key_bytes,
            pad: 0,
            is_leaf: level == 0,
            least: u64::MAX,
            most: 0,
        }
    }

    /// Takes the first key that is stored.
    pub fn begin(&mut self, key: &[u8]) {
        self.prefix = self.key_bytes;
        // Separators end with zeros.
        self.pad = if self.is_leaf { key[self.key_bytes - 1] } else { 0 };
        self.tail = tail(key, self.pad);
    }

    /// Takes the beginnings of all keys from the first one that is stored up to another.
    pub fn add_prefix(&mut self, first: &[u8], last: &[u8]) {
        self.prefix = self.prefix.min(common_prefix(first, last));
    }

    /// Takes the ends of keys that follow each other.
    pub fn add_tails(&mut self, keys: &[u8]) {
        let keys = keys.chunks_exact(self.key_bytes);
        if self.tail == 0 {
            return;
        }
        if self.tail <= 8 && self.key_bytes >= 8 {
            // In how many bytes they differ from the tail, all at once.
            let all = u64::from_be_bytes([self.pad; 8]);
            let differ = keys.fold(0, |differ, key| {
                let last = key.last_chunk().map_or(0, |last| u64::from_be_bytes(*last));
                differ | (last ^ all)
            });
            self.tail = self.tail.min(differ.trailing_zeros() as usize / 8);
        } else {
            for key in keys {
                self.tail = tail(&key[self.key_bytes - self.tail..], self.pad);
            }
        }
    }

    /// Takes a value.
    pub fn add_value(&mut self, value: u64) {
        self.least = self.least.min(value);
        self.most = self.most.max(value);
    }

    /// The bytes of the tail that are none of the prefix.
    pub fn stored_tail(&self) -> usize {
        self.tail.min(self.key_bytes - self.prefix)
    }

    /// The length of the rest of a key.
    pub fn width(&self) -> usize {
        self.key_bytes - self.prefix - self.stored_tail()
    }

    /// Returns the base that values are stored less of, and the number of bytes that they are stored in. The base is 0
    /// where another saves nothing, so that lesser values can be added.
    pub fn base_and_bytes(&self) -> (u64, usize) {
        let bytes = |value: u64| (64 - value.leading_zeros()).div_ceil(8) as usize;
        let needed = bytes(self.most.saturating_sub(self.least));
        if needed == bytes(self.most) {
            (0, needed)
        } else {
            (self.least, needed)
        }
    }

    /// Returns the number of bytes that a page of so many entries uses.
    pub fn size(&self, entries: usize) -> usize {
        HEADER_BYTES + self.prefix + entries * (self.width() + self.base_and_bytes().1)
    }

    /// Returns the number of entries that fit on a page of which so many bytes are used; `usize::MAX` if they take no
    /// room.
    pub fn entries_in(&self, bytes: usize) -> usize {
        bytes
            .saturating_sub(HEADER_BYTES + self.prefix)
            .checked_div(self.width() + self.base_and_bytes().1)
            .unwrap_or(usize::MAX)
    }
}

/// Returns the number of bytes that two keys of one length have in common at their beginning.
fn common_prefix(left: &[u8], right: &[u8]) -> usize {
    let (mut left, mut right, mut common) = (left, right, 0);
    while let (Some((a, rest_a)), Some((b, rest_b))) = (left.split_first_chunk(), right.split_first_chunk()) {
        let differ = u64::from_be_bytes(*a) ^ u64::from_be_bytes(*b);
        if differ != 0 {
            return common + differ.leading_zeros() as usize / 8;
        }
        (left, right) = (rest_a, rest_b);
        common += 8;
    }
    common + left.iter().zip(right).take_while(|(a, b)| a == b).count()
}

/// Returns the number of bytes at the end of a key that are `pad`.
fn tail(key: &[u8], pad: u8) -> usize {
    let (mut key, mut common) = (key, 0);
    let all = u64::from_be_bytes([pad; 8]);
    while let Some((rest, last)) = key.split_last_chunk() {
        let differ = u64::from_be_bytes(*last) ^ all;
        if differ != 0 {
            return common + differ.trailing_zeros() as usize / 8;
        }
        key = rest;
        common += 8;
    }
    common + key.iter().rev().take_while(|byte| **byte == pad).count()
}

#[cfg(test)]
mod tests {
    use super::{common_prefix, tail};

    #[test]
    fn what_keys_have_in_common() {
        for len in 0..40 {
            let key = vec![7; len];
            assert_eq!((common_prefix(&key, &key), tail(&key, 7)), (len, len));
            for at in 0..len {
                let mut other = key.clone();
                other[at] = 8;
                assert_eq!(common_prefix(&key, &other), at);
                assert_eq!(tail(&other, 7), len - 1 - at);
            }
        }
    }
}
