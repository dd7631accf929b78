//! The folder of an executor for the rows between stages.
//!
//! It goes with the process. One that was killed leaves its folder behind without the lock that it held, and the next
//! executor that uses the same place removes it.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use feedrate_pageio::folder;
use tempfile::TempDir;

/// The beginning of the names of these folders.
const PREFIX: &str = "feedrate-executor-";

/// The file in such a folder that its process keeps locked.
const OWNER: &str = "owner";

/// A folder without that file that is younger than this is being made.
const BEING_MADE: Duration = Duration::from_secs(60);

/// How often to try again if another process takes a new folder for one that was left behind.
const TRIES: usize = 10;

/// How often, and at which interval, a folder that was removed is looked for again.
const LOOKS: usize = 4;
const LOOK: Duration = Duration::from_millis(25);

/// A folder that is removed when this value is dropped.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    folder: TempDir,
    /// Locked as long as the process lives.
    _owner: File,
}

impl WorkFolder {
    /// Makes a folder within `parent`, after removing those of processes that were killed.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be made or locked.
    pub(crate) fn make(parent: &Path) -> io::Result<Self> {
        sweep(parent)?;
        for _ in 0..TRIES {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
            let owner = match File::create(folder.path().join(OWNER)) {
                Ok(owner) => owner,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            // Another process may have taken it for one that was left behind, and removed it.
            let is_there = || owner.metadata().is_ok_and(|metadata| metadata.nlink() > 0);
            if owner.try_lock().is_ok() && is_there() {
                return Ok(Self {
                    folder,
                    _owner: owner,
                });
            }
        }
        Err(ErrorKind::ResourceBusy.into())
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Removes the folder, also if a task that was cancelled makes it again meanwhile. The process is to end soon after.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be removed.
    pub(crate) fn close(self) -> io::Result<()> {
        let path = self.folder.path().to_path_buf();
        let mut removed = self.folder.close();
        for _ in 0..LOOKS {
            thread::sleep(LOOK);
            if path.exists() {
                removed = remove(&path);
            }
        }
        removed
    }
}

/// Removes the folders of processes that were killed.
fn sweep(parent: &Path) -> io::Result<()> {
    for entry in folder::entries(parent)? {
        let entry = entry?;
        let is_such = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let path = entry.path();
        if is_such
            && is_folder(&path)
            && let Some(left) = Left::of(&path)
        {
            // One of another user cannot be removed.
            let _ = remove(&path);
            drop(left);
        }
    }
    Ok(())
}

/// Removes a folder with all that is in it. Links are removed, and not what they lead to.
fn remove(folder: &Path) -> io::Result<()> {
    for entry in folder::entries(folder)? {
        let path = entry?.path();
        match is_folder(&path) {
            true => remove(&path)?,
            false => fs::remove_file(&path)?,
        }
    }
    fs::remove_dir(folder)
}

/// Returns whether a path is that of a folder, and not of a link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

/// A folder that no process owns. As long as this is held, none can take it for its own.
struct Left {
    /// Locked, if there is one.
    _owner: Option<File>,
}

impl Left {
    /// Returns that of a folder, if no process owns it.
    fn of(folder: &Path) -> Option<Self> {
        match File::open(folder.join(OWNER)) {
            Ok(owner) => {
                owner.try_lock().ok()?;
                let _owner = Some(owner);
                Some(Self { _owner })
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let made = fs::metadata(folder).and_then(|metadata| metadata.modified());
                let age = made.ok()?.elapsed().ok()?;
                (age > BEING_MADE).then_some(Self { _owner: None })
            }
            Err(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_behind_is_removed_and_what_is_in_use_is_not() {
        let parent = tempfile::tempdir().unwrap();
        let left = parent.path().join(format!("{PREFIX}left"));
        fs::create_dir(&left).unwrap();
        fs::write(left.join(OWNER), "").unwrap();
        fs::create_dir(left.join("job")).unwrap();
        let other = parent.path().join("other");
        fs::create_dir(&other).unwrap();
        let first = WorkFolder::make(parent.path()).unwrap();
        assert!(!left.exists() && other.exists());
        let second = WorkFolder::make(parent.path()).unwrap();
        assert!(first.path().exists());
        first.close().unwrap();
        second.close().unwrap();
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1);
    }
}
