//! The folder of WORK: made on first use, gone with the session.
//!
//! The folder holds an owner file that its session keeps locked as long as it lives. A session that was
//! killed leaves the folder behind without the lock, and the next session that makes one beside it sweeps
//! it away. Only files with the names that a session gives are ever removed, and the folder only when
//! nothing else is in it.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::draft::process_of;
use super::member::EXTENSION;
use crate::error::{Error, Result};

const PREFIX: &str = "feedrate-work-";
const OWNER: &str = "owner";

/// How the names of files end that are neither data sets nor drafts of them, such as those of a sort.
pub(super) const UTILITY: &str = ".feedrate";

const NOTICE: &[u8] =
    b"A session of feedrate keeps its WORK data sets here and removes them at its end.\n\
    When no session runs, this folder may be deleted.\n";

/// How often another session may be faster before this one gives up.
const TRIES: usize = 5;

/// A folder without an owner file that is younger than this may be one that is just being made.
const BEING_MADE: Duration = Duration::from_secs(60);

/// The folder of WORK. It goes when this is dropped.
#[derive(Debug)]
pub(super) struct WorkFolder {
    folder: PathBuf,
    owner: File,
}

impl WorkFolder {
    /// Makes one within `parent`, and sweeps away there what killed sessions left.
    pub(super) fn make(parent: &Path) -> Result<Self> {
        sweep(parent);
        let failed = |source| Error::file("make the folder of WORK in", parent, source);
        // Another session may take a folder whose lock is not yet held for one that was left behind, and
        // sweep it away; then there is a next try.
        for _ in 0..TRIES {
            if let Some(made) = Self::try_to_make(parent).map_err(failed)? {
                return Ok(made);
            }
        }
        Err(failed(io::ErrorKind::ResourceBusy.into()))
    }

    /// Makes a folder and locks its owner file; `None` when another session was faster.
    fn try_to_make(parent: &Path) -> io::Result<Option<Self>> {
        let moment = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
            .as_nanos();
        let name = format!("{PREFIX}{}-{moment:x}", std::process::id());
        let folder = std::path::absolute(parent)?.join(name);
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

    /// The folder.
    pub(super) fn path(&self) -> &Path {
        &self.folder
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        // What cannot be removed now is swept by the next session.
        let _ = remove(&self.folder);
        let _ = flock(&self.owner, FlockOperation::Unlock);
    }
}

/// Removes what killed sessions left within `parent`. What belongs to a living session, to another user,
/// or to no session at all is left alone.
fn sweep(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else {
        return;
    };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && is_abandoned(&entry.path()) {
            // What cannot be removed is left to the next one.
            let _ = remove(&entry.path());
        }
    }
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

/// Removes a session's files and then its folder.
fn remove(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_of_session =
            name.ends_with(EXTENSION) || name.ends_with(UTILITY) || process_of(&name).is_some();
        if is_of_session && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    // The owner file last, so that a sweep cut short is taken up again.
    match fs::remove_file(folder.join(OWNER)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::remove_dir(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_goes_with_its_session() {
        let parent = tempfile::tempdir().unwrap();
        let work = WorkFolder::make(parent.path()).unwrap();
        fs::write(work.path().join("a.sas7bdat"), "x").unwrap();
        fs::write(work.path().join(".b.feedrate-1-2.tmp"), "x").unwrap();
        fs::write(work.path().join("sort-1.feedrate"), "x").unwrap();
        drop(work);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_living_sessions_folder_is_not_swept() {
        let parent = tempfile::tempdir().unwrap();
        let work = WorkFolder::make(parent.path()).unwrap();
        let other = WorkFolder::make(parent.path()).unwrap();
        assert!(work.path().exists());
        assert_ne!(work.path(), other.path());
    }

    /// A folder as a killed session leaves it: with its files and without a lock.
    fn abandoned(parent: &Path) -> PathBuf {
        let work = WorkFolder::make(parent).unwrap();
        fs::write(work.path().join("a.sas7bdat"), "x").unwrap();
        flock(&work.owner, FlockOperation::Unlock).unwrap();
        let folder = work.folder.clone();
        std::mem::forget(work);
        folder
    }

    #[test]
    fn what_a_killed_session_left_is_swept() {
        let parent = tempfile::tempdir().unwrap();
        let folder = abandoned(parent.path());
        sweep(parent.path());
        assert!(!folder.exists());
    }

    #[test]
    fn a_file_that_no_session_made_is_never_removed() {
        let parent = tempfile::tempdir().unwrap();
        let folder = abandoned(parent.path());
        fs::write(folder.join("thesis.txt"), "years").unwrap();
        fs::write(parent.path().join("feedrate-work-notes"), "mine").unwrap();
        sweep(parent.path());
        assert_eq!(fs::read(folder.join("thesis.txt")).unwrap(), b"years");
        assert!(parent.path().join("feedrate-work-notes").exists());
    }

    #[test]
    fn a_folder_that_is_just_being_made_is_left_alone() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join(format!("{PREFIX}1-2"));
        fs::create_dir(&folder).unwrap();
        sweep(parent.path());
        assert!(folder.exists());
    }
}
