//! The rows of a file from its records.

use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use feedrate_values::informat::plain_text;
use feedrate_values::{missing, number};

use super::columns::{Column, utf8};
use super::fields::Record;
use super::part_tally::PartRows;
use super::records::Records;
use super::scan::ScanResult;
use super::{Rules, Shape, moment};
use crate::error::{Error, Result};
use crate::file_format::{BLOCK_BYTES, set_text};
use crate::pages::{Identity, StreamReader};
use crate::schema::{LONGEST_TEXT, Schema};
use crate::settings::Settings;

/// A file that is open, and how it is read.
#[derive(Clone, Debug)]
pub(super) struct OpenFile {
    pub path: PathBuf,
    pub settings: Settings,
    pub identity: Identity,
    pub shape: Shape,
    pub rules: Rules,
    pub scanned: Arc<ScanResult>,
}

/// The values that do not become those of variables.
#[derive(Clone, Debug, Default)]
pub(super) struct LostValues {
    /// Those that were cut.
    pub cut: u64,
    /// Those that their informats do not read, and the first of them.
    pub invalid: u64,
    pub first_invalid: Option<String>,
}

/// Rows of a file.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub rows: Vec<u8>,
    /// The number of the first row, from 0, and how many there are.
    pub first: u64,
    pub count: u64,
    pub lost: LostValues,
}

/// Reads the rows of a file.
#[derive(Debug)]
pub(super) struct RowReader {
    file: Arc<OpenFile>,
    /// The columns that are read, and their places in a record.
    columns: Arc<[(usize, Column)]>,
    records: Records,
    /// The next row.
    next: u64,
}

impl LostValues {
    /// Adds those of later rows.
    pub fn add(&mut self, later: &mut Self) {
        self.cut += later.cut;
        self.invalid += later.invalid;
        if self.first_invalid.is_none() {
            self.first_invalid = later.first_invalid.take();
        }
    }
}

impl OpenFile {
    /// Opens it once more.
    pub fn stream(&self) -> Result<StreamReader> {
        let stream = StreamReader::open(&self.path, &self.settings)?;
        match stream.identity()? == self.identity {
            true => Ok(stream),
            false => Err(self.changed()),
        }
    }

    /// Returns the columns that are read, of those that are wanted if not all are.
    pub fn columns(&self, wanted: Option<&[bool]>) -> Arc<[(usize, Column)]> {
        // Values that cannot be read by their informats are told, and so are those that no variable can hold.
        let is_told = |column: &Column| match column {
            Column::Text(field) => field.length() >= LONGEST_TEXT as usize,
            _ => matches!(self.rules, Rules::Import(..)),
        };
        let all = self.scanned.columns.iter().cloned().enumerate();
        all.filter(|(index, column)| {
            let is_wanted = wanted.and_then(|wanted| wanted.get(*index));
            is_told(column) || is_wanted.is_none_or(|wanted| *wanted)
        })
        .collect()
    }

    /// Returns the last part that begins with `row` or before it.
    pub fn part_of(&self, row: u64) -> usize {
        let parts = &self.scanned.parts;
        parts.partition_point(|part| part.first <= row).saturating_sub(1)
    }

    /// Returns the maximum number of rows in a block.
    pub fn rows_together(&self) -> u64 {
        let length = self.scanned.schema.row_length() as usize;
        (BLOCK_BYTES / length).max(1) as u64
    }

    fn changed(&self) -> Error {
        let path = self.path.clone();
        Error::Changed { path }
    }
}

impl RowReader {
    /// Reads the rows from a stream.
    pub fn new(file: &Arc<OpenFile>, columns: Arc<[(usize, Column)]>, stream: StreamReader) -> Self {
        Self {
            records: file.rules.records(&file.path, stream, file.shape),
            file: Arc::clone(file),
            columns,
            next: 0,
        }
    }

    /// Sets which columns are read.
    pub fn set_columns(&mut self, columns: Arc<[(usize, Column)]>) {
        self.columns = columns;
    }

    /// Returns the next row.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Returns the stream.
    pub fn stream(&self) -> &StreamReader {
        self.records.stream()
    }

    /// Goes to the first row of a range of parts. Those behind them may be read, too.
    pub fn seek(&mut self, parts: Range<usize>) -> Result<()> {
        let ScanResult { parts: all, rest, .. } = &*self.file.scanned;
        let end = all.get(parts.end).map_or(u64::MAX, |part| part.offset);
        let (first, mut before) = match all.get(parts.start) {
            Some(PartRows { part: 0, .. }) => (rest.first_carriage_returns, rest.lines_before),
            _ => (rest.carriage_returns, 0),
        };
        let start = all.get(parts.start).map_or(end, |part| part.offset);
        self.next = all.get(parts.start).map_or(0, |part| part.first);
        self.records.seek(start..end)?;
        self.records.set_carriage_returns(first);
        while before > 0 && self.records.next()? {
            before -= 1;
        }
        Ok(())
    }

    /// Reads the next rows, `count` of them, which the file has.
    pub fn read(&mut self, count: u64, block: &mut Block) -> Result<()> {
        let file = Arc::clone(&self.file);
        let schema = &file.scanned.schema;
        let length = schema.row_length() as usize;
        (block.first, block.count) = (self.next, count);
        block.rows.resize(count as usize * length, b' ');
        for row in block.rows.chunks_exact_mut(length) {
            if !self.records.next()? {
                return Err(file.changed());
            }
            let record = self.records.record();
            let is_ascii = self.records.is_ascii();
            let place = (schema, self.next);
            decode(record, is_ascii, &self.columns, place, row, &mut block.lost);
            self.next += 1;
        }
        Ok(())
    }
}

/// Sets the values of a row, of which the schema and the number are given.
#[inline]
fn decode(
    record: Record<'_>,
    is_ascii: bool,
    columns: &[(usize, Column)],
    (schema, number): (&Schema, u64),
    row: &mut [u8],
    lost: &mut LostValues,
) {
    let in_utf8 = |text| match is_ascii {
        true => Cow::Borrowed(text),
        false => match utf8(text) {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        },
    };
    for (index, column) in columns {
        // Values that a line lacks are blank.
        let text = record.get(*index);
        match column {
            Column::Number(field) => {
                field.set(row, number::parse(text).unwrap_or(missing::MISSING));
            }
            Column::Moment(moment, field) => {
                let value = moment::parse(*moment, text.trim_ascii());
                field.set(row, value.unwrap_or(missing::MISSING));
            }
            Column::Informat(informat, field) => {
                let value = informat.read_number(text);
                field.set(row, value.unwrap_or(missing::MISSING));
                if value.is_err() {
                    lost.invalid += 1;
                    lost.first_invalid
                        .get_or_insert_with(|| invalid(schema, *index, text, number));
                }
            }
            Column::Text(field) => {
                lost.cut += u64::from(set_text(*field, row, &in_utf8(text)));
            }
            Column::PlainText(field) => {
                let text = in_utf8(text);
                lost.cut += u64::from(set_text(*field, row, plain_text(&text)));
            }
        }
    }
}

/// Returns what an informat could not read, and where.
fn invalid(schema: &Schema, column: usize, text: &[u8], row: u64) -> String {
    /// The most characters that are shown.
    const MOST: usize = 40;
    let shown: String = utf8(text).chars().take(MOST).collect();
    let shown = shown.escape_debug();
    let variable = schema.variables().get(column);
    let name = variable.map_or("", |variable| &variable.name);
    let informat = variable.and_then(|variable| variable.informat.as_ref());
    let informat = informat.map(ToString::to_string).unwrap_or_default();
    format!("`{shown}` of {name} ({informat}) in row {}", row + 1)
}
