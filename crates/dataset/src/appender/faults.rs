//! The answer to storage that fails, and to another program that changes the file.

use super::Appender;
use crate::error::{Error, FileChange, Remains, Result};

impl Appender {
    /// Takes back what counts the new rows, after it may have reached the device. Returns the error, which says whether
    /// that was possible.
    pub(super) fn not_counted(&mut self, source: Error) -> Error {
        match self.take_back().and_then(|()| self.flush()) {
            Ok(()) => source,
            Err(_) => {
                // The part to be cut may be counted.
                self.is_committed = true;
                Error::Incomplete {
                    name: self.name.clone(),
                    remains: Remains::AllOrNone,
                    source: Box::new(source),
                }
            }
        }
    }

    /// Takes back the edits.
    pub(super) fn take_back(&mut self) -> Result<()> {
        while let Some(edit) = self.done.last() {
            self.changer.write(edit.at, &edit.before)?;
            self.done.pop();
        }
        Ok(())
    }

    /// Checks that the file is still the one that was opened. `is_fault` decides which changes matter.
    pub(super) fn check_file(&self, is_fault: impl Fn(FileChange) -> Option<FileChange>) -> Result<()> {
        match self.opened.change_at(&self.path).and_then(is_fault) {
            Some(what) => Err(self.changed_by_other(what)),
            None => Ok(()),
        }
    }

    pub(super) fn changed_by_other(&self, what: FileChange) -> Error {
        Error::ChangedByOther {
            name: self.name.clone(),
            what,
            is_index: false,
            path: self.path.clone(),
        }
    }
}
