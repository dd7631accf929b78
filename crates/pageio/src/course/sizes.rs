//! The sizes of transfers.

use serde::{Deserialize, Serialize};

/// The number of different sizes that are counted one by one.
const MOST: usize = 16;

/// The number of transfers of each size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferSizes {
    /// Pairs of bytes and transfers, by bytes.
    counts: Vec<(u64, u64)>,
    /// The transfers of further sizes, and their bytes.
    others: u64,
    others_bytes: u64,
}

impl TransferSizes {
    /// Counts a transfer.
    pub(super) fn count(&mut self, bytes: u64) {
        self.count_times(bytes, 1);
    }

    fn count_times(&mut self, bytes: u64, transfers: u64) {
        match self.counts.binary_search_by_key(&bytes, |&(size, _)| size) {
            Ok(found) => self.counts[found].1 += transfers,
            Err(before) if self.counts.len() < MOST => {
                self.counts.insert(before, (bytes, transfers));
            }
            Err(_) => {
                self.others += transfers;
                self.others_bytes = self.others_bytes.saturating_add(bytes.saturating_mul(transfers));
            }
        }
    }

    /// Adds other counts.
    pub(super) fn add(&mut self, other: &Self) {
        for &(bytes, transfers) in &other.counts {
            self.count_times(bytes, transfers);
        }
        self.others += other.others;
        self.others_bytes = self.others_bytes.saturating_add(other.others_bytes);
    }

    /// Returns pairs of bytes and transfers, by bytes.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.counts.iter().copied()
    }

    /// Returns the size that moved most bytes; `None` if nothing was moved.
    pub fn usual(&self) -> Option<u64> {
        let all = self.counts.iter();
        all.max_by_key(|&&(bytes, transfers)| bytes.saturating_mul(transfers))
            .map(|&(bytes, _)| bytes)
    }

    /// Returns how many transfers have sizes beyond those of [`counts`](Self::counts), and their bytes.
    pub fn others(&self) -> (u64, u64) {
        (self.others, self.others_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_sizes_take_bounded_memory() {
        let mut sizes = TransferSizes::default();
        for bytes in (1..=100).chain([7, 7]) {
            sizes.count(bytes);
        }
        assert_eq!(sizes.counts().count(), MOST);
        assert_eq!(sizes.counts().nth(6), Some((7, 3)));
        assert_eq!(sizes.others(), (84, (17..=100).sum()));
        let mut sum = TransferSizes::default();
        sum.add(&sizes);
        sum.add(&sizes);
        assert_eq!(sum.usual(), Some(7));
        assert_eq!(sum.others().0, 168);
    }
}
