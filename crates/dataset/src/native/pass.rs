//! A pass through the pages of a `.sas7bdat` file.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::positions::Positions;
use super::source::NativeSource;
use crate::error::{Error, Result};
use crate::file_format::{RowBlock, RowMemory};
use crate::format::{Compression, Directory};
use crate::pages::{PageReader, count_begun};

impl NativeSource {
    /// Returns the pages of the wanted rows, and how many rows precede them; all pages if that is unknown.
    fn pages_wanted(&self) -> (Range<u64>, u64) {
        match &self.positions {
            Some(positions) => {
                let last = self.wanted.end.min(self.description.metadata.rows_stored).max(1) - 1;
                let first = positions.page_of(self.wanted.start.min(last));
                let pages = first..positions.page_of(last) + 1;
                (pages, positions.rows_before(first))
            }
            None => (self.description.metadata.first_page_with_rows..u64::MAX, 0),
        }
    }

    /// Begins with the first wanted page.
    pub(super) fn begin_pass(&mut self) -> Result<()> {
        let (pages, before) = self.pages_wanted();
        let metadata = &self.description.metadata;
        let is_told = metadata.compression == Compression::None || self.description.is_listed();
        self.learning = (!is_told && pages.start == metadata.first_page_with_rows)
            .then(|| Directory::new(metadata.header.page_size, pages.start));
        self.rest = None;
        self.stored_before = before;
        match pages_mut(&mut self.pages) {
            Some(reader) => reader.seek(pages),
            None => Ok(()),
        }
    }

    /// Returns the next rows of the current page.
    pub(super) fn rest_of_page(&mut self, memory: &mut RowMemory) -> Result<Option<RowBlock>> {
        let (Some(rest), Some(pages)) = (&mut self.rest, &self.pages) else {
            return Ok(None);
        };
        let wrong = |error| Error::format(&self.description.path, error);
        let page = pages.page();
        let Some(rows) = rest.next_block(page, &mut memory.buffer).map_err(wrong)? else {
            self.rest = None;
            return Ok(None);
        };
        let in_page = start_in(page, rows.bytes());
        let mut is_converted = false;
        let rows = match &mut self.converter {
            Some(converter) => {
                let in_place = rows.bytes().as_ptr();
                let rows = converter
                    .convert(rows, self.block_before, &mut self.converted)
                    .map_err(wrong)?;
                is_converted = self.laid_out.is_some() || rows.bytes().as_ptr() != in_place;
                rows
            }
            None => rows,
        };
        let before = self.block_before;
        self.block_before += rows.stored() as u64;
        memory.live.clear();
        if rows.has_deleted() {
            let left = (0..rows.stored()).filter(|&index| !rows.is_deleted(index));
            // A page has less than 2^16 rows.
            memory.live.extend(left.map(|index| index as u32));
        }
        let is_numbered = self.description.metadata.rows_deleted > 0;
        let mut block = RowBlock {
            start: 0,
            stride: rows.row_length(),
            stored: rows.stored(),
            has_deleted: rows.has_deleted(),
            // Where rows are deleted, the positions are not known.
            before: self.positions.as_ref().map(|_| before),
            stored_before: is_numbered.then_some(before),
        };
        match in_page {
            _ if is_converted => std::mem::swap(&mut memory.buffer, &mut self.converted),
            Some(start) => {
                block.start = start;
                memory.lend(pages);
            }
            // They were decompressed into the buffer.
            None => {}
        }
        Ok(Some(block))
    }

    /// Advances to the next page. Returns `false` if there are no more rows.
    pub(super) fn next_page(&mut self) -> Result<bool> {
        let told = self.description.metadata.rows_stored;
        let Some(pages) = pages_mut(&mut self.pages) else {
            return Ok(false);
        };
        // Where rows are deleted, the wanted ones are counted without them, and they may be on any page.
        let end = match self.description.metadata.rows_deleted {
            0 => told.min(self.wanted.end),
            _ => told,
        };
        if self.stored_before >= end {
            return Ok(false);
        }
        if !pages.advance()? {
            return Err(Error::RowsMissing {
                path: self.description.path.clone(),
                told,
                found: self.stored_before,
            });
        }
        let number = pages.number();
        let rows = self
            .description
            .metadata
            .page_rows(number, pages.page(), self.stored_before)
            .map_err(|error| Error::format(&self.description.path, error))?;
        let stored = rows.stored() as u64;
        self.block_before = self.stored_before;
        let as_placed = |positions: &Positions| positions.rows_on(number) == stored;
        if !self.positions.as_ref().is_none_or(as_placed) {
            return self.doubt_positions(number);
        }
        self.stored_before += stored;
        self.rest = Some(rows);
        self.learn(number, stored, told);
        Ok(true)
    }

    /// Takes note of the rows of a page. After the last of `told` rows, the description knows those of all pages.
    fn learn(&mut self, number: u64, stored: u64, told: u64) {
        let Some(mut directory) = self.learning.take_if(|it| it.pages().end == number) else {
            return;
        };
        directory.push(u32::try_from(stored).unwrap_or(u32::MAX));
        match directory.rows() == told {
            true => self.description.learn(Arc::new(directory)),
            false => self.learning = Some(directory),
        }
    }

    /// Handles a page with another number of rows than expected, so that the positions of rows are unknown after all.
    /// Goes to the page from which they can be counted, or fails if rows of other pages were returned in this pass.
    fn doubt_positions(&mut self, number: u64) -> Result<bool> {
        let first_of_pass = self.pages_wanted().0.start;
        self.positions = None;
        if number == first_of_pass {
            self.begin_pass()?;
        } else if first_of_pass == self.description.metadata.first_page_with_rows {
            // All rows so far were counted from the front.
            if let Some(pages) = pages_mut(&mut self.pages) {
                pages.seek(number..u64::MAX)?;
            }
        } else {
            return Err(Error::RowsMissing {
                path: self.description.path.clone(),
                told: self.description.metadata.rows_stored,
                found: self.stored_before,
            });
        }
        Ok(true)
    }

    /// Opens the pages, none of which is the current one yet.
    pub(super) fn open_pages(&mut self) -> Result<()> {
        let description = &self.description;
        let header = &description.metadata.header;
        // Pages behind the rows may belong to an append that is not committed and may vanish.
        let pages = self.positions.as_ref().map(|it| it.pages().end);
        let mut pages = PageReader::open(
            &description.path,
            description.file(),
            &self.settings,
            header.header_length.into(),
            header.page_size.into(),
            pages.unwrap_or(header.page_count),
        )?;
        // If open files cannot be opened again, the path may name another file.
        if !pages.identity()?.is_same_file(description.identity) {
            return Err(Error::Changed {
                path: description.path.clone(),
            });
        }
        let described = description.count(&self.source);
        if described.bytes > 0 {
            // The first reader of the step.
            count_begun(pages.pages() * pages.page_bytes() as u64);
        }
        pages.add_moved(described);
        // A pass after the release adds to what was moved.
        if let Some(released) = self.released.take() {
            pages.add_moved(released.moved);
        }
        self.pages = Some(Rc::new(pages));
        Ok(())
    }
}

/// Returns the pages, to move on in them.
///
/// # Panics
///
/// Panics if the current page is still lent: a block ends before the next one is requested.
fn pages_mut(pages: &mut Option<Rc<PageReader>>) -> Option<&mut PageReader> {
    let pages = pages.as_mut()?;
    Some(Rc::get_mut(pages).expect("the memory of a block is given back before the next"))
}

/// Returns the offset of `part` in `memory`; `None` if it is elsewhere. Only the addresses are compared.
fn start_in(memory: &[u8], part: &[u8]) -> Option<usize> {
    (part.as_ptr() as usize)
        .checked_sub(memory.as_ptr() as usize)
        .filter(|start| start + part.len() <= memory.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_found_by_its_address() {
        let (memory, other) = ([0; 100], [0; 100]);
        assert_eq!(start_in(&memory, &memory[7..20]), Some(7));
        assert_eq!(start_in(&memory, &memory), Some(0));
        assert_eq!(start_in(&memory, &other[7..20]), None);
    }
}
