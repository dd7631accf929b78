//! Rows that lie together in memory.

use std::ops::Range;

/// Rows that lie one after another in memory. Between them may be deleted ones, which do not count.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    bytes: &'a [u8],
    stride: usize,
    /// Which of the rows in memory count; all of them where this is absent.
    live: Option<&'a [u32]>,
    count: usize,
}

impl<'a> Rows<'a> {
    /// The rows of memory that `live` tells of.
    pub(super) fn scattered(bytes: &'a [u8], stride: usize, live: &'a [u32]) -> Self {
        Self {
            bytes,
            stride,
            live: Some(live),
            count: live.len(),
        }
    }

    /// A range of the rows of memory.
    pub(crate) fn contiguous_at(bytes: &'a [u8], stride: usize, range: Range<usize>) -> Self {
        Self {
            bytes: &bytes[range.start * stride..range.end * stride],
            stride,
            live: None,
            count: range.len(),
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Bytes of a row, and from its beginning to that of the next in memory.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// All rows in one run, where none between them is deleted.
    pub fn contiguous(&self) -> Option<&'a [u8]> {
        self.live.is_none().then_some(self.bytes)
    }

    /// A row.
    ///
    /// # Panics
    /// If there are not as many.
    #[inline]
    pub fn row(&self, index: usize) -> &'a [u8] {
        assert!(index < self.count, "row {index} of {}", self.count);
        let index = match self.live {
            Some(live) => live[index] as usize,
            None => index,
        };
        &self.bytes[index * self.stride..][..self.stride]
    }

    /// All rows in their order.
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
        let rows = Rows::scattered(memory, 2, &[0, 2, 3]);
        assert_eq!(rows.iter().collect::<Vec<_>>(), [b"aa", b"cc", b"dd"]);
        assert_eq!((rows.len(), rows.contiguous()), (3, None));
        let rows = Rows::contiguous_at(memory, 2, 1..3);
        assert_eq!(rows.iter().collect::<Vec<_>>(), [b"bb", b"cc"]);
        assert_eq!(rows.contiguous(), Some(&b"bbcc"[..]));
        assert!(Rows::contiguous_at(memory, 2, 4..4).is_empty());
    }
}
