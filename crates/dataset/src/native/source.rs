//! The rows of a `.sas7bdat` file.

use std::ops::Range;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use super::description::Description;
use super::extent::Extent;
use super::positions::Positions;
use super::selected::{SelectedRows, Selection};
use crate::error::{Error, Result};
use crate::file_format::{PagedFile, RowBlock, RowMemory, RowSource};
use crate::format::{Converter, Directory, Metadata, PageRows, ValueLosses};
use crate::pages::{FileAccount, Identity, PageReader, or_in_use};
use crate::random::RandomReader;
use crate::schema::Schema;
use crate::settings::Settings;

/// A file whose description was read, and its pages once a row was requested.
#[derive(Debug)]
pub(crate) struct NativeSource {
    pub(super) description: Arc<Description>,
    pub(super) source: Weak<()>,
    pub(super) settings: Settings,
    /// Its variables, if rows are returned in another layout than in the file.
    pub(super) laid_out: Option<Schema>,
    pub(super) converter: Option<Converter>,
    /// The positions of its rows, as long as its pages agree with them.
    pub(super) positions: Option<Positions>,
    /// The wanted rows, from 0.
    pub(super) wanted: Range<u64>,
    /// The pages, which are lent to the memory of a block while rows of the current one are used.
    pub(super) pages: Option<Rc<PageReader>>,
    /// The account of transfers until the pages were [released](Self::release).
    pub(super) released: Option<Box<FileAccount>>,
    /// The rows that an index has found, if only those are read.
    selected: Option<SelectedRows>,
    /// The remaining rows of the current page, and how many rows its pages have had so far.
    pub(super) rest: Option<PageRows>,
    pub(super) stored_before: u64,
    /// The number of rows before the next block.
    pub(super) block_before: u64,
    pub(super) converted: Vec<u8>,
    /// The numbers of rows of the pages of this pass, if all of them are read and nothing else tells them.
    pub(super) learning: Option<Directory>,
}

impl NativeSource {
    /// Creates the rows of a file for a source, which distinguishes the readers of one description.
    ///
    /// # Errors
    ///
    /// Fails if its variables, expanded as requested, do not fit a row.
    pub(crate) fn new(description: Arc<Description>, source: Weak<()>, settings: &Settings) -> Result<Self> {
        let metadata = &description.metadata;
        let laid_out = match settings.expansion {
            Some(expansion) => Some(expansion.of(&metadata.schema)),
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
            converted: Vec::new(),
            learning: None,
        })
    }

    /// Returns the next block of the pages of this pass.
    fn next_of_pages(&mut self, memory: &mut RowMemory) -> Result<Option<RowBlock>> {
        if self.released.is_some() {
            return Ok(None);
        }
        if self.pages.is_none() {
            self.open_pages()?;
            self.begin_pass()?;
        }
        loop {
            if let Some(found) = self.rest_of_page(memory)? {
                return Ok(Some(found));
            }
            if !self.next_page()? {
                return Ok(None);
            }
        }
    }
}

impl RowSource for NativeSource {
    fn schema(&self) -> &Schema {
        let of_file = &self.description.metadata.schema;
        self.laid_out.as_ref().unwrap_or(of_file)
    }

    fn label(&self) -> &str {
        &self.description.metadata.label
    }

    fn data_set_type(&self) -> &str {
        &self.description.metadata.data_set_type
    }

    fn rows(&self) -> u64 {
        self.description.metadata.rows()
    }

    fn identity(&self) -> Option<Identity> {
        Some(self.description.identity)
    }

    fn can_seek(&self) -> bool {
        self.positions.is_some() && self.selected.is_none()
    }

    /// Positions at the page of the first wanted row, or at the first page if that is unknown.
    fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
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

    fn next_block(&mut self, memory: &mut RowMemory) -> Result<Option<RowBlock>> {
        if self.description.metadata.rows_stored == 0 {
            return Ok(None);
        }
        if let Some(selected) = &mut self.selected {
            return selected.next_block(memory);
        }
        let block = self.next_of_pages(memory);
        match self.description.file() {
            Some(_) => block,
            // Too many files are open to keep it and its lock.
            None => block.map_err(|error| or_in_use(error, &self.description.path)),
        }
    }

    fn lost(&self) -> ValueLosses {
        if let Some(selected) = &self.selected {
            return selected.reader().lost();
        }
        let converter = self.converter.as_ref();
        let lost = converter.map_or_else(ValueLosses::default, |converter| converter.lost().clone());
        ValueLosses {
            absurd: self.description.metadata.absurd.clone(),
            ..lost
        }
    }

    fn account(&self) -> FileAccount {
        if let Some(selected) = &self.selected {
            return selected.reader().account();
        }
        match (&self.pages, &self.released) {
            (Some(pages), _) => pages.account(),
            (None, Some(released)) => (**released).clone(),
            (None, None) => self.description.account().clone(),
        }
    }

    fn paged(&self) -> Option<&dyn PagedFile> {
        Some(self)
    }

    fn paged_mut(&mut self) -> Option<&mut dyn PagedFile> {
        Some(self)
    }
}

impl PagedFile for NativeSource {
    fn metadata(&self) -> &Metadata {
        &self.description.metadata
    }

    fn extent(&self) -> Extent {
        Extent::of(&self.description)
    }

    fn has_indexes(&self) -> bool {
        let marks = self.description.metadata.header.marks;
        self.laid_out.is_none() && marks.is_some_and(|marks| marks.index.is_some())
    }

    fn directory(&self) -> Option<&Directory> {
        self.description.directory().map(|directory| &**directory)
    }

    fn is_listed(&self) -> bool {
        self.description.is_listed()
    }

    fn selection(&self) -> Option<&Selection> {
        self.selected.as_ref().map(SelectedRows::selection)
    }

    fn select(&mut self, selection: Selection, rows: RandomReader) {
        self.selected = Some(SelectedRows::new(selection, rows));
    }

    /// Takes effect when the pages are opened.
    fn hold_at_most(&mut self, bytes: u64) {
        self.settings.transfer_memory = Some(bytes);
    }

    fn release(&mut self) {
        if let Some(pages) = self.pages.take() {
            self.released = Some(Box::new(pages.account()));
            self.rest = None;
            self.converted = Vec::new();
        }
    }
}
