//! Files of values separated by commas or other characters: CSV according to RFC 4180.
//!
//! The kinds and lengths of the variables follow from all rows of a file, which is read once to determine them; the
//! result is cached as long as the file does not change. PROC IMPORT has rules of its own for them, and PROC EXPORT
//! writes values with their formats.

mod ahead;
mod chain;
mod columns;
mod decode;
mod fields;
mod guess;
mod import;
mod moment;
mod open_line;
mod part_tally;
mod parts;
mod records;
mod row_lines;
mod scan;
mod sink;
mod source;
mod states;
mod stops;
mod tally;
#[cfg(test)]
mod tests;
mod text;

use std::path::Path;

use feedrate_values::format::Formats;
use feedrate_values::informat::InformatSettings;

use crate::error::Result;
use crate::file_format::{FactsCache, FileFormat, NewDataSet, RowSink, RowSource};
use crate::pages::{StreamReader, StreamWriter};
use crate::schema::Schema;
use crate::settings::Settings;
use decode::OpenFile;
use parts::Division;
use records::Records;
use scan::{ScanResult, ScannedFile};
use sink::Sink;
use source::Source;

pub use tally::{LineTally, SharedTally};

/// The format of such files.
#[derive(Debug)]
pub struct DelimitedFormat {
    shape: Shape,
    rules: Rules,
    cache: FactsCache<ScanResult>,
    tally: SharedTally,
}

/// The rules by which values become text, and text becomes values.
#[derive(Clone, Debug)]
enum Rules {
    /// Those of a library: all rows tell the kinds of columns; dates and times are in the notation of ISO 8601.
    Library,
    /// Those of PROC IMPORT: so many of the first rows tell the informats of columns.
    Import(u64, InformatSettings),
    /// Those of PROC EXPORT: values are written with their formats.
    Export(Box<Formats>),
}

/// A step between a data set and a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// PROC IMPORT, which determines the variables from this many of the first rows.
    Import(u64),
    /// PROC EXPORT.
    Export,
}

/// The layout of such a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The separator of values; neither a quotation mark nor a line end.
    pub delimiter: u8,
    /// True if the first line has the names of the columns.
    pub has_names: bool,
    /// The first line with values for reading, from 1. A library does not count empty lines. By default the one after
    /// the names, or the first.
    pub first_line: Option<u64>,
}

impl Shape {
    /// Returns the first line with values, from 1.
    pub fn first_line(self) -> u64 {
        self.lines_before() + 1
    }

    /// Returns how many lines precede those with values.
    fn lines_before(self) -> u64 {
        let names = u64::from(self.has_names);
        self.first_line.map_or(names, |line| line.saturating_sub(1).max(names))
    }
}

impl Rules {
    /// Returns the records of a file from its front.
    fn records(&self, path: &Path, stream: StreamReader, shape: Shape) -> Records {
        Records::new(path, stream, shape, self.keeps_blank())
    }

    /// Returns whether blank lines are rows, and lines are counted.
    fn keeps_blank(&self) -> bool {
        matches!(self, Self::Import(..))
    }

    /// Returns how many of the first rows tell the kinds of columns.
    fn guessing_rows(&self) -> u64 {
        match self {
            Self::Import(rows, _) => *rows,
            Self::Library | Self::Export(_) => u64::MAX,
        }
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

impl Default for DelimitedFormat {
    fn default() -> Self {
        Self::new(Shape::default())
    }
}

impl DelimitedFormat {
    /// Creates the format of a library's files with this layout.
    pub fn new(shape: Shape) -> Self {
        Self::with(shape, Rules::Library)
    }

    /// Creates the format of a file that PROC IMPORT reads: so many of the first rows tell the variables, and a blank
    /// line is a row.
    pub fn import(shape: Shape, guessing_rows: u64, informats: InformatSettings) -> Self {
        Self::with(shape, Rules::Import(guessing_rows, informats))
    }

    /// Creates the format of a file that PROC EXPORT writes, with the formats of the variables.
    pub fn export(shape: Shape, formats: Formats) -> Self {
        Self::with(shape, Rules::Export(Box::new(formats)))
    }

    fn with(shape: Shape, rules: Rules) -> Self {
        Self {
            shape,
            rules,
            cache: FactsCache::default(),
            tally: SharedTally::default(),
        }
    }

    /// Opens a file that is divided so.
    fn source(&self, path: &Path, settings: &Settings, division: Division) -> Result<Source> {
        let stream = StreamReader::open(path, settings)?;
        let identity = stream.identity()?;
        let others = Vec::new();
        let opened = ScannedFile { stream, others };
        let (opened, scanned) = self.cache.facts_of(path, identity, opened, |opened| {
            scan::scan(path, opened.stream, self.shape, &self.rules, settings, division)
        })?;
        let file = OpenFile {
            path: path.into(),
            settings: settings.clone(),
            identity,
            shape: self.shape,
            rules: self.rules.clone(),
            scanned,
        };
        Ok(Source::new(file, opened, division.threads, self.tally()))
    }

    /// Returns the lines of the file, which are known when the step has ended that reads or writes it.
    pub fn tally(&self) -> SharedTally {
        self.tally.clone()
    }
}

impl FileFormat for DelimitedFormat {
    fn engine(&self) -> &'static str {
        "CSV"
    }

    fn extension(&self) -> &'static str {
        ".csv"
    }

    fn open(&self, path: &Path, settings: &Settings) -> Result<Box<dyn RowSource>> {
        let division = Division::for_threads(settings.threads);
        Ok(Box::new(self.source(path, settings, division)?))
    }

    fn create(
        &self,
        schema: &Schema,
        _: &NewDataSet,
        stream: StreamWriter,
        settings: &Settings,
    ) -> Result<Box<dyn RowSink>> {
        let (shape, tally) = (self.shape, self.tally());
        let sink = Sink::begin(schema, stream, shape, &self.rules, tally, settings.threads)?;
        Ok(Box::new(sink))
    }
}
