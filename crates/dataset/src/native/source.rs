//! The rows of a `.sas7bdat` file.

use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Weak};

use super::description::Description;
use super::extent::Extent;
use super::positions::Positions;
use super::selected::{Selected, Selection};
use crate::error::{Error, Result};
use crate::format::{Compression, Converter, Directory, Lost, Metadata, PageRows};
use crate::pages::{FileAccount, Identity, PageReader, count_begun, or_in_use};
use crate::random::RandomReader;
use crate::reader::{Block, Memory, SourceBlock};
use crate::schema::Schema;
use crate::settings::Settings;

/// A file whose description was read, and its pages once a row was requested.
#[derive(Debug)]
pub(crate) struct Native {
    description: Arc<Description>,
    source: Weak<()>,
    settings: Settings,
    /// Its variables, if rows are returned in another layout than in the file.
    laid_out: Option<Schema>,
    converter: Option<Converter>,
    /// The positions of its rows, as long as its pages agree with them.
    positions: Option<Positions>,
    /// The wanted rows, from 0.
    wanted: Range<u64>,
    pages: Option<Box<PageReader>>,
    /// The account of transfers until the pages were [released](Self::release).
    released: Option<Box<FileAccount>>,
    /// The rows that an index has found, if only those are read.
    selected: Option<Selected>,
    /// The remaining rows of the current page, and how many rows its pages have had so far.
    rest: Option<PageRows>,
    stored_before: u64,
    /// How many rows precede the next block.
    block_before: u64,
    unpacked: Vec<u8>,
    converted: Vec<u8>,
    /// The numbers of rows of the pages of this pass, if all of them are read and nothing else tells them.
    learning: Option<Directory>,
}

impl Native {
    /// Creates the rows of a file for a source, which distinguishes the readers of one description.
    ///
    /// # Errors
    ///
    /// Fails if its variables, widened as requested, do not fit a row.
    pub(crate) fn new(
        description: Arc<Description>,
        source: Weak<()>,
        settings: &Settings,
    ) -> Result<Self> {
        let metadata = &description.metadata;
        let laid_out = match settings.widening {
            Some(widening) => Some(widening.of(&metadata.schema)),
            // Rows of no bytes get some, as those of new files have them.
            None if metadata.schema.row_length() == 0 => Some(Schema::lay_out(Vec::new())),
            None => None,
        };
        let laid_out = laid_out.transpose();
        let laid_out = laid_out.map_err(|error| Error::format(&description.path, error.into()))?;
        Ok(Self {
            settings: settings.clone(),
            converter: Converter::new(metadata, laid_out.as_ref()),
            laid_out,
            positions: Positions::of(&description),
            wanted: 0..u64::MAX,
            description,
            source,
            pages: None,
            released: None,
            selected: None,
            rest: None,
            stored_before: 0,
            block_before: 0,
            unpacked: Vec::new(),
            converted: Vec::new(),
            learning: None,
        })
    }

    /// Reads only the rows of a selection.
    pub(crate) fn select(&mut self, selection: Selection, rows: RandomReader) {
        self.selected = Some(Selected::new(selection, rows));
    }

    pub(crate) fn selection(&self) -> Option<&Selection> {
        self.selected.as_ref().map(Selected::selection)
    }

    /// Takes effect when the pages are opened.
    pub(crate) fn hold_at_most(&mut self, bytes: u64) {
        self.settings.transfer_memory = Some(bytes);
    }

    pub(crate) fn path(&self) -> &Path {
        &self.description.path
    }

    pub(crate) fn identity(&self) -> Identity {
        self.description.identity
    }

    pub(crate) fn metadata(&self) -> &Metadata {
        &self.description.metadata
    }

    pub(crate) fn extent(&self) -> Extent {
        Extent::of(&self.description)
    }

    pub(crate) fn directory(&self) -> Option<&Directory> {
        self.description.directory().map(|directory| &**directory)
    }

    pub(crate) fn is_listed(&self) -> bool {
        self.description.is_listed()
    }

    pub(crate) fn has_indexes(&self) -> bool {
        let marks = self.description.metadata.header.marks;
        self.laid_out.is_none() && marks.is_some_and(|marks| marks.index.is_some())
    }

    pub(crate) fn schema(&self) -> &Schema {
        let of_file = &self.description.metadata.schema;
        self.laid_out.as_ref().unwrap_or(of_file)
    }

    pub(crate) fn lost(&self) -> Lost {
        if let Some(selected) = &self.selected {
            return selected.reader().lost();
        }
        let converter = self.converter.as_ref();
        let lost = converter.map_or_else(Lost::default, |converter| converter.lost().clone());
        Lost {
            absurd: self.description.metadata.absurd.clone(),
            ..lost
        }
    }

    /// Closes the pages and frees their buffers; there are no further rows unless it is [positioned](Self::seek) anew.
    pub(crate) fn release(&mut self) {
        if let Some(pages) = self.pages.take() {
            self.released = Some(Box::new(pages.account()));
            self.rest = None;
            self.unpacked = Vec::new();
            self.converted = Vec::new();
        }
    }

    /// Positions at the page of the first wanted row, or at the first page if that is unknown.
    pub(crate) fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
        self.wanted = wanted;
        if let Some(selected) = &mut self.selected {
            selected.restart();
        }
        if self.released.is_some() {
            self.open_pages()?;
        }
        if self.pages.is_some() {
            self.begin_pass()?;
        }
        Ok(())
    }

    /// Returns whether the pages of rows are known.
    pub(crate) fn can_seek(&self) -> bool {
        self.positions.is_some() && self.selected.is_none()
    }

    /// Returns the pages of the wanted rows, and how many rows precede them; all pages if that is unknown.
    fn pages_wanted(&self) -> (Range<u64>, u64) {
        match &self.positions {
            Some(positions) => {
                let last = self
                    .wanted
                    .end
                    .min(self.description.metadata.rows_stored)
                    .max(1)
                    - 1;
                let first = positions.page_of(self.wanted.start.min(last));
                let pages = first..positions.page_of(last) + 1;
                (pages, positions.rows_before(first))
            }
            None => (self.description.metadata.first_page_with_rows..u64::MAX, 0),
        }
    }

    /// Begins with the first wanted page.
    fn begin_pass(&mut self) -> Result<()> {
        let (pages, before) = self.pages_wanted();
        let metadata = &self.description.metadata;
        let is_told = metadata.compression == Compression::None || self.description.is_listed();
        self.learning = (!is_told && pages.start == metadata.first_page_with_rows)
            .then(|| Directory::new(metadata.header.page_size, pages.start));
        self.rest = None;
        self.stored_before = before;
        match &mut self.pages {
            Some(reader) => reader.seek(pages),
            None => Ok(()),
        }
    }

    pub(crate) fn account(&self) -> FileAccount {
        if let Some(selected) = &self.selected {
            return selected.reader().account();
        }
        match (&self.pages, &self.released) {
            (Some(pages), _) => pages.account(),
            (None, Some(released)) => (**released).clone(),
            (None, None) => self.description.account().clone(),
        }
    }

    #[inline]
    pub(crate) fn memory(&self, memory: Memory) -> &[u8] {
        match (memory, &self.pages) {
            (Memory::Page, Some(pages)) => pages.page(),
            (Memory::Page, None) => &[],
            (Memory::Unpacked, _) => &self.unpacked,
            (Memory::Converted, _) => &self.converted,
            (Memory::Selected, _) => self.selected.as_ref().map_or(&[], Selected::row),
        }
    }

    /// Returns the next block, and in `live` the indexes of its rows that are not deleted, if some are.
    pub(crate) fn next_block(&mut self, live: &mut Vec<u32>) -> Result<Option<SourceBlock>> {
        if self.description.metadata.rows_stored == 0 {
            return Ok(None);
        }
        if let Some(selected) = &mut self.selected {
            return selected.next_block();
        }
        let block = self.next_of_pages(live);
        match self.description.file() {
            Some(_) => block,
            // Too many files are open to keep it and its lock.
            None => block.map_err(|error| or_in_use(error, &self.description.path)),
        }
    }

    fn next_of_pages(&mut self, live: &mut Vec<u32>) -> Result<Option<SourceBlock>> {
        if self.released.is_some() {
            return Ok(None);
        }
        if self.pages.is_none() {
            self.open_pages()?;
            self.begin_pass()?;
        }
        loop {
            if let Some(found) = self.rest_of_page(live)? {
                return Ok(Some(found));
            }
            if !self.next_page()? {
                return Ok(None);
            }
        }
    }

    /// Returns the next rows of the current page.
    fn rest_of_page(&mut self, live: &mut Vec<u32>) -> Result<Option<SourceBlock>> {
        let (Some(rest), Some(pages)) = (&mut self.rest, &self.pages) else {
            return Ok(None);
        };
        let wrong = |error| Error::format(&self.description.path, error);
        let page = pages.page();
        let Some(rows) = rest.next_block(page, &mut self.unpacked).map_err(wrong)? else {
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
        live.clear();
        if rows.has_deleted() {
            let left = (0..rows.stored()).filter(|&index| !rows.is_deleted(index));
            // A page has less than 2^16 rows.
            live.extend(left.map(|index| index as u32));
        }
        let is_numbered = self.description.metadata.rows_deleted > 0;
        let (memory, start) = match in_page {
            _ if is_converted => (Memory::Converted, 0),
            Some(start) => (Memory::Page, start),
            None => (Memory::Unpacked, 0),
        };
        Ok(Some(SourceBlock {
            block: Block {
                memory,
                start,
                stride: rows.row_length(),
                has_deleted: rows.has_deleted(),
            },
            stored: rows.stored(),
            // Where rows are deleted, the positions are not known.
            before: self.positions.as_ref().map(|_| before),
            stored_before: is_numbered.then_some(before),
        }))
    }

    /// Advances to the next page. Returns `false` if there are no more rows.
    fn next_page(&mut self) -> Result<bool> {
        let told = self.description.metadata.rows_stored;
        let Some(pages) = &mut self.pages else {
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
            if let Some(pages) = &mut self.pages {
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

    fn open_pages(&mut self) -> Result<()> {
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
        self.pages = Some(Box::new(pages));
        Ok(())
    }
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
