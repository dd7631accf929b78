//! Pages that were received together.

use std::ops::Range;

use crate::format::{FormatError, Metadata};
use crate::reader::Rows;

/// Whole pages that were received from a pipe, and the positions of their rows. The allocation is reused for the next
/// ones.
#[derive(Debug, Default)]
pub struct PageRun {
    pub(super) bytes: Vec<u8>,
    /// The rows of each page.
    pages: Vec<PageSpan>,
    stride: usize,
    /// The number of its first row among all rows, from 0.
    first: u64,
    /// The number of its rows.
    count: u64,
}

/// The rows of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageSpan {
    /// Where the first one begins.
    pub(crate) start: usize,
    pub(crate) count: usize,
}

impl PageRun {
    /// Creates an empty run.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of its first row among all rows, from 1.
    pub fn first_row(&self) -> u64 {
        self.first + 1
    }

    /// Returns the number of rows.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Returns whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns its rows in their order, page by page.
    pub fn blocks(&self) -> impl Iterator<Item = Rows<'_>> {
        let mut before = self.first;
        self.pages.iter().map(move |page| {
            let first = before;
            before += page.count as u64;
            Rows::contiguous_at(&self.bytes[page.start..], self.stride, 0..page.count, first)
        })
    }

    pub(crate) fn clear(&mut self) {
        self.pages.clear();
        self.count = 0;
    }

    /// Exchanges the memory of its pages for another.
    pub(super) fn swap_bytes(&mut self, bytes: &mut Vec<u8>) {
        std::mem::swap(&mut self.bytes, bytes);
    }

    pub(crate) fn page(&self, index: usize) -> Option<PageSpan> {
        self.pages.get(index).copied()
    }

    /// Locates the rows of the pages in the buffer, the first of which has this number; `before` is the number of rows
    /// before them. Returns the number of pages.
    pub(super) fn find_rows(&mut self, metadata: &Metadata, number: u64, before: u64) -> Result<u64, FormatError> {
        self.pages.clear();
        self.stride = metadata.schema.row_length() as usize;
        self.first = before;
        self.count = 0;
        let page_bytes = metadata.header.page_size as usize;
        let pages = self.bytes.chunks_exact(page_bytes);
        if !pages.remainder().is_empty() || self.bytes.is_empty() {
            return Err(FormatError::page(number, "it is not whole"));
        }
        let mut unused = Vec::new();
        let mut count = 0;
        for (index, page) in pages.enumerate() {
            let mut rows = metadata.page_rows(number + count, page, 0)?;
            if let Some(block) = rows.next_block(page, &mut unused)? {
                let start = block
                    .start_on_page()
                    .ok_or_else(|| FormatError::page(number + count, "its rows do not lie in it as they are"))?;
                self.pages.push(PageSpan {
                    start: index * page_bytes + start,
                    count: block.stored(),
                });
                self.count += block.stored() as u64;
            }
            count += 1;
        }
        Ok(count)
    }

    /// Keeps the rows with these numbers, from 0 among all rows.
    pub(super) fn keep(&mut self, wanted: &Range<u64>) {
        if wanted.start <= self.first && self.first + self.count <= wanted.end {
            return;
        }
        let mut row = self.first;
        let mut kept = 0;
        let mut first = None;
        for page in &mut self.pages {
            let rows = row..row + page.count as u64;
            row = rows.end;
            let from = wanted.start.clamp(rows.start, rows.end);
            let to = wanted.end.clamp(from, rows.end);
            page.start += (from - rows.start) as usize * self.stride;
            page.count = (to - from) as usize;
            kept += to - from;
            if to > from && first.is_none() {
                first = Some(from);
            }
        }
        self.pages.retain(|page| page.count > 0);
        self.first = first.unwrap_or(row);
        self.count = kept;
    }
}
