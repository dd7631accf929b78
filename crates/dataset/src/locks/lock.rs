//! The lock on the file of a data set.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use feedrate_pageio::open_file;

use super::holder::holder_of;
use crate::error::{Error, Result};
use crate::name::DataSetName;
use crate::pages::Identity;
use crate::system;

/// The interval between attempts to lock.
const PAUSE: Duration = Duration::from_millis(20);

/// The file at a path.
#[derive(Debug)]
pub(super) struct CurrentFile {
    /// Its identity; `None` if there is no file.
    pub(super) identity: Option<Identity>,
    /// The open file with the lock.
    pub(super) lock: Option<File>,
}

/// Opens the file at a path without following links. Some network file systems only lock files open for writing;
/// nothing is written. A file that may only be read can still be removed or renamed.
fn open(path: &Path) -> io::Result<File> {
    match system::open_to_lock(path, true) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => system::open_to_lock(path, false),
        opened => opened,
    }
}

/// Opens and locks the file at a path without following links.
pub(super) fn lock(name: &DataSetName, path: &Path, wait: Duration, stop: &AtomicBool) -> Result<CurrentFile> {
    let failed = |source| Error::file("replace", path, source);
    let deadline = Instant::now() + wait;
    loop {
        let file = match open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(CurrentFile {
                    identity: None,
                    lock: None,
                });
            }
            Err(source) => return Err(failed(source)),
        };
        let opened = open_file::status(&file).map_err(failed)?;
        let locked = open_file::try_lock(&file, true);
        match locked {
            Ok(false) if stop.load(Ordering::Relaxed) => return Err(Error::Stopped),
            Ok(false) if Instant::now() >= deadline => {
                return Err(Error::Locked {
                    name: name.clone(),
                    holder: holder_of(&file),
                });
            }
            Ok(false) => thread::sleep(PAUSE),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => thread::sleep(PAUSE),
            // The file system has no locks: the file is compared later.
            Ok(true) | Err(_) => {
                // The previous holder may have replaced or removed the file.
                let is_there = open_file::link_status_at(path).is_ok_and(|there| there.is_same_file(&opened));
                if is_there {
                    return Ok(CurrentFile {
                        identity: Identity::of_file(&file),
                        lock: Some(file),
                    });
                }
                if Instant::now() >= deadline {
                    return Err(Error::Changed { path: path.into() });
                }
            }
        }
    }
}
