//! Keeps steps that change a file in place apart from those that read it, also in other processes.
//!
//! Readers of a file share it; a step that changes it in place has it alone from its beginning until the changes are
//! made, so that no reader sees some of them. The step itself reads the file as it was before.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::use_lock::{FileUse, try_lock};

use super::identity::Identity;
use crate::error::{Error, Result};

/// The interval between attempts to lock.
const PAUSE: Duration = Duration::from_millis(20);

/// The minimum time to wait: after a process was killed, the kernel closes its files a moment later.
const PATIENCE: Duration = Duration::from_secs(1);

/// The files that this process changes in place.
static OWN: Mutex<Vec<Identity>> = Mutex::new(Vec::new());

/// The time that a step waits for a file that another process uses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wait<'a> {
    /// The most time, at least a second.
    pub(crate) most: Duration,
    /// Ends the wait when it is set.
    pub(crate) stop: &'a AtomicBool,
}

impl Wait<'static> {
    /// Returns a wait that nothing ends before its time.
    pub(crate) fn of(most: Duration) -> Self {
        static STOP: AtomicBool = AtomicBool::new(false);
        Self { most, stop: &STOP }
    }
}

/// The right to change a file in place, until it is dropped.
#[derive(Debug)]
pub(crate) struct AloneInFile {
    identity: Identity,
}

impl AloneInFile {
    /// Waits until no other process reads the file. The right ends when the open file is closed, too.
    ///
    /// # Errors
    ///
    /// [`Error::InUse`] if that takes too long.
    pub(crate) fn new(file: &File, path: &Path, wait: Wait<'_>) -> Result<Self> {
        lock(file, path, FileUse::Changing, wait)?;
        let identity = Identity::of_file(file).ok_or_else(|| Error::Changed { path: path.into() })?;
        own().push(identity);
        Ok(Self { identity })
    }
}

impl Drop for AloneInFile {
    fn drop(&mut self) {
        let mut own = own();
        if let Some(index) = own.iter().position(|there| *there == self.identity) {
            own.swap_remove(index);
        }
    }
}

/// Shares an open file with other readers, until it is closed. It waits until no other process changes it in place.
///
/// # Errors
///
/// [`Error::InUse`] if that takes too long.
pub(crate) fn share(file: &File, path: &Path, wait: Wait<'_>) -> Result<()> {
    if let Some(identity) = Identity::of_file(file)
        && own().iter().any(|there| there.is_same_file(identity))
    {
        return Ok(());
    }
    lock(file, path, FileUse::Reading, wait)
}

/// Returns the error of a reader whose file is not locked, or that another process changes the file in place, which may
/// be its cause.
pub(crate) fn or_in_use(error: Error, path: &Path) -> Error {
    let is_locked = |file| matches!(try_lock(&file, FileUse::Reading), Ok(false));
    match File::open(path).is_ok_and(is_locked) {
        true => in_use(path, FileUse::Reading),
        false => error,
    }
}

fn in_use(path: &Path, file_use: FileUse) -> Error {
    Error::InUse {
        data_set: path.display().to_string(),
        is_changed: file_use == FileUse::Reading,
    }
}

fn lock(file: &File, path: &Path, file_use: FileUse, wait: Wait<'_>) -> Result<()> {
    let deadline = Instant::now() + wait.most.max(PATIENCE);
    loop {
        match try_lock(file, file_use) {
            Ok(true) => return Ok(()),
            Ok(false) if wait.stop.load(Ordering::Relaxed) => return Err(Error::Stopped),
            Ok(false) if Instant::now() >= deadline => {
                return Err(in_use(path, file_use));
            }
            Ok(false) => thread::sleep(PAUSE),
            Err(source) => return Err(Error::file("lock", path, source)),
        }
    }
}

fn own() -> MutexGuard<'static, Vec<Identity>> {
    // The list is consistent at any moment.
    OWN.lock().unwrap_or_else(PoisonError::into_inner)
}
