//! The search for keys on a page of a tree.

use std::cmp::Ordering;

use super::{Node, eight_before};
use crate::search::{partition, partition_by_sixteenths, partition_near};

impl Node<'_> {
    /// Returns the number of keys that are less than `key`, or at most that if `or_equal`. The key is as long as the
    /// keys are.
    #[inline]
    pub fn rank(&self, key: &[u8], or_equal: bool) -> usize {
        self.rank_from(key, or_equal, None)
    }

    /// [`Node::rank`], which is probably near `guess` if there is one.
    #[inline]
    pub fn rank_from(&self, key: &[u8], or_equal: bool, guess: Option<usize>) -> usize {
        let (prefix, rest) = key.split_at(self.prefix);
        match prefix.cmp(self.prefix()) {
            Ordering::Less => return 0,
            Ordering::Equal => {}
            Ordering::Greater => return self.keys(),
        }
        let (rest, tail) = rest.split_at(self.width);
        let tail = tail
            .iter()
            .find(|byte| **byte != self.pad)
            .map_or(Ordering::Equal, |byte| byte.cmp(&self.pad));
        let or_equal = match tail {
            Ordering::Less => false,
            Ordering::Equal => or_equal,
            Ordering::Greater => true,
        };
        if self.width <= 8 {
            self.rank_of_number(rest, or_equal, guess)
        } else {
            partition(self.keys(), |index| match self.rest(index).cmp(rest) {
                Ordering::Less => true,
                Ordering::Equal => or_equal,
                Ordering::Greater => false,
            })
        }
    }

    /// [`Node::rank`] of rests of at most eight bytes, which are compared as numbers.
    #[inline]
    fn rank_of_number(&self, rest: &[u8], or_equal: bool, guess: Option<usize>) -> usize {
        let mut bytes = [0; 8];
        bytes[8 - self.width..].copy_from_slice(rest);
        let mut bound = u64::from_be_bytes(bytes);
        let mask = u64::MAX.checked_shr(64 - 8 * self.width as u32).unwrap_or(0);
        if or_equal {
            if bound == mask {
                return self.keys();
            }
            bound += 1;
        }
        let first_end = self.entry_at(self.entry_of(0)) + self.width;
        let is_below = |index: usize| {
            let end = first_end + index * self.entry_bytes();
            u64::from_be_bytes(eight_before(self.page, end)) & mask < bound
        };
        match guess {
            Some(guess) => partition_near(self.keys(), guess, is_below),
            None => partition_by_sixteenths(self.keys(), is_below),
        }
    }

    /// Where a key lies between the keys around the value at `index`, in shares of one, of a page above the leaves. It
    /// is as if keys were numbers of which as many lie anywhere, so it is a guess.
    #[inline]
    pub fn share_between(&self, key: &[u8], index: usize) -> Option<f64> {
        let low = index.checked_sub(1).map(|before| self.rest(before))?;
        let high = (index < self.keys()).then(|| self.rest(index))?;
        let rest = key.get(self.prefix..)?;
        let (low, high, wanted) = (leading(low), leading(high), leading(rest));
        (low < high).then(|| wanted.saturating_sub(low) as f64 / (high - low) as f64)
    }

    /// The index of the entry of a leaf that lies at a share of it.
    #[inline]
    pub fn index_at(&self, share: f64) -> usize {
        ((share * self.count as f64) as usize).min(self.count - 1)
    }

    /// Returns whether the entry of a leaf at an index below [`Node::count`] has `key`.
    #[inline]
    pub fn has_key_at(&self, index: usize, key: &[u8]) -> bool {
        self.rest_of(key).is_some_and(|rest| self.rest(index) == rest)
    }

    /// Where the entries of a leaf end that have `key`, of which `first` is the first or would be.
    #[inline]
    pub fn end_of_equal(&self, key: &[u8], first: usize) -> usize {
        let Some(rest) = self.rest_of(key) else {
            return first;
        };
        // Most keys have few rows: look at twice as many each time.
        let (mut end, mut step) = (first, 1);
        while end + step <= self.count && self.rest(end + step - 1) == rest {
            end += step;
            step *= 2;
        }
        let left = (step - 1).min(self.count.saturating_sub(end));
        end + partition(left, |index| self.rest(end + index) == rest)
    }

    /// Returns the number of entries of a leaf that are less than `key` and `row`.
    #[inline]
    pub fn rank_of_entry(&self, key: &[u8], row: u64) -> usize {
        let first = self.rank(key, false);
        if row == 0 || first == self.count {
            return first;
        }
        let equal = self.end_of_equal(key, first) - first;
        first + partition(equal, |index| self.value(first + index) < row)
    }
}

/// The first eight bytes as a number, with zeros behind them if there are fewer.
#[inline]
fn leading(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => bytes
            .iter()
            .rfold(0, |number, &byte| number >> 8 | u64::from(byte) << 56),
    }
}
