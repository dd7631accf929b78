//! Rows that lie together in memory.

use std::ops::Range;

/// Consecutive rows in memory, possibly with deleted ones between them, which do not count.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    bytes: &'a [u8],
    stride: usize,
    /// The indexes of the rows that count; `None` if all do.
    live: Option<&'a [u32]>,
    count: usize,
    /// The number of rows in the data set before the memory.
    before: u64,
}

impl<'a> Rows<'a> {
    /// Returns the rows of memory with the indexes `live`, before which the data set has so many rows.
    pub(super) fn scattered(bytes: &'a [u8], stride: usize, live: &'a [u32], before: u64) -> Self {
        Self {
            before,
            bytes,
            stride,
            live: Some(live),
            count: live.len(),
        }
    }

    /// Returns a range of the rows of memory, before which the data set has so many rows.
    pub(crate) fn contiguous_at(bytes: &'a [u8], stride: usize, range: Range<usize>, before: u64) -> Self {
        Self {
            before: before + range.start as u64,
            bytes: &bytes[range.start * stride..range.end * stride],
            stride,
            live: None,
            count: range.len(),
        }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the bytes of a row, which are also the distance between rows in memory.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Returns the bytes of all rows if none between them is deleted.
    pub fn contiguous(&self) -> Option<&'a [u8]> {
        self.live.is_none().then_some(self.bytes)
    }

    /// Returns a row.
    ///
    /// # Panics
    ///
    /// Panics if `index` is out of bounds.
    #[inline]
    pub fn row(&self, index: usize) -> &'a [u8] {
        assert!(index < self.count, "row {index} of {}", self.count);
        let index = match self.live {
            Some(live) => live[index] as usize,
            None => index,
        };
        &self.bytes[index * self.stride..][..self.stride]
    }

    /// Returns the number of a row in the data set, from 1, as [`Reader::row_number`](crate::Reader::row_number) does.
    ///
    /// # Panics
    ///
    /// Panics if `index` is out of bounds and rows are deleted.
    #[inline]
    pub fn number(&self, index: usize) -> u64 {
        let index = match self.live {
            Some(live) => u64::from(live[index]),
            None => index as u64,
        };
        self.before + index + 1
    }

    /// Returns all rows in their order.
    pub fn iter(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let rows = *self;
        (0..rows.count).map(move |index| rows.row(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deleted_rows_do_not_count() {
        let memory = b"aabbccdd";
        let rows = Rows::scattered(memory, 2, &[0, 2, 3], 10);
        assert_eq!(rows.iter().collect::<Vec<_>>(), [b"aa", b"cc", b"dd"]);
        assert_eq!((rows.len(), rows.contiguous()), (3, None));
        assert_eq!([0, 1, 2].map(|index| rows.number(index)), [11, 13, 14]);
        let rows = Rows::contiguous_at(memory, 2, 1..3, 10);
        assert_eq!(rows.iter().collect::<Vec<_>>(), [b"bb", b"cc"]);
        assert_eq!(rows.contiguous(), Some(&b"bbcc"[..]));
        assert_eq!([0, 1].map(|index| rows.number(index)), [12, 13]);
        assert!(Rows::contiguous_at(memory, 2, 4..4, 0).is_empty());
    }
}
