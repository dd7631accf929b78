//! The rows of a file, read batch by batch.

use std::fmt::Debug;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use feedrate_dataset::file_format::{BLOCK_BYTES, RowBlock, RowMemory, RowSource};
use feedrate_dataset::format::ValueLosses;
use feedrate_dataset::{Error, FileAccount, Identity, Result, Schema};

use crate::columns::{Column, Layout};
use crate::decode::{LostValues, decode};
use crate::file_bytes::{Bytes, guarded};

/// The description of a file.
#[derive(Debug)]
pub struct FileDescription {
    pub layout: Layout,
    pub label: String,
    pub data_set_type: String,
    /// The number of rows of each group. A group can be read without those before it.
    pub groups: Vec<u64>,
}

impl FileDescription {
    /// Returns the number of rows.
    pub fn rows(&self) -> u64 {
        self.groups.iter().sum()
    }

    /// Returns how many rows to process together.
    pub fn rows_together(&self) -> usize {
        rows_together(&self.layout.schema)
    }
}

/// Returns how many rows of these variables to process together, so that they have a suitable number of bytes.
pub fn rows_together(schema: &Schema) -> usize {
    (BLOCK_BYTES / schema.row_length().max(1) as usize).clamp(1, 8192)
}

/// The columns of a file, batch by batch.
pub trait Batches: Debug {
    /// Leaves out columns: only those with these indices in the file, in ascending order, are in batches from now on.
    /// It is called before the first batch. Returns the indices of the columns that are in them.
    fn select_columns(&mut self, columns: Vec<usize>) -> Vec<usize>;

    /// Moves to the first row of a range of groups; rows of later groups may follow.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is damaged.
    fn begin(&mut self, groups: Range<usize>) -> Result<()>;

    /// Returns the next rows; `None` after the last.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is damaged.
    fn next(&mut self) -> Result<Option<RecordBatch>>;

    /// Returns the path of the file.
    fn path(&self) -> &Path;

    /// Returns the account of the transfers so far.
    fn account(&self) -> FileAccount;

    /// Returns the file.
    fn into_bytes(self) -> Bytes
    where
        Self: Sized;
}

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
    /// The next row, and the end of the range to read.
    next: u64,
    end: u64,
    has_begun: bool,
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
            end: u64::MAX,
            has_begun: false,
            lost: LostValues::default(),
        }
    }

    /// Returns the next rows, at most as many as are processed together.
    fn some(&mut self) -> Result<Option<RecordBatch>> {
        let batch = loop {
            let batch = match self.rest.take() {
                Some(rest) => Some(rest),
                None => self.batches.next()?,
            };
            match batch {
                None => return Ok(None),
                Some(batch) if batch.num_rows() == 0 => {}
                Some(batch) => break batch,
            }
        };
        let most = self.described.rows_together();
        if batch.num_rows() <= most {
            return Ok(Some(batch));
        }
        self.rest = Some(batch.slice(most, batch.num_rows() - most));
        Ok(Some(batch.slice(0, most)))
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
        let chosen = self
            .batches
            .select_columns(chosen.map(|(column, _)| column.index).collect());
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
        self.end = wanted.end;
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
        self.batches.begin(group..end)
    }

    fn next_block(&mut self, memory: &mut RowMemory) -> Result<Option<RowBlock>> {
        if self.next >= self.end.min(self.rows()) {
            return Ok(None);
        }
        if !self.has_begun {
            self.has_begun = true;
            self.batches.begin(0..self.described.groups.len())?;
        }
        let Some(batch) = self.some()? else {
            return Err(Error::RowsMissing {
                path: self.path.clone(),
                told: self.rows(),
                found: self.next,
            });
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
