//! Writes a new `.sas7bdat` file.

use super::output::NativeOutput;
use crate::drafts::Draft;
use crate::error::Result;
use crate::file_format::{NewDataSet, RowRoom, RowSink, SinkOutput};
use crate::format::{Front, RowPages};
use crate::locks::Claim;
use crate::name::DataSetName;
use crate::pages::{CompressionEffect, NewPages, PageWriter};
use crate::schema::Schema;
use crate::settings::Settings;

/// Writes the rows of a new `.sas7bdat` file. They are filled into its pages, the first ones into the page of the
/// description.
#[derive(Debug)]
pub(crate) struct NativeSink {
    output: NativeOutput,
    compression: Option<CompressionEffect>,
    /// The description, and the first rows on its last page.
    front: Front,
    row_pages: RowPages,
    /// The number of rows that were taken.
    rows: u64,
}

impl NativeSink {
    /// Begins a file that replaces a claimed one. Returns its draft and the room for the first rows, too.
    pub(crate) fn begin(
        claim: Claim,
        name: &DataSetName,
        schema: &Schema,
        facts: &NewDataSet,
        settings: &Settings,
        durable: bool,
    ) -> Result<(Draft, Self, RowRoom)> {
        let (draft, mut front, output) =
            NativeOutput::begin(claim, name, schema, facts, (settings, None), durable, Front::new)?;
        let (last_page, slots) = front.last_page();
        let room = RowRoom::of_buffer(front.lend(), last_page, slots);
        let sink = Self {
            output,
            // It is for rows that are too short.
            compression: settings.compression.map(|_| CompressionEffect::Disabled),
            row_pages: front.row_pages(),
            front,
            rows: 0,
        };
        Ok((draft, sink, room))
    }

    /// Returns the bytes of a page.
    pub(crate) fn page_bytes(&self) -> usize {
        self.front.page_size()
    }

    /// Begins the pages of rows, of which there are at most `most` if that is known.
    fn start(&mut self, pages: NewPages, most: Option<u64>, room: &mut RowRoom) -> Result<Box<PageWriter>> {
        self.front.give_back(room.take_buffer());
        pages.start(self.front.pages(), most).map(Box::new)
    }

    /// Completes the current page, which has rows.
    fn sealed(&mut self, room: &mut RowRoom) -> Result<Box<PageWriter>> {
        let rows = room.filled();
        let mut pages = room.take_pages();
        let number = self.front.pages() + pages.pages();
        self.row_pages.seal(pages.page_mut(), number, rows);
        pages.advance()?;
        Ok(pages)
    }
}

impl RowSink for NativeSink {
    fn take(&mut self, room: &mut RowRoom) -> Result<()> {
        self.rows += room.filled() as u64;
        let pages = match self.output.take_new_pages() {
            Some(pages) => self.start(pages, None, room)?,
            None => self.sealed(room)?,
        };
        *room = RowRoom::of_page(pages, self.row_pages.slots());
        Ok(())
    }

    fn finish(mut self: Box<Self>, mut room: RowRoom) -> Result<SinkOutput> {
        self.rows += room.filled() as u64;
        let pages = match self.output.take_new_pages() {
            Some(pages) => self.start(pages, Some(0), &mut room)?,
            None if room.filled() > 0 => self.sealed(&mut room)?,
            None => room.take_pages(),
        };
        let front = self.front.finish(self.rows, self.output.modified());
        let mut pages = self.output.finish(*pages, front)?;
        pages.account.compression = self.compression;
        Ok(SinkOutput::of_pages(pages))
    }

    fn hold_at_most(&mut self, bytes: u64) {
        self.output.hold_at_most(bytes);
    }
}
