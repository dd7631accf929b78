//! Claims on data sets that a step is about to change.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_pageio::named_file;

use crate::drafts::check_may_replace;
use crate::error::not_written;
use crate::error::{Error, Result};
use crate::format::NotExtended;
use crate::index::{Index, IndexWriter, check_possible};
use crate::library::storage::LibraryStorage;
use crate::library::{Libraries, WORK, member};
use crate::locks::{self, Claim};
use crate::name::DataSetName;
use crate::pages::Wait;
use crate::schema::Schema;
use crate::settings::{RequestedSettings, Settings};
use crate::update::{Repair, Updater, check_not_interrupted, repair};

impl Libraries {
    /// Makes waits for other processes end when `stop` is set.
    pub fn heed(&mut self, stop: Arc<AtomicBool>) {
        self.opened.heed(Arc::clone(&stop));
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
        let resolved = |path: PathBuf| locks::resolve(&path).unwrap_or(path);
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

    /// Begins to change observations of a data set in its file. `now` is the time in seconds since 1960, by the local
    /// clock.
    ///
    /// # Errors
    ///
    /// Fails if there is no such data set, if it cannot be read or written or changed in place, or if another process
    /// reads or changes it.
    pub fn update(&self, name: &DataSetName, data_set: &RequestedSettings, now: f64) -> Result<Updater> {
        let path = self.path_to_change_in_place(name)?;
        let settings = self.settings(name.library(), data_set);
        let claim = self.claim_output(name, &path)?.append(name)?;
        let wait = Wait {
            most: settings.lock_wait,
            stop: self.claims.stop(),
        };
        self.repair_claimed(name, &claim, &settings)?;
        let durable = name.library() != WORK;
        let updater = Updater::begin(claim, name, &settings, wait, now, durable);
        let updater = updater.map_err(|error| error.in_terms_of(name))?;
        self.opened.check(&path, updater.schema())?;
        Ok(updater)
    }

    /// Checks that a data set of these variables, which need not exist, can have these indexes, as far as it does not
    /// depend on observations.
    ///
    /// # Errors
    ///
    /// [`Error::IndexNotPossible`] if it cannot have one of them; fails also if its library is not assigned.
    pub fn check_indexes(
        &self,
        name: &DataSetName,
        data_set: &RequestedSettings,
        schema: &Schema,
        indexes: &[Index],
    ) -> Result<()> {
        let Some(first) = indexes.first() else {
            return Ok(());
        };
        let is_native = match self.storage_of(name.library())? {
            LibraryStorage::Folder(folder) => folder.is_native(),
            LibraryStorage::NoFolder => true,
            LibraryStorage::Files | LibraryStorage::Container(..) | LibraryStorage::Pipe(..) => false,
        };
        if !is_native {
            return Err(Error::IndexNotPossible {
                name: name.clone(),
                index: first.name.clone(),
                reason: "only data sets in .sas7bdat files have indexes".into(),
            });
        }
        let settings = self.settings(name.library(), data_set);
        check_possible(name, schema, indexes, &settings)
    }

    /// Begins to make the indexes of a data set. Those that are not kept are removed in the end.
    ///
    /// # Errors
    ///
    /// Fails if there is no such data set, if it cannot be read or written, or if another process changes it.
    pub fn make_indexes(&self, name: &DataSetName, data_set: &RequestedSettings) -> Result<IndexWriter> {
        let path = self.path_to_change_in_place(name)?;
        let settings = self.settings(name.library(), data_set);
        let claim = self.claim_output(name, &path)?;
        self.repair_claimed(name, &claim, &settings)?;
        let reader = self.open(name, data_set)?;
        let Some(metadata) = reader.metadata() else {
            return Err(claim.changed());
        };
        let durable = name.library() != WORK;
        IndexWriter::begin(claim, name, metadata, &settings, durable).map_err(|error| not_written(name, error))
    }

    /// Returns the path of a data set, which must be a `.sas7bdat` file of a library that can be written.
    fn path_to_change_in_place(&self, name: &DataSetName) -> Result<PathBuf> {
        self.check_no_view(name)?;
        match self.writable(name)?.format {
            Some(format) => Err(Error::NotInPlace {
                name: name.clone(),
                reason: NotExtended::Engine(format.engine()),
            }),
            None => self.path(name),
        }
    }

    /// Completes an interrupted update of a claimed data set if DLDMGACTION= says so.
    fn repair_claimed(&self, name: &DataSetName, claim: &Claim, settings: &Settings) -> Result<()> {
        if settings.repairs {
            let wait = Wait {
                most: settings.lock_wait,
                stop: self.claims.stop(),
            };
            repair(claim.path(), wait).map_err(|error| error.in_terms_of(name))?;
            claim.renew();
        }
        Ok(())
    }

    /// Completes an interrupted update of a data set.
    ///
    /// # Errors
    ///
    /// Fails if there is no such data set, if it cannot be written, if the journal of the update is missing or damaged,
    /// or if another process uses it.
    pub fn repair(&self, name: &DataSetName) -> Result<Repair> {
        if self.writable(name)?.format.is_some() {
            return Ok(Repair::NotNeeded);
        }
        let path = self.path(name)?;
        let claim = self.claim_output(name, &path)?;
        let settings = self.settings(name.library(), &RequestedSettings::default());
        let wait = Wait {
            most: settings.lock_wait,
            stop: self.claims.stop(),
        };
        let repaired = repair(claim.path(), wait).map_err(|error| error.in_terms_of(name))?;
        claim.renew();
        self.opened.close(&path);
        Ok(repaired)
    }

    /// Completes an interrupted update of a data set, if there is one. A data set that is not there, or may only be
    /// read, is left as it is.
    ///
    /// # Errors
    ///
    /// As [`repair`](Self::repair).
    pub fn repair_if_interrupted(&self, name: &DataSetName) -> Result<()> {
        let path = self.writable(name).and_then(|_| self.path(name));
        match path.is_ok_and(|path| check_not_interrupted(&path).is_err()) {
            true => self.repair(name).map(drop),
            false => Ok(()),
        }
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
    pub(in crate::library) fn claim_file(&self, name: &DataSetName, path: &Path) -> Result<Claim> {
        if let Some(assignment) = self.assigned.get(name.library()) {
            let named = &assignment.named;
            let failed = |source| Error::file("write to the folder", named, source);
            named_file::check_links(named).map_err(failed)?;
        }
        let wait = self.settings(name.library(), &RequestedSettings::default()).lock_wait;
        let claim = self.claims.claim(name, path, wait)?;
        self.opened.claim(&claim)?;
        Ok(claim)
    }

    /// Claims the file of a data set to write it.
    pub(in crate::library) fn claim_output(&self, name: &DataSetName, path: &Path) -> Result<Claim> {
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
    pub(in crate::library) fn claim_to_remove(&self, name: &DataSetName, path: &Path) -> Result<Option<Claim>> {
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
                Some(there.unwrap_or_else(|| member::file_of(folder.path, name.member(), folder.extension)))
            }
            LibraryStorage::Files => self.file_by_path(name).map(|file| file.path.clone()),
            LibraryStorage::Container(assignment, _) if !assignment.read_only => Some(assignment.place.clone()),
            LibraryStorage::Folder(_)
            | LibraryStorage::NoFolder
            | LibraryStorage::Container(..)
            | LibraryStorage::Pipe(..) => None,
        }
    }
}
