//! One run for what it writes.

use serde_json::Value;

use super::data_folder::DataFolder;
use super::run::{failure, read_json};
use super::{Conductor, command, process};
use crate::error::{Error, Result};
use crate::plan::Cell;

impl Conductor<'_> {
    /// Runs a cell once, and returns the JSON that it writes. Nothing goes into a store.
    ///
    /// # Errors
    ///
    /// Returns an error if the run fails, writes no JSON, or a signal stops it.
    pub fn probe(&self, cell: &Cell) -> Result<Value> {
        let data = DataFolder::make(self.folder)?;
        let files = self.files(&data);
        let command = command::of(self.study, &self.study.invocation, Some(cell), &files)?;
        let process = process::run(&command, &files, self.study.longest_run, false, self.stop)?;
        if let Some(reason) = failure(&self.study.invocation, &process, &files) {
            return Err(Error::Refused(reason));
        }
        read_json(&files.json()).ok_or_else(|| Error::Refused("the run wrote no JSON".to_owned()))
    }
}
