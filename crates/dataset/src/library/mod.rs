//! The libraries of a session: folders of data sets by a short name.
//!
//! | library | what it is |
//! |---|---|
//! | WORK | a folder of the session's own, made on first use and gone with the session |
//! | of engine V9 | a folder with `.sas7bdat` files |
//! | of engine XPORT | a transport file, which is read |

mod assignment;
pub(crate) mod draft;
mod location;
mod member;
mod name;
pub(crate) mod placed;
mod work;

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use feedrate_pageio::cache::Residency;
use feedrate_pageio::own_folder::OwnFolder;

pub use assignment::{Assigned, Assignment, Engine};
pub use location::Location;
pub use member::Member;
pub use name::DataSetName;

use crate::appender::Append;
use crate::error::{Error, Result};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::settings::{Asked, Settings};
use crate::writer::{NewDataSet, Writer};

/// The library of the session's own data sets.
pub const WORK: &str = "WORK";

/// The library of names without one, where it is assigned.
const USER: &str = "USER";

/// The libraries of a session.
#[derive(Debug)]
pub struct Libraries {
    assigned: BTreeMap<String, Assignment>,
    system: Asked,
    work: Option<OwnFolder>,
    work_parent: PathBuf,
}

impl Libraries {
    /// No library but WORK, which will be made within `work_parent` when a data set is first written to
    /// it: by default, in the folder for temporary files (`TMPDIR`, or `/tmp`).
    pub fn new(work_parent: Option<PathBuf>) -> Self {
        Self {
            assigned: BTreeMap::new(),
            system: Asked::default(),
            work: None,
            work_parent: work_parent.unwrap_or_else(std::env::temp_dir),
        }
    }

    /// The folder within which that of WORK is made.
    pub fn work_parent(&self) -> &Path {
        &self.work_parent
    }

    /// What the system options ask for.
    pub fn system(&self) -> &Asked {
        &self.system
    }

    /// What the system options ask for, to change it.
    pub fn system_mut(&mut self) -> &mut Asked {
        &mut self.system
    }

    /// Assigns a library, in place of one of the same name. Drafts that killed processes left in its
    /// folder are removed.
    pub fn assign(&mut self, assignment: Assignment) -> Result<Assigned> {
        if assignment.libref == WORK {
            return Err(Error::OwnLibrary {
                libref: assignment.libref,
            });
        }
        let same_as = self
            .assigned
            .values()
            .find(|other| other.libref != assignment.libref && other.matches(&assignment))
            .map(|other| other.libref.clone());
        let swept = match assignment.engine {
            Engine::Native if !assignment.read_only => draft::sweep(&assignment.place),
            _ => 0,
        };
        self.assigned.insert(assignment.libref.clone(), assignment);
        Ok(Assigned { same_as, swept })
    }

    /// Forgets a library. Its data sets stay where they are.
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

    /// Forgets all libraries but WORK.
    pub fn clear_all(&mut self) {
        self.assigned.clear();
    }

    /// The libraries that are assigned, WORK not among them, in the order of their names.
    pub fn assigned(&self) -> impl Iterator<Item = &Assignment> {
        self.assigned.values()
    }

    /// Whether a library of that name is there, in either case.
    pub fn has(&self, libref: &str) -> bool {
        let libref = libref.to_ascii_uppercase();
        libref == WORK || self.assigned.contains_key(&libref)
    }

    /// The name of the data set that `member` or `library.member` means. Without a library it is in USER
    /// where that is assigned, and else in WORK.
    pub fn name(&self, text: &str) -> Result<DataSetName> {
        let default = if self.has(USER) { USER } else { WORK };
        DataSetName::parse(text, default)
    }

    /// The folder or file of a library; that of WORK is made if it is not there yet.
    pub fn place(&mut self, libref: &str) -> Result<PathBuf> {
        let libref = name::libref(libref)?;
        if libref == WORK {
            return self.work_folder().map(Path::to_path_buf);
        }
        Ok(self.library(&libref)?.place.clone())
    }

    /// The data sets of a library, in the order of their names.
    pub fn members(&self, libref: &str) -> Result<Vec<Member>> {
        let libref = name::libref(libref)?;
        match self.looked_up(&libref)? {
            Found::NoFolder => Ok(Vec::new()),
            Found::Folder(folder, _) => member::list(folder),
            Found::Transport(assignment) => assignment.transport_members(),
        }
    }

    /// The file of a data set that is there.
    pub fn path(&self, name: &DataSetName) -> Result<PathBuf> {
        let found = match self.looked_up(name.library())? {
            Found::NoFolder => None,
            Found::Folder(folder, _) => member::find(folder, name.member())?,
            Found::Transport(assignment) => assignment
                .transport_members()?
                .into_iter()
                .find(|member| member.name == name.member())
                .map(|member| member.path),
        };
        found.ok_or_else(|| self.missing(name))
    }

    /// Whether a data set is there.
    pub fn exists(&self, name: &DataSetName) -> Result<bool> {
        match self.path(name) {
            Ok(_) => Ok(true),
            Err(error) if error.is_missing() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// What comes of the settings for a data set of a library.
    pub fn settings(&self, libref: &str, data_set: &Asked) -> Settings {
        match self.assigned.get(libref) {
            Some(assignment) => Settings::resolve(&self.system, &assignment.asked, data_set),
            None => Settings::resolve(&self.system, &Asked::default(), data_set),
        }
    }

    /// Opens a data set to be read.
    pub fn open(&self, name: &DataSetName, data_set: &Asked) -> Result<Reader> {
        match self.locate(name, data_set)?.open() {
            Err(error) if error.is_missing() => Err(self.missing(name)),
            opened => opened,
        }
    }

    /// Begins a data set. One of the same name stays as it is until the new one is committed.
    pub fn create(
        &mut self,
        name: &DataSetName,
        schema: Schema,
        facts: NewDataSet,
        data_set: &Asked,
    ) -> Result<Writer> {
        let settings = self.settings(name.library(), data_set);
        let is_work = name.library() == WORK;
        if is_work {
            self.work_folder()?;
        }
        let folder = self.writable(name)?;
        let path = member::find(folder, name.member())?
            .unwrap_or_else(|| member::file_of(folder, name.member()));
        // WORK does not outlive the session, so nothing in it need reach the device.
        let durable = !is_work;
        Writer::create(&path, name, schema, facts, &settings, durable)
    }

    /// Begins to add rows to a data set that is there. `now` is the time in seconds since 1960 began, by
    /// the local clock.
    pub fn append(&self, name: &DataSetName, now: f64) -> Result<Append> {
        self.writable(name)?;
        let path = self.path(name)?;
        let settings = self.settings(name.library(), &Asked::default());
        let durable = name.library() != WORK;
        Append::begin(&path, name, &settings, now, durable)
    }

    /// Removes a data set.
    pub fn delete(&mut self, name: &DataSetName) -> Result<()> {
        self.writable(name)?;
        let path = self.path(name)?;
        std::fs::remove_file(&path).map_err(|source| Error::file("delete", path, source))
    }

    /// Gives a data set another name in the same library, which no other may have.
    pub fn rename(&mut self, name: &DataSetName, to: &str) -> Result<()> {
        let to = name.sibling(to)?;
        let folder = self.writable(name)?;
        let from = self.path(name)?;
        if to == *name {
            return Ok(());
        }
        let taken = |path| Error::Exists {
            name: to.clone(),
            path,
        };
        if let Some(path) = member::find(folder, to.member())? {
            return Err(taken(path));
        }
        let path = member::file_of(folder, to.member());
        match member::rename(&from, &path)? {
            true => Ok(()),
            false => Err(taken(path)),
        }
    }

    /// How much of a data set lies in the page cache.
    pub fn residency(&self, name: &DataSetName) -> Result<Residency> {
        let path = self.path(name)?;
        let file = File::open(&path).map_err(|source| Error::file("open", path, source))?;
        Ok(Residency::of(&file))
    }

    fn library(&self, libref: &str) -> Result<&Assignment> {
        self.assigned
            .get(libref)
            .ok_or_else(|| Error::UnknownLibrary {
                libref: libref.to_owned(),
            })
    }

    fn looked_up(&self, libref: &str) -> Result<Found<'_>> {
        if libref == WORK {
            return Ok(match &self.work {
                Some(work) => Found::Folder(work.path(), false),
                None => Found::NoFolder,
            });
        }
        let assignment = self.library(libref)?;
        Ok(match assignment.engine {
            Engine::Native => Found::Folder(&assignment.place, assignment.read_only),
            Engine::Transport => Found::Transport(assignment),
        })
    }

    /// The folder of a data set that is to be changed.
    fn writable(&self, name: &DataSetName) -> Result<&Path> {
        let reason = match self.looked_up(name.library())? {
            Found::Folder(folder, false) => return Ok(folder),
            Found::NoFolder => return Err(self.missing(name)),
            Found::Folder(_, true) => "its library is assigned with ACCESS=READONLY",
            Found::Transport(_) => {
                "it lies in a transport file, which is only read; copy it to another library"
            }
        };
        Err(Error::ReadOnly {
            name: name.clone(),
            reason: reason.into(),
        })
    }

    fn missing(&self, name: &DataSetName) -> Error {
        let place = match self.looked_up(name.library()) {
            Ok(Found::Folder(folder, _)) => folder.to_path_buf(),
            Ok(Found::Transport(assignment)) => assignment.place.clone(),
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
            candidates: name::near(name.member(), names),
        }
    }

    fn work_folder(&mut self) -> Result<&Path> {
        let work = match self.work.take() {
            Some(work) => work,
            None => work::make(&self.work_parent)?,
        };
        Ok(self.work.insert(work).path())
    }
}

/// Where the data sets of a library are.
enum Found<'a> {
    /// Nowhere yet: WORK, before its first use.
    NoFolder,
    /// In a folder, which may be for reading only.
    Folder(&'a Path, bool),
    /// In a transport file.
    Transport(&'a Assignment),
}
