//! The work that is asked of a program, whichever it is.

use std::path::PathBuf;

use feedrate_bench::process::child::Bounds;

use super::format::Files;
use super::task::Task;
use super::values::Values;

/// A task, its files, and its bounds.
#[derive(Clone, Debug)]
pub struct Job {
    /// The task.
    pub task: Task,
    /// Rows of the table.
    pub rows: u64,
    /// The values of the table that is read or made.
    pub values: Values,
    /// The files, as far as they are not in the program's own format.
    pub files: Files,
    /// The table to be read; one that belongs to it lies beside it.
    pub source: PathBuf,
    /// The file to be written, in a folder of its own, where temporary files may lie too.
    pub target: PathBuf,
    /// The memory that the program is told to use; absent where memory is not limited.
    pub memory_setting: Option<u64>,
    /// The threads that it is told to use; absent where it chooses itself.
    pub threads: Option<u32>,
    /// The bounds of its process.
    pub bounds: Bounds,
}

impl Job {
    /// Returns the bytes of the values of all that is read or made.
    pub fn data_bytes(&self) -> u64 {
        self.values.bytes(self.rows)
    }
}
