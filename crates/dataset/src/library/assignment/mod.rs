//! The assignment of libraries.

mod assigned;
mod cluster;

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use feedrate_pipe::PipeOptions;

pub use cluster::{CLUSTER, SharedFolder, scheduler_address};

use crate::delimited::Delimited;
use crate::error::{Error, Result, reason};
use crate::file_format::FileFormat;
use crate::format;
use crate::library::member::Member;
use crate::library::storage::place_to_be;
use crate::name::libref as checked_libref;
use crate::pipe::ENGINE;
use crate::settings::{RequestedSettings, Widening};
use crate::xport::{self, Version};

/// The engine of a library.
#[derive(Clone, Debug)]
pub enum Engine {
    /// A folder with `.sas7bdat` files: V9, or BASE.
    Native,
    /// A transport file, which if it is new gets this version: XPORT or XPORTV8.
    Transport(Version),
    /// A folder with files of another format.
    Foreign(Arc<dyn FileFormat>),
    /// A pipe to or from another session: SASESOCK.
    Pipe(Arc<PipeOptions>),
    /// A folder that the machines of a cluster share: CLUSTER.
    Cluster(Arc<SharedFolder>),
}

/// The engine that widens character variables; its options also apply to others.
const CVP: &str = "CVP";

/// Engines that a build may lack.
const NOT_IN_EVERY_BUILD: [&str; 2] = ["ARROW", "PARQUET"];

/// The available engines by name. Initially these are V9, XPORT and CSV.
#[derive(Clone, Debug)]
pub struct Engines {
    pub(in crate::library) foreign: Vec<Arc<dyn FileFormat>>,
}

impl Default for Engines {
    fn default() -> Self {
        Self {
            foreign: vec![Arc::new(Delimited::default())],
        }
    }
}

impl Engines {
    /// Adds the engine of a format.
    pub fn add(&mut self, format: Arc<dyn FileFormat>) {
        self.foreign.push(format);
    }

    /// Returns the engine of a name in either case, such as `V9` or `XPORT`.
    fn find(&self, name: &str) -> Option<Engine> {
        match name.to_ascii_uppercase().as_str() {
            "V9" | "V8" | "V7" | "BASE" | CVP => Some(Engine::Native),
            "XPORT" => Some(Engine::Transport(Version::V5)),
            "XPORTV8" => Some(Engine::Transport(Version::V8)),
            name => {
                let mut foreign = self.foreign.iter();
                let found = foreign.find(|format| format.engine() == name);
                found.map(|format| Engine::Foreign(Arc::clone(format)))
            }
        }
    }
}

impl Engine {
    /// Returns its name in output.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Native => "V9",
            Self::Transport(_) => "XPORT",
            Self::Foreign(format) => format.engine(),
            Self::Pipe(_) => ENGINE,
            Self::Cluster(_) => CLUSTER,
        }
    }

    /// Returns whether its libraries are folders of this machine.
    fn is_of_folders(&self) -> bool {
        matches!(self, Self::Native | Self::Foreign(_))
    }

    /// Returns the extension of its files, if its data sets are files of a folder.
    pub(in crate::library) fn extension(&self) -> Option<&'static str> {
        match self {
            Self::Native | Self::Cluster(_) => Some(format::EXTENSION),
            Self::Transport(_) | Self::Pipe(_) => None,
            Self::Foreign(format) => Some(format.extension()),
        }
    }
}

impl PartialEq for Engine {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Engine {}

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
    /// Whether its data sets can only be read.
    pub(in crate::library) read_only: bool,
    /// The settings specified for it.
    pub(in crate::library) requested: RequestedSettings,
}

/// The result of an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// The name of another library on the same folder or file.
    pub same_as: Option<String>,
    /// How many files of killed processes were removed.
    pub swept: u64,
}

impl Assignment {
    /// Creates a library on a folder, or with `engine` XPORT or XPORTV8 on a transport file; neither need exist. Without
    /// an engine it is a folder of `.sas7bdat` files.
    ///
    /// # Errors
    ///
    /// Returns an error if the name or the engine is invalid, if the place is of the other kind, or if the folder of a
    /// transport file does not exist.
    pub fn new(libref: &str, engine: Option<&str>, place: &Path) -> Result<Self> {
        Self::of(libref, engine, place, &Engines::default())
    }

    /// The same, with these engines to choose from.
    pub(in crate::library) fn of(
        libref: &str,
        engine: Option<&str>,
        place: &Path,
        engines: &Engines,
    ) -> Result<Self> {
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
        let is_new = matches!(engine, Engine::Transport(_)) && is_new_file(place);
        let metadata = match fs::metadata(place) {
            Ok(metadata) => Some(metadata),
            Err(_) if is_new => None,
            Err(source)
                if source.kind() == ErrorKind::NotFound
                    && engine.is_of_folders()
                    && !place.to_string_lossy().trim().is_empty() =>
            {
                None
            }
            Err(source) => return Err(refuse(reason(&source))),
        };
        let is_folder = !is_new && metadata.as_ref().is_none_or(fs::Metadata::is_dir);
        match &engine {
            Engine::Native if !is_folder => {
                return Err(refuse(format!(
                    "it is a file; name a folder, or write `libname {libref} xport` for a transport file"
                )));
            }
            Engine::Foreign(_) if !is_folder => {
                return Err(refuse(
                    "it is a file; name the folder that it lies in".into(),
                ));
            }
            Engine::Transport(_) if is_folder => {
                return Err(refuse("it is a folder; name a transport file".into()));
            }
            _ => {}
        }
        let named = std::path::absolute(place).unwrap_or_else(|_| place.to_owned());
        let absent = (metadata.is_none() && !is_new).then(|| place.to_owned());
        let place = match absent {
            // It is made with the first data set, but its folder is not.
            None if is_new => folder_of(&named).map(|_| place_to_be(&named)),
            None => fs::canonicalize(place),
            Some(_) => Ok(place_to_be(&named)),
        }
        .map_err(|source| refuse(reason(&source)))?;
        let is_cvp = engine_name.is_some_and(|name| name.eq_ignore_ascii_case(CVP));
        let assignment = Self {
            absent,
            named,
            libref,
            read_only: false,
            engine,
            place,
            requested: RequestedSettings::default(),
        };
        Ok(assignment.with_settings(RequestedSettings {
            widening: is_cvp.then(Widening::default),
            ..RequestedSettings::default()
        }))
    }

    /// Sets its settings. If they widen character variables, its data sets can only be read.
    pub fn with_settings(mut self, requested: RequestedSettings) -> Self {
        let widening = requested.widening.or(self.requested.widening);
        self.requested = RequestedSettings {
            widening,
            ..requested
        };
        self.read_only |= widening.is_some();
        self
    }

    /// Returns the name of its engine, for output.
    pub fn engine_name(&self) -> &'static str {
        match (self.requested.widening, &self.engine) {
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
        engines && self.place == other.place && !enables(self) && !enables(other)
    }

    /// Returns the data sets of a transport file.
    pub(in crate::library) fn transport_members(&self) -> Result<Vec<Member>> {
        if is_new_file(&self.place) {
            return Ok(Vec::new());
        }
        let metadata = fs::metadata(&self.place)
            .map_err(|source| Error::file("look at", &self.place, source))?;
        let mut members: Vec<_> = xport::contents(&self.place)?
            .members
            .into_iter()
            .map(|member| Member {
                name: member.name.to_ascii_uppercase(),
                path: self.place.clone(),
                bytes: member.rows.saturating_mul(member.row_length as u64),
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
