//! Writes a new `.sas7bdat` file with compressed rows.

use super::row_block::BLOCK;
use crate::drafts::Draft;
use crate::error::Result;
use crate::file_format::{NewDataSet, RowRoom, RowSink, SinkOutput};
use crate::format::{CompressionOptions, Directory, NewFile, PackedEnd, PackedFront, PackedRows};
use crate::locks::Claim;
use crate::name::DataSetName;
use crate::native::NativeOutput;
use crate::pages::{CompressionEffect, NewPages, PageWriter};
use crate::schema::Schema;
use crate::settings::Settings;

/// Writes the rows of a new `.sas7bdat` file, compressed. They are collected in a buffer, and compressed from it into
/// pages.
#[derive(Debug)]
pub(crate) struct PackedSink {
    output: NativeOutput,
    compression: CompressionOptions,
    row_length: usize,
    /// The description, and the first rows on its last page.
    front: PackedFront,
    packed: PackedRows,
    rows: u64,
    end: PackedEnd,
    /// The pages that were completed; `None` as long as rows are on the page of the description only.
    directory: Option<Directory>,
    /// The pages of rows, once there are some.
    pages: Option<Box<PageWriter>>,
}

impl PackedSink {
    /// Begins a file that replaces a claimed one. Returns its draft and the room for the first rows, too.
    pub(crate) fn begin(
        claim: Claim,
        name: &DataSetName,
        schema: &Schema,
        facts: &NewDataSet,
        (settings, compression): (&Settings, CompressionOptions),
        durable: bool,
    ) -> Result<(Draft, Self, RowRoom)> {
        let settings = (settings, Some(compression));
        let describe = |file: &NewFile<'_>| PackedFront::new(file, compression);
        let (draft, front, output) = NativeOutput::begin(claim, name, schema, facts, settings, durable, describe)?;
        let row_length = schema.row_length() as usize;
        let sink = Self {
            output,
            compression,
            row_length,
            packed: front.rows(),
            front,
            rows: 0,
            end: PackedEnd::default(),
            directory: None,
            pages: None,
        };
        Ok((draft, sink, RowRoom::of_about(BLOCK, row_length)))
    }

    /// Returns the bytes of a page.
    pub(crate) fn page_bytes(&self) -> usize {
        self.front.page_size()
    }

    /// Compresses rows into pages.
    fn pack(&mut self, mut rows: &[u8]) -> Result<()> {
        loop {
            let page = match &mut self.pages {
                Some(pages) => pages.page_mut(),
                None => self.front.last_page_mut(),
            };
            let added = self.packed.add(page, rows);
            rows = &rows[added * self.row_length..];
            if rows.is_empty() {
                return Ok(());
            }
            match self.output.take_new_pages() {
                Some(pages) => self.start(pages, None)?,
                None => self.seal()?,
            }
        }
    }

    /// Completes the last page of the description and begins the pages of rows, of which there are at most `most` if
    /// that is known.
    fn start(&mut self, pages: NewPages, most: Option<u64>) -> Result<()> {
        let number = self.front.pages() - 1;
        self.end.last_row = self.packed.last_row(number);
        let rows = self.packed.seal(self.front.last_page_mut(), number);
        self.end.rows_on_front = rows as u64;
        let page_size = self.front.page_size() as u32;
        let mut directory = Directory::new(page_size, number + u64::from(rows == 0));
        if rows > 0 {
            directory.push(rows as u32);
        }
        self.directory = Some(directory);
        self.pages = Some(Box::new(pages.start(self.front.pages(), most)?));
        Ok(())
    }

    /// Completes the current page.
    fn seal(&mut self) -> Result<()> {
        let Some(pages) = &mut self.pages else {
            return Ok(());
        };
        let number = self.front.pages() + pages.pages();
        self.end.last_row = self.packed.last_row(number);
        let rows = self.packed.seal(pages.page_mut(), number);
        if let Some(directory) = &mut self.directory {
            directory.push(rows as u32);
        }
        pages.advance()
    }

    /// Writes the directory of pages, if there shall be one.
    fn write_directory(&mut self, pages: &mut PageWriter) -> Result<()> {
        let directory = self.directory.as_mut();
        let wanted = self.compression.is_addressable && self.rows > 0;
        let Some(directory) = directory.filter(|_| wanted) else {
            return Ok(());
        };
        let sequence = self.front.sequence();
        loop {
            let number = self.front.pages() + pages.pages();
            if !directory.write_next(pages.page_mut(), number, sequence) {
                break;
            }
            pages.advance()?;
        }
        self.end.directory_page = directory.last_written();
        Ok(())
    }
}

impl RowSink for PackedSink {
    fn take(&mut self, room: &mut RowRoom) -> Result<()> {
        self.rows += room.filled() as u64;
        self.pack(room.rows())?;
        room.clear();
        Ok(())
    }

    fn finish(mut self: Box<Self>, mut room: RowRoom) -> Result<SinkOutput> {
        self.take(&mut room)?;
        match self.output.take_new_pages() {
            Some(pages) => self.start(pages, Some(1))?,
            None if self.packed.on_page() > 0 => self.seal()?,
            None => {}
        }
        let mut pages = self.pages.take().expect("the pages were begun");
        self.write_directory(&mut pages)?;
        self.end.rows = self.rows;
        self.end.pages = self.front.pages() + pages.pages();
        let front = self.front.finish(self.end, self.output.modified());
        let mut pages = self.output.finish(*pages, front)?;
        pages.account.compression = (self.rows > 0).then(|| CompressionEffect::Pages {
            compressed: self.end.pages,
            uncompressed: self.front.uncompressed_pages(self.rows),
        });
        Ok(SinkOutput::of_pages(pages))
    }

    fn hold_at_most(&mut self, bytes: u64) {
        self.output.hold_at_most(bytes);
    }
}
