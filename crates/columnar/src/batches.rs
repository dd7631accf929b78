//! The interface of both formats for reading.

use std::fmt::Debug;
use std::ops::Range;
use std::path::Path;

use arrow_array::RecordBatch;
use feedrate_dataset::{FileAccount, Result};

use crate::chosen_rows::ChosenRows;
use crate::file_bytes::Bytes;

/// The columns of a file, batch by batch.
pub trait Batches: Debug {
    /// Leaves out columns: only those with these indices in the file, in ascending order, are in batches from now on.
    /// It is called before the first batch, which then has at most `rows` rows if they can be divided. Returns the
    /// indices of the columns that are in them.
    fn select_columns(&mut self, columns: Vec<usize>, rows: usize) -> Vec<usize>;

    /// Has only chosen rows returned, if it can decode the others more cheaply. Returns whether it has.
    fn choose(&mut self, _: &ChosenRows) -> bool {
        false
    }

    /// Moves to the first row of a range of groups; rows of later groups may follow. Rows are chosen only among `rows`,
    /// which are counted from the beginning of the first group.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is damaged.
    fn begin(&mut self, groups: Range<usize>, rows: Range<u64>) -> Result<()>;

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
