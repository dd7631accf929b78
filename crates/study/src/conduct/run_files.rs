//! The files of a run.

use std::path::PathBuf;

/// The files of a run, in a folder of their own.
#[derive(Clone, Debug)]
pub(super) struct RunFiles {
    /// The folder of the study's data.
    pub(super) data: PathBuf,
    /// The program `feedrate`.
    pub(super) program: PathBuf,
}

impl RunFiles {
    /// Returns the file for the JSON that the run itself writes.
    pub(super) fn json(&self) -> PathBuf {
        self.data.join("run.json")
    }

    /// Returns the file for what is seen of a command from outside.
    pub(super) fn seen(&self) -> PathBuf {
        self.data.join("seen.json")
    }

    /// Returns the file for the log of a program.
    pub(super) fn log(&self) -> PathBuf {
        self.data.join("run.log")
    }

    /// Returns the file for standard output.
    pub(super) fn output(&self) -> PathBuf {
        self.data.join("output")
    }

    /// Returns the file for standard error.
    pub(super) fn errors(&self) -> PathBuf {
        self.data.join("errors")
    }

    /// Returns all of them.
    pub(super) fn all(&self) -> [PathBuf; 5] {
        [self.json(), self.seen(), self.log(), self.output(), self.errors()]
    }
}
