//! Writes a new data set to a pipe.

use feedrate_pipe::{LONGEST_FRAME, PipeOptions, Pipes};

use super::Outlet;
use crate::error::{Result, not_possible};
use crate::file_format::{NewDataSet, RowRoom, RowSink, SinkOutput};
use crate::format::{Front, RowPages, SMALLEST_PAGE};
use crate::name::DataSetName;
use crate::native::page_size;
use crate::schema::Schema;
use crate::settings::Settings;

/// Bytes of pages per frame, unless BUFNO= sets the number of pages.
const FRAME: usize = 512 << 10;

/// Writes the rows of a piped data set. All its pages are pages of rows.
#[derive(Debug)]
pub(crate) struct PipedSink {
    row_pages: RowPages,
    page_bytes: usize,
    /// The number of pages per frame.
    pages_together: usize,
    /// Set once there is the buffer of a frame, which is the room. `full` of its pages are full.
    has_begun: bool,
    full: usize,
    /// The number of the first of them.
    number: u64,
    rows: u64,
    outlet: Box<Outlet>,
}

impl PipedSink {
    /// Offers a data set at an address without waiting; see [`connect`](RowSink::connect).
    pub(crate) fn offer(
        pipes: &Pipes,
        pipe_options: &PipeOptions,
        name: &DataSetName,
        schema: &Schema,
        facts: &NewDataSet,
        settings: &Settings,
    ) -> Result<Self> {
        if schema.row_length() == 0 {
            let reason = "it has no variables, and so there is nothing to send through a pipe";
            return Err(not_possible(name, reason.into()));
        }
        let page_size = page_size(name, schema, None, settings.bufsize)?;
        let mut front = Front::new(&facts.native_file(name, schema, page_size, SMALLEST_PAGE))
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
        let outlet = Outlet::new(name, address, offer, first, description, page_bytes as u64);
        Ok(Self {
            row_pages,
            page_bytes,
            pages_together: wanted.clamp(1, LONGEST_FRAME / page_bytes),
            has_begun: false,
            full: 0,
            number: description,
            rows: 0,
            outlet: Box::new(outlet),
        })
    }

    /// Returns the bytes of a page.
    pub(crate) fn page_bytes(&self) -> usize {
        self.page_bytes
    }

    /// Completes the current page.
    fn seal(&mut self, room: &mut RowRoom) {
        let rows = room.filled();
        self.rows += rows as u64;
        let at = self.full * self.page_bytes;
        let number = self.number + self.full as u64;
        let page = &mut room.buffer_mut()[at..at + self.page_bytes];
        self.row_pages.seal(page, number, rows);
        self.full += 1;
    }

    /// Sends the full pages.
    fn send(&mut self, room: &mut RowRoom) -> Result<()> {
        let full = std::mem::take(&mut self.full);
        self.number += full as u64;
        self.outlet.send(&room.buffer_mut()[..full * self.page_bytes])
    }
}

impl RowSink for PipedSink {
    /// Advances to the next page, and sends the frame if it is full.
    fn take(&mut self, room: &mut RowRoom) -> Result<()> {
        let slots = self.row_pages.slots();
        if !self.has_begun {
            self.connect()?;
            let frame = vec![0; self.pages_together * self.page_bytes];
            self.has_begun = true;
            *room = RowRoom::of_buffer(frame, 0, slots);
            return Ok(());
        }
        self.seal(room);
        if self.full == self.pages_together {
            self.send(room)?;
        }
        room.place(self.full * self.page_bytes, slots);
        Ok(())
    }

    fn finish(mut self: Box<Self>, mut room: RowRoom) -> Result<SinkOutput> {
        self.connect()?;
        if room.filled() > 0 {
            self.seal(&mut room);
        }
        if self.full > 0 {
            self.send(&mut room)?;
        }
        Ok(SinkOutput::of_pipe(self.outlet.complete(self.rows)))
    }

    fn hold_at_most(&mut self, bytes: u64) {
        let most = usize::try_from(bytes).unwrap_or(usize::MAX) / self.page_bytes;
        if !self.has_begun {
            self.pages_together = self.pages_together.min(most.max(1));
        }
    }

    fn connect(&mut self) -> Result<()> {
        self.outlet.connect()
    }
}
