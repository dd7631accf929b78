//! The lines of errors.

use std::ops::Range;
use std::path::Path;

use crate::error::Error;

/// The text of a file, for the lines of errors.
pub(super) struct Lines<'a> {
    pub(super) file: &'a Path,
    pub(super) text: &'a str,
}

impl Lines<'_> {
    /// Returns an error about what stands at a place of the text.
    pub(super) fn error(&self, span: &Range<usize>, what: impl Into<String>) -> Error {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        Error::Definition {
            file: self.file.to_owned(),
            line: before.matches('\n').count() + 1,
            what: what.into(),
        }
    }
}
