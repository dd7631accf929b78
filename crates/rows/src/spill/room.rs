//! The folder of a step's spill files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use feedrate_dataset::FileAccount;
use feedrate_pageio::own_folder::{self, OwnFolder, Purpose};
use feedrate_pageio::{Error as PagesError, Method, OpenRequest, PageFile};

use super::account::QueueUse;
use super::error::{Error, Result};
use super::run::SpillFile;

const EXTENSION: &str = ".feedrate-run";

const PURPOSE: Purpose = Purpose {
    prefix: "feedrate-utility-",
    notice: "A step of feedrate keeps here for a while what does not fit into memory.\n\
        When no session runs, this folder may be deleted.\n",
    is_own: |name| name.ends_with(EXTENSION),
    owns_folders: false,
};

/// Removes what the steps of killed processes left in a folder for spill files.
pub fn sweep(folder: &Path) {
    own_folder::sweep(folder, PURPOSE);
}

/// The folder for the spill files of a step, within that of UTILLOC=. It is created with the first run and removed when
/// this is dropped; a later session removes it if the process is killed.
///
/// Several threads may write runs concurrently.
#[derive(Debug)]
pub struct SpillRoom {
    parent: PathBuf,
    folder: Mutex<Option<OwnFolder>>,
    runs: AtomicU64,
    files: AtomicU64,
    /// Set when the file system has refused direct I/O.
    cached: AtomicBool,
    accounts: Mutex<Vec<FileAccount>>,
    /// The maximum bytes of blocks in flight per run writer.
    most_on_their_way: Option<u64>,
}

impl SpillRoom {
    /// Creates a room in the folder of UTILLOC=, and removes what killed processes left there.
    pub fn new(utility_folder: &Path) -> Self {
        sweep(utility_folder);
        Self {
            parent: utility_folder.into(),
            folder: Mutex::new(None),
            runs: AtomicU64::new(0),
            files: AtomicU64::new(0),
            cached: AtomicBool::new(false),
            accounts: Mutex::new(Vec::new()),
            most_on_their_way: None,
        }
    }

    /// Limits the bytes of blocks in flight per run writer. A single block may exceed it.
    pub fn hold_at_most(&mut self, bytes: u64) {
        self.most_on_their_way = Some(bytes);
    }

    /// Returns the maximum bytes of blocks in flight per run writer.
    pub(super) fn most_on_their_way(&self) -> u64 {
        self.most_on_their_way.unwrap_or(u64::MAX)
    }

    /// Returns the folder of UTILLOC=.
    pub fn folder(&self) -> &Path {
        &self.parent
    }

    /// Returns how many runs were written.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// Returns what was written and read back so far by all runs, with at most one account per direction.
    pub fn accounts(&self) -> Vec<FileAccount> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn add(&self, queue_use: &QueueUse<'_>) {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        queue_use.add_to(&mut accounts, &self.parent);
    }

    /// Counts a run.
    pub(super) fn count_run(&self) {
        self.runs.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns what was requested of the system and could not be had.
    pub(super) fn notes(&self) -> Vec<String> {
        match self.cached.load(Ordering::Relaxed) {
            true => vec!["direct refused: the file system takes none".into()],
            false => Vec::new(),
        }
    }

    /// Creates a file with a unique name.
    pub(super) fn create(&self, block_bytes: usize) -> Result<(SpillFile, PageFile)> {
        let number = self.files.fetch_add(1, Ordering::Relaxed);
        let path = self.own_folder()?.join(format!("{number}{EXTENSION}"));
        let file = self.open(&path, block_bytes, OpenRequest::write_new)?;
        Ok((SpillFile(path), file))
    }

    /// Opens a file with direct I/O, or through the page cache where the file system refuses that.
    pub(super) fn open(&self, path: &Path, block_bytes: usize, request: fn(Method) -> OpenRequest) -> Result<PageFile> {
        if !self.cached.load(Ordering::Relaxed) {
            let method = Method::Direct { pages_per_transfer: 1 };
            let opened = PageFile::open(path, request(method));
            let suited = opened.and_then(|file| {
                file.check_alignment("block", block_bytes as u64)?;
                Ok(file)
            });
            match suited {
                Ok(file) => return Ok(file),
                Err(PagesError::DirectRefused { .. } | PagesError::Misaligned { .. }) => {
                    self.cached.store(true, Ordering::Relaxed);
                    if request(method).create == feedrate_pageio::Create::New {
                        let _ = std::fs::remove_file(path);
                    }
                }
                Err(source) => return Err(Error::moving(&self.parent)(source)),
            }
        }
        PageFile::open(path, request(Method::Cached)).map_err(Error::moving(&self.parent))
    }

    fn own_folder(&self) -> Result<PathBuf> {
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let made = match folder.take() {
            Some(made) => made,
            None => OwnFolder::make(&self.parent, PURPOSE).map_err(|source| Error::Folder {
                folder: self.parent.clone(),
                source,
            })?,
        };
        Ok(folder.insert(made).path().to_path_buf())
    }
}
