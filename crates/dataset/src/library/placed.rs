//! A draft that has got its name, for as long as that can be undone.

use std::fs::{self, File};

use rustix::fs::{CWD, RenameFlags};
use rustix::io::Errno;

use super::draft::{Draft, MARK};
use crate::error::Result;

impl Draft {
    /// Gives the file its name in a way that can be undone: one that had it before gets the temporary name
    /// until it is settled that this one stays.
    pub(crate) fn exchange(mut self) -> Result<Placed> {
        let mode = self.take_over()?;
        let (from, to) = (&self.temporary, &self.destination);
        // Only a file is set aside: a folder of that name is none that a rename would replace either.
        let had_one = match &self.claim {
            Some(claim) => claim.has_file(),
            None => fs::symlink_metadata(to).is_ok_and(|metadata| metadata.is_file()),
        };
        // What a killed process leaves of the old file under the name of the draft is to be swept as one; what cannot be
        // marked so is not set aside.
        if had_one && self.mark_old(true) {
            match rustix::fs::renameat_with(CWD, from, CWD, to, RenameFlags::EXCHANGE) {
                Ok(()) => {
                    // From here on the temporary name is that of the old file.
                    let set_aside = self.has_its_name(mode);
                    return Ok(Placed {
                        draft: self,
                        before: Before::Aside,
                        set_aside,
                    });
                }
                // The file system cannot exchange names.
                Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
                    self.mark_old(false);
                }
                Err(errno) => {
                    self.mark_old(false);
                    return Err(self.no_name(errno.into()));
                }
            }
        }
        match had_one {
            true => fs::rename(from, to).map_err(|source| self.no_name(source))?,
            false => self.rename_alone()?,
        }
        self.has_its_name(mode);
        Ok(Placed {
            draft: self,
            before: match had_one {
                true => Before::Gone,
                false => Before::Nothing,
            },
            set_aside: None,
        })
    }

    /// Gives what was claimed the mark of a draft, or takes it off; false where that cannot be.
    fn mark_old(&self, is_marked: bool) -> bool {
        self.claim.as_ref().is_some_and(|claim| {
            claim.set_permissions(|mode| match is_marked {
                true => mode | MARK,
                false => mode & !MARK,
            })
        })
    }
}

/// A draft that has its name, for as long as that can be undone.
#[derive(Debug)]
pub(crate) struct Placed {
    draft: Draft,
    before: Before,
    /// The lock on the file that has the temporary name now.
    set_aside: Option<File>,
}

/// What had the name before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    Nothing,
    /// A file that has the temporary name now.
    Aside,
    /// A file that was replaced.
    Gone,
}

impl Placed {
    /// The file stays, and one that was set aside for it goes.
    pub(crate) fn keep(mut self) {
        // What has the temporary name is removed with the draft.
        self.draft.is_there = self.before == Before::Aside;
    }

    /// Puts back what was there before, and removes the file. False where that cannot be.
    pub(crate) fn undo(mut self) -> bool {
        let (temporary, destination) = (&self.draft.temporary, &self.draft.destination);
        let undone = match self.before {
            Before::Nothing => fs::rename(destination, temporary).is_ok(),
            Before::Aside => {
                let flags = RenameFlags::EXCHANGE;
                rustix::fs::renameat_with(CWD, temporary, CWD, destination, flags).is_ok()
            }
            Before::Gone => false,
        };
        self.draft.is_there = undone;
        if undone && let Some(claim) = &self.draft.claim {
            claim.replaced(self.set_aside.take());
            self.draft.mark_old(false);
        }
        undone
    }
}
