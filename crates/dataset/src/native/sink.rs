//! Writes a new `.sas7bdat` file.

use std::time::Instant;

use super::page_size::{front_memory, page_size};
use crate::drafts::Draft;
use crate::error::{Result, not_possible, not_written};
use crate::file_format::{NewDataSet, RowRoom, RowSink, SinkOutput};
use crate::format::{Front, RowPages};
use crate::locks::Claim;
use crate::name::DataSetName;
use crate::pages::{NewPages, Packed, PageWriter};
use crate::schema::Schema;
use crate::settings::{Settings, TakenMemory};

/// Writes the rows of a new `.sas7bdat` file. They are filled into its pages, the first ones into the page of the
/// description.
#[derive(Debug)]
pub(crate) struct NativeSink {
    created: f64,
    began: Instant,
    durable: bool,
    packed: Option<Packed>,
    /// The description, and the first rows on its last page.
    front: Front,
    row_pages: RowPages,
    /// The number of rows that were taken.
    rows: u64,
    /// The file, as long as all rows are on the page of the description.
    new_pages: Option<Box<NewPages>>,
    /// That of the front.
    _memory: TakenMemory,
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
        let page_size = page_size(name, schema, None, settings.bufsize)?;
        let memory = front_memory(name, page_size, settings)?;
        let header_length = settings.header_bytes(page_size);
        let mut front = Front::new(&facts.native_file(name, schema, page_size, header_length))
            .map_err(|error| not_possible(name, error.to_string()))?;
        let (draft, pages) = Draft::begin(claim, |file, path| {
            NewPages::open(path, Some(file), settings, header_length.into(), page_size)
        })
        .map_err(|error| not_written(name, error))?;
        let (last_page, slots) = front.last_page();
        let room = RowRoom::of_buffer(front.lend(), last_page, slots);
        let sink = Self {
            created: facts.created,
            began: Instant::now(),
            durable,
            // It is for rows that are too short.
            packed: settings.packing.map(|_| Packed::Disabled),
            row_pages: front.row_pages(),
            front,
            rows: 0,
            new_pages: Some(Box::new(pages)),
            _memory: memory,
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
        let pages = match self.new_pages.take() {
            Some(pages) => self.start(*pages, None, room)?,
            None => self.sealed(room)?,
        };
        *room = RowRoom::of_page(pages, self.row_pages.slots());
        Ok(())
    }

    fn finish(mut self: Box<Self>, mut room: RowRoom) -> Result<SinkOutput> {
        self.rows += room.filled() as u64;
        let pages = match self.new_pages.take() {
            Some(pages) => self.start(*pages, Some(0), &mut room)?,
            None if room.filled() > 0 => self.sealed(&mut room)?,
            None => room.take_pages(),
        };
        let modified = self.created + self.began.elapsed().as_secs_f64();
        let front = self.front.finish(self.rows, modified);
        let mut pages = pages.finish(front, self.durable)?;
        pages.account.packed = self.packed;
        Ok(SinkOutput::of_pages(pages))
    }

    fn hold_at_most(&mut self, bytes: u64) {
        if let Some(pages) = &mut self.new_pages {
            pages.hold_at_most(bytes);
        }
    }
}
