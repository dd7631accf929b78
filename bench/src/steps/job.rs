//! A run that is asked of a program, whichever it is.

use std::path::PathBuf;

use feedrate_bench::child::Bounds;

use crate::task::Task;
use crate::values::Values;

/// What is to be done, with which files, within which bounds.
#[derive(Clone, Debug)]
pub struct Job {
    /// What is to be done.
    pub task: Task,
    /// Rows of the table.
    pub rows: u64,
    /// The values of the table that is read or made.
    pub values: Values,
    /// The table to be read; one that belongs to it lies beside it.
    pub source: PathBuf,
    /// The file to be written, in a folder of its own, where temporary files may lie too.
    pub target: PathBuf,
    /// What the program is told that it may hold; absent where memory is not limited.
    pub memory_setting: Option<u64>,
    /// How many threads it is told to use; absent where it chooses itself.
    pub threads: Option<u32>,
    /// What its process may take.
    pub bounds: Bounds,
}

impl Job {
    /// Bytes of the values of all that is read or made.
    pub fn data_bytes(&self) -> u64 {
        self.rows * self.values.row_bytes() + self.values.more_bytes()
    }
}
