//! Data sets that are files of other formats: what such a format must be able to do.
//!
//! A library of such a format is a folder of its files. Rows come from them and go to them laid out as those
//! of files made here: numbers little-endian, text in UTF-8, at the places that a [`Schema`] gives them.

mod facts_cache;
mod names;
mod values;

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

/// About how many bytes of rows go together from a [`RowSource`] and to a [`RowSink`].
pub const BLOCK_BYTES: usize = 256 << 10;

/// A format of files that are data sets.
pub trait FileFormat: Debug + Send + Sync {
    /// The name of the engine in LIBNAME, in capitals.
    fn engine(&self) -> &'static str;

    /// How the names of its files end, in small letters and with the dot.
    fn extension(&self) -> &'static str;

    /// Opens a file to be read.
    fn open(&self, path: &Path, settings: &Settings) -> Result<Box<dyn RowSource>>;

    /// Begins a file; its bytes go to `stream`. The stream belongs to a file under another name, which is
    /// renamed when it is complete.
    fn create(
        &self,
        schema: &Schema,
        facts: &NewDataSet,
        stream: StreamWriter,
    ) -> Result<Box<dyn RowSink>>;
}

/// The rows of a file that is being read.
pub trait RowSource: Debug {
    /// The variables, and where each lies in a row.
    fn schema(&self) -> &Schema;

    /// What the data set means; empty for nothing.
    fn label(&self) -> &str {
        ""
    }

    /// The type of the data set, such as `CORR`; empty for an ordinary one.
    fn data_set_type(&self) -> &str {
        ""
    }

    /// Whether the file tells how long its texts may be. Otherwise they are as long as the longest that it has.
    fn keeps_lengths(&self) -> bool {
        true
    }

    /// How many rows there are.
    fn rows(&self) -> u64;

    /// Which file it is, as it was when it was opened.
    fn identity(&self) -> Identity;

    /// Whether the rows of a range are found without going through those before them.
    fn can_seek(&self) -> bool {
        false
    }

    /// Wants the rows of a range, counted from 0. More than those may come, before and behind them.
    fn seek(&mut self, wanted: Range<u64>) -> Result<()>;

    /// Puts the next rows into `rows`, in place of what was there; `None` after the last. None of these is
    /// empty.
    fn next_block(&mut self, rows: &mut Vec<u8>) -> Result<Option<RowBlock>>;

    /// How many values were cut so far because they are longer than their variable.
    fn cut(&self) -> u64 {
        0
    }

    /// What was moved so far, and how. Its notes tell what of the file could not be had as it is.
    fn account(&self) -> FileAccount;
}

/// Rows that a source gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowBlock {
    /// The number of the first of them, from 0.
    pub first: u64,
    /// How many they are.
    pub count: usize,
}

/// Takes the rows of a new file.
pub trait RowSink: Debug {
    /// Takes rows, one behind the other.
    fn put(&mut self, rows: &[u8]) -> Result<()>;

    /// Ends the file. What is to be told of it comes with the stream: what could not be written as it is.
    fn finish(self: Box<Self>) -> Result<(StreamWriter, Vec<String>)>;
}
