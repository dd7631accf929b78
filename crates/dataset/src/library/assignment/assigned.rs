//! Which libraries there are.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Assignment, AssignmentOutcome, Engine, SharedFolder};
use crate::drafts;
use crate::error::{Error, Result};
use crate::library::{FILES, Libraries, SASHELP, USER, WORK};
use crate::name::{self, DataSetName};

impl Libraries {
    /// Creates a library with one of these engines; see [`Assignment::new`].
    ///
    /// # Errors
    ///
    /// As [`Assignment::new`].
    pub fn assignment(&self, libref: &str, engine: Option<&str>, place: &Path) -> Result<Assignment> {
        Assignment::of(libref, engine, place, &self.engines)
    }

    /// Creates a library on a folder that the machines of a cluster share. Its data sets can only be read. `address` is
    /// the host and port of the cluster's scheduler, which is not contacted.
    ///
    /// # Errors
    ///
    /// Fails if the name is invalid or the folder does not exist.
    pub fn cluster_assignment(&self, libref: &str, address: &str, place: &Path) -> Result<Assignment> {
        let folder = SharedFolder::new(address, &self.engines.foreign);
        let assignment = self.assignment(libref, None, place)?;
        Ok(Assignment {
            engine: Engine::Cluster(Arc::new(folder)),
            read_only: true,
            ..assignment
        })
    }

    /// Returns the host and port of the scheduler of a library, by its name in capitals, if its queries run on a
    /// cluster.
    pub fn cluster_of(&self, libref: &str) -> Option<&str> {
        match &self.assigned.get(libref)?.engine {
            Engine::Cluster(folder) => Some(folder.address()),
            _ => None,
        }
    }

    /// Assigns a library, replacing one of the same name. Drafts of killed processes in its folder are removed.
    ///
    /// # Errors
    ///
    /// Fails if the library belongs to the session or the engine does not support its settings.
    pub fn assign(&mut self, assignment: Assignment) -> Result<AssignmentOutcome> {
        if [WORK, FILES].contains(&assignment.libref.as_str()) {
            return Err(Error::OwnLibrary {
                libref: assignment.libref,
            });
        }
        let is_remote = matches!(assignment.engine, Engine::Pipe(_) | Engine::Cluster(_));
        if assignment.requested.expansion.is_some() && is_remote {
            return Err(Error::Folder {
                libref: assignment.libref,
                path: assignment.named,
                reason: "CVPBYTES= and CVPMULTIPLIER= are for files that this session reads; leave them out".into(),
            });
        }
        let same_as = self
            .assigned
            .values()
            .find(|other| other.libref != assignment.libref && other.matches(&assignment))
            .map(|other| other.libref.clone());
        let swept = match assignment.engine {
            Engine::Native | Engine::Foreign(_) if !assignment.read_only && !self.leaves_files => {
                drafts::sweep(&assignment.place)
            }
            _ => 0,
        };
        self.assigned.insert(assignment.libref.clone(), assignment);
        Ok(AssignmentOutcome { same_as, swept })
    }

    /// Deassigns a library. Its data sets are kept.
    ///
    /// # Errors
    ///
    /// Fails if the library is not assigned or belongs to the session.
    pub fn clear(&mut self, libref: &str) -> Result<()> {
        let libref = name::libref(libref)?;
        if libref == WORK {
            return Err(Error::OwnLibrary { libref });
        }
        match self.assigned.remove(&libref) {
            Some(_) => Ok(()),
            None => Err(Error::UnknownLibrary { libref }),
        }
    }

    /// Deassigns all libraries but WORK.
    pub fn clear_all(&mut self) {
        self.assigned.clear();
    }

    /// Returns the assigned libraries, without WORK, in the order of their names.
    pub fn assigned(&self) -> impl Iterator<Item = &Assignment> {
        self.assigned.values()
    }

    /// Returns whether there is a library of that name, in either case.
    pub fn has(&self, libref: &str) -> bool {
        let libref = libref.to_ascii_uppercase();
        [WORK, SASHELP].contains(&libref.as_str())
            || self.assigned.contains_key(&libref)
            || libref == FILES && !self.files.is_empty()
    }

    /// Returns whether a library, by its name in capitals, is SASHELP and not assigned by a program.
    pub fn is_samples(&self, libref: &str) -> bool {
        libref == SASHELP && !self.assigned.contains_key(libref)
    }

    /// Returns the name of the data set `member` or `library.member`. Without a library it is in USER if that is
    /// assigned, otherwise in WORK.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a name.
    pub fn name(&self, text: &str) -> Result<DataSetName> {
        let default = if self.has(USER) { USER } else { WORK };
        Ok(DataSetName::parse(text, default)?)
    }

    /// Returns the folder or file of a library. Creates that of WORK if needed.
    ///
    /// # Errors
    ///
    /// Fails if the library is not assigned or the folder cannot be created.
    pub fn place(&self, libref: &str) -> Result<PathBuf> {
        let libref = name::libref(libref)?;
        if libref == WORK {
            return match self.leaves_files && self.work.get().is_none() {
                true => Ok(self.work_parent.clone()),
                false => self.work_folder().map(Path::to_path_buf),
            };
        }
        if self.is_samples(&libref) {
            return self.samples_folder().map(Path::to_path_buf);
        }
        Ok(self.library(&libref)?.place.clone())
    }

    pub(in crate::library) fn library(&self, libref: &str) -> Result<&Assignment> {
        self.assigned.get(libref).ok_or_else(|| Error::UnknownLibrary {
            libref: libref.to_owned(),
        })
    }

    pub(in crate::library) fn is_expanded(&self, libref: &str) -> bool {
        let assigned = self.assigned.get(libref);
        assigned.is_some_and(|assignment| assignment.requested.expansion.is_some())
    }
}
