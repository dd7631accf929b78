//! Data sets that a step is about to change.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::claim::Claim;
use super::{Found, Libraries, member};
use crate::DataSetName;
use crate::error::{Error, Result};
use crate::settings::Asked;
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
    /// # Errors
    ///
    /// [`Error::Locked`](crate::Error::Locked) where another process changes one of them for longer than FILELOCKWAIT=
    /// says.
    pub fn claim<'n>(&self, names: impl IntoIterator<Item = &'n DataSetName>) -> Result<()> {
        if !self.opened.is_step() {
            return Ok(());
        }
        let mut files: Vec<(PathBuf, &DataSetName)> = names
            .into_iter()
            .filter_map(|name| Some((self.file_to_change(name)?, name)))
            .collect();
        // In one order in all processes, so that no two wait for each other.
        files.sort();
        files.dedup();
        for (path, name) in files {
            let claim = self.claim_file(name, &path)?;
            self.claims.keep(claim);
        }
        Ok(())
    }

    /// Claims the file of a data set for who changes it.
    pub(super) fn claim_file(&self, name: &DataSetName, path: &Path) -> Result<Claim> {
        let wait = self.settings(name.library(), &Asked::default()).lock_wait;
        let claim = self.claims.claim(name, path, wait)?;
        self.opened.claim(&claim)?;
        Ok(claim)
    }

    /// The same for who writes it.
    pub(super) fn claim_output(&self, name: &DataSetName, path: &Path) -> Result<Claim> {
        self.claim_file(name, path).map_err(|error| match error {
            Error::Locked { .. } | Error::Stopped => error,
            error => not_written(name, error),
        })
    }

    /// Claims the file of a data set for who removes or renames it; a link is removed, and not what it leads to.
    pub(super) fn claim_to_remove(&self, name: &DataSetName, path: &Path) -> Result<Option<Claim>> {
        let is_link = std::fs::symlink_metadata(path).is_ok_and(|there| there.is_symlink());
        (!is_link).then(|| self.claim_file(name, path)).transpose()
    }

    /// Where a data set is or will be, if that is a file that can be changed.
    fn file_to_change(&self, name: &DataSetName) -> Option<PathBuf> {
        match self.looked_up(name.library()).ok()? {
            Found::Folder(folder) if !folder.is_read_only => {
                let there = member::find(folder.path, name.member(), folder.extension).ok()?;
                Some(there.unwrap_or_else(|| {
                    member::file_of(folder.path, name.member(), folder.extension)
                }))
            }
            Found::Files => self.lent(name).map(|file| file.path.clone()),
            Found::Folder(_) | Found::NoFolder | Found::Transport(_) | Found::Pipe(..) => None,
        }
    }
}
