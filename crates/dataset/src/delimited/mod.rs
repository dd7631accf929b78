//! Files of values with commas, or other characters, between them: CSV as RFC 4180 has it.
//!
//! The kinds and lengths of the variables come of all rows of a file, which is gone through once for that; what
//! was found is kept as long as the file stays as it is.

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

/// Files of values with a character between them.
#[derive(Debug)]
pub struct Delimited {
    shape: Shape,
    cache: FactsCache<Scanned>,
}

/// Bytes that are looked at together for the ends of lines.
const BUFFER: usize = 64 << 10;

/// How such a file is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What stands between values; not a quotation mark, and no end of a line.
    pub delimiter: u8,
    /// Whether the first line has the names of the columns.
    pub has_names: bool,
    /// The first line with values when it is read, from 1, lines without anything not counted; the one after
    /// the names, or the first, where this is absent.
    pub first_line: Option<u64>,
}

impl Shape {
    /// How many lines come before those with values.
    fn lines_before(self) -> u64 {
        let names = u64::from(self.has_names);
        self.first_line
            .map_or(names, |line| line.saturating_sub(1).max(names))
    }

    /// Reads a file from its front.
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
    /// Files that are laid out like that.
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
