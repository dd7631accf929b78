//! Writes a new data set to a pipe.

use std::path::{Path, PathBuf};

use feedrate_pipe::{LONGEST_FRAME, PipeOptions, Pipes};

use super::Outlet;
use crate::error::{Error, Result, not_possible};
use crate::format::{Front, NewFile, RowPages, SMALLEST_PAGE, Slots};
use crate::name::DataSetName;
use crate::native::page_size;
use crate::schema::Schema;
use crate::settings::Settings;
use crate::writer::{Completed, NewDataSet};

/// Bytes of pages per frame, unless BUFNO= sets the number of pages.
const FRAME: usize = 512 << 10;

/// Writes the rows of a piped data set. All its pages are pages of rows.
#[derive(Debug)]
pub(crate) struct Piped {
    path: PathBuf,
    schema: Schema,
    row_pages: RowPages,
    /// The row slots of a page.
    slots: Slots,
    page_bytes: usize,
    /// The number of pages per frame.
    pages_together: usize,
    /// The buffer of a frame, once there is a row, and how many of its pages are full.
    pages: Vec<u8>,
    full: usize,
    /// The number of the first of them.
    number: u64,
    rows: u64,
    /// Rows on the current page.
    on_page: usize,
    /// `None` after a failure.
    outlet: Option<Box<Outlet>>,
}

impl Piped {
    /// Offers a data set at an address without waiting; see [`connect`](Self::connect).
    pub(crate) fn offer(
        pipes: &Pipes,
        pipe_options: &PipeOptions,
        name: &DataSetName,
        schema: Schema,
        facts: &NewDataSet,
        settings: &Settings,
    ) -> Result<Self> {
        if schema.row_length() == 0 {
            let reason = "it has no variables, and so there is nothing to send through a pipe";
            return Err(not_possible(name, reason.into()));
        }
        let page_size = page_size(name, &schema, None, settings.bufsize)?;
        let mut front = Front::new(&NewFile {
            name: name.member(),
            label: &facts.label,
            data_set_type: &facts.data_set_type,
            step: &facts.step,
            schema: &schema,
            page_size,
            header_length: SMALLEST_PAGE,
            created: facts.created,
            packing: None,
        })
        .map_err(|error| not_possible(name, error.to_string()))?;
        let page_bytes = front.page_size();
        let (description, row_pages) = (front.pages(), front.row_pages());
        let first = front.finish(0, facts.created).to_vec();
        if first.len().max(page_bytes) > LONGEST_FRAME {
            let reason = format!(
                "with pages of {page_bytes} bytes it begins with {} bytes at once, and a pipe takes {LONGEST_FRAME}; \
                 use a smaller BUFSIZE=",
                first.len()
            );
            return Err(not_possible(name, reason));
        }
        let offer = pipes.offer(pipe_options, &name.to_string())?;
        let address = pipe_options.address.to_string();
        let wanted = match settings.bufno {
            0 | 1 => FRAME / page_bytes,
            pages => {
                let in_memory = settings.transfer_bytes().unwrap_or(u64::MAX);
                let most = usize::try_from(in_memory).unwrap_or(usize::MAX) / page_bytes;
                (pages as usize).min(most)
            }
        };
        Ok(Self {
            path: address.clone().into(),
            slots: row_pages.slots(),
            row_pages,
            schema,
            page_bytes,
            pages_together: wanted.clamp(1, LONGEST_FRAME / page_bytes),
            pages: Vec::new(),
            full: 0,
            number: description,
            rows: 0,
            on_page: 0,
            outlet: Some(Box::new(Outlet::new(
                name,
                address,
                offer,
                first,
                description,
                page_bytes as u64,
            ))),
        })
    }

    /// Waits until a reader connects.
    pub(crate) fn connect(&mut self) -> Result<()> {
        self.with_outlet(Outlet::connect)
    }

    pub(crate) fn schema(&self) -> &Schema {
        &self.schema
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn page_bytes(&self) -> usize {
        self.page_bytes
    }

    pub(crate) fn hold_at_most(&mut self, bytes: u64) {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / self.page_bytes;
        if self.pages.is_empty() {
            self.pages_together = self.pages_together.min(most.max(1));
        }
    }

    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    #[inline]
    pub(crate) fn next_row(&mut self) -> Result<&mut [u8]> {
        if self.on_page == self.slots.count || self.pages.is_empty() {
            self.next_page()?;
        }
        let index = self.on_page;
        self.on_page += 1;
        self.rows += 1;
        let at = self.full * self.page_bytes;
        Ok(self
            .slots
            .of(&mut self.pages[at..at + self.page_bytes], index))
    }

    pub(crate) fn room(&mut self) -> &mut [u8] {
        if self.pages.is_empty() {
            return &mut [];
        }
        let at = self.full * self.page_bytes;
        self.slots
            .from(&mut self.pages[at..at + self.page_bytes], self.on_page)
    }

    pub(crate) fn fill(&mut self, rows: usize) {
        assert!(
            rows <= self.slots.count - self.on_page,
            "there is no room for {rows} rows"
        );
        self.on_page += rows;
        self.rows += rows as u64;
    }

    /// Advances to the next page, and sends the frame if it is full.
    #[cold]
    fn next_page(&mut self) -> Result<()> {
        if self.pages.is_empty() {
            self.connect()?;
            self.pages = vec![0; self.pages_together * self.page_bytes];
            return Ok(());
        }
        self.seal();
        match self.full == self.pages_together {
            true => self.send(),
            false => Ok(()),
        }
    }

    /// Completes the current page.
    fn seal(&mut self) {
        let at = self.full * self.page_bytes;
        let number = self.number + self.full as u64;
        let page = &mut self.pages[at..at + self.page_bytes];
        self.row_pages.seal(page, number, self.on_page);
        self.full += 1;
        self.on_page = 0;
    }

    fn send(&mut self) -> Result<()> {
        let (full, bytes) = (self.full, self.full * self.page_bytes);
        self.full = 0;
        self.number += full as u64;
        let Some(outlet) = &mut self.outlet else {
            return Err(self.already_failed());
        };
        let sent = outlet.send(&self.pages[..bytes]);
        self.unless_failed(sent)
    }

    pub(crate) fn complete(mut self, name: DataSetName) -> Result<Completed> {
        self.connect()?;
        if self.on_page > 0 {
            self.seal();
        }
        if self.full > 0 {
            self.send()?;
        }
        match self.outlet.take() {
            Some(outlet) => Ok(Completed::sent(name, outlet.complete(self.rows))),
            None => Err(self.already_failed()),
        }
    }

    fn with_outlet(&mut self, work: impl FnOnce(&mut Outlet) -> Result<()>) -> Result<()> {
        let Some(outlet) = &mut self.outlet else {
            return Err(self.already_failed());
        };
        let done = work(outlet);
        self.unless_failed(done)
    }

    fn unless_failed(&mut self, done: Result<()>) -> Result<()> {
        if done.is_err() {
            self.outlet = None;
        }
        done
    }

    fn already_failed(&self) -> Error {
        Error::AlreadyFailed {
            path: self.path.clone(),
        }
    }
}
