//! The libraries of a session: folders of data sets by a short name.
//!
//! | library | what it is |
//! |---|---|
//! | WORK | a folder of the session's own, made on first use and gone with the session |
//! | SASHELP | where none is assigned: a few well-known data sets, made on first use, only read |
//! | of engine V9 | a folder with `.sas7bdat` files |
//! | of engine XPORT | a transport file, which is read |
//! | of other engines | a folder with files of a [format](crate::foreign) |
//! | of engine SASESOCK | a pipe to or from another session, see [`pipe`](crate::pipe) |
//! | of files | files by their paths, for a step that names them so: [`Libraries::lend_file`] |

mod assignment;
mod changing;
pub(crate) mod claim;
pub(crate) mod draft;
mod existence;
mod location;
mod lock_holder;
mod member;
mod near;
mod opened;
mod pipes;
pub(crate) mod placed;
pub(crate) mod samples;
pub(crate) mod sweep;
pub(crate) mod target;
mod view;
mod work;

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use feedrate_pageio::cache::Residency;
use feedrate_pageio::own_folder::OwnFolder;
use feedrate_pipe::PipeOptions;

pub use assignment::{Assigned, Assignment, Engine, Engines};
use claim::Claims;
pub use location::Location;
pub use member::Member;
use opened::OpenedFiles;
use pipes::{SessionPipes, no_folder};
pub use samples::SASHELP;
pub use target::check_links;
pub use work::{sweep_work, sweep_work_of, try_work};

use crate::appender::Append;
use crate::error::{Error, Result};
use crate::foreign::FileFormat;
use crate::name::{self, DataSetName, is_member};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::settings::{RequestedSettings, Settings};
use crate::writer::{NewDataSet, Writer};

/// The library of the session's own data sets.
pub const WORK: &str = "WORK";

/// The library of files that a step names by their paths. No program can assign it.
pub const FILES: &str = "_FILE_";

/// The library of names without one, where it is assigned.
const USER: &str = "USER";

/// The libraries of a session.
#[derive(Debug)]
pub struct Libraries {
    assigned: BTreeMap<String, Assignment>,
    system: RequestedSettings,
    work: Option<OwnFolder>,
    work_parent: PathBuf,
    /// The folder of SASHELP, once it is used.
    samples: OnceLock<OwnFolder>,
    /// Data sets that are read in the place of views.
    stand_ins: BTreeMap<DataSetName, DataSetName>,
    engines: Engines,
    files: BTreeMap<String, LentFile>,
    pipes: SessionPipes,
    claims: Claims,
    opened: Arc<OpenedFiles>,
    /// See [`Libraries::limit_pages`].
    most_page_bytes: Option<u64>,
}

/// A file that a step names by its path.
#[derive(Clone, Debug)]
struct LentFile {
    path: PathBuf,
    format: Arc<dyn FileFormat>,
}

impl Libraries {
    /// No library but WORK, which will be made within `work_parent` when a data set is first written to
    /// it: by default, in the folder for temporary files (`TMPDIR`, or `/tmp`).
    pub fn new(work_parent: Option<PathBuf>) -> Self {
        Self {
            assigned: BTreeMap::new(),
            system: RequestedSettings::default(),
            work: None,
            samples: OnceLock::new(),
            work_parent: work_parent.unwrap_or_else(std::env::temp_dir),
            stand_ins: BTreeMap::new(),
            engines: Engines::default(),
            files: BTreeMap::new(),
            pipes: SessionPipes::default(),
            claims: Claims::default(),
            opened: Arc::default(),
            most_page_bytes: None,
        }
    }

    /// Sets how many bytes a page of a data set may have at most that is read: it is in memory as soon as the data set
    /// is opened.
    pub fn limit_pages(&mut self, most_bytes: u64) {
        self.most_page_bytes = Some(most_bytes);
    }

    /// The engines that libraries can have, to add to them.
    pub fn engines_mut(&mut self) -> &mut Engines {
        &mut self.engines
    }

    /// A library that can be assigned, with one of these engines; see [`Assignment::new`].
    pub fn assignment(
        &self,
        libref: &str,
        engine: Option<&str>,
        place: &Path,
    ) -> Result<Assignment> {
        Assignment::of(libref, engine, place, &self.engines)
    }

    /// Makes a file a data set of the library [`FILES`], and gives the name that it has there: that of the
    /// file where that can be the name of a data set.
    pub fn lend_file(&mut self, path: &Path, format: Arc<dyn FileFormat>) -> Result<DataSetName> {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let member = stem.filter(|stem| is_member(stem)).unwrap_or("DATA");
        let name = DataSetName::new(FILES, member)?;
        let path = path.into();
        self.files
            .insert(name.member().to_owned(), LentFile { path, format });
        Ok(name)
    }

    /// The folder within which that of WORK is made.
    pub fn work_parent(&self) -> &Path {
        &self.work_parent
    }

    /// What the system options ask for.
    pub fn system(&self) -> &RequestedSettings {
        &self.system
    }

    /// What the system options ask for, to change it.
    pub fn system_mut(&mut self) -> &mut RequestedSettings {
        &mut self.system
    }

    /// Assigns a library, in place of one of the same name. Drafts that killed processes left in its
    /// folder are removed.
    pub fn assign(&mut self, assignment: Assignment) -> Result<Assigned> {
        if [WORK, FILES].contains(&assignment.libref.as_str()) {
            return Err(Error::OwnLibrary {
                libref: assignment.libref,
            });
        }
        if assignment.requested.widening.is_some() && assignment.engine != Engine::Native {
            return Err(Error::Folder {
                libref: assignment.libref,
                path: assignment.named,
                reason: "CVPBYTES= and CVPMULTIPLIER= are for folders of .sas7bdat files; leave them out"
                    .into(),
            });
        }
        let same_as = self
            .assigned
            .values()
            .find(|other| other.libref != assignment.libref && other.matches(&assignment))
            .map(|other| other.libref.clone());
        let swept = match assignment.engine {
            Engine::Native | Engine::Foreign(_) if !assignment.read_only => {
                sweep::sweep(&assignment.place)
            }
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
        [WORK, SASHELP].contains(&libref.as_str())
            || self.assigned.contains_key(&libref)
            || libref == FILES && !self.files.is_empty()
    }

    /// Whether a library, by its name in capitals, is SASHELP and none that a program has assigned.
    pub fn is_samples(&self, libref: &str) -> bool {
        libref == SASHELP && !self.assigned.contains_key(libref)
    }

    /// The name of the data set that `member` or `library.member` means. Without a library it is in USER
    /// where that is assigned, and else in WORK.
    pub fn name(&self, text: &str) -> Result<DataSetName> {
        let default = if self.has(USER) { USER } else { WORK };
        Ok(DataSetName::parse(text, default)?)
    }

    /// The folder or file of a library; that of WORK is made if it is not there yet.
    pub fn place(&mut self, libref: &str) -> Result<PathBuf> {
        let libref = name::libref(libref)?;
        if libref == WORK {
            return self.work_folder().map(Path::to_path_buf);
        }
        if self.is_samples(&libref) {
            return self.samples_folder().map(Path::to_path_buf);
        }
        Ok(self.library(&libref)?.place.clone())
    }

    /// The data sets of a library, in the order of their names.
    pub fn members(&self, libref: &str) -> Result<Vec<Member>> {
        let libref = name::libref(libref)?;
        match self.looked_up(&libref)? {
            LibraryStorage::NoFolder => Ok(Vec::new()),
            LibraryStorage::Folder(folder) => member::list(folder.path, folder.extension),
            LibraryStorage::Transport(assignment) => assignment.transport_members(),
            LibraryStorage::Files => Ok(Vec::new()),
            LibraryStorage::Pipe(..) => Err(no_folder(&libref)),
        }
    }

    /// The file of a data set that is there.
    pub fn path(&self, name: &DataSetName) -> Result<PathBuf> {
        let found = match self.looked_up(name.library())? {
            LibraryStorage::NoFolder => None,
            LibraryStorage::Folder(folder) => {
                member::find(folder.path, name.member(), folder.extension)?
            }
            LibraryStorage::Files => {
                let file = self.files.get(name.member());
                file.map(|file| file.path.clone())
                    .filter(|path| path.exists())
            }
            LibraryStorage::Transport(assignment) => assignment
                .transport_members()?
                .into_iter()
                .find(|member| member.name == name.member())
                .map(|member| member.path),
            LibraryStorage::Pipe(..) => return Err(no_folder(name.library())),
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
    pub fn settings(&self, libref: &str, data_set: &RequestedSettings) -> Settings {
        let none = RequestedSettings::default();
        let assignment = self.assigned.get(libref);
        let library = assignment.map_or(&none, |assignment| &assignment.requested);
        Settings {
            most_page_bytes: self.most_page_bytes,
            ..Settings::resolve(&self.system, library, data_set)
        }
    }

    /// Opens a data set to be read.
    pub fn open(&self, name: &DataSetName, data_set: &RequestedSettings) -> Result<Reader> {
        match self.locate(name, data_set)?.open() {
            Err(error) if error.is_missing() => Err(self.missing(name)),
            opened => opened,
        }
    }

    /// The step at hand has read a data set and reads it no more: nothing of it is kept.
    pub fn close(&self, name: &DataSetName) {
        if let Ok(path) = self.path(name) {
            self.opened.close(&path);
        }
    }

    /// Opens a data set to learn what it is by now, and not to read its rows in the step at hand.
    pub fn look_at(&self, name: &DataSetName) -> Result<Reader> {
        match self
            .locate(name, &RequestedSettings::default())?
            .open_afresh()
        {
            Err(error) if error.is_missing() => Err(self.missing(name)),
            opened => opened,
        }
    }

    /// Opens a data set by which the step at hand is understood. When the step reads it, it must have the same
    /// variables; see also [`claim`](Self::claim).
    pub fn describe(&self, name: &DataSetName) -> Result<Reader> {
        let reader = self.look_at(name)?;
        self.opened.understand_by(reader.path(), &reader);
        Ok(reader)
    }

    /// Begins a data set. One of the same name stays as it is until the new one is committed.
    pub fn create(
        &mut self,
        name: &DataSetName,
        schema: Schema,
        facts: NewDataSet,
        data_set: &RequestedSettings,
    ) -> Result<Writer> {
        self.check_no_view(name)?;
        let settings = self.settings(name.library(), data_set);
        let is_work = name.library() == WORK;
        if is_work {
            self.work_folder()?;
        }
        if let Some(LentFile { path, format }) = self.lent(name) {
            let claim = self.claim_output(name, path)?;
            // Its folder is no library's, whose assignment sweeps away what killed processes left there.
            sweep::sweep(claim.path().parent().unwrap_or(Path::new("/")));
            return Writer::create_foreign(&**format, claim, name, schema, &facts, &settings);
        }
        if let LibraryStorage::Pipe(_, way) = self.looked_up(name.library())? {
            let pipes = self.outgoing(name)?;
            return Writer::offer(pipes, way, name, schema, &facts, &settings);
        }
        let Folder {
            path,
            extension,
            format,
            ..
        } = self.writable(name)?;
        let path = member::find(path, name.member(), extension)?
            .unwrap_or_else(|| member::file_of(path, name.member(), extension));
        let claim = self.claim_output(name, &path)?;
        match format {
            Some(format) => {
                Writer::create_foreign(&**format, claim, name, schema, &facts, &settings)
            }
            // WORK does not outlive the session, so nothing in it need reach the device.
            None => Writer::create(claim, name, schema, facts, &settings, !is_work),
        }
    }

    /// Begins to add rows to a data set that is there. `now` is the time in seconds since 1960 began, by
    /// the local clock.
    pub fn append(&self, name: &DataSetName, now: f64) -> Result<Append> {
        let format = self.writable(name)?.format;
        let path = self.path(name)?;
        let settings = self.settings(name.library(), &RequestedSettings::default());
        let claim = self.claim_output(name, &path)?;
        let begun = match format {
            Some(format) => Append::begin_rewrite(&**format, claim, name, &settings)?,
            None => {
                let durable = name.library() != WORK;
                Append::begin(claim, name, &settings, now, durable)?
            }
        };
        self.opened.check(&path, begun.schema())?;
        Ok(begun)
    }

    /// Removes a data set.
    pub fn delete(&mut self, name: &DataSetName) -> Result<()> {
        self.writable(name)?;
        let path = self.path(name)?;
        let _claim = self.claim_to_remove(name, &path)?;
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
        self.check_no_view(&to)?;
        let taken = |path| Error::Exists {
            name: to.clone(),
            path,
        };
        let extension = folder.extension;
        let folder = folder.path;
        if let Some(path) = member::find(folder, to.member(), extension)? {
            return Err(taken(path));
        }
        let path = member::file_of(folder, to.member(), extension);
        let _claim = self.claim_to_remove(name, &from)?;
        self.opened.close(&path);
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

    fn looked_up(&self, libref: &str) -> Result<LibraryStorage<'_>> {
        if libref == WORK {
            return Ok(match &self.work {
                Some(work) => LibraryStorage::Folder(Folder {
                    path: work.path(),
                    is_read_only: false,
                    extension: member::NATIVE,
                    format: None,
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
                extension: member::NATIVE,
                format: None,
            }));
        }
        let assignment = self.library(libref)?;
        if let Engine::Pipe(way) = &assignment.engine {
            return Ok(LibraryStorage::Pipe(assignment, way));
        }
        let Some(extension) = assignment.engine.extension() else {
            return Ok(LibraryStorage::Transport(assignment));
        };
        Ok(LibraryStorage::Folder(Folder {
            path: &assignment.place,
            is_read_only: assignment.read_only,
            extension,
            format: match &assignment.engine {
                Engine::Foreign(format) => Some(format),
                _ => None,
            },
        }))
    }

    /// The file that a step names by its path, if the data set is one.
    fn lent(&self, name: &DataSetName) -> Option<&LentFile> {
        let is_file = name.library() == FILES;
        is_file.then(|| self.files.get(name.member())).flatten()
    }

    /// The folder of a data set that is to be changed.
    fn writable(&self, name: &DataSetName) -> Result<Folder<'_>> {
        let reason = match self.looked_up(name.library())? {
            LibraryStorage::Folder(folder) if !folder.is_read_only => return Ok(folder),
            LibraryStorage::NoFolder | LibraryStorage::Files => return Err(self.missing(name)),
            LibraryStorage::Folder(_) if self.is_samples(name.library()) => {
                "SASHELP is only read; copy it to another library"
            }
            LibraryStorage::Folder(_) if self.gives_room(name.library()) => {
                "its library gives text more room than its files have, and so is only read"
            }
            LibraryStorage::Folder(_) => "its library is assigned with ACCESS=READONLY",
            LibraryStorage::Pipe(..) => return Err(no_folder(name.library())),
            LibraryStorage::Transport(_) => {
                "it lies in a transport file, which is only read; copy it to another library"
            }
        };
        Err(Error::ReadOnly {
            name: name.clone(),
            reason: reason.into(),
        })
    }

    fn missing(&self, name: &DataSetName) -> Error {
        if self.is_samples(name.library()) {
            return Error::NotShipped {
                name: name.clone(),
                shipped: &samples::NAMES,
            };
        }
        let place = match self.looked_up(name.library()) {
            Ok(LibraryStorage::Folder(folder)) => folder.path.to_path_buf(),
            Ok(LibraryStorage::Transport(assignment) | LibraryStorage::Pipe(assignment, _)) => {
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

    fn gives_room(&self, libref: &str) -> bool {
        let assigned = self.assigned.get(libref);
        assigned.is_some_and(|assignment| assignment.requested.widening.is_some())
    }

    fn samples_folder(&self) -> Result<&Path> {
        if let Some(folder) = self.samples.get() {
            return Ok(folder.path());
        }
        let made = samples::make(&self.work_parent)?;
        Ok(self.samples.get_or_init(|| made).path())
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
enum LibraryStorage<'a> {
    /// Nowhere yet: WORK, before its first use.
    NoFolder,
    /// In a folder.
    Folder(Folder<'a>),
    /// Each is a file that was lent.
    Files,
    /// In a transport file.
    Transport(&'a Assignment),
    /// On their way through a pipe.
    Pipe(&'a Assignment, &'a PipeOptions),
}

/// A folder of data sets.
#[derive(Clone, Copy)]
struct Folder<'a> {
    path: &'a Path,
    is_read_only: bool,
    /// How the names of its files end.
    extension: &'static str,
    /// Their format, unless they are `.sas7bdat` files.
    format: Option<&'a Arc<dyn FileFormat>>,
}
