//! Texts that are inserted before what remains of the program.

use std::path::Path;

use super::Reader;
use crate::error::Result;
use crate::macros::input::{decode, included};
use crate::surroundings::Surroundings;

impl Reader {
    /// Inserts a part of a program before what remains to be read: a block from another session. Its first line has the
    /// number `first_line` in its text.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has 4 GiB or more.
    pub fn push_part(&mut self, name: &str, text: &str, first_line: u32) -> Result<()> {
        self.put_back();
        // Finished texts are popped: nothing includes the part, so that its lines are shown as those of a program.
        self.input.drop_finished();
        let outcome = self.input.push_part(name, text, first_line);
        outcome.map_err(|problem| self.error(problem))
    }

    /// Inserts a text before what remains to be read, as `call execute` does.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has 4 GiB or more.
    pub fn push_text(&mut self, name: &str, text: &str) -> Result<()> {
        self.put_back();
        let outcome = self.input.push_text(name, text);
        outcome.map_err(|problem| self.error(problem))
    }

    /// Inserts a file before what remains to be read.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is too large.
    pub fn include(&mut self, path: &Path, surroundings: &mut dyn Surroundings) -> Result<()> {
        let bytes = included(&self.input.sources, surroundings, path);
        let bytes = bytes.map_err(|problem| self.error(problem))?;
        self.push_text(&path.display().to_string(), &decode(&bytes))
    }
}
