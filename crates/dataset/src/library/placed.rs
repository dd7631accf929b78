//! A draft that has got its name, for as long as that can be undone.

use std::fs;

use rustix::fs::{CWD, RenameFlags};
use rustix::io::Errno;

use super::draft::Draft;
use crate::error::Result;

impl Draft {
    /// Gives the file its name in a way that can be undone: one that had it before gets the temporary name
    /// until it is settled that this one stays.
    pub(crate) fn exchange(mut self) -> Result<Placed> {
        self.keep_permissions();
        let (from, to) = (&self.temporary, &self.destination);
        // Only a file is set aside: a folder of that name is none that a rename would replace either.
        let had_one = fs::symlink_metadata(to).is_ok_and(|metadata| metadata.is_file());
        if had_one {
            match rustix::fs::renameat_with(CWD, from, CWD, to, RenameFlags::EXCHANGE) {
                Ok(()) => {
                    // From here on the temporary name is that of the old file.
                    self.is_there = false;
                    return Ok(Placed {
                        draft: self,
                        before: Before::Aside,
                    });
                }
                // The file system cannot exchange names.
                Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
                Err(errno) => return Err(self.no_name(errno.into())),
            }
        }
        fs::rename(from, to).map_err(|source| self.no_name(source))?;
        self.is_there = false;
        Ok(Placed {
            draft: self,
            before: match had_one {
                true => Before::Gone,
                false => Before::Nothing,
            },
        })
    }
}

/// A draft that has its name, for as long as that can be undone.
#[derive(Debug)]
pub(crate) struct Placed {
    draft: Draft,
    before: Before,
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
        undone
    }
}
