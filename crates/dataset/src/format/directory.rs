//! The directory of pages of a compressed file: how many rows precede each page.
//!
//! Compressed rows differ in length, so the page of a row does not follow from its number. Files made here end with
//! pages that list the rows of the pages before them. They are of the kind 0x9000, which readers skip: files of the SAS
//! System have such pages, too, whose content is not known well enough. The first subheader of the file has the number
//! of the last of them.
//!
//! | offset | bytes | of a page of the directory |
//! |---|---|---|
//! | 0 | 40 | the header of the page |
//! | 40 | 24 | an empty pointer |
//! | 64 | 8 | `FRPAGES1` |
//! | 72 | 8 | the number, from 1, of the page of the directory before it; 0 for the first |
//! | 80 | 8 | the number, from 0, of the first page that it lists |
//! | 88 | 8 | the number of rows before that page |
//! | 96 | 8 | how many pages it lists |
//! | 104 | 8 | a checksum of what precedes from offset 64 on, and of what follows |
//! | 112 | 4 each | the number of rows on all listed pages up to each of them |
//!
//! Pages without rows are listed, too. The pages of a directory list consecutive pages.

mod collector;

use std::ops::Range;

pub use collector::DirectoryCollector;

pub(crate) const MAGIC: u64 = u64::from_le_bytes(*b"FRPAGES1");
/// The offset of the fields.
pub(crate) const FIELDS: usize = 64;
/// The offset of the list.
pub(crate) const LIST: usize = 112;

/// The number of rows before each page of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// The most pages that a page of the directory lists.
    most: usize,
    /// The first listed page of the file.
    first_page: u64,
    pub(crate) parts: Vec<Part>,
}

/// The part of the directory that one of its pages lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its number, from 1; `None` if it is not written.
    pub(crate) at: Option<u64>,
    pub(crate) first_page: u64,
    pub(crate) rows_before: u64,
    /// The rows on the pages up to each of them.
    pub(crate) ends: Vec<u32>,
    /// True if it is not as it was written.
    pub(crate) is_changed: bool,
}

impl Part {
    fn rows(&self) -> u32 {
        self.ends.last().copied().unwrap_or(0)
    }

    fn end_page(&self) -> u64 {
        self.first_page + self.ends.len() as u64
    }
}

impl Directory {
    /// Returns one that lists no pages yet, for pages of `page_size` bytes; `first_page` will be the first.
    pub fn new(page_size: u32, first_page: u64) -> Self {
        Self {
            most: ((page_size as usize).saturating_sub(LIST) / 4).max(1),
            first_page,
            parts: Vec::new(),
        }
    }

    /// Returns whether a page, which is of the kind of such pages, belongs to a directory of pages.
    pub(crate) fn is_page(page: &[u8]) -> bool {
        page.get(FIELDS..FIELDS + 8) == Some(&MAGIC.to_le_bytes())
    }

    /// Lists pages without rows up to the one with this number.
    pub fn list_until(&mut self, page: u64) {
        while self.pages().end < page {
            self.push(0);
        }
    }

    /// Lists the next page, with so many rows.
    pub fn push(&mut self, rows: u32) {
        let (first_page, rows_before) = (self.pages().end, self.rows());
        if let Some(part) = self.parts.last_mut()
            && part.ends.len() < self.most
            && let Some(end) = part.rows().checked_add(rows)
        {
            part.ends.push(end);
            part.at = None;
            return;
        }
        self.parts.push(Part {
            at: None,
            first_page,
            rows_before,
            ends: vec![rows],
            is_changed: false,
        });
    }

    /// Counts a row that was added to the last page. Returns `false` if there is none, or if it has too many rows.
    pub fn add_to_last(&mut self) -> bool {
        let Some(part) = self.parts.last_mut() else {
            return false;
        };
        let Some(end) = part.ends.last_mut() else {
            return false;
        };
        let Some(sum) = end.checked_add(1) else {
            return false;
        };
        *end = sum;
        part.is_changed = true;
        true
    }

    /// Changes how many rows are on some pages, given in their order; those behind the listed ones are listed, too.
    /// Pages without rows before all others are listed no more. Returns `false` if that is too many rows.
    pub fn recount(&mut self, counts: &[(u64, u32)]) -> bool {
        let mut counts = counts.iter().copied().peekable();
        let mut before = 0;
        for part in &mut self.parts {
            part.is_changed |= part.rows_before != before;
            part.rows_before = before;
            let (mut old_end, mut end) = (0, 0_u32);
            for (page, at) in (part.first_page..).zip(&mut part.ends) {
                let old = *at - std::mem::replace(&mut old_end, *at);
                let new = counts.next_if(|&(it, _)| it == page);
                let Some(sum) = end.checked_add(new.map_or(old, |(_, count)| count)) else {
                    return false;
                };
                end = sum;
                part.is_changed |= *at != end;
                *at = end;
            }
            before += u64::from(end);
        }
        self.forget_empty_pages();
        for (page, count) in counts {
            if self.parts.is_empty() {
                self.first_page = page;
            }
            self.list_until(page);
            self.push(count);
        }
        true
    }

    /// Lists pages without rows before all others no more: readers find the first page with rows by themselves.
    fn forget_empty_pages(&mut self) {
        while let Some(part) = self.parts.first_mut() {
            let empty = part.ends.iter().take_while(|&&end| end == 0).count();
            if empty == 0 {
                return;
            }
            part.ends.drain(..empty);
            part.first_page += empty as u64;
            part.is_changed = true;
            self.first_page = part.first_page;
            if part.ends.is_empty() {
                self.parts.remove(0);
                // It names the one before it no more.
                if let Some(next) = self.parts.first_mut() {
                    next.is_changed = true;
                }
            }
        }
    }

    /// Returns the numbers of the listed pages.
    pub fn pages(&self) -> Range<u64> {
        let end = self.parts.last().map_or(self.first_page, Part::end_page);
        self.first_page..end
    }

    /// Returns the number of rows on all listed pages, including deleted ones.
    pub fn rows(&self) -> u64 {
        self.parts
            .last()
            .map_or(0, |part| part.rows_before + u64::from(part.rows()))
    }

    /// Returns the page of a row, and its index among the rows of that page; all count from 0. Returns `None` for a row
    /// behind the last.
    pub fn page_of_row(&self, row: u64) -> Option<(u64, u64)> {
        if row >= self.rows() {
            return None;
        }
        let after = self.parts.partition_point(|part| part.rows_before <= row);
        let part = self.parts.get(after.checked_sub(1)?)?;
        let row = row - part.rows_before;
        let index = part.ends.partition_point(|&end| u64::from(end) <= row);
        let before = match index.checked_sub(1) {
            Some(last) => part.ends.get(last).copied()?,
            None => 0,
        };
        Some((part.first_page + index as u64, row - u64::from(before)))
    }

    /// Returns how many rows precede a page: all for one behind the listed ones.
    pub fn rows_before(&self, page: u64) -> u64 {
        let after = self.parts.partition_point(|part| part.first_page <= page);
        let Some(part) = after.checked_sub(1).and_then(|index| self.parts.get(index)) else {
            return 0;
        };
        let listed = usize::try_from(page - part.first_page).unwrap_or(usize::MAX);
        let before = match listed.min(part.ends.len()).checked_sub(1) {
            Some(last) => part.ends.get(last).copied().unwrap_or(0),
            None => 0,
        };
        part.rows_before + u64::from(before)
    }

    /// Returns how many rows a page has.
    pub fn rows_on(&self, page: u64) -> u64 {
        self.rows_before(page + 1) - self.rows_before(page)
    }
}

/// Returns a checksum of the fields of a page of the directory and of its list (FNV-1a).
pub(crate) fn checksum(fields: &[u8], list: &[u8]) -> u64 {
    fields.iter().chain(list).fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
