//! The rows of a new data set: the interface of every format for writing.

use std::fmt::Debug;

use super::room::RowRoom;
use crate::error::Result;
use crate::format::{NewFile, SortOrder};
use crate::name::DataSetName;
use crate::pages::{self, StreamWriter};
use crate::pipe::SentDataSet;
use crate::schema::Schema;

/// The attributes of a new data set other than its variables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewDataSet {
    /// Its label; may be empty.
    pub label: String,
    /// Its type, such as `CORR`; empty for an ordinary one.
    pub data_set_type: String,
    /// The step that creates it, such as `DATASTEP` or `SORT`.
    pub step: String,
    /// When it is created: seconds since 1960, by the local clock.
    pub created: f64,
    /// The order of its rows, if it is known. Only `.sas7bdat` files keep it.
    pub order: Option<SortOrder>,
}

impl NewDataSet {
    /// Returns the `.sas7bdat` file of the data set, without compression.
    pub(crate) fn native_file<'a>(
        &'a self,
        name: &'a DataSetName,
        schema: &'a Schema,
        page_size: u32,
        header_length: u32,
    ) -> NewFile<'a> {
        NewFile {
            name: name.member(),
            label: &self.label,
            data_set_type: &self.data_set_type,
            step: &self.step,
            schema,
            page_size,
            header_length,
            created: self.created,
            compression: None,
            order: self.order.as_ref(),
        }
    }
}

/// Receives the rows of a new data set, a room of them at a time. It is not used again after an error.
pub trait RowSink: Debug {
    /// Takes the rows of a room, and makes room for the next ones.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written or the format cannot hold a value.
    fn take(&mut self, room: &mut RowRoom) -> Result<()>;

    /// Takes the rows of a room, which are the last, and ends the data set.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    fn finish(self: Box<Self>, room: RowRoom) -> Result<SinkOutput>;

    /// Limits the bytes of pages in flight, except for a single larger page. It has no effect after the first row, and
    /// none on formats without pages.
    fn hold_at_most(&mut self, _: u64) {}

    /// Waits until a reader of a pipe connects.
    ///
    /// # Errors
    ///
    /// Fails if none connects in time.
    fn connect(&mut self) -> Result<()> {
        Ok(())
    }
}

/// The output of a sink that has ended.
#[derive(Debug)]
pub struct SinkOutput {
    pub(crate) kind: OutputKind,
}

#[derive(Debug)]
pub(crate) enum OutputKind {
    /// A file, which is completely written.
    File(Box<pages::WrittenFile>),
    /// All rows were piped, but not the tail.
    Sent(Box<SentDataSet>),
}

impl SinkOutput {
    /// Ends a stream of bytes. The notes tell what could not be represented.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn of_stream(stream: StreamWriter, notes: Vec<String>) -> Result<Self> {
        // Data sets of other formats are never those of WORK, so all of them are durable.
        let mut pages = stream.finish(true)?;
        pages.account.notes.extend(notes);
        Ok(Self::of_pages(pages))
    }

    /// Returns the output that is a file of pages.
    pub(crate) fn of_pages(pages: pages::WrittenFile) -> Self {
        Self {
            kind: OutputKind::File(Box::new(pages)),
        }
    }

    /// Returns the output that was sent.
    pub(crate) fn of_pipe(sent: SentDataSet) -> Self {
        Self {
            kind: OutputKind::Sent(Box::new(sent)),
        }
    }
}
