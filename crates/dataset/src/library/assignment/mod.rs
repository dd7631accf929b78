//! The assignment of libraries.

mod assigned;
mod by_path;
mod cluster;
mod engine;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use feedrate_pageio::file_facts;

pub use cluster::{CLUSTER, SharedFolder, scheduler_address};
use engine::{CVP, NOT_IN_EVERY_BUILD};
pub use engine::{Engine, Engines};

use crate::error::{Error, Result, reason};
use crate::file_format::ContainerFormat;
use crate::library::member::Member;
use crate::library::storage::place_to_be;
use crate::name::libref as checked_libref;
use crate::settings::{CharacterExpansion, RequestedSettings};

/// A library that can be assigned: its folder or file was checked. A folder need not be there; until it is, nothing can
/// be done with the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Its name, in capitals.
    pub(in crate::library) libref: String,
    /// Its engine.
    pub(in crate::library) engine: Engine,
    /// Its folder or file, with links resolved.
    pub(in crate::library) place: PathBuf,
    /// Its path as the program specifies it, possibly through links.
    pub(in crate::library) named: PathBuf,
    /// Its folder as the program writes it, if it was not there when it was assigned.
    pub(in crate::library) absent: Option<PathBuf>,
    /// Further folders, which are only read: those of a library of several, after its first.
    pub(in crate::library) more: Vec<PathBuf>,
    /// True if its data sets can only be read.
    pub(in crate::library) read_only: bool,
    /// The settings specified for it.
    pub(in crate::library) requested: RequestedSettings,
}

/// The result of an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssignmentOutcome {
    /// The name of another library on the same folder or file.
    pub same_as: Option<String>,
    /// The number of files of killed processes that were removed.
    pub swept: u64,
}

impl Assignment {
    /// Creates a library on a folder, or with `engine` XPORT or XPORTV8 on a transport file; neither need exist.
    /// Without an engine it is a folder of `.sas7bdat` files.
    ///
    /// # Errors
    ///
    /// Returns an error if the name or the engine is invalid, if the place is of the other kind, or if the folder of a
    /// transport file does not exist.
    pub fn new(libref: &str, engine: Option<&str>, place: &Path) -> Result<Self> {
        Self::of(libref, engine, place, &Engines::default())
    }

    /// The same, with these engines to choose from.
    pub(in crate::library) fn of(libref: &str, engine: Option<&str>, place: &Path, engines: &Engines) -> Result<Self> {
        let libref = checked_libref(libref)?;
        let engine_name = engine;
        let engine = match engine {
            None => Engine::Native,
            Some(name) => engines.find(name).ok_or_else(|| {
                let (libref, engine) = (libref.clone(), name.to_ascii_uppercase());
                match NOT_IN_EVERY_BUILD.contains(&engine.as_str()) {
                    true => Error::EngineNotBuilt { libref, engine },
                    false => Error::UnknownEngine { libref, engine },
                }
            })?,
        };
        let refuse = |reason: String| Error::Folder {
            libref: libref.clone(),
            path: place.into(),
            reason,
        };
        let is_new = matches!(engine, Engine::Container(_)) && is_new_file(place);
        let may_be_absent = engine.is_of_folders() && !place.to_string_lossy().trim().is_empty();
        let metadata = match fs::metadata(place) {
            Ok(metadata) => Some(metadata),
            Err(_) if is_new => None,
            Err(source) if source.kind() == ErrorKind::NotFound && may_be_absent => None,
            Err(source) => return Err(refuse(reason(&source))),
        };
        let is_folder = !is_new && metadata.as_ref().is_none_or(fs::Metadata::is_dir);
        if let Some(reason) = engine.refusal_of_place(is_folder, &libref) {
            return Err(refuse(reason));
        }
        let named = std::path::absolute(place).unwrap_or_else(|_| place.to_owned());
        let absent = (metadata.is_none() && !is_new).then(|| place.to_owned());
        let place = match absent {
            // It is made with the first data set, but its folder is not.
            None if is_new => folder_of(&named).map(|_| place_to_be(&named)),
            None => file_facts::without_links(place),
            Some(_) => Ok(place_to_be(&named)),
        }
        .map_err(|source| refuse(reason(&source)))?;
        let is_cvp = engine_name.is_some_and(|name| name.eq_ignore_ascii_case(CVP));
        let assignment = Self {
            absent,
            named,
            libref,
            more: Vec::new(),
            read_only: false,
            engine,
            place,
            requested: RequestedSettings::default(),
        };
        Ok(assignment.with_settings(RequestedSettings {
            expansion: is_cvp.then(CharacterExpansion::default),
            ..RequestedSettings::default()
        }))
    }

    /// Adds the folders of other libraries, whose data sets are read where the folders before them have none of the
    /// name. New ones are made in the first folder.
    ///
    /// # Errors
    ///
    /// Fails if one of them is not a folder of `.sas7bdat` files that is there.
    pub fn with_folders_of(mut self, others: &[Self]) -> Result<Self> {
        for other in [&self].into_iter().chain(others) {
            let is_folder = other.engine == Engine::Native && other.absent().is_none();
            if !is_folder {
                return Err(Error::Folder {
                    libref: self.libref.clone(),
                    path: other.named.clone(),
                    reason: "a library of several parts has folders of .sas7bdat files that are there".into(),
                });
            }
        }
        let folders = others
            .iter()
            .flat_map(|other| [&other.place].into_iter().chain(&other.more));
        self.more.extend(folders.cloned());
        Ok(self)
    }

    /// Returns its further folders, which are only read.
    pub fn further_places(&self) -> &[PathBuf] {
        &self.more
    }

    /// Sets its settings. If they expand character variables, its data sets can only be read.
    pub fn with_settings(mut self, requested: RequestedSettings) -> Self {
        let expansion = requested.expansion.or(self.requested.expansion);
        self.requested = RequestedSettings { expansion, ..requested };
        self.read_only |= expansion.is_some();
        self
    }

    /// Returns the name of its engine, for output.
    pub fn engine_name(&self) -> &'static str {
        match (self.requested.expansion, &self.engine) {
            (Some(_), Engine::Native) => CVP,
            _ => self.engine.name(),
        }
    }

    /// Makes it read-only.
    pub fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// Returns its name, in capitals.
    pub fn libref(&self) -> &str {
        &self.libref
    }

    /// Returns its engine.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns its folder or file.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Returns its folder as the program writes it, if it is not there.
    pub fn absent(&self) -> Option<&Path> {
        self.absent.as_deref().filter(|_| !self.place.is_dir())
    }

    /// Returns whether its data sets can only be read.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Returns the settings specified for it.
    pub fn requested_settings(&self) -> &RequestedSettings {
        &self.requested
    }

    /// Returns whether another one is the same library. One that enables direct I/O differs from one that does not.
    pub(in crate::library) fn matches(&self, other: &Self) -> bool {
        let enables = |assignment: &Self| assignment.requested.enable_direct_io.unwrap_or(false);
        let engines = self.engine == other.engine;
        engines && self.place == other.place && self.more == other.more && !enables(self) && !enables(other)
    }

    /// Returns the data sets of its file, which has this format.
    pub(in crate::library) fn members_of(&self, format: &dyn ContainerFormat) -> Result<Vec<Member>> {
        if is_new_file(&self.place) {
            return Ok(Vec::new());
        }
        let metadata = fs::metadata(&self.place).map_err(|source| Error::file("look at", &self.place, source))?;
        let members = format.members(&self.place)?.into_iter();
        let mut members: Vec<_> = members
            .map(|member| Member {
                name: member.name.to_ascii_uppercase(),
                path: self.place.clone(),
                bytes: member.bytes,
                modified: metadata.modified().ok(),
            })
            .collect();
        members.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(members)
    }
}

/// Returns whether there is nothing at a path.
fn is_new_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Returns the metadata of the folder of a file.
fn folder_of(path: &Path) -> io::Result<fs::Metadata> {
    match path.parent() {
        Some(folder) => fs::metadata(folder),
        None => Err(io::ErrorKind::NotFound.into()),
    }
}
