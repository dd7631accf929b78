//! A draft that was put in place in a way that can be undone.

use std::fs::{self, File};

use super::draft::Draft;
use crate::error::Result;
use crate::system;

impl Draft {
    /// Puts the file in place in a way that can be undone: an existing file gets the temporary name until this is kept.
    pub(crate) fn exchange(mut self) -> Result<Exchange> {
        let mode = self.take_over()?;
        let (from, to) = (&self.temporary, &self.destination);
        // Only a file is set aside: a rename would not replace a folder either.
        let had_one = match &self.claim {
            Some(claim) => claim.has_file(),
            None => fs::symlink_metadata(to).is_ok_and(|metadata| metadata.is_file()),
        };
        // After a kill, the old file under the name of the draft must be removed later; without the mark that is not
        // possible, so it is not set aside.
        if had_one && self.mark_old(true) {
            match system::exchange(from, to) {
                Ok(true) => {
                    // From here on the temporary name is that of the old file.
                    let set_aside = self.has_its_name(mode);
                    return Ok(Exchange {
                        draft: self,
                        before: FormerFile::Aside,
                        set_aside,
                    });
                }
                // The file system cannot exchange names.
                Ok(false) => {
                    self.mark_old(false);
                }
                Err(source) => {
                    self.mark_old(false);
                    return Err(self.no_name(source));
                }
            }
        }
        match had_one {
            true => system::replace(from, to).map_err(|source| self.no_name(source))?,
            false => self.rename_alone()?,
        }
        self.has_its_name(mode);
        Ok(Exchange {
            draft: self,
            before: match had_one {
                true => FormerFile::Gone,
                false => FormerFile::Nothing,
            },
            set_aside: None,
        })
    }

    /// Adds the mark of a draft to the claimed file, or removes it. Returns `false` if that is not possible.
    fn mark_old(&self, is_marked: bool) -> bool {
        self.claim.as_ref().is_some_and(|claim| claim.mark(is_marked))
    }
}

/// A draft that was put in place and can be undone.
#[derive(Debug)]
pub(crate) struct Exchange {
    draft: Draft,
    before: FormerFile,
    /// The lock on the file with the temporary name.
    set_aside: Option<File>,
}

/// The file that had the name before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FormerFile {
    Nothing,
    /// A file, which has the temporary name now.
    Aside,
    /// A file, which was replaced.
    Gone,
}

impl Exchange {
    /// Keeps the file and removes one that was set aside.
    pub(crate) fn keep(mut self) {
        // The file with the temporary name is removed with the draft.
        self.draft.is_there = self.before == FormerFile::Aside;
    }

    /// Restores the previous file and removes this one. Returns `false` if that is not possible.
    pub(crate) fn undo(mut self) -> bool {
        let (temporary, destination) = (&self.draft.temporary, &self.draft.destination);
        let undone = match self.before {
            FormerFile::Nothing => fs::rename(destination, temporary).is_ok(),
            FormerFile::Aside => system::exchange(temporary, destination).is_ok_and(|is_done| is_done),
            FormerFile::Gone => false,
        };
        self.draft.is_there = undone;
        if undone && let Some(claim) = &self.draft.claim {
            claim.replaced(self.set_aside.take());
            self.draft.mark_old(false);
        }
        undone
    }
}
