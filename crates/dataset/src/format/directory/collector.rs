//! Reads the directory of pages of a file.

use super::{Directory, FIELDS, LIST, MAGIC, Part, checksum};
use crate::compression::Compression;
use crate::format::bytes::View;
use crate::format::error::FormatError;
use crate::format::metadata::Metadata;
use crate::format::page::{Page, PageKind};

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
