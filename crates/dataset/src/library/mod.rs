//! The libraries of a session: named folders of data sets.
//!
//! | library | contents |
//! |---|---|
//! | WORK | the session's own folder, created on first use and removed with the session |
//! | SASHELP | unless assigned: a few well-known data sets, created on first use, read-only |
//! | of engine V9 | a folder with `.sas7bdat` files |
//! | of engine XPORT or XPORTV8 | a transport file |
//! | of other engines | a folder with files of a [format](crate::file_format) |
//! | of engine SASESOCK | a pipe to or from another session, see [`pipe`](crate::pipe) |
//! | of engine CLUSTER | a folder that the machines of a cluster share, read-only, with files of all formats |
//! | of files | files by path, for a step that names them so: [`Libraries::add_file`] |
//!
//! | folder | contents |
//! |---|---|
//! | this one | the libraries of a session, and the settings of their data sets |
//! | `assignment` | which libraries there are, and their engines |
//! | `storage` | where they are stored: folders, transport files, pipes; WORK and SASHELP |
//! | `members` | the data sets in them |
//! | `views` | the views in them |
//! | `stand_ins` | data sets that are read in place of others |
//! | `opening` | data sets that are read: [`Location`] |
//! | `changes` | data sets that are made, appended to, removed, renamed and changed; [plans](PlannedFile) of them |

mod assignment;
mod changes;
mod members;
mod opening;
mod stand_ins;
mod storage;
mod views;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use feedrate_pageio::own_folder::OwnFolder;

pub use assignment::{Assignment, AssignmentOutcome, CLUSTER, Engine, Engines, SharedFolder, scheduler_address};
pub use changes::PlannedFile;
pub use members::Member;
use members::member;
pub use opening::Location;
use opening::OpenedFiles;
use storage::SessionPipes;
pub use storage::{SASHELP, STORED_MACRO, TEMPORARY_FILE, sweep_work, sweep_work_of, try_work};
pub use views::StoredKind;

use crate::error::Result;
use crate::file_format::FileFormat;
use crate::locks::Claims;
use crate::name::{DataSetName, is_member};
use crate::settings::{PageMemory, RequestedSettings, Settings};

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
    /// The folder of WORK, once it is used.
    work: OnceLock<Arc<OwnFolder>>,
    work_parent: PathBuf,
    /// The folder of SASHELP, once it is used.
    samples: OnceLock<Arc<OwnFolder>>,
    /// Data sets that are read in place of views.
    stand_ins: BTreeMap<DataSetName, DataSetName>,
    /// Those of them whose rows were sorted elsewhere.
    sorted_elsewhere: BTreeSet<DataSetName>,
    /// Data sets with summaries, which are read in place of the data sets that they summarize.
    summaries: BTreeMap<DataSetName, DataSetName>,
    engines: Engines,
    files: BTreeMap<String, FileByPath>,
    pipes: SessionPipes,
    claims: Claims,
    opened: Arc<OpenedFiles>,
    /// See [`Libraries::limit_pages`].
    page_memory: PageMemory,
    /// See [`Libraries::limit_threads`].
    threads: usize,
    /// See [`Libraries::leave_files`].
    leaves_files: bool,
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
            work: OnceLock::new(),
            samples: OnceLock::new(),
            work_parent: work_parent.unwrap_or_else(std::env::temp_dir),
            stand_ins: BTreeMap::new(),
            sorted_elsewhere: BTreeSet::new(),
            summaries: BTreeMap::new(),
            engines: Engines::default(),
            files: BTreeMap::new(),
            pipes: SessionPipes::default(),
            claims: Claims::default(),
            opened: Arc::default(),
            page_memory: PageMemory::default(),
            threads: 1,
            leaves_files: false,
        }
    }

    /// Returns the libraries of a session that runs within this one, with the same folders. Those that are assigned
    /// there are not assigned here.
    ///
    /// # Errors
    ///
    /// Fails if the folder of WORK cannot be created.
    pub fn beside(&self) -> Result<Self> {
        if !self.leaves_files {
            self.work_folder()?;
        }
        Ok(Self {
            assigned: self.assigned.clone(),
            system: self.system.clone(),
            work: self.work.clone(),
            samples: self.samples.clone(),
            engines: self.engines.clone(),
            leaves_files: self.leaves_files,
            threads: self.threads,
            ..Self::new(Some(self.work_parent.clone()))
        })
    }

    /// Leaves files and folders as they are when libraries are assigned, found or read: nothing is removed after killed
    /// processes, no interrupted update is completed, and no folder is made for WORK.
    pub fn leave_files(&mut self) {
        self.leaves_files = true;
    }

    /// Limits the bytes of pages in memory. Data sets that are open at the same time share them.
    pub fn limit_pages(&mut self, most_bytes: u64) {
        if self.page_memory.most() != Some(most_bytes) {
            self.page_memory = PageMemory::of(most_bytes);
        }
    }

    /// Limits the threads on which the rows of files of other formats are encoded and decoded; to one at first.
    pub fn limit_threads(&mut self, most: usize) {
        self.threads = most.max(1);
    }

    /// Returns the engines, to add to them.
    pub fn engines_mut(&mut self) -> &mut Engines {
        &mut self.engines
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
        self.files.insert(name.member().to_owned(), FileByPath { path, format });
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

    /// Returns the effective settings of a data set.
    pub fn settings(&self, libref: &str, data_set: &RequestedSettings) -> Settings {
        let none = RequestedSettings::default();
        let assignment = self.assigned.get(libref);
        let library = assignment.map_or(&none, |assignment| &assignment.requested);
        let resolved = Settings::resolve(&self.system, library, data_set);
        Settings {
            threads: self.threads,
            page_memory: self.page_memory.clone(),
            repairs: resolved.repairs && !self.leaves_files && assignment.is_none_or(|it| !it.is_read_only()),
            ..resolved
        }
    }
}
