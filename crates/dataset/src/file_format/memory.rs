//! The memory in which the rows of a block lie.

use std::rc::Rc;

use crate::pages::PageReader;

/// The memory of the rows that a source returned last: a buffer, or the page of a file as it was transferred.
#[derive(Debug, Default)]
pub struct RowMemory {
    /// The pages, if the rows lie in the current one of them.
    page: Option<Rc<PageReader>>,
    pub(crate) buffer: Vec<u8>,
    /// The indexes of the rows of the block that are not deleted, if some are.
    pub(crate) live: Vec<u32>,
}

/// The rows that a source returned.
#[derive(Clone, Copy, Debug)]
pub struct RowBlock {
    /// The offset of the first row in the memory.
    pub(crate) start: usize,
    /// The distance between rows, in bytes.
    pub(crate) stride: usize,
    /// The number of rows, including deleted ones.
    pub(crate) stored: usize,
    /// Set if some are deleted.
    pub(crate) has_deleted: bool,
    /// The number of rows before it, if known from the position; otherwise the sum of the blocks before it is used.
    pub(crate) before: Option<u64>,
    /// The number of rows before it, with deleted ones, if some of the file are deleted and it is known.
    pub(crate) stored_before: Option<u64>,
}

impl RowMemory {
    /// Returns the buffer for rows.
    pub fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    /// Makes the current one of these pages the memory, until the next block is requested.
    pub(crate) fn lend(&mut self, pages: &Rc<PageReader>) {
        self.page = Some(Rc::clone(pages));
    }

    /// Gives pages back to their source, which needs them for itself.
    pub(crate) fn give_back(&mut self) {
        self.page = None;
    }

    /// Returns the bytes in which the rows lie.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.page {
            Some(pages) => pages.page(),
            None => &self.buffer,
        }
    }
}

impl RowBlock {
    /// Creates a block of rows that fill the buffer of the memory: `count` of them, each of `stride` bytes, the first
    /// of which has the number `first`, from 0.
    pub fn in_buffer(first: u64, count: usize, stride: usize) -> Self {
        Self {
            start: 0,
            stride,
            stored: count,
            has_deleted: false,
            before: Some(first),
            stored_before: None,
        }
    }
}
