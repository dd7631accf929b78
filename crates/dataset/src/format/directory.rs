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

use std::ops::Range;

use super::bytes::View;
use super::error::FormatError;
use super::metadata::Metadata;
use super::page::{Page, PageKind};
use crate::compression::Compression;

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

/// Requests the pages of a directory, from the last to the first.
#[derive(Debug)]
pub struct DirectoryCollector {
    /// The number of the wanted page, from 1.
    wanted: Option<u64>,
    /// The parts so far, the last first.
    parts: Vec<Part>,
    /// The page that the next page of the directory must list last, and the rows up to it.
    end: Option<(u64, u64)>,
    most: usize,
    first_page: u64,
    rows: u64,
}

impl Metadata {
    /// Begins to read the directory of pages; `None` if the file says nothing of one.
    pub fn directory(&self) -> Option<DirectoryCollector> {
        let is_usable = self.compression != Compression::None
            && self.header.wide
            && (1..=self.header.page_count).contains(&self.directory_page);
        is_usable.then(|| DirectoryCollector {
            wanted: Some(self.directory_page),
            parts: Vec::new(),
            end: None,
            most: Directory::new(self.header.page_size, 0).most,
            first_page: self.first_page_with_rows,
            rows: self.rows_stored,
        })
    }

    /// Lists the next page of a file without a directory.
    ///
    /// # Errors
    ///
    /// Fails if the page is damaged.
    pub fn list_page(&self, directory: &mut Directory, page: &[u8]) -> Result<(), FormatError> {
        let rows = self.page_rows(directory.pages().end, page, directory.rows())?;
        directory.push(u32::try_from(rows.stored()).unwrap_or(u32::MAX));
        Ok(())
    }
}

impl DirectoryCollector {
    /// Returns the page that is needed next, from 0 after the header; `None` if no more are.
    pub fn wants(&self) -> Option<u64> {
        self.wanted.map(|number| number - 1)
    }

    /// Takes the requested page. One that belongs to no directory made here ends the search.
    pub fn take(&mut self, metadata: &Metadata, page: &[u8]) {
        let Some(number) = self.wanted.take() else {
            return;
        };
        let parsed = Page::parse(page, number - 1, metadata.header.shape());
        let part = parsed
            .ok()
            .filter(|page| page.kind == PageKind::Other)
            .and_then(|page| parse(page.view, number, self.most));
        let Some((previous, part)) = part.filter(|(previous, part)| self.fits(*previous, part)) else {
            self.parts.clear();
            return;
        };
        self.end = Some((part.first_page, part.rows_before));
        self.parts.push(part);
        self.wanted = Some(previous).filter(|&previous| previous > 0);
    }

    /// Returns whether a part precedes the one that was collected last.
    fn fits(&self, previous: u64, part: &Part) -> bool {
        let number = part.at.unwrap_or(0);
        let rows = part.rows_before.checked_add(part.rows().into());
        let end = match self.end {
            Some((end_page, rows_before)) => part.end_page() == end_page && rows == Some(rows_before),
            // It lists no page behind itself.
            None => rows == Some(self.rows) && part.end_page() < number,
        };
        let begins = (part.first_page, part.rows_before) == (self.first_page, 0);
        end && previous < number && (previous == 0) == begins && part.first_page >= self.first_page
    }

    /// Returns the directory; `None` if it is not as expected.
    pub fn finish(mut self) -> Option<Directory> {
        self.parts.reverse();
        (self.wanted.is_none() && !self.parts.is_empty()).then_some(Directory {
            most: self.most,
            first_page: self.first_page,
            parts: self.parts,
        })
    }
}

/// Returns the number of the page of the directory before this one, and what it lists.
fn parse(page: View<'_>, number: u64, most: usize) -> Option<(u64, Part)> {
    let [magic, previous, first_page, rows_before, count, sum] =
        std::array::from_fn(|index| page.u64(FIELDS + 8 * index));
    let count = usize::try_from(count?).ok()?;
    if magic? != MAGIC || !(1..=most).contains(&count) {
        return None;
    }
    let list = page.slice(LIST, 4 * count)?;
    if checksum(page.slice(FIELDS, 40)?, list) != sum? {
        return None;
    }
    let words = list.chunks_exact(4).filter_map(|word| word.first_chunk());
    let ends: Vec<u32> = words.map(|word| u32::from_le_bytes(*word)).collect();
    // Overflow is excluded for all that is computed from them.
    let first_page = first_page.filter(|&page| page < number)?;
    let rows_before = rows_before.filter(|&rows| i64::try_from(rows).is_ok())?;
    ends.is_sorted().then_some((
        previous?,
        Part {
            at: Some(number),
            first_page,
            rows_before,
            ends,
            is_changed: false,
        },
    ))
}

/// Returns a checksum of the fields of a page of the directory and of its list (FNV-1a).
pub(crate) fn checksum(fields: &[u8], list: &[u8]) -> u64 {
    fields.iter().chain(list).fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
