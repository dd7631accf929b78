//! The libraries of a session: named folders of data sets.
//!
//! | library | contents |
//! |---|---|
//! | WORK | the session's own folder, created on first use and removed with the session |
//! | SASHELP | unless assigned: a few well-known data sets, created on first use, read-only |
//! | of engine V9 | a folder with `.sas7bdat` files |
//! | of engine XPORT | a transport file, read-only |
//! | of other engines | a folder with files of a [format](crate::foreign) |
//! | of engine SASESOCK | a pipe to or from another session, see [`pipe`](crate::pipe) |
//! | of files | files by path, for a step that names them so: [`Libraries::add_file`] |

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
use crate::index::{self, IndexFacts, Indexes};
use crate::name::{self, DataSetName, is_member};
use crate::random::RandomReader;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::settings::{RequestedSettings, Settings};
use crate::update::check_not_interrupted;
use crate::writer::{NewDataSet, Writer};

/// The library of the session's own data sets.
pub const WORK: &str = "WORK";

/// The library of files that a step names by their paths. Programs cannot assign it.
pub const FILES: &str = "_FILE_";

/// The library of one-level names, if it is assigned.
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
    /// Data sets that are read in place of views.
    stand_ins: BTreeMap<DataSetName, DataSetName>,
    engines: Engines,
    files: BTreeMap<String, FileByPath>,
    pipes: SessionPipes,
    claims: Claims,
    opened: Arc<OpenedFiles>,
    /// See [`Libraries::limit_pages`].
    most_page_bytes: Option<u64>,
}

/// A file that a step names by its path.
#[derive(Clone, Debug)]
struct FileByPath {
    path: PathBuf,
    format: Arc<dyn FileFormat>,
}

impl Libraries {
    /// Creates the libraries of a session: only WORK, which is created in `work_parent` when a data set is first
    /// written to it. The default is the folder for temporary files (`TMPDIR`, or `/tmp`).
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

    /// Limits the bytes of a page of data sets that are read. A page is in memory once the data set is opened.
    pub fn limit_pages(&mut self, most_bytes: u64) {
        self.most_page_bytes = Some(most_bytes);
    }

    /// Returns the engines, to add to them.
    pub fn engines_mut(&mut self) -> &mut Engines {
        &mut self.engines
    }

    /// Creates a library with one of these engines; see [`Assignment::new`].
    ///
    /// # Errors
    ///
    /// As [`Assignment::new`].
    pub fn assignment(
        &self,
        libref: &str,
        engine: Option<&str>,
        place: &Path,
    ) -> Result<Assignment> {
        Assignment::of(libref, engine, place, &self.engines)
    }

    /// Makes a file a data set of the library [`FILES`] and returns its name there: that of the file if it is a valid
    /// name.
    ///
    /// # Errors
    ///
    /// Fails if the path is invalid.
    pub fn add_file(&mut self, path: &Path, format: Arc<dyn FileFormat>) -> Result<DataSetName> {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let member = stem.filter(|stem| is_member(stem)).unwrap_or("DATA");
        let name = DataSetName::new(FILES, member)?;
        let path = path.into();
        self.files
            .insert(name.member().to_owned(), FileByPath { path, format });
        Ok(name)
    }

    /// Returns the folder in which that of WORK is created.
    pub fn work_parent(&self) -> &Path {
        &self.work_parent
    }

    /// Returns the settings of the system options.
    pub fn system(&self) -> &RequestedSettings {
        &self.system
    }

    /// Returns the settings of the system options, to change them.
    pub fn system_mut(&mut self) -> &mut RequestedSettings {
        &mut self.system
    }

    /// Assigns a library, replacing one of the same name. Drafts of killed processes in its folder are removed.
    ///
    /// # Errors
    ///
    /// Fails if the library belongs to the session or the engine does not support its settings.
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

    /// Returns the data sets of a library, in the order of their names.
    ///
    /// # Errors
    ///
    /// Fails if the library is not assigned or cannot be read, or if it is a pipe.
    pub fn members(&self, libref: &str) -> Result<Vec<Member>> {
        let libref = name::libref(libref)?;
        match self.storage_of(&libref)? {
            LibraryStorage::NoFolder => Ok(Vec::new()),
            LibraryStorage::Folder(folder) => member::list(folder.path, folder.extension),
            LibraryStorage::Transport(assignment) => assignment.transport_members(),
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

    /// Returns the effective settings of a data set.
    pub fn settings(&self, libref: &str, data_set: &RequestedSettings) -> Settings {
        let none = RequestedSettings::default();
        let assignment = self.assigned.get(libref);
        let library = assignment.map_or(&none, |assignment| &assignment.requested);
        let resolved = Settings::resolve(&self.system, library, data_set);
        Settings {
            most_page_bytes: self.most_page_bytes,
            repairs: resolved.repairs && assignment.is_none_or(|it| !it.is_read_only()),
            ..resolved
        }
    }

    /// Opens a data set for reading.
    ///
    /// # Errors
    ///
    /// Fails if it does not exist, cannot be read or is not valid.
    pub fn open(&self, name: &DataSetName, data_set: &RequestedSettings) -> Result<Reader> {
        match self.locate(name, data_set)?.open() {
            Err(error) if error.is_missing() => Err(self.missing(name)),
            opened => opened,
        }
    }

    /// Opens a data set to read observations by their numbers.
    ///
    /// # Errors
    ///
    /// Fails if it does not exist, is not a `.sas7bdat` file or cannot be read, or if its rows have no numbers.
    pub fn open_random(
        &self,
        name: &DataSetName,
        data_set: &RequestedSettings,
    ) -> Result<RandomReader> {
        match self.locate(name, data_set)?.open_random() {
            Err(error) if error.is_missing() => Err(self.missing(name)),
            opened => opened,
        }
    }

    /// Returns what is known of the indexes of a data set as it is now.
    ///
    /// # Errors
    ///
    /// Fails if it does not exist or cannot be read, or if its indexes are not those of its observations.
    pub fn index_facts(&self, name: &DataSetName) -> Result<IndexFacts> {
        // Other formats have none, and a pipe is read once.
        let may_have = match self.storage_of(name.library())? {
            LibraryStorage::Folder(folder) => folder.format.is_none(),
            LibraryStorage::NoFolder => true,
            LibraryStorage::Files | LibraryStorage::Transport(_) | LibraryStorage::Pipe(..) => {
                false
            }
        };
        if !may_have {
            return Ok(IndexFacts::default());
        }
        let reader = self.open_to_describe(name)?;
        let facts = reader.index_facts();
        facts.map_err(|error| error.in_terms_of(name))
    }

    /// Opens the indexes of a data set. Returns `None` if it has none.
    ///
    /// # Errors
    ///
    /// Fails if it does not exist or cannot be read, or if its indexes are not those of its observations.
    pub fn open_indexes(
        &self,
        name: &DataSetName,
        data_set: &RequestedSettings,
    ) -> Result<Option<Indexes>> {
        match self.locate(name, data_set)?.open_indexes() {
            Err(error) if error.is_missing() => Err(self.missing(name)),
            opened => opened,
        }
    }

    /// Ends the reading of a data set in the current step: nothing of it is kept.
    pub fn close(&self, name: &DataSetName) {
        if let Ok(path) = self.path(name) {
            self.opened.close(&path);
        }
    }

    /// Opens a data set to describe it as it is now, and not to read its rows in the current step.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_to_describe(&self, name: &DataSetName) -> Result<Reader> {
        match self
            .locate(name, &RequestedSettings::default())?
            .open_afresh()
        {
            Err(error) if error.is_missing() => Err(self.missing(name)),
            opened => opened,
        }
    }

    /// Opens a data set whose description the current step is compiled with. When the step reads it, it must have the
    /// same variables; see also [`claim`](Self::claim).
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn describe(&self, name: &DataSetName) -> Result<Reader> {
        let mut location = self.locate(name, &RequestedSettings::default())?;
        // Only where it is opened is it known whether DLDMGACTION= repairs it.
        location.allow_interrupted();
        let reader = match location.open_afresh() {
            Err(error) if error.is_missing() => return Err(self.missing(name)),
            opened => opened?,
        };
        self.opened.understand_by(reader.path(), &reader);
        Ok(reader)
    }

    /// Begins a data set. An existing one of the same name is unchanged until the new one is committed.
    ///
    /// # Errors
    ///
    /// Fails if the data set cannot be written, is changed by another process, or if its library is read-only.
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
        if let Some(FileByPath { path, format }) = self.file_by_path(name) {
            let claim = self.claim_output(name, path)?;
            // Its folder is no library's, whose assignment would remove what killed processes left there.
            sweep::sweep(claim.path().parent().unwrap_or(Path::new("/")));
            return Writer::create_foreign(&**format, claim, name, schema, &facts, &settings);
        }
        if let LibraryStorage::Pipe(_, pipe_options) = self.storage_of(name.library())? {
            let pipes = self.outgoing(name)?;
            return Writer::offer(pipes, pipe_options, name, schema, &facts, &settings);
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
            // WORK does not outlive the session, so nothing in it must reach the device.
            None => Writer::create(claim, name, schema, facts, &settings, !is_work),
        }
    }

    /// Begins to append rows to an existing data set. `now` is the time in seconds since 1960, by the local clock.
    ///
    /// # Errors
    ///
    /// Fails if there is no such data set, if it cannot be read or written, or if another process changes it.
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
    ///
    /// # Errors
    ///
    /// Fails if there is no such data set, if another process changes it, or if it cannot be removed.
    pub fn delete(&mut self, name: &DataSetName) -> Result<()> {
        self.writable(name)?;
        let path = self.path(name)?;
        let _claim = self.claim_to_remove(name, &path)?;
        std::fs::remove_file(&path).map_err(|source| Error::file("delete", &path, source))?;
        index::remove(&path);
        Ok(())
    }

    /// Renames a data set within its library.
    ///
    /// # Errors
    ///
    /// Fails if there is no such data set, if the new name exists or is invalid, or if the file cannot be renamed.
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
        // Its journal is found by its name.
        check_not_interrupted(&from)?;
        // Until the data set follows, they are the indexes of no data set.
        let (old, new) = (index::path_of(&from), index::path_of(&path));
        // Under both names, so that the data set has them wherever this is interrupted.
        let _ = std::fs::remove_file(&new);
        let is_linked = std::fs::hard_link(&old, &new).is_ok();
        let has_indexes = is_linked || old.exists() && std::fs::rename(&old, &new).is_ok();
        let renamed = member::rename(&from, &path);
        match &renamed {
            Ok(true) if is_linked => index::remove(&from),
            Ok(true) => {}
            _ if is_linked => index::remove(&path),
            _ if has_indexes => drop(std::fs::rename(&new, &old)),
            _ => {}
        }
        match renamed? {
            true => Ok(()),
            false => Err(taken(path)),
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

    fn library(&self, libref: &str) -> Result<&Assignment> {
        self.assigned
            .get(libref)
            .ok_or_else(|| Error::UnknownLibrary {
                libref: libref.to_owned(),
            })
    }

    fn storage_of(&self, libref: &str) -> Result<LibraryStorage<'_>> {
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
        if let Engine::Pipe(pipe_options) = &assignment.engine {
            return Ok(LibraryStorage::Pipe(assignment, pipe_options));
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

    /// Returns the file that a step names by its path, if the data set is one.
    fn file_by_path(&self, name: &DataSetName) -> Option<&FileByPath> {
        let is_file = name.library() == FILES;
        is_file.then(|| self.files.get(name.member())).flatten()
    }

    /// Returns the folder of a data set that is to be changed.
    fn writable(&self, name: &DataSetName) -> Result<Folder<'_>> {
        let reason = match self.storage_of(name.library())? {
            LibraryStorage::Folder(folder) if !folder.is_read_only => return Ok(folder),
            LibraryStorage::NoFolder | LibraryStorage::Files => return Err(self.missing(name)),
            LibraryStorage::Folder(_) if self.is_samples(name.library()) => {
                "SASHELP is only read; copy it to another library"
            }
            LibraryStorage::Folder(_) if self.is_widened(name.library()) => {
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
        let place = match self.storage_of(name.library()) {
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

    fn is_widened(&self, libref: &str) -> bool {
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

/// The storage of a library.
enum LibraryStorage<'a> {
    /// None yet: WORK, before its first use.
    NoFolder,
    /// A folder.
    Folder(Folder<'a>),
    /// Files by path.
    Files,
    /// A transport file.
    Transport(&'a Assignment),
    /// A pipe.
    Pipe(&'a Assignment, &'a PipeOptions),
}

/// A folder of data sets.
#[derive(Clone, Copy)]
struct Folder<'a> {
    path: &'a Path,
    is_read_only: bool,
    /// The extension of its files.
    extension: &'static str,
    /// Their format; `None` for `.sas7bdat` files.
    format: Option<&'a Arc<dyn FileFormat>>,
}
