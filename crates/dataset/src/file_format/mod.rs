//! Data sets in files of other formats: the interface of such a format.
//!
//! A library of such a format is a folder of its files. Rows are exchanged in the layout of files made here: numbers
//! little-endian, character values in UTF-8, at the offsets of their [`Schema`].

mod facts_cache;
mod names;
pub(crate) mod reading;
mod values;
pub(crate) mod writing;

use std::fmt::Debug;
use std::ops::Range;
use std::path::Path;

pub use facts_cache::FactsCache;
pub use names::Names;
pub use values::{label, lost_letters, set_text, without_blanks};

use crate::error::Result;
use crate::pages::{FileAccount, Identity, StreamWriter};
use crate::schema::Schema;
use crate::settings::Settings;
use crate::writer::NewDataSet;

/// About how many bytes of rows a [`RowSource`] returns and a [`RowSink`] takes at a time.
pub const BLOCK_BYTES: usize = 256 << 10;

/// A file format of data sets.
pub trait FileFormat: Debug + Send + Sync {
    /// Returns the name of the engine in LIBNAME, in capitals.
    fn engine(&self) -> &'static str;

    /// Returns the extension of its files, in lower case and with the dot.
    fn extension(&self) -> &'static str;

    /// Opens a file for reading.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is not of this format.
    fn open(&self, path: &Path, settings: &Settings) -> Result<Box<dyn RowSource>>;

    /// Begins a file whose bytes are written to `stream`. The stream belongs to a file under another name, which is
    /// renamed when it is complete.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written or the format cannot hold the variables.
    fn create(
        &self,
        schema: &Schema,
        facts: &NewDataSet,
        stream: StreamWriter,
    ) -> Result<Box<dyn RowSink>>;
}

/// The rows of a file that is read.
pub trait RowSource: Debug {
    /// Returns the variables and their offsets in a row.
    fn schema(&self) -> &Schema;

    /// Returns the label of the data set; may be empty.
    fn label(&self) -> &str {
        ""
    }

    /// Returns the type of the data set, such as `CORR`; empty for an ordinary one.
    fn data_set_type(&self) -> &str {
        ""
    }

    /// Returns whether the file defines the lengths of character variables. If not, they are those of the longest
    /// values.
    fn keeps_lengths(&self) -> bool {
        true
    }

    /// Returns the number of rows.
    fn rows(&self) -> u64;

    /// Returns the identity of the file when it was opened.
    fn identity(&self) -> Identity;

    /// Returns whether the rows of a range can be located without reading those before them.
    fn can_seek(&self) -> bool {
        false
    }

    /// Returns the first rows, from 0, of the groups that are only read as a whole, in their order; none if rows are
    /// located one by one.
    fn group_starts(&self) -> Vec<u64> {
        Vec::new()
    }

    /// Positions at the rows of a range, from 0. Rows before and after them may also be returned.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    fn seek(&mut self, wanted: Range<u64>) -> Result<()>;

    /// Replaces `rows` by the next rows. Returns `None` after the last, and never an empty block.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is damaged.
    fn next_block(&mut self, rows: &mut Vec<u8>) -> Result<Option<RowBlock>>;

    /// Returns how many values were cut so far because they exceed the length of their variable.
    fn cut(&self) -> u64 {
        0
    }

    /// Returns what was moved so far. Its notes tell what of the file could not be represented.
    fn account(&self) -> FileAccount;
}

/// Rows that a source returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowBlock {
    /// The number of the first row, from 0.
    pub first: u64,
    /// The number of rows.
    pub count: usize,
}

/// Receives the rows of a new file.
pub trait RowSink: Debug {
    /// Writes consecutive rows.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written or the format cannot hold a value.
    fn put(&mut self, rows: &[u8]) -> Result<()>;

    /// Ends the file. Returns its stream and notes about what could not be represented.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    fn finish(self: Box<Self>) -> Result<(StreamWriter, Vec<String>)>;
}
