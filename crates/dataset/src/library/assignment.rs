//! What a LIBNAME statement assigns.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use feedrate_pipe::PipeOptions;

use super::member::{self, Member};
use crate::delimited::Delimited;
use crate::error::{Error, Result, reason};
use crate::foreign::FileFormat;
use crate::name::libref as checked_libref;
use crate::pipe::ENGINE;
use crate::reader::transport_members;
use crate::settings::{RequestedSettings, Widening};

/// What reads and writes the data sets of a library.
#[derive(Clone, Debug)]
pub enum Engine {
    /// A folder with `.sas7bdat` files: V9, or BASE.
    Native,
    /// A transport file: XPORT.
    Transport,
    /// A folder with files of another format.
    Foreign(Arc<dyn FileFormat>),
    /// A pipe to or from another session: SASESOCK.
    Pipe(Arc<PipeOptions>),
}

/// The engine that gives text more room than its files have; others have its options too.
const CVP: &str = "CVP";

/// Engines that a build may lack.
const NOT_IN_EVERY_BUILD: [&str; 2] = ["ARROW", "PARQUET"];

/// The engines that there are, by their names. At first these are V9, XPORT and CSV.
#[derive(Clone, Debug)]
pub struct Engines {
    foreign: Vec<Arc<dyn FileFormat>>,
}

impl Default for Engines {
    fn default() -> Self {
        Self {
            foreign: vec![Arc::new(Delimited::default())],
        }
    }
}

impl Engines {
    /// Adds that of a format.
    pub fn add(&mut self, format: Arc<dyn FileFormat>) {
        self.foreign.push(format);
    }

    /// The engine of a name in either case, such as `V9` or `XPORT`.
    fn find(&self, name: &str) -> Option<Engine> {
        match name.to_ascii_uppercase().as_str() {
            "V9" | "V8" | "V7" | "BASE" | CVP => Some(Engine::Native),
            "XPORT" => Some(Engine::Transport),
            name => {
                let mut foreign = self.foreign.iter();
                let found = foreign.find(|format| format.engine() == name);
                found.map(|format| Engine::Foreign(Arc::clone(format)))
            }
        }
    }
}

impl Engine {
    /// The name that output uses.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Native => "V9",
            Self::Transport => "XPORT",
            Self::Foreign(format) => format.engine(),
            Self::Pipe(_) => ENGINE,
        }
    }

    /// How the names of its files end, where its data sets are the files of a folder.
    pub(super) fn extension(&self) -> Option<&'static str> {
        match self {
            Self::Native => Some(member::NATIVE),
            Self::Transport | Self::Pipe(_) => None,
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

/// A library that can be assigned: its folder or file has been looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Its name, in capitals.
    pub(super) libref: String,
    /// What reads and writes its data sets.
    pub(super) engine: Engine,
    /// Its folder or file.
    pub(super) place: PathBuf,
    /// The same as the program names it, through links perhaps.
    pub(super) named: PathBuf,
    /// Whether its data sets are only read.
    pub(super) read_only: bool,
    /// The settings on it.
    pub(super) requested: RequestedSettings,
}

/// What came of an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// Another library on the same folder or file, by its name.
    pub same_as: Option<String>,
    /// How many files were removed that killed processes had begun and left.
    pub swept: u64,
}

impl Assignment {
    /// A library of that name on a folder, or with `engine` XPORT on a transport file, which must be
    /// there. Without an engine it is a folder of `.sas7bdat` files.
    pub fn new(libref: &str, engine: Option<&str>, place: &Path) -> Result<Self> {
        Self::of(libref, engine, place, &Engines::default())
    }

    /// The same, with these engines to choose from.
    pub(super) fn of(
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
        let metadata = fs::metadata(place).map_err(|source| refuse(reason(&source)))?;
        match &engine {
            Engine::Native if !metadata.is_dir() => {
                return Err(refuse(format!(
                    "it is a file; name a folder, or write `libname {libref} xport` for a transport file"
                )));
            }
            Engine::Foreign(_) if !metadata.is_dir() => {
                return Err(refuse(
                    "it is a file; name the folder that it lies in".into(),
                ));
            }
            Engine::Transport if metadata.is_dir() => {
                return Err(refuse("it is a folder; name a transport file".into()));
            }
            _ => {}
        }
        let named = std::path::absolute(place).unwrap_or_else(|_| place.to_owned());
        let place = fs::canonicalize(place).map_err(|source| refuse(reason(&source)))?;
        let is_cvp = engine_name.is_some_and(|name| name.eq_ignore_ascii_case(CVP));
        let assignment = Self {
            named,
            libref,
            read_only: matches!(engine, Engine::Transport),
            engine,
            place,
            requested: RequestedSettings::default(),
        };
        Ok(assignment.with_settings(RequestedSettings {
            widening: is_cvp.then(Widening::default),
            ..RequestedSettings::default()
        }))
    }

    /// With settings on it. Where these give text more room, its data sets are only read.
    pub fn with_settings(mut self, requested: RequestedSettings) -> Self {
        let widening = requested.widening.or(self.requested.widening);
        self.requested = RequestedSettings {
            widening,
            ..requested
        };
        self.read_only |= widening.is_some();
        self
    }

    /// The name of its engine, for output.
    pub fn engine_name(&self) -> &'static str {
        match self.requested.widening {
            Some(_) => CVP,
            None => self.engine.name(),
        }
    }

    /// For reading only.
    pub fn read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// Its name, in capitals.
    pub fn libref(&self) -> &str {
        &self.libref
    }

    /// What reads and writes its data sets.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Its folder or file.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Whether its data sets are only read.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// The settings on it.
    pub fn requested_settings(&self) -> &RequestedSettings {
        &self.requested
    }

    /// Whether another one is the same library. One that enables direct I/O is another than one that does
    /// not.
    pub(super) fn matches(&self, other: &Self) -> bool {
        let enables = |assignment: &Self| assignment.requested.enable_direct_io.unwrap_or(false);
        let engines = self.engine == other.engine;
        engines && self.place == other.place && !enables(self) && !enables(other)
    }

    /// The data sets of a transport file.
    pub(super) fn transport_members(&self) -> Result<Vec<Member>> {
        let metadata = fs::metadata(&self.place)
            .map_err(|source| Error::file("look at", &self.place, source))?;
        let mut members: Vec<_> = transport_members(&self.place)?
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
