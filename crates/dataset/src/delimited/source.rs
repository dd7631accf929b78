//! Reads the rows of such a file.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use csv::ByteRecord;
use feedrate_values::informat::plain_text;
use feedrate_values::{missing, number};

use super::records::Records;
use super::scan::{Column, ScanResult, utf8};
use super::tally::SharedTally;
use super::{DelimitedFormat, Rules, Shape, moment};
use crate::error::{Error, Result};
use crate::file_format::{BLOCK_BYTES, RowBlock, RowMemory, RowSource, set_text};
use crate::format::ValueLosses;
use crate::pages::{FileAccount, Identity, StreamReader};
use crate::schema::Schema;

/// A file that is being read.
#[derive(Debug)]
pub(super) struct Source {
    path: PathBuf,
    identity: Identity,
    shape: Shape,
    rules: Rules,
    scanned: Arc<ScanResult>,
    /// `None` only while it goes back to its front.
    reader: Option<Records>,
    record: ByteRecord,
    /// The next row, and the end of the wanted ones.
    next: u64,
    end: u64,
    cut: u64,
    /// The values that their informats do not read, and the first of them.
    invalid: u64,
    first_invalid: Option<String>,
    /// The lines that were read, for PROC IMPORT.
    tally: SharedTally,
}

impl Source {
    pub fn new(
        path: &Path,
        stream: StreamReader,
        identity: Identity,
        scanned: Arc<ScanResult>,
        format: &DelimitedFormat,
    ) -> Result<Self> {
        let (shape, rules) = (format.shape, &format.rules);
        let mut source = Self {
            path: path.into(),
            identity,
            shape,
            rules: rules.clone(),
            scanned,
            reader: Some(rules.records(path, stream, shape)),
            record: ByteRecord::new(),
            next: 0,
            end: u64::MAX,
            cut: 0,
            invalid: 0,
            first_invalid: None,
            tally: format.tally(),
        };
        source.skip_names()?;
        Ok(source)
    }

    /// Goes to the front of the file and skips the lines before its rows.
    fn rewind(&mut self) -> Result<()> {
        if let Some(reader) = self.reader.take() {
            let mut stream = reader.into_stream();
            let rewound = stream.rewind();
            self.reader = Some(self.rules.records(&self.path, stream, self.shape));
            rewound?;
        }
        self.next = 0;
        self.skip_names()
    }

    fn skip_names(&mut self) -> Result<()> {
        for _ in 0..self.shape.lines_before() {
            self.read()?;
        }
        Ok(())
    }

    /// Returns how many values were cut of which the account has no note.
    fn cut_in_silence(&self) -> u64 {
        match self.rules {
            Rules::Import(..) => 0,
            Rules::Library | Rules::Export(_) => self.cut,
        }
    }

    fn read(&mut self) -> Result<bool> {
        match &mut self.reader {
            Some(reader) => reader.next(&mut self.record),
            None => Ok(false),
        }
    }
}

impl RowSource for Source {
    fn schema(&self) -> &Schema {
        &self.scanned.schema
    }

    fn keeps_lengths(&self) -> bool {
        false
    }

    fn rows(&self) -> u64 {
        self.scanned.rows
    }

    fn identity(&self) -> Option<Identity> {
        Some(self.identity)
    }

    fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
        if self.next > wanted.start {
            self.rewind()?;
        }
        self.end = wanted.end;
        Ok(())
    }

    fn next_block(&mut self, memory: &mut RowMemory) -> Result<Option<RowBlock>> {
        let length = self.scanned.schema.row_length() as usize;
        let most = (BLOCK_BYTES / length).max(1) as u64;
        let first = self.next;
        let count = self.end.min(self.scanned.rows).saturating_sub(first).min(most);
        if count == 0 {
            return Ok(None);
        }
        let rows = memory.buffer();
        rows.clear();
        // Values that a line lacks are blank.
        rows.resize(count as usize * length, b' ');
        let scanned = Arc::clone(&self.scanned);
        for (place, row) in rows.chunks_exact_mut(length).enumerate() {
            if !self.read()? {
                return Err(Error::Changed {
                    path: self.path.clone(),
                });
            }
            for (index, column) in scanned.columns.iter().enumerate() {
                let text = self.record.get(index).unwrap_or_default();
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
                            self.invalid += 1;
                            self.first_invalid
                                .get_or_insert_with(|| invalid(&scanned.schema, index, text, first + place as u64));
                        }
                    }
                    Column::Text(field) => {
                        self.cut += u64::from(set_text(*field, row, utf8(text).as_bytes()));
                    }
                    Column::PlainText(field) => {
                        let text = utf8(text);
                        let value = plain_text(text.as_bytes());
                        self.cut += u64::from(set_text(*field, row, value));
                    }
                }
            }
        }
        self.next += count;
        Ok(Some(RowBlock::in_buffer(first, count as usize, length)))
    }

    fn lost(&self) -> ValueLosses {
        ValueLosses::of_cut(self.cut_in_silence())
    }

    fn account(&self) -> FileAccount {
        let lines = self.reader.as_ref().map(Records::lines);
        let lines = lines.expect("the reader is away only within a call");
        let mut tally = lines.tally();
        tally.invalid = self.invalid;
        self.tally.set(tally);
        let mut account = lines.stream().account();
        account.notes.extend(self.scanned.notes.iter().cloned());
        if self.cut > self.cut_in_silence() {
            let count = self.cut;
            account.notes.push(format!(
                "{count} of its values are longer than their variables, whose lengths the first rows tell, and were \
                 cut; GUESSINGROWS= takes more rows"
            ));
        }
        if let Some(first) = &self.first_invalid {
            let count = self.invalid;
            account.notes.push(format!(
                "{count} of its values cannot be read by their informats, which the first rows tell, and are missing; \
                 the first is {first}"
            ));
        }
        account
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
