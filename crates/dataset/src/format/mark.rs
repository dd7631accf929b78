//! The notes of feedrate in the header of a file, behind the fields of the format: in files of the SAS System these
//! bytes are zeros, which their readers skip.
//!
//! ```text
//! 512   "feedrate"
//! 520   the number of the journal of an update that is being made; 0 if there is none
//! 528   the number that the index file of the data set has; 0 if there is none
//! 536   the number of the journal of the index file in that update; 0 if there is none
//! 544   the number of deleted rows of a compressed file, which other readers do not count
//! 552   zeros
//! 568   the checksum of the bytes before
//! ```

use std::num::NonZeroU64;

/// The offset in the header.
const AT: usize = 512;

const MAGIC: &[u8; 8] = b"feedrate";

/// The offset of the checksum, from the magic.
const SUM: usize = 56;

/// The notes of feedrate in the header of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The journal of an update that is being made. If no process makes it, it was interrupted.
    pub update: Option<NonZeroU64>,
    /// The index file.
    pub index: Option<NonZeroU64>,
    /// The journal of the index file in that update.
    pub index_update: Option<NonZeroU64>,
    /// The number of deleted rows of a compressed file, which keep their numbers. They are not in its number of rows.
    pub removed: u64,
}

impl Marks {
    /// The offset of the first byte behind them.
    pub(super) const END: usize = AT + Self::LENGTH;

    /// Their length in bytes. They lie in one sector of a device.
    const LENGTH: usize = 64;

    /// Returns the marks in the first bytes of a file; `None` if there is no place for them, because the header is
    /// shorter or something else is there.
    pub(super) fn parse(bytes: &[u8], header_length: u32) -> Option<Self> {
        let part = bytes.get(AT..Self::END)?;
        if (header_length as usize) < Self::END {
            return None;
        }
        if part.iter().all(|&byte| byte == 0) {
            return Some(Self::default());
        }
        let number = |at: usize| {
            let bytes = part.get(at..)?.first_chunk()?;
            NonZeroU64::new(u64::from_le_bytes(*bytes))
        };
        let is_own = part.starts_with(MAGIC) && part[SUM..SUM + 4] == sum(&part[..SUM]);
        is_own.then(|| Self {
            update: number(8),
            index: number(16),
            index_update: number(24),
            removed: number(32).map_or(0, NonZeroU64::get),
        })
    }

    /// Returns the bytes of the marks and their offset in the file.
    pub fn encode(self) -> (u64, [u8; Self::LENGTH]) {
        let mut bytes = [0; Self::LENGTH];
        if self != Self::default() {
            let number = |number: Option<NonZeroU64>| number.map_or(0, NonZeroU64::get);
            bytes[..8].copy_from_slice(MAGIC);
            bytes[8..16].copy_from_slice(&number(self.update).to_le_bytes());
            bytes[16..24].copy_from_slice(&number(self.index).to_le_bytes());
            bytes[24..32].copy_from_slice(&number(self.index_update).to_le_bytes());
            bytes[32..40].copy_from_slice(&self.removed.to_le_bytes());
            let sum = sum(&bytes[..SUM]);
            bytes[SUM..SUM + 4].copy_from_slice(&sum);
        }
        (AT as u64, bytes)
    }
}

fn sum(bytes: &[u8]) -> [u8; 4] {
    crc32fast::hash(bytes).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header_with(marks: Marks) -> Vec<u8> {
        let mut header = vec![0; 1024];
        let (at, bytes) = marks.encode();
        header[at as usize..][..bytes.len()].copy_from_slice(&bytes);
        header
    }

    #[test]
    fn marks_are_read_again() {
        for (update, index) in [(0, 0), (7, 0), (0, u64::MAX), (1 << 63, 3)] {
            let marks = Marks {
                update: NonZeroU64::new(update),
                index: NonZeroU64::new(index),
                index_update: NonZeroU64::new(update ^ index),
                removed: index / 3,
            };
            let header = header_with(marks);
            assert_eq!(Marks::parse(&header, 1024), Some(marks));
            assert_eq!(Marks::parse(&header[..600], 1024), Some(marks));
        }
    }

    #[test]
    fn without_marks_a_header_has_zeros() {
        assert_eq!(header_with(Marks::default()), vec![0; 1024]);
    }

    #[test]
    fn what_else_is_there_is_left_alone() {
        let marks = Marks {
            index: NonZeroU64::new(5),
            ..Marks::default()
        };
        let mut header = header_with(marks);
        header[AT + 20] ^= 1;
        assert_eq!(Marks::parse(&header, 1024), None);
        assert_eq!(Marks::parse(&[0; 570], 1024), None);
        assert_eq!(Marks::parse(&[0; 1024], 512), None);
    }
}
