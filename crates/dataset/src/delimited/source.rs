//! Reads the rows of such a file.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use csv::ByteRecord;
use feedrate_values::{missing, number};

use super::lines::Lines;
use super::scan::{Column, Scanned, read, utf8};
use super::{Shape, moment};
use crate::error::{Error, Result};
use crate::foreign::{BLOCK_BYTES, RowBlock, RowSource, set_text};
use crate::pages::{FileAccount, Identity, StreamReader};
use crate::schema::Schema;

/// A file that is being read.
#[derive(Debug)]
pub(super) struct Source {
    path: PathBuf,
    identity: Identity,
    shape: Shape,
    scanned: Arc<Scanned>,
    /// `None` only while it goes back to its front.
    reader: Option<csv::Reader<Lines>>,
    record: ByteRecord,
    /// The next row, and the end of the wanted ones.
    next: u64,
    end: u64,
    cut: u64,
}

impl Source {
    pub fn new(
        path: &Path,
        stream: StreamReader,
        identity: Identity,
        scanned: Arc<Scanned>,
        shape: Shape,
    ) -> Result<Self> {
        let mut source = Self {
            path: path.into(),
            identity,
            shape,
            scanned,
            reader: Some(shape.reader(path, stream)),
            record: ByteRecord::new(),
            next: 0,
            end: u64::MAX,
            cut: 0,
        };
        source.skip_names()?;
        Ok(source)
    }

    /// Goes to the front of the file and skips the lines before its rows.
    fn rewind(&mut self) -> Result<()> {
        if let Some(reader) = self.reader.take() {
            let mut stream = reader.into_inner().into_stream();
            let rewound = stream.rewind();
            self.reader = Some(self.shape.reader(&self.path, stream));
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

    fn read(&mut self) -> Result<bool> {
        match &mut self.reader {
            Some(reader) => read(&self.path, reader, &mut self.record),
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

    fn identity(&self) -> Identity {
        self.identity
    }

    fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
        if self.next > wanted.start {
            self.rewind()?;
        }
        self.end = wanted.end;
        Ok(())
    }

    fn next_block(&mut self, rows: &mut Vec<u8>) -> Result<Option<RowBlock>> {
        let length = self.scanned.schema.row_length() as usize;
        let most = (BLOCK_BYTES / length).max(1) as u64;
        let first = self.next;
        let count = self
            .end
            .min(self.scanned.rows)
            .saturating_sub(first)
            .min(most);
        if count == 0 {
            return Ok(None);
        }
        rows.clear();
        // Values that a line lacks are blank.
        rows.resize(count as usize * length, b' ');
        let scanned = Arc::clone(&self.scanned);
        for row in rows.chunks_exact_mut(length) {
            if !self.read()? {
                return Err(Error::Changed {
                    path: self.path.clone(),
                });
            }
            for (index, column) in scanned.columns.iter().enumerate() {
                let text = self.record.get(index).unwrap_or_default();
                match *column {
                    Column::Number(field) => {
                        field.set(row, number::parse(text).unwrap_or(missing::MISSING));
                    }
                    Column::Moment(moment, field) => {
                        let value = moment::parse(moment, text.trim_ascii());
                        field.set(row, value.unwrap_or(missing::MISSING));
                    }
                    Column::Text(field) => {
                        self.cut += u64::from(set_text(field, row, utf8(text).as_bytes()));
                    }
                }
            }
        }
        self.next += count;
        Ok(Some(RowBlock {
            first,
            count: count as usize,
        }))
    }

    fn cut(&self) -> u64 {
        self.cut
    }

    fn account(&self) -> FileAccount {
        let lines = self.reader.as_ref().map(csv::Reader::get_ref);
        let lines = lines.expect("the reader is away only within a call");
        let mut account = lines.stream().account();
        account.notes.extend(self.scanned.notes.iter().cloned());
        account
    }
}
