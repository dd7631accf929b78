//! The folder of an executor for the rows between stages.

use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use feedrate_pageio::own_folder::{self, OwnFolder, Purpose};

const PURPOSE: Purpose = Purpose {
    prefix: "feedrate-executor-",
    notice: "An executor of feedrate keeps rows between the stages of queries here while it runs.\n",
    // Ballista names them after jobs.
    is_own: |_| true,
    owns_folders: true,
};

/// The number of times that a folder that was removed is looked for again, and the interval.
const LOOKS: usize = 4;
const LOOK: Duration = Duration::from_millis(25);

/// A folder that is removed when this value is dropped.
#[derive(Debug)]
pub(crate) struct WorkFolder(OwnFolder);

impl WorkFolder {
    /// Makes a folder within `parent`, after removing those of executors that were killed.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be made. On a file system without locks, nothing is removed.
    pub(crate) fn make(parent: &Path) -> io::Result<Self> {
        own_folder::sweep(parent, PURPOSE);
        OwnFolder::make(parent, PURPOSE).map(Self)
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Removes the folder, also if a task that was cancelled makes it again meanwhile. The process is to end soon
    /// after.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be removed.
    pub(crate) fn close(self) -> io::Result<()> {
        let mut removed = self.0.remove();
        for _ in 0..LOOKS {
            thread::sleep(LOOK);
            if self.path().exists() {
                removed = self.0.remove();
            }
        }
        removed
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_was_left_behind_is_removed_and_what_is_in_use_is_not() {
        let parent = tempfile::tempdir().unwrap();
        let left = parent.path().join("feedrate-executor-1-2a");
        fs::create_dir_all(left.join("job/1")).unwrap();
        fs::write(left.join("job/1/rows"), "rows").unwrap();
        fs::write(left.join("owner"), "").unwrap();
        let other = parent.path().join("feedrate-executor-logs");
        fs::create_dir(&other).unwrap();
        let first = WorkFolder::make(parent.path()).unwrap();
        assert!(!left.exists() && other.exists());
        let second = WorkFolder::make(parent.path()).unwrap();
        assert!(first.path().exists());
        fs::create_dir(first.path().join("job")).unwrap();
        first.close().unwrap();
        second.close().unwrap();
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1);
    }
}
