//! The places where libraries are stored.

mod pipes;
mod place;
pub(crate) mod samples;
mod work;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use feedrate_pipe::PipeOptions;

pub(super) use pipes::{SessionPipes, no_folder};
pub(super) use place::place_to_be;
pub use samples::SASHELP;
pub use work::{STORED_MACRO, TEMPORARY_FILE, sweep_work, sweep_work_of, try_work};

use super::{Assignment, Engine, FILES, FileByPath, Libraries, Member, WORK, member};
use crate::error::{Error, Result};
use crate::file_format::{ContainerFormat, FileFormat};
use crate::format;
use crate::name::DataSetName;

const EXPANDED: &str = "its library gives text more room than its files have, and so is only read";

const READ_ONLY: &str = "its library is assigned with ACCESS=READONLY";

impl Libraries {
    pub(in crate::library) fn storage_of(&self, libref: &str) -> Result<LibraryStorage<'_>> {
        if libref == WORK {
            return Ok(match self.work.get() {
                Some(work) => LibraryStorage::Folder(Folder {
                    path: work.path(),
                    is_read_only: false,
                    extension: format::EXTENSION,
                    format: None,
                    others: &[],
                    further: &[],
                }),
                None => LibraryStorage::NoFolder,
            });
        }
        if libref == FILES {
            return Ok(LibraryStorage::Files);
        }
        if self.is_samples(libref) {
            return Ok(LibraryStorage::Folder(Folder {
                path: self.samples_folder()?,
                is_read_only: true,
                extension: format::EXTENSION,
                format: None,
                others: &[],
                further: &[],
            }));
        }
        let assignment = self.library(libref)?;
        if let Some(path) = assignment.absent() {
            return Err(Error::NoLibraryFolder {
                libref: libref.to_owned(),
                path: path.to_owned(),
            });
        }
        if let Engine::Pipe(pipe_options) = &assignment.engine {
            return Ok(LibraryStorage::Pipe(assignment, pipe_options));
        }
        if let Engine::Container(format) = &assignment.engine {
            return Ok(LibraryStorage::Container(assignment, format));
        }
        let extension = assignment.engine.extension().unwrap_or(format::EXTENSION);
        Ok(LibraryStorage::Folder(Folder {
            path: &assignment.place,
            is_read_only: assignment.read_only,
            extension,
            format: match &assignment.engine {
                Engine::Foreign(format) => Some(format),
                _ => None,
            },
            others: match &assignment.engine {
                Engine::Cluster(folder) => folder.formats(),
                _ => &[],
            },
            further: &assignment.more,
        }))
    }

    /// Returns the file that a step names by its path, if the data set is one.
    pub(in crate::library) fn file_by_path(&self, name: &DataSetName) -> Option<&FileByPath> {
        let is_file = name.library() == FILES;
        is_file.then(|| self.files.get(name.member())).flatten()
    }

    /// Checks that the file of a data set, which has others too, may be written.
    pub(in crate::library) fn check_container(&self, name: &DataSetName, file: &Assignment) -> Result<()> {
        let reason = match (file.read_only, file.requested.expansion) {
            (false, _) => return Ok(()),
            (true, Some(_)) => EXPANDED,
            (true, None) => READ_ONLY,
        };
        Err(Error::ReadOnly {
            name: name.clone(),
            reason: reason.into(),
        })
    }

    /// Returns the folder of a data set that is to be changed.
    pub(in crate::library) fn writable(&self, name: &DataSetName) -> Result<Folder<'_>> {
        let reason = match self.storage_of(name.library())? {
            LibraryStorage::Folder(folder) if !folder.is_read_only => return Ok(folder),
            LibraryStorage::NoFolder | LibraryStorage::Files => return Err(self.missing(name)),
            LibraryStorage::Folder(_) if self.is_samples(name.library()) => {
                "SASHELP is only read; copy it to another library"
            }
            LibraryStorage::Folder(_) if self.is_expanded(name.library()) => EXPANDED,
            LibraryStorage::Folder(_) if self.cluster_of(name.library()).is_some() => {
                "its library is that of a cluster, which is only read; make it in another library"
            }
            LibraryStorage::Folder(_) => READ_ONLY,
            LibraryStorage::Pipe(..) => return Err(no_folder(name.library())),
            LibraryStorage::Container(assignment, format) => {
                self.check_container(name, assignment)?;
                let file = format.file_name();
                return Err(Error::ReadOnly {
                    name: name.clone(),
                    reason: format!(
                        "it lies in {file}, where data sets are made and replaced as a whole; copy it to another \
                         library, and from there"
                    ),
                });
            }
        };
        Err(Error::ReadOnly {
            name: name.clone(),
            reason: reason.into(),
        })
    }

    pub(in crate::library) fn samples_folder(&self) -> Result<&Path> {
        if let Some(folder) = self.samples.get() {
            return Ok(folder.path());
        }
        let made = samples::make(&self.work_parent)?;
        Ok(self.samples.get_or_init(|| Arc::new(made)).path())
    }

    pub(in crate::library) fn work_folder(&self) -> Result<&Path> {
        if let Some(work) = self.work.get() {
            return Ok(work.path());
        }
        let made = work::make(&self.work_parent)?;
        Ok(self.work.get_or_init(|| Arc::new(made)).path())
    }
}

/// The storage of a library.
pub(in crate::library) enum LibraryStorage<'a> {
    /// None yet: WORK, before its first use.
    NoFolder,
    /// A folder.
    Folder(Folder<'a>),
    /// Files by path.
    Files,
    /// A file that has several data sets, and its format.
    Container(&'a Assignment, &'a Arc<dyn ContainerFormat>),
    /// A pipe.
    Pipe(&'a Assignment, &'a PipeOptions),
}

/// A folder of data sets.
#[derive(Clone, Copy)]
pub(in crate::library) struct Folder<'a> {
    pub(in crate::library) path: &'a Path,
    pub(in crate::library) is_read_only: bool,
    /// The extension of its files.
    pub(in crate::library) extension: &'static str,
    /// Their format; `None` for `.sas7bdat` files.
    pub(in crate::library) format: Option<&'a Arc<dyn FileFormat>>,
    /// The formats of other files that are data sets too.
    pub(in crate::library) others: &'a [Arc<dyn FileFormat>],
    /// Further folders, which are only read.
    pub(in crate::library) further: &'a [PathBuf],
}

impl<'a> Folder<'a> {
    /// Returns the data sets, in the order of their names. Of files for one name, that of the folder's own format
    /// counts, and that of the first folder.
    pub(in crate::library) fn members(&self) -> Result<Vec<Member>> {
        let mut members = member::list(self.path, self.extension)?;
        for folder in self.further {
            members.extend(member::list(folder, self.extension)?);
        }
        for format in self.others {
            members.extend(member::list(self.path, format.extension())?);
        }
        members.sort_by(|a, b| a.name.cmp(&b.name));
        members.dedup_by(|later, kept| later.name == kept.name);
        Ok(members)
    }

    /// Returns its folders, the one of new data sets first.
    pub(in crate::library) fn places(&self) -> impl Iterator<Item = &'a Path> {
        [self.path].into_iter().chain(self.further.iter().map(PathBuf::as_path))
    }

    /// Returns the file of a data set, in the first folder that has one; `None` if there is none.
    pub(in crate::library) fn find(&self, name: &str) -> Result<Option<PathBuf>> {
        let mut found = self.places().map(|folder| member::find(folder, name, self.extension));
        let own = found.find_map(Result::transpose).transpose()?;
        let mut others = self.others.iter();
        match own {
            None => others
                .find_map(|format| member::find(self.path, name, format.extension()).transpose())
                .transpose(),
            own => Ok(own),
        }
    }

    /// Returns the format of a file; `None` for a `.sas7bdat` file.
    pub(in crate::library) fn format_of(&self, file: &Path) -> Option<&'a Arc<dyn FileFormat>> {
        let is_its = |format: &&Arc<dyn FileFormat>| {
            let name = file.to_string_lossy().to_ascii_lowercase();
            name.ends_with(format.extension())
        };
        self.format.or_else(|| self.others.iter().find(is_its))
    }

    /// Returns whether all of its files are `.sas7bdat` files.
    pub(in crate::library) fn is_native(&self) -> bool {
        self.format.is_none() && self.others.is_empty()
    }
}
