//! Data sets that a step is about to change.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::claim::Claim;
use super::draft::check_may_replace;
use super::{Libraries, LibraryStorage, member, target};
use crate::error::{Error, Result};
use crate::name::DataSetName;
use crate::settings::RequestedSettings;
use crate::writer::not_written;

impl Libraries {
    /// Waits for other processes end when `stop` becomes true.
    pub fn heed(&mut self, stop: Arc<AtomicBool>) {
        self.claims.heed(stop);
    }

    /// Claims the data sets that the step at hand is to make, replace or change, before it reads anything: until the
    /// step is over, no other process can change them. They need not be there; pipes are passed over, and so is what
    /// cannot be found, which the step itself finds out. Without a step at hand nothing is claimed beforehand.
    ///
    /// Returns whether they are what the step was understood by, as [`describe`](Self::describe) told it. Where not,
    /// somebody has changed them before they were claimed, and it is to be understood anew, after
    /// [`forget`](Self::forget).
    ///
    /// # Errors
    ///
    /// [`Error::Locked`] where another process changes one of them for longer than FILELOCKWAIT= says, and
    /// [`Error::Changed`] where one was read, as through a view, and changed by another process before it was claimed.
    pub fn claim<'n>(&self, names: impl IntoIterator<Item = &'n DataSetName>) -> Result<bool> {
        if !self.opened.is_step() {
            return Ok(true);
        }
        let resolved = |path: PathBuf| target::resolve(&path).unwrap_or(path);
        let mut files: Vec<(PathBuf, &DataSetName)> = names
            .into_iter()
            .filter_map(|name| Some((resolved(self.file_to_change(name)?), name)))
            .collect();
        // In one order in all processes, so that no two wait for each other.
        files.sort();
        files.dedup();
        let mut is_current = true;
        for (path, name) in files {
            let claim = self.claim_output(name, &path)?;
            is_current &= self.opened.is_current(&claim);
            self.claims.keep(claim);
        }
        Ok(is_current)
    }

    /// Refuses two data sets that are one file, as those of two libraries on one folder.
    ///
    /// # Errors
    ///
    /// [`Error::SameFile`] where they are.
    pub fn check_apart(&self, name: &DataSetName, other: &DataSetName) -> Result<()> {
        let file = |name| std::fs::canonicalize(self.path(name).ok()?).ok();
        match (file(name), file(other)) {
            (Some(path), Some(there)) if path == there => Err(Error::SameFile {
                name: other.to_string(),
                other: name.to_string(),
                path,
            }),
            _ => Ok(()),
        }
    }

    /// Lets the step at hand be understood anew, by what its data sets are now.
    pub fn forget(&self) {
        self.opened.forget();
    }

    /// Claims the file of a data set for who changes it.
    pub(super) fn claim_file(&self, name: &DataSetName, path: &Path) -> Result<Claim> {
        if let Some(assignment) = self.assigned.get(name.library()) {
            let named = &assignment.named;
            let failed = |source| Error::file("write to the folder", named, source);
            target::check_links(named).map_err(failed)?;
        }
        let wait = self
            .settings(name.library(), &RequestedSettings::default())
            .lock_wait;
        let claim = self.claims.claim(name, path, wait)?;
        self.opened.claim(&claim)?;
        Ok(claim)
    }

    /// The same for who writes it.
    pub(super) fn claim_output(&self, name: &DataSetName, path: &Path) -> Result<Claim> {
        let claimed = self.claim_file(name, path).and_then(|claim| {
            check_may_replace(claim.path())?;
            Ok(claim)
        });
        claimed.map_err(|error| match error {
            Error::Locked { .. } | Error::Stopped | Error::Changed { .. } => error,
            error => not_written(name, error),
        })
    }

    /// Claims the file of a data set for who removes or renames it; a link is removed, and not what it leads to.
    pub(super) fn claim_to_remove(&self, name: &DataSetName, path: &Path) -> Result<Option<Claim>> {
        let is_file = std::fs::symlink_metadata(path).is_ok_and(|there| there.is_file());
        let claim = is_file.then(|| self.claim_file(name, path)).transpose();
        self.opened.close(path);
        claim
    }

    /// Where a data set is or will be, if that is a file that can be changed.
    fn file_to_change(&self, name: &DataSetName) -> Option<PathBuf> {
        match self.looked_up(name.library()).ok()? {
            LibraryStorage::Folder(folder) if !folder.is_read_only => {
                let there = member::find(folder.path, name.member(), folder.extension).ok()?;
                Some(there.unwrap_or_else(|| {
                    member::file_of(folder.path, name.member(), folder.extension)
                }))
            }
            LibraryStorage::Files => self.lent(name).map(|file| file.path.clone()),
            LibraryStorage::Folder(_)
            | LibraryStorage::NoFolder
            | LibraryStorage::Transport(_)
            | LibraryStorage::Pipe(..) => None,
        }
    }
}
