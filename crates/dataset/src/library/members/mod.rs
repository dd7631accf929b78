//! The data sets of a library, and their files.

mod existence;
pub(super) mod member;
mod near;

use std::fs::File;
use std::path::PathBuf;

use feedrate_pageio::cache::Residency;

pub use member::Member;

use crate::error::{Error, Result};
use crate::library::Libraries;
use crate::library::storage::{LibraryStorage, no_folder, samples};
use crate::name::{self, DataSetName};

impl Libraries {
    /// Returns the data sets of a library, in the order of their names.
    ///
    /// # Errors
    ///
    /// Fails if the library is not assigned or cannot be read, or if it is a pipe.
    pub fn members(&self, libref: &str) -> Result<Vec<Member>> {
        let libref = name::libref(libref)?;
        match self.storage_of(&libref)? {
            LibraryStorage::NoFolder => Ok(Vec::new()),
            LibraryStorage::Folder(folder) => folder.members(),
            LibraryStorage::Container(assignment, format) => assignment.members_of(&**format),
            LibraryStorage::Files => Ok(Vec::new()),
            LibraryStorage::Pipe(..) => Err(no_folder(&libref)),
        }
    }

    /// Returns the file of an existing data set.
    ///
    /// # Errors
    ///
    /// Fails if there is no such data set, or if its library is a pipe.
    pub fn path(&self, name: &DataSetName) -> Result<PathBuf> {
        let found = match self.storage_of(name.library())? {
            LibraryStorage::NoFolder => None,
            LibraryStorage::Folder(folder) => folder.find(name.member())?,
            LibraryStorage::Files => {
                let file = self.files.get(name.member());
                file.map(|file| file.path.clone()).filter(|path| path.exists())
            }
            LibraryStorage::Container(assignment, format) => assignment
                .members_of(&**format)?
                .into_iter()
                .find(|member| member.name == name.member())
                .map(|member| member.path),
            LibraryStorage::Pipe(..) => return Err(no_folder(name.library())),
        };
        found.ok_or_else(|| self.missing(name))
    }

    /// Returns whether a data set exists.
    ///
    /// # Errors
    ///
    /// Fails if that cannot be determined.
    pub fn exists(&self, name: &DataSetName) -> Result<bool> {
        match self.path(name) {
            Ok(_) => Ok(true),
            Err(error) if error.is_missing() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns how much of a data set is in the page cache.
    ///
    /// # Errors
    ///
    /// Fails if there is no such data set.
    pub fn residency(&self, name: &DataSetName) -> Result<Residency> {
        let path = self.path(name)?;
        let file = File::open(&path).map_err(|source| Error::file("open", path, source))?;
        Ok(Residency::of(&file))
    }

    pub(in crate::library) fn missing(&self, name: &DataSetName) -> Error {
        if self.is_samples(name.library()) {
            return Error::NotShipped {
                name: name.clone(),
                shipped: &samples::NAMES,
            };
        }
        let place = match self.storage_of(name.library()) {
            Ok(LibraryStorage::Folder(folder)) => folder.path.to_path_buf(),
            Ok(LibraryStorage::Container(assignment, _) | LibraryStorage::Pipe(assignment, _)) => {
                assignment.place.clone()
            }
            Ok(LibraryStorage::Files) => match self.files.get(name.member()) {
                Some(file) => file.path.clone(),
                None => PathBuf::new(),
            },
            _ => self.work_parent.clone(),
        };
        let names = self
            .members(name.library())
            .unwrap_or_default()
            .into_iter()
            .map(|member| member.name);
        Error::Missing {
            name: name.clone(),
            place,
            candidates: near::near(name.member(), names),
        }
    }
}
