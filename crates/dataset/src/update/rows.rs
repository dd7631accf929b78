//! The rows of a file that is changed in place, which lie in slots or are compressed.

use super::final_state::FinalState;
use super::placed::PlacedRows;
use crate::compression::update::CompressedRows;
use crate::error::Result;
use crate::format::Compression;
use crate::name::DataSetName;
use crate::native::Description;
use crate::pages::Pool;

/// The rows of a file that is changed in place, counted from 0. The changes stay in the pool.
#[derive(Debug)]
pub(super) enum StoredRows {
    /// Each has a place of its own, whatever it contains.
    Placed(Box<PlacedRows>),
    /// They are compressed.
    Packed(Box<CompressedRows>),
}

impl StoredRows {
    /// Begins with a file that was described.
    pub(crate) fn begin(pool: &mut Pool, description: &Description, name: &DataSetName) -> Result<Self> {
        match description.metadata().compression {
            Compression::None => PlacedRows::begin(pool, description, name).map(|rows| Self::Placed(Box::new(rows))),
            _ => CompressedRows::begin(pool, description, name).map(|rows| Self::Packed(Box::new(rows))),
        }
    }

    /// Returns the number of rows, including deleted and added ones.
    pub(crate) fn stored(&self) -> u64 {
        match self {
            Self::Placed(rows) => rows.stored(),
            Self::Packed(rows) => rows.stored(),
        }
    }

    /// Returns the number of deleted rows.
    pub(crate) fn deleted(&self) -> u64 {
        match self {
            Self::Placed(rows) => rows.deleted(),
            Self::Packed(rows) => rows.deleted(),
        }
    }

    /// Returns a row; `None` if it is deleted or there is none.
    pub(crate) fn row<'r>(&'r mut self, pool: &'r mut Pool, row: u64) -> Result<Option<&'r [u8]>> {
        match self {
            Self::Placed(rows) => rows.row(pool, row),
            Self::Packed(rows) => rows.row(pool, row),
        }
    }

    /// Replaces a row, which is not deleted.
    pub(crate) fn replace(&mut self, pool: &mut Pool, row: u64, bytes: &[u8]) -> Result<()> {
        match self {
            Self::Placed(rows) => rows.replace(pool, row, bytes),
            Self::Packed(rows) => rows.replace(pool, row, bytes),
        }
    }

    /// Deletes a row, which is not deleted.
    pub(crate) fn delete(&mut self, pool: &mut Pool, row: u64) -> Result<()> {
        match self {
            Self::Placed(rows) => rows.delete(pool, row),
            Self::Packed(rows) => rows.delete(pool, row),
        }
    }

    /// Returns which row will be added by [`add`](Self::add): one that was deleted and whose space is used again, or
    /// the one behind the last.
    pub(crate) fn next(&mut self, pool: &mut Pool, bytes: &[u8]) -> Result<u64> {
        match self {
            Self::Placed(rows) => Ok(rows.stored()),
            Self::Packed(rows) => rows.next(pool, bytes),
        }
    }

    /// Adds the row that [`next`](Self::next) has returned just now for the same bytes.
    pub(crate) fn add(&mut self, pool: &mut Pool, row: u64, bytes: &[u8]) -> Result<()> {
        match self {
            Self::Placed(rows) => rows.add(pool, bytes),
            Self::Packed(rows) => rows.add(pool, row, bytes),
        }
    }

    /// Returns whether a row was not there when the update began.
    pub(crate) fn is_new(&self, row: u64) -> bool {
        match self {
            Self::Placed(rows) => rows.is_new(row),
            Self::Packed(rows) => rows.is_new(row),
        }
    }

    /// Has all rows added behind the last one, also in a data set that uses the space of deleted ones again.
    pub(crate) fn add_at_end(&mut self) {
        match self {
            Self::Placed(_) => {}
            Self::Packed(rows) => rows.add_at_end(),
        }
    }

    /// Completes the changes: rows cannot be changed any more. `modified` is the time in seconds since 1960.
    pub(crate) fn finish(&mut self, pool: &mut Pool, modified: f64) -> Result<FinalState> {
        match self {
            Self::Placed(rows) => rows.finish(pool, modified),
            Self::Packed(rows) => rows.finish(pool, modified),
        }
    }
}
