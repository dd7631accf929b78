//! The check's own files: made in a folder of their own, always removed.
//!
//! The folder holds an owner file that its check keeps locked as long as it lives. A check that was
//! killed leaves the folder behind without the lock, and the next check sweeps it away. Only files
//! with the names that a check gives are ever removed, and the folder only when nothing else is in it.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use serde::Serialize;

use crate::error::{Error, Result};

const PREFIX: &str = ".feedrate-check-";
const OWNER: &str = "owner";
const SUFFIX: &str = ".feedrate";

const NOTICE: &[u8] = b"feedrate check keeps its test files here and removes them at its end.\n\
    When no check runs, this folder may be deleted.\n";

/// How often another check may be faster before this one gives up.
const TRIES: usize = 5;

/// A folder without an owner file that is younger than this may be one that is just being made.
const BEING_MADE: Duration = Duration::from_secs(60);

/// A folder for test files. It goes when this is dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: PathBuf,
    owner: File,
}

impl Scratch {
    /// Makes one within `parent`.
    pub fn make(parent: &Path) -> Result<Self> {
        let failed = |source| Error::Scratch {
            path: parent.into(),
            source,
        };
        // Another check may take a folder whose lock is not yet held for one that was left behind, and
        // sweep it away; then there is a next try.
        for _ in 0..TRIES {
            if let Some(scratch) = Self::try_to_make(parent).map_err(failed)? {
                return Ok(scratch);
            }
        }
        Err(failed(io::ErrorKind::ResourceBusy.into()))
    }

    /// Makes a folder and locks its owner file; `None` when another check was faster.
    fn try_to_make(parent: &Path) -> io::Result<Option<Self>> {
        let moment = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_nanos();
        let folder = parent.join(format!("{PREFIX}{}-{moment:x}", std::process::id()));
        DirBuilder::new().mode(0o700).create(&folder)?;
        let owner = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(folder.join(OWNER))
            .and_then(|mut owner| owner.write_all(NOTICE).map(|()| owner));
        let owner = match owner {
            Ok(owner) => owner,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                let _ = fs::remove_file(folder.join(OWNER));
                let _ = fs::remove_dir(&folder);
                return Err(error);
            }
        };
        let taken = match flock(&owner, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => owner.metadata()?.nlink() == 0,
            // A file system without locks is no obstacle: nothing is swept there.
            Err(errno) => errno == Errno::WOULDBLOCK,
        };
        Ok((!taken).then_some(Self { folder, owner }))
    }

    /// The path of a file in it, by a name such as `read-1`.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}{SUFFIX}"))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed now is swept by the next check.
        let _ = remove(&self.folder);
        let _ = flock(&self.owner, FlockOperation::Unlock);
    }
}

/// What killed checks had left and is now gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Swept {
    /// Folders.
    pub folders: u64,
    /// Bytes.
    pub bytes: u64,
}

/// Removes what killed checks left within `parent`. What belongs to a living check, to another user,
/// or to no check at all is left alone.
pub fn sweep(parent: &Path) -> Swept {
    let mut swept = Swept::default();
    let Ok(entries) = fs::read_dir(parent) else {
        return swept;
    };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let folder = entry.path();
        if is_abandoned(&folder)
            && let Ok(bytes) = remove(&folder)
        {
            swept.folders += 1;
            swept.bytes += bytes;
        }
    }
    swept
}

fn is_abandoned(folder: &Path) -> bool {
    let Ok(metadata) = fs::symlink_metadata(folder) else {
        return false;
    };
    if !metadata.is_dir() || metadata.uid() != rustix::process::geteuid().as_raw() {
        return false;
    }
    match File::open(folder.join(OWNER)) {
        Ok(owner) => {
            flock(&owner, FlockOperation::NonBlockingLockExclusive).is_ok()
                && owner.metadata().is_ok_and(|metadata| metadata.nlink() > 0)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => metadata
            .modified()
            .ok()
            .and_then(|modified| modified.elapsed().ok())
            .is_some_and(|age| age > BEING_MADE),
        Err(_) => false,
    }
}

/// Removes a check's files and then its folder; says how many bytes they had.
fn remove(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().ends_with(SUFFIX) {
            let metadata = entry.metadata()?;
            if metadata.is_file() {
                fs::remove_file(entry.path())?;
                bytes += metadata.blocks() * 512;
            }
        }
    }
    // The owner file last, so that a sweep cut short is taken up again.
    match fs::remove_file(folder.join(OWNER)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::remove_dir(folder)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_with_its_check() {
        let parent = tempfile::tempdir().unwrap();
        let scratch = Scratch::make(parent.path()).unwrap();
        fs::write(scratch.file("read-1"), "x").unwrap();
        assert!(scratch.folder().exists());
        drop(scratch);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_living_checks_folder_is_not_swept() {
        let parent = tempfile::tempdir().unwrap();
        let scratch = Scratch::make(parent.path()).unwrap();
        assert_eq!(sweep(parent.path()), Swept::default());
        assert!(scratch.folder().exists());
    }

    /// A folder as a killed check leaves it: with its files and without a lock.
    fn abandoned(parent: &Path) -> PathBuf {
        let scratch = Scratch::make(parent).unwrap();
        fs::write(scratch.file("read-1"), vec![1; 10_000]).unwrap();
        flock(&scratch.owner, FlockOperation::Unlock).unwrap();
        let folder = scratch.folder.clone();
        std::mem::forget(scratch);
        folder
    }

    #[test]
    fn what_a_killed_check_left_is_swept() {
        let parent = tempfile::tempdir().unwrap();
        let folder = abandoned(parent.path());
        let swept = sweep(parent.path());
        assert_eq!(swept.folders, 1);
        assert!(swept.bytes >= 10_000);
        assert!(!folder.exists());
    }

    #[test]
    fn a_file_that_no_check_made_is_never_removed() {
        let parent = tempfile::tempdir().unwrap();
        let folder = abandoned(parent.path());
        fs::write(folder.join("thesis.txt"), "years").unwrap();
        fs::write(parent.path().join(".feedrate-check-notes"), "mine").unwrap();
        sweep(parent.path());
        assert_eq!(fs::read(folder.join("thesis.txt")).unwrap(), b"years");
        assert!(parent.path().join(".feedrate-check-notes").exists());
    }

    #[test]
    fn a_folder_that_is_just_being_made_is_left_alone() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join(format!("{PREFIX}1-2"));
        fs::create_dir(&folder).unwrap();
        assert_eq!(sweep(parent.path()), Swept::default());
        assert!(folder.exists());
    }
}
