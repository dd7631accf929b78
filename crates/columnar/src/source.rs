//! The rows of a file, read batch by batch.

use std::fmt::Debug;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use feedrate_dataset::file_format::{ColumnBlock, RowBlock, RowChoice, RowMemory, RowNumbers, RowSource};
use feedrate_dataset::format::ValueLosses;
use feedrate_dataset::{Error, FileAccount, Identity, Result, Schema};

use crate::batches::Batches;
use crate::chosen_rows::ChosenRows;
use crate::columns::{Column, RowField};
use crate::decode::{decode, values};
use crate::describe::{FileDescription, MOST_ROWS, rows_together};
use crate::file_bytes::guarded;
use crate::lost_values::LostValues;

/// A file that is being read.
#[derive(Debug)]
pub struct Source<B> {
    path: PathBuf,
    identity: Identity,
    described: Arc<FileDescription>,
    batches: B,
    /// The columns of batches.
    columns: Vec<Column>,
    /// The remaining rows of a batch.
    rest: Option<RecordBatch>,
    /// The next row, and the range to read.
    next: u64,
    start: u64,
    end: u64,
    has_begun: bool,
    /// The choice of the rows that are returned, if not all are.
    chosen: Option<ChosenRows>,
    lost: LostValues,
}

impl<B: Batches> Source<B> {
    pub fn new(path: &Path, identity: Identity, described: Arc<FileDescription>, batches: B) -> Self {
        Self {
            path: path.into(),
            identity,
            columns: described.layout.columns.clone(),
            described,
            batches,
            rest: None,
            next: 0,
            start: 0,
            end: u64::MAX,
            has_begun: false,
            chosen: None,
            lost: LostValues::default(),
        }
    }

    /// Returns the next rows, at most `most`; `None` after those of the range to read.
    fn some(&mut self, most: usize) -> Result<Option<RecordBatch>> {
        if self.next >= self.end.min(self.rows()) {
            return Ok(None);
        }
        self.begin_all()?;
        let batch = loop {
            let batch = match self.rest.take() {
                Some(rest) => Some(rest),
                None => self.batches.next()?,
            };
            match batch {
                None => return Err(self.rows_missing()),
                Some(batch) if batch.num_rows() == 0 => {}
                Some(batch) => break batch,
            }
        };
        if batch.num_rows() <= most {
            return Ok(Some(batch));
        }
        self.rest = Some(batch.slice(most, batch.num_rows() - most));
        Ok(Some(batch.slice(0, most)))
    }

    /// Returns the values of the next chosen rows; `None` when all rows of the range were examined.
    fn next_chosen(&mut self, chosen: &ChosenRows) -> Result<Option<ColumnBlock>> {
        self.begin_all()?;
        let batch = self.batches.next()?;
        let examined = chosen.take_examined();
        self.lost.add(examined.lost);
        self.next += examined.count;
        let columns = match &batch {
            Some(batch) => {
                let (columns, lost) = (&self.columns, &mut self.lost);
                let is_counted = |column: &Column| !chosen.depends_on(column);
                guarded(&self.path, || values(batch, columns, is_counted, lost))?
            }
            None if self.next < self.end.min(self.rows()) => return Err(self.rows_missing()),
            None if examined.count == 0 => return Ok(None),
            None => Vec::new(),
        };
        let count = batch.map_or(0, |batch| batch.num_rows());
        Ok(Some(ColumnBlock {
            numbers: RowNumbers::Chosen(chosen.take_numbers(count)),
            count,
            examined: examined.count,
            columns,
        }))
    }

    /// Begins at the first row, if no range was requested.
    fn begin_all(&mut self) -> Result<()> {
        if !self.has_begun {
            self.has_begun = true;
            self.batches.begin(0..self.described.groups.len(), 0..self.rows())?;
        }
        Ok(())
    }

    fn rows_missing(&self) -> Error {
        Error::RowsMissing {
            path: self.path.clone(),
            told: self.rows(),
            found: self.next,
        }
    }
}

impl<B: Batches> RowSource for Source<B> {
    fn schema(&self) -> &Schema {
        &self.described.layout.schema
    }

    fn label(&self) -> &str {
        &self.described.label
    }

    fn data_set_type(&self) -> &str {
        &self.described.data_set_type
    }

    fn rows(&self) -> u64 {
        self.described.rows()
    }

    fn identity(&self) -> Option<Identity> {
        Some(self.identity)
    }

    fn can_seek(&self) -> bool {
        self.described.groups.len() > 1
    }

    fn group_starts(&self) -> Vec<u64> {
        let groups = self.described.groups.iter();
        let starts = groups.scan(0, |next, rows| {
            let first = *next;
            *next += rows;
            Some(first)
        });
        starts.collect()
    }

    fn select_variables(&mut self, wanted: &[bool]) {
        let all = &self.described.layout.columns;
        let chosen = all.iter().zip(wanted).filter(|(_, is_wanted)| **is_wanted);
        let bytes = chosen.clone().map(|(column, _)| column.place.length()).sum();
        let chosen = chosen.map(|(column, _)| column.index).collect();
        let chosen = self.batches.select_columns(chosen, rows_together(bytes));
        let is_chosen = |column: &&Column| chosen.binary_search(&column.index).is_ok();
        self.columns = all.iter().filter(is_chosen).cloned().collect();
    }

    fn seek(&mut self, wanted: Range<u64>) -> Result<()> {
        let (mut group, mut first) = (0, 0);
        for &rows in &self.described.groups {
            if first + rows > wanted.start {
                break;
            }
            first += rows;
            group += 1;
        }
        (self.start, self.end) = (wanted.start, wanted.end);
        self.rest = None;
        self.next = first;
        self.has_begun = true;
        let mut end = group;
        for &rows in &self.described.groups[group..] {
            if first >= wanted.end {
                break;
            }
            first += rows;
            end += 1;
        }
        let before = self.next;
        if let Some(chosen) = &self.chosen {
            chosen.begin(wanted.start);
            self.next = wanted.start;
        }
        self.batches
            .begin(group..end, wanted.start - before..wanted.end.min(self.rows()) - before)
    }

    fn next_block(&mut self, memory: &mut RowMemory) -> Result<Option<RowBlock>> {
        let Some(batch) = self.some(self.described.rows_together())? else {
            return Ok(None);
        };
        let layout = &self.described.layout;
        let (length, count) = (layout.schema.row_length() as usize, batch.num_rows());
        let rows = memory.buffer();
        // Bytes of variables that are left out have no meaning.
        rows.resize(count * length, 0);
        let (columns, lost) = (&self.columns, &mut self.lost);
        guarded(&self.path, || decode(&batch, columns, length, rows, lost))?;
        let first = self.next;
        self.next += count as u64;
        Ok(Some(RowBlock::in_buffer(first, count, length)))
    }

    /// The numbers that a row would truncate are had from rows.
    fn has_columns(&self) -> bool {
        let mut columns = self.columns.iter();
        columns.all(|column| match column.place {
            RowField::Number(field) => field.length() == 8,
            RowField::Text(_) => true,
        })
    }

    fn choose_rows(&mut self, choice: &Arc<dyn RowChoice>) -> bool {
        let chosen = ChosenRows::new(Arc::clone(choice), &self.columns);
        if self.batches.choose(&chosen) {
            self.chosen = Some(chosen);
        }
        self.chosen.is_some()
    }

    fn next_columns(&mut self) -> Result<Option<ColumnBlock>> {
        if let Some(chosen) = self.chosen.clone() {
            return self.next_chosen(&chosen);
        }
        while let Some(batch) = self.some(MOST_ROWS)? {
            let (first, end) = (self.next, self.next + batch.num_rows() as u64);
            self.next = end;
            let wanted = first.max(self.start)..end.min(self.end);
            if wanted.is_empty() {
                continue;
            }
            let count = (wanted.end - wanted.start) as usize;
            let batch = batch.slice((wanted.start - first) as usize, count);
            let (columns, lost) = (&self.columns, &mut self.lost);
            return Ok(Some(ColumnBlock {
                numbers: RowNumbers::From(wanted.start),
                count,
                examined: count as u64,
                columns: guarded(&self.path, || values(&batch, columns, |_| true, lost))?,
            }));
        }
        Ok(None)
    }

    fn lost(&self) -> ValueLosses {
        ValueLosses::of_cut(self.lost.cut)
    }

    fn account(&self) -> FileAccount {
        let mut account = self.batches.account();
        account.notes.extend(self.described.layout.notes.iter().cloned());
        account.notes.extend(self.lost.notes());
        account
    }
}
