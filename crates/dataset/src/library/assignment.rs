//! What a LIBNAME statement assigns.

use std::fs;
use std::path::{Path, PathBuf};

use super::member::Member;
use super::name::libref as checked_libref;
use crate::error::{Error, Result, reason};
use crate::reader::transport_members;
use crate::settings::Asked;

/// What reads and writes the data sets of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// A folder with `.sas7bdat` files: V9, or BASE.
    Native,
    /// A transport file: XPORT.
    Transport,
}

impl Engine {
    /// The engine of a name in either case, such as `V9` or `XPORT`.
    pub fn find(name: &str) -> Option<Self> {
        match name.to_ascii_uppercase().as_str() {
            "V9" | "V8" | "V7" | "BASE" => Some(Self::Native),
            "XPORT" => Some(Self::Transport),
            _ => None,
        }
    }

    /// The name that output uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Native => "V9",
            Self::Transport => "XPORT",
        }
    }
}

/// A library that can be assigned: its folder or file has been looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Its name, in capitals.
    pub(super) libref: String,
    /// What reads and writes its data sets.
    pub(super) engine: Engine,
    /// Its folder or file.
    pub(super) place: PathBuf,
    /// Whether its data sets are only read.
    pub(super) read_only: bool,
    /// The settings on it.
    pub(super) asked: Asked,
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
    /// there. Without an engine it is a folder's.
    pub fn new(libref: &str, engine: Option<&str>, place: &Path) -> Result<Self> {
        let libref = checked_libref(libref)?;
        let engine = match engine {
            None => Engine::Native,
            Some(name) => Engine::find(name).ok_or_else(|| Error::UnknownEngine {
                libref: libref.clone(),
                engine: name.to_ascii_uppercase(),
            })?,
        };
        let refuse = |reason: String| Error::Folder {
            libref: libref.clone(),
            path: place.into(),
            reason,
        };
        let metadata = fs::metadata(place).map_err(|source| refuse(reason(&source)))?;
        match engine {
            Engine::Native if !metadata.is_dir() => {
                return Err(refuse(format!(
                    "it is a file; name a folder, or write `libname {libref} xport` for a transport file"
                )));
            }
            Engine::Transport if metadata.is_dir() => {
                return Err(refuse("it is a folder; name a transport file".into()));
            }
            _ => {}
        }
        let place = fs::canonicalize(place).map_err(|source| refuse(reason(&source)))?;
        Ok(Self {
            libref,
            engine,
            place,
            read_only: engine == Engine::Transport,
            asked: Asked::default(),
        })
    }

    /// With settings on it.
    pub fn with_asked(mut self, asked: Asked) -> Self {
        self.asked = asked;
        self
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
    pub fn engine(&self) -> Engine {
        self.engine
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
    pub fn asked(&self) -> &Asked {
        &self.asked
    }

    /// Whether another one is the same library. One that enables direct I/O is another than one that does
    /// not.
    pub(super) fn matches(&self, other: &Self) -> bool {
        let enables = |assignment: &Self| assignment.asked.enable_direct_io.unwrap_or(false);
        self.place == other.place && !enables(self) && !enables(other)
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
