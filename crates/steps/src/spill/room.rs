//! The folder of a step's utility files.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use feedrate_dataset::FileAccount;
use feedrate_pageio::own_folder::{self, OwnFolder, Purpose};
use feedrate_pageio::{Error as PagesError, Method, OpenRequest, PageFile};

use super::account::QueueUse;
use super::error::{Error, Result};
use super::layout::Layout;
use super::run::SpillFile;
use super::writer::RunWriter;

const EXTENSION: &str = ".feedrate-run";

const PURPOSE: Purpose = Purpose {
    prefix: "feedrate-utility-",
    notice: "A step of feedrate keeps here for a while what does not fit into memory.\n\
        When no session runs, this folder may be deleted.\n",
    is_own: |name| name.ends_with(EXTENSION),
};

/// Removes what the steps of killed processes left in a folder for utility files.
pub fn sweep(folder: &Path) {
    own_folder::sweep(folder, PURPOSE);
}

/// Where a step lays down what does not fit into memory: a folder of its own within that of UTILLOC=,
/// made when the first run is. It goes with the room, and with the process even when that is killed.
///
/// Several threads may write runs at the same time.
#[derive(Debug)]
pub struct SpillRoom {
    parent: PathBuf,
    folder: Mutex<Option<OwnFolder>>,
    runs: AtomicU64,
    files: AtomicU64,
    /// Whether the file system has refused direct I/O.
    cached: AtomicBool,
    accounts: Mutex<Vec<FileAccount>>,
    /// The most bytes of blocks on their way into a run.
    most_on_their_way: Option<u64>,
}

impl SpillRoom {
    /// A room within the folder of UTILLOC=. What killed processes left there is swept away.
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

    /// Holds no more than so many bytes of blocks that are on their way into a run, unless a block is more.
    pub fn hold_at_most(&mut self, bytes: u64) {
        self.most_on_their_way = Some(bytes);
    }

    /// The most bytes of blocks that may be on their way into a run.
    pub(super) fn most_on_their_way(&self) -> u64 {
        self.most_on_their_way.unwrap_or(u64::MAX)
    }

    /// The folder of UTILLOC=.
    pub fn folder(&self) -> &Path {
        &self.parent
    }

    /// How many runs were laid down in it.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// Begins a run, to be written by this thread. If it is known how many `records` it will have, no more
    /// memory is taken than they need, and their space is reserved, so that it is known at once when there
    /// is too little.
    pub fn writer(&self, layout: Layout, records: Option<u64>) -> Result<RunWriter<'_>> {
        RunWriter::begin(self, layout, 1, records)
    }

    /// Begins about so many runs, to be written one after the other by this thread.
    pub fn writer_of_runs(&self, layout: Layout, runs: u64) -> Result<RunWriter<'_>> {
        RunWriter::begin(self, layout, runs, None)
    }

    /// What was written and read back so far, over all runs: at most one account in each direction.
    pub fn accounts(&self) -> Vec<FileAccount> {
        self.accounts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(super) fn add(&self, queue_use: &QueueUse<'_>) {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        queue_use.add_to(&mut accounts, &self.parent);
    }

    /// Counts another run.
    pub(super) fn count_run(&self) {
        self.runs.fetch_add(1, Ordering::Relaxed);
    }

    /// What was asked for and could not be had.
    pub(super) fn notes(&self) -> Vec<String> {
        match self.cached.load(Ordering::Relaxed) {
            true => vec!["direct refused: the file system takes none".into()],
            false => Vec::new(),
        }
    }

    /// A new file, with a name of its own.
    pub(super) fn create(&self, block_bytes: usize) -> Result<(SpillFile, PageFile)> {
        let number = self.files.fetch_add(1, Ordering::Relaxed);
        let path = self.own_folder()?.join(format!("{number}{EXTENSION}"));
        let file = self.open(&path, block_bytes, OpenRequest::write_new)?;
        Ok((SpillFile(path), file))
    }

    /// Opens a file past the page cache, and through it where the file system takes nothing else.
    pub(super) fn open(
        &self,
        path: &Path,
        block_bytes: usize,
        request: fn(Method) -> OpenRequest,
    ) -> Result<PageFile> {
        if !self.cached.load(Ordering::Relaxed) {
            let method = Method::Direct {
                pages_per_transfer: 1,
            };
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
