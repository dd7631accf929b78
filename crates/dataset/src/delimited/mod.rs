//! Files of values separated by commas or other characters: CSV according to RFC 4180.
//!
//! The kinds and lengths of the variables follow from all rows of a file, which is read once to determine them; the
//! result is cached as long as the file does not change.

mod guess;
mod lines;
mod moment;
mod scan;
mod sink;
mod source;
#[cfg(test)]
mod tests;

use std::path::Path;

use crate::error::Result;
use crate::foreign::{FactsCache, FileFormat, RowSink, RowSource};
use crate::pages::{StreamReader, StreamWriter};
use crate::schema::Schema;
use crate::settings::Settings;
use crate::writer::NewDataSet;
use lines::Lines;
use scan::Scanned;
use sink::Sink;
use source::Source;

/// The format of such files.
#[derive(Debug)]
pub struct Delimited {
    shape: Shape,
    cache: FactsCache<Scanned>,
}

/// The size of the buffer that is searched for line ends.
const BUFFER: usize = 64 << 10;

/// The layout of such a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The separator of values; neither a quotation mark nor a line end.
    pub delimiter: u8,
    /// Whether the first line has the names of the columns.
    pub has_names: bool,
    /// The first line with values for reading, from 1, not counting empty lines. By default the one after the names, or
    /// the first.
    pub first_line: Option<u64>,
}

impl Shape {
    /// Returns how many lines precede those with values.
    fn lines_before(self) -> u64 {
        let names = u64::from(self.has_names);
        self.first_line
            .map_or(names, |line| line.saturating_sub(1).max(names))
    }

    /// Returns a reader from the front of a file.
    fn reader(self, path: &Path, stream: StreamReader) -> csv::Reader<Lines> {
        csv::ReaderBuilder::new()
            .delimiter(self.delimiter)
            .has_headers(false)
            .flexible(true)
            .buffer_capacity(BUFFER)
            .from_reader(Lines::new(path, stream))
    }
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            delimiter: b',',
            has_names: true,
            first_line: None,
        }
    }
}

impl Default for Delimited {
    fn default() -> Self {
        Self::new(Shape::default())
    }
}

impl Delimited {
    /// Creates the format of files with this layout.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            cache: FactsCache::default(),
        }
    }
}

impl FileFormat for Delimited {
    fn engine(&self) -> &'static str {
        "CSV"
    }

    fn extension(&self) -> &'static str {
        ".csv"
    }

    fn open(&self, path: &Path, settings: &Settings) -> Result<Box<dyn RowSource>> {
        let stream = StreamReader::open(path, settings)?;
        let identity = stream.identity()?;
        let (stream, scanned) = self.cache.facts_of(path, identity, stream, |stream| {
            scan::scan(path, stream, self.shape)
        })?;
        let source = Source::new(path, stream, identity, scanned, self.shape)?;
        Ok(Box::new(source))
    }

    fn create(
        &self,
        schema: &Schema,
        _: &NewDataSet,
        stream: StreamWriter,
    ) -> Result<Box<dyn RowSink>> {
        Ok(Box::new(Sink::begin(schema, stream, self.shape)?))
    }
}
