//! Changes observations of a data set in its file.
//!
//! All changes go to a journal first, and to the file when all of them are known: a step that fails leaves the data
//! set as it was. If the data set must outlive the session, a mark in its header names the journal while the changes
//! are made. If that is interrupted, the mark stays, the data set is not read, and a repair makes the changes from the
//! journal.

mod begin;
mod commit;
pub(crate) mod final_state;
pub(crate) mod free_rows;
pub(crate) mod journal_file;
#[cfg(test)]
mod packed_tests;
mod placed;
mod repair;
#[cfg(test)]
mod reuse_tests;
mod rows;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod troubled_tests;

use std::path::{Path, PathBuf};
use std::time::Instant;

pub use repair::Repair;
pub(crate) use repair::{check_not_interrupted, repair};

use crate::error::Result;
use crate::error::not_written;
use crate::format::Metadata;
use crate::index::changes::IndexChanges;
use crate::index::{Index, IndexKeys, Position};
use crate::locks::AppendClaim;
use crate::name::DataSetName;
use crate::pages::{AloneInFile, Amount, FileAccount, Identity, Pool};
use crate::random;
use crate::schema::Schema;
use journal_file::JournalFile;
use rows::StoredRows;

/// Changes observations of a data set in place. It is unchanged until this is [committed](Self::commit), and stays so
/// if this is dropped.
#[derive(Debug)]
pub struct Updater {
    name: DataSetName,
    path: PathBuf,
    metadata: Metadata,
    pool: Pool,
    rows: StoredRows,
    /// The indexes, if there are some.
    indexes: Option<IndexChanges>,
    /// A row that may have been changed and is not in the pool yet, and what it was.
    row: Vec<u8>,
    row_before: Vec<u8>,
    pending: Option<RowChange>,
    changes: Changes,
    /// The number of the row that was added last; 0 before.
    added: u64,
    durable: bool,
    /// The identity of its file when this began.
    opened: Identity,
    /// When this began, in seconds since 1960.
    started: f64,
    began: Instant,
    described: Amount,
    notes: Vec<String>,
    journal: JournalFile,
    _alone: AloneInFile,
    /// Keeps other processes from changing it. Dropped last.
    claim: AppendClaim,
}

/// The use of the row that may have been changed.
#[derive(Clone, Copy, Debug)]
enum RowChange {
    /// It replaces the row with this number, from 0.
    Replace(u64),
    /// It is added.
    Add,
}

/// The numbers of observations that were changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Changed after [`Updater::row_mut`], each time counted.
    pub rewritten: u64,
    /// Added by [`Updater::next_row`].
    pub added: u64,
    /// Deleted by [`Updater::delete`].
    pub deleted: u64,
}

impl Updater {
    /// Returns the variables and their offsets in a row.
    pub fn schema(&self) -> &Schema {
        &self.metadata.schema
    }

    /// Returns the number of rows, including deleted and added ones: the greatest number of a row.
    pub fn stored(&self) -> u64 {
        self.rows.stored()
    }

    /// Returns the number of rows, without deleted ones.
    pub fn rows(&self) -> u64 {
        self.rows.stored() - self.rows.deleted()
    }

    /// Returns the number of rows that there were at the beginning, including deleted ones.
    pub fn stored_before(&self) -> u64 {
        self.metadata.rows_stored
    }

    /// Checks that observations may be read by their numbers, which those of a compressed data set have only if it was
    /// made so.
    ///
    /// # Errors
    ///
    /// [`NotByNumber`](crate::Error::NotByNumber) if they may not.
    pub fn check_by_number(&self) -> Result<()> {
        random::check_by_number(&self.path, &self.metadata)
    }

    /// Returns the number of observations that were changed so far.
    pub fn changes(&self) -> Changes {
        self.changes
    }

    /// Returns the indexes.
    pub fn indexes(&self) -> impl Iterator<Item = &Index> {
        self.indexes.iter().flat_map(IndexChanges::iter)
    }

    /// Returns the position of an index of this name, in either case.
    pub fn position_of(&self, index: &str) -> Option<Position> {
        self.indexes.as_ref()?.position_of(index)
    }

    /// Returns the keys of the index of a position; `None` if there are no indexes.
    pub fn keys(&self, position: &Position) -> Option<&IndexKeys> {
        Some(self.indexes.as_ref()?.keys(position))
    }

    /// Returns the number of the first observation with a key whose number is greater than `after`, with all changes so
    /// far.
    ///
    /// # Errors
    ///
    /// Fails if a page cannot be read or is damaged, or if an earlier change cannot be kept.
    pub fn next_with_key(&mut self, position: &mut Position, key: &[u8], after: u64) -> Result<Option<u64>> {
        self.keep()?;
        match &mut self.indexes {
            Some(indexes) => indexes.next_with_key(position, key, after),
            None => Ok(None),
        }
    }

    /// Returns the row with this number, from 1, with its changes so far; `None` if it is deleted or there is none.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read.
    pub fn row(&mut self, number: u64) -> Result<Option<&[u8]>> {
        self.keep()?;
        match number.wrapping_sub(1) {
            row if row < self.rows.stored() => self.rows.row(&mut self.pool, row),
            _ => Ok(None),
        }
    }

    /// Returns the row with this number, from 1, to change it; `None` if it is deleted or there is none.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read, or if an earlier change cannot be kept.
    pub fn row_mut(&mut self, number: u64) -> Result<Option<&mut [u8]>> {
        self.keep()?;
        if !self.read(number)? {
            return Ok(None);
        }
        self.row.copy_from_slice(&self.row_before);
        self.pending = Some(RowChange::Replace(number - 1));
        Ok(Some(&mut self.row))
    }

    /// Deletes the row with this number, from 1. Returns `false` if it is deleted or there is none.
    ///
    /// # Errors
    ///
    /// Fails if its page cannot be read, or if an earlier change cannot be kept.
    pub fn delete(&mut self, number: u64) -> Result<bool> {
        self.keep()?;
        if !self.read(number)? {
            return Ok(false);
        }
        if let Some(indexes) = &mut self.indexes {
            indexes.change(&self.name, number, Some(&self.row_before), None)?;
        }
        self.rows.delete(&mut self.pool, number - 1)?;
        self.changes.deleted += 1;
        Ok(true)
    }

    /// Has all rows added behind the last one, whatever REUSE= says.
    pub fn add_at_end(&mut self) {
        self.rows.add_at_end();
    }

    /// Returns whether the row with this number, from 1, was not there when this began.
    pub fn is_new(&self, number: u64) -> bool {
        self.rows.is_new(number.wrapping_sub(1))
    }

    /// Returns the number of the row that was added last; 0 if none was.
    pub fn added(&self) -> u64 {
        self.added
    }

    /// Returns the bytes of a new row, which are zeros: every variable must be set. It is added when it is
    /// [kept](Self::keep): behind the last one, or in a compressed data set with REUSE=YES in the space and with the
    /// number of a deleted one.
    ///
    /// # Errors
    ///
    /// Fails if an earlier change cannot be kept.
    pub fn next_row(&mut self) -> Result<&mut [u8]> {
        self.keep()?;
        self.row.fill(0);
        self.pending = Some(RowChange::Add);
        Ok(&mut self.row)
    }

    /// Keeps the row that [`row_mut`](Self::row_mut) or [`next_row`](Self::next_row) has returned last. All other
    /// methods do so first; this one is for learning at once whether the row is accepted.
    ///
    /// # Errors
    ///
    /// [`DuplicateKey`](crate::Error::DuplicateKey) if an index is unique and another row has the key; the row is then
    /// as it was, or not added. Fails also if the file does not accept more rows, or if the change cannot be kept.
    pub fn keep(&mut self) -> Result<()> {
        match self.pending.take() {
            Some(RowChange::Replace(row)) => {
                if let Some(indexes) = &mut self.indexes {
                    let before = Some(&*self.row_before);
                    indexes.change(&self.name, row + 1, before, Some(&self.row))?;
                }
                self.rows.replace(&mut self.pool, row, &self.row)?;
                self.changes.rewritten += 1;
            }
            Some(RowChange::Add) => {
                let row = self.rows.next(&mut self.pool, &self.row)?;
                if let Some(indexes) = &mut self.indexes {
                    indexes.change(&self.name, row + 1, None, Some(&self.row))?;
                }
                self.rows.add(&mut self.pool, row, &self.row)?;
                self.added = row + 1;
                self.changes.added += 1;
            }
            None => {}
        }
        Ok(())
    }

    /// Copies the row with this number into [`Self::row_before`]. Returns `false` if it is deleted or there is none.
    fn read(&mut self, number: u64) -> Result<bool> {
        let row = number.wrapping_sub(1);
        if row >= self.rows.stored() {
            return Ok(false);
        }
        let found = self.rows.row(&mut self.pool, row)?;
        if let Some(bytes) = found {
            self.row_before.copy_from_slice(bytes);
        }
        Ok(found.is_some())
    }

    /// Makes the changes. The account includes the reading of the description and the journal.
    ///
    /// # Errors
    ///
    /// [`ChangedByOther`](crate::Error::ChangedByOther) if another program has changed, replaced or removed the file,
    /// and [`Incomplete`](crate::Error::Incomplete) if storage failed while the changes were being made; it tells what
    /// remains. Fails also if the journal cannot be written; the data set is unchanged then.
    pub fn commit(mut self) -> Result<FileAccount> {
        self.keep()
            .and_then(|()| self.make_changes())
            .map_err(|error| not_written(&self.name, error))
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
