//! The file of results: an SQLite database with the study, its runs and their figures.
//!
//! A run is in it as soon as it has finished, in a transaction of its own that has reached the device, so that neither
//! a kill nor a power failure loses one. `docs/study.md` describes the tables to those who query it.

mod read;
mod schema;
mod settings;
#[cfg(test)]
mod tests;
mod write;

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::{named_file, open_file};
use rusqlite::{Connection, OpenFlags};

pub use read::{Facts, Run};
pub use settings::FormerValue;
pub(crate) use write::now;
pub use write::{Ending, NewRun, StudyIdentity};

use crate::error::{Error, Result};

/// The time that a reader or writer waits for another one's transaction.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time that a process may take from its start to its program.
const STARTING: Duration = Duration::from_millis(500);

/// A store that is open.
#[derive(Debug)]
pub struct Store {
    file: PathBuf,
    connection: Connection,
    /// Held by the one study that writes to it. It is closed after the connection, because SQLite's own locks go when
    /// any descriptor of the file is closed.
    _lock: Option<File>,
}

impl Store {
    /// Opens a store to read it.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not there, is no store, or was made by a later version.
    pub fn open(path: &Path) -> Result<Self> {
        check_kind(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let read_only = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        // A reader that may write completes what a killed writer has left.
        let connection = Connection::open_with_flags(path, flags)
            .or_else(|_| Connection::open_with_flags(path, read_only))
            .map_err(|error| failed(path, error))?;
        let store = Self {
            file: path.to_owned(),
            connection,
            _lock: None,
        };
        store.set_patience()?;
        schema::check(&store.connection).map_err(|reason| failed(path, reason))?;
        Ok(store)
    }

    /// Opens a store to carry out a study, or makes one. One study at a time has it.
    ///
    /// # Errors
    ///
    /// Returns an error if it is no store, was made by a later version, or another process carries out its study.
    pub fn open_or_make(path: &Path) -> Result<Self> {
        if path.exists() {
            check_kind(path)?;
        }
        // SQLite makes its journals beside what a link leads to.
        let real = named_file::check(path).and_then(|()| named_file::resolve(path));
        let real = real.map_err(|error| failed(path, error))?;
        let lock = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&real)
            .map_err(|error| failed(path, error))?;
        if !lock_alone(&lock).map_err(|error| failed(path, error))? {
            return Err(failed(
                path,
                "another process carries out this study; wait for it, or name another --store",
            ));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&real, flags).map_err(|error| failed(path, error))?;
        let store = Self {
            file: path.to_owned(),
            connection,
            _lock: Some(lock),
        };
        store.set_patience()?;
        // Where a killed process had begun to make its tables, it is empty once SQLite has read it.
        let _ = schema::check(&store.connection);
        if path.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            schema::make(&store.connection).map_err(|error| failed(path, error))?;
        } else {
            schema::check(&store.connection).map_err(|reason| failed(path, reason))?;
            schema::durable(&store.connection).map_err(|error| failed(path, error))?;
        }
        Ok(store)
    }

    /// Returns the runs in the file of a store; none if it is not there, or empty.
    ///
    /// # Errors
    ///
    /// Returns an error if it is no store, or cannot be read.
    pub fn runs_in(path: &Path) -> Result<Vec<Run>> {
        let is_empty = || {
            path.metadata()
                .is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0)
        };
        if !path.exists() {
            return Ok(Vec::new());
        }
        match Self::open(path) {
            Err(_) if is_empty() => Ok(Vec::new()),
            opened => opened?.runs(),
        }
    }

    /// Returns its file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    fn set_patience(&self) -> Result<()> {
        self.connection
            .busy_timeout(PATIENCE)
            .map_err(|error| self.failed(error))
    }

    fn failed(&self, error: impl std::fmt::Display) -> Error {
        failed(&self.file, error)
    }
}

/// Locks a file for this process alone; returns `false` if another one has it. A process that has just been started may
/// hold the lock of a store that was closed before, until it runs its program, so this is tried for a while.
fn lock_alone(file: &File) -> io::Result<bool> {
    let began = Instant::now();
    loop {
        match open_file::try_lock(file, true) {
            Ok(false) if began.elapsed() < STARTING => thread::sleep(STARTING / 50),
            outcome => return outcome,
        }
    }
}

/// Returns an error if it is no ordinary file.
fn check_kind(path: &Path) -> Result<()> {
    match path.metadata() {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(_) => Err(failed(path, "it is no ordinary file")),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(failed(path, "no such file")),
        Err(error) => Err(failed(path, error)),
    }
}

fn failed(file: &Path, reason: impl std::fmt::Display) -> Error {
    Error::Store {
        file: file.to_owned(),
        reason: reason.to_string(),
    }
}
