//! Claims on data sets that a step is about to change.

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
    /// Makes waits for other processes end when `stop` is set.
    pub fn heed(&mut self, stop: Arc<AtomicBool>) {
        self.claims.heed(stop);
    }

    /// Claims the data sets that the current step creates, replaces or changes, before it reads anything: until the end
    /// of the step, no other process can change them. They need not exist. Pipes are skipped, and so are data sets that
    /// cannot be found, which the step itself reports. Without a current step nothing is claimed in advance.
    ///
    /// Returns whether they are as [`describe`](Self::describe) described them for the step. If not, they were changed
    /// before they were claimed, and the step must be compiled again, after [`forget`](Self::forget).
    ///
    /// # Errors
    ///
    /// [`Error::Locked`] if another process changes one of them for longer than FILELOCKWAIT=, and [`Error::Changed`]
    /// if one was read, for example through a view, and then changed by another process before it was claimed.
    pub fn claim<'n>(&self, names: impl IntoIterator<Item = &'n DataSetName>) -> Result<bool> {
        if !self.opened.is_step() {
            return Ok(true);
        }
        let resolved = |path: PathBuf| target::resolve(&path).unwrap_or(path);
        let mut files: Vec<(PathBuf, &DataSetName)> = names
            .into_iter()
            .filter_map(|name| Some((resolved(self.file_to_change(name)?), name)))
            .collect();
        // In the same order in all processes, so that no two wait for each other.
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

    /// Refuses two data sets that are the same file, as in two libraries on one folder.
    ///
    /// # Errors
    ///
    /// [`Error::SameFile`] if they are.
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

    /// Forgets the descriptions by which the current step was compiled, so that it can be compiled again.
    pub fn forget(&self) {
        self.opened.forget();
    }

    /// Claims the file of a data set to change it.
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

    /// Claims the file of a data set to write it.
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

    /// Claims the file of a data set to remove or rename it; a link is removed, not its target.
    pub(super) fn claim_to_remove(&self, name: &DataSetName, path: &Path) -> Result<Option<Claim>> {
        let is_file = std::fs::symlink_metadata(path).is_ok_and(|there| there.is_file());
        let claim = is_file.then(|| self.claim_file(name, path)).transpose();
        self.opened.close(path);
        claim
    }

    /// Returns the path of a data set if it is a file that can be changed.
    fn file_to_change(&self, name: &DataSetName) -> Option<PathBuf> {
        match self.storage_of(name.library()).ok()? {
            LibraryStorage::Folder(folder) if !folder.is_read_only => {
                let there = member::find(folder.path, name.member(), folder.extension).ok()?;
                Some(there.unwrap_or_else(|| {
                    member::file_of(folder.path, name.member(), folder.extension)
                }))
            }
            LibraryStorage::Files => self.file_by_path(name).map(|file| file.path.clone()),
            LibraryStorage::Folder(_)
            | LibraryStorage::NoFolder
            | LibraryStorage::Transport(_)
            | LibraryStorage::Pipe(..) => None,
        }
    }
}
