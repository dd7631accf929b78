//! A block of rows in memory, which are written to pages together.

/// The approximate size of a block, which should stay in the processor's cache.
pub(crate) const BLOCK: usize = 64 * 1024;

/// A block of rows.
#[derive(Debug)]
pub(crate) struct RowBlock {
    bytes: Vec<u8>,
    stride: usize,
    /// The most rows, those that were added, and those of them that were taken.
    most: usize,
    filled: usize,
    taken: usize,
}

impl RowBlock {
    /// Returns an empty block for rows of `row_length` bytes.
    ///
    /// # Panics
    ///
    /// Panics if rows have no bytes.
    pub(crate) fn new(row_length: u32) -> Self {
        let stride = row_length as usize;
        let most = (BLOCK / stride).max(1);
        Self {
            bytes: vec![0; most * stride],
            stride,
            most,
            filled: 0,
            taken: 0,
        }
    }

    /// Returns whether it has no space for another row.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.filled == self.most
    }

    /// Adds a row and returns its bytes.
    ///
    /// # Panics
    ///
    /// Panics if the block is full.
    #[inline]
    pub(crate) fn next_row(&mut self) -> &mut [u8] {
        let at = self.filled * self.stride;
        self.filled += 1;
        &mut self.bytes[at..at + self.stride]
    }

    /// Returns the rows that were not taken.
    pub(crate) fn rows(&self) -> &[u8] {
        &self.bytes[self.taken * self.stride..self.filled * self.stride]
    }

    /// Records that rows were taken. Returns whether all were; then the block is empty.
    pub(crate) fn take(&mut self, rows: usize) -> bool {
        self.taken += rows;
        let is_empty = self.taken == self.filled;
        if is_empty {
            self.taken = 0;
            self.filled = 0;
        }
        is_empty
    }
}
