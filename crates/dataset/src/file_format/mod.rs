//! The interface of a format of files: the [source](RowSource) of the rows that are read, and the [sink](RowSink) of
//! new ones.
//!
//! Rows are read and written a block at a time. `.sas7bdat` files, transport files and pipes have the same interface. A
//! library of another [format](FileFormat) is a folder of its files. Rows are exchanged in the layout of files made
//! here: numbers little-endian, character values in UTF-8, at the offsets of their [`Schema`].

mod column;
mod container;
mod encoding_threads;
mod expanded;
mod facts_cache;
mod memory;
mod names;
mod room;
mod sink;
mod source;
mod values;

use std::fmt::Debug;
use std::path::Path;

pub use column::{ColumnBlock, ColumnValues, RowChoice, RowNumbers};
pub use container::{ContainedDataSet, ContainerFormat};
pub use encoding_threads::EncodingThreads;
pub(crate) use expanded::ExpandedSource;
pub use facts_cache::FactsCache;
pub use memory::{RowBlock, RowMemory};
pub use names::Names;
pub use room::RowRoom;
pub(crate) use sink::OutputKind;
pub use sink::{NewDataSet, RowSink, SinkOutput};
pub use source::{PagedFile, RowSource};
pub use values::{fitted, label, lost_letters, set_text, without_blanks};

use crate::error::Result;
use crate::pages::StreamWriter;
use crate::schema::Schema;
use crate::settings::Settings;

/// The approximate bytes of rows that a [`RowSource`] of another format returns, and a [`RowSink`] takes, at a time.
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
    /// renamed when it is complete. Rows are encoded on the [threads](Settings::threads) of the settings.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written or the format cannot hold the variables.
    fn create(
        &self,
        schema: &Schema,
        facts: &NewDataSet,
        stream: StreamWriter,
        settings: &Settings,
    ) -> Result<Box<dyn RowSink>>;
}
