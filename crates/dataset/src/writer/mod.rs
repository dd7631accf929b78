//! Writes a new data set, which appears when it is complete.

mod beginning;
mod completed;

use std::path::{Path, PathBuf};

pub use completed::{CompletedDataSet, put_all_in_place};

use crate::drafts::Draft;
use crate::error::{Error, Result, not_written};
pub use crate::file_format::NewDataSet;
use crate::file_format::{OutputKind, RowRoom, RowSink};
use crate::name::DataSetName;
use crate::pages::FileAccount;
use crate::schema::Schema;

/// Writes the rows of a new data set. Until it is complete and [put in place](CompletedDataSet::put_in_place) its file
/// has a temporary name and is removed if this is dropped; an existing data set is unchanged.
#[derive(Debug)]
pub struct Writer {
    name: DataSetName,
    schema: Schema,
    /// The final path of its file, or the address of its pipe.
    path: PathBuf,
    page_bytes: usize,
    /// The number of rows that the sink has taken.
    taken: u64,
    /// `None` after a failure.
    sink: Option<Box<dyn RowSink>>,
    room: RowRoom,
    durable: bool,
    /// The file; `None` for a pipe. Declared after the sink and the room, so that transfers in flight end before it is
    /// removed.
    draft: Option<Draft>,
}

impl Writer {
    /// For a pipe, waits until a reader connects. A step that writes to several pipes must begin all of them before it
    /// waits for the first.
    ///
    /// # Errors
    ///
    /// Fails if no reader connects in time.
    pub fn connect(&mut self) -> Result<()> {
        let Some(sink) = &mut self.sink else {
            return Err(self.already_failed());
        };
        let connected = sink.connect();
        connected.map_err(|error| self.fail(error))
    }

    /// Returns its name.
    pub fn name(&self) -> &DataSetName {
        &self.name
    }

    /// Returns its variables and their offsets in a row.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Returns the final path of its file, or the address of its pipe.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the bytes of a page, or of the rows that are written together to a file without pages.
    pub fn page_bytes(&self) -> usize {
        self.page_bytes
    }

    /// Limits the bytes of pages in flight, except for a single larger page. Must be called before the first row; later
    /// it has no effect, and none on files of other formats.
    pub fn hold_at_most(&mut self, bytes: u64) {
        if let Some(sink) = &mut self.sink {
            sink.hold_at_most(bytes);
        }
    }

    /// Returns the number of rows so far.
    pub fn rows(&self) -> u64 {
        self.taken + self.room.filled() as u64
    }

    /// Adds a row and returns its bytes in the page, or in a block of rows that are taken together. The initial content
    /// is undefined: every variable must be set.
    ///
    /// # Errors
    ///
    /// Fails if an earlier page could not be written.
    #[inline]
    pub fn next_row(&mut self) -> Result<&mut [u8]> {
        if self.room.is_full() {
            self.hand_on()?;
        }
        Ok(self.room.next_row())
    }

    /// Has the sink take the rows of the room.
    #[cold]
    fn hand_on(&mut self) -> Result<()> {
        let rows = self.room.filled() as u64;
        let Some(sink) = &mut self.sink else {
            return Err(self.already_failed());
        };
        let taken = sink.take(&mut self.room);
        self.taken += rows;
        taken.map_err(|error| self.fail(error))
    }

    /// Returns the contiguous space for rows in the current page, to be filled without a call for each;
    /// [`fill`](Self::fill) records how many were. Empty if the next row needs a new page.
    pub fn room(&mut self) -> &mut [u8] {
        self.room.free()
    }

    /// Records that rows were written into the [room](Self::room).
    ///
    /// # Panics
    ///
    /// Panics if there is no space for as many.
    pub fn fill(&mut self, rows: usize) {
        self.room.fill(rows);
    }

    /// Adds a row in the layout of [`Self::schema`].
    ///
    /// # Errors
    ///
    /// Fails if an earlier page could not be written.
    ///
    /// # Panics
    ///
    /// Panics if it does not have the length of a row.
    #[inline]
    pub fn append(&mut self, row: &[u8]) -> Result<()> {
        self.next_row()?.copy_from_slice(row);
        Ok(())
    }

    /// Completes the data set and puts it in place, replacing an existing one.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written or put in place.
    pub fn commit(self) -> Result<FileAccount> {
        self.complete()?.put_in_place()
    }

    /// Writes the rest of the data set, and if it is durable, waits until it has reached the device. Everything that
    /// can fail for lack of space fails here.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    pub fn complete(mut self) -> Result<CompletedDataSet> {
        let Some(sink) = self.sink.take() else {
            return Err(self.already_failed());
        };
        let room = std::mem::take(&mut self.room);
        let output = sink.finish(room).map_err(|error| self.fail(error))?;
        Ok(match output.kind {
            OutputKind::Sent(sent) => CompletedDataSet::sent(self.name, *sent),
            OutputKind::File(pages) => {
                let draft = self.draft.expect("a file is a draft until it is in place");
                CompletedDataSet::file(self.name, *pages, draft, self.durable)
            }
        })
    }

    fn already_failed(&self) -> Error {
        Error::AlreadyFailed {
            path: self.path.clone(),
        }
    }

    /// Ends the sink because of an error, and returns the error for the user.
    fn fail(&mut self, error: Error) -> Error {
        self.sink = None;
        self.room = RowRoom::default();
        match &self.draft {
            Some(draft) => not_written(&self.name, draft.in_terms_of_destination(error)),
            None => error,
        }
    }
}
