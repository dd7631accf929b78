//! The locks, owners and space of folders that belong to a process.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::locks::{try_lock_file, unlock_file};

/// Locks a file for its open file description, alone (`flock`). Returns `false` if another one has it.
///
/// # Errors
///
/// The error of the system, such as that the file system has no locks.
pub(crate) fn lock(file: &File) -> io::Result<bool> {
    try_lock_file(file, true)
}

/// Gives the lock of a file back.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn unlock(file: &File) -> io::Result<()> {
    unlock_file(file)
}

/// Closes a file that has no name any more if it would be in the way of removing its folder. It is not here, and stays
/// locked as long as the folder is there.
pub(crate) fn let_go_of_removed(_file: &mut Option<File>) {}

/// Returns whether an open file has no name any more.
///
/// # Errors
///
/// Where the system does not tell.
pub(crate) fn is_removed(file: &File) -> io::Result<bool> {
    Ok(file.metadata()?.nlink() == 0)
}

/// Returns whether a file or folder belongs to the user of this process.
pub(crate) fn is_own(metadata: &Metadata) -> bool {
    metadata.uid() == rustix::process::geteuid().as_raw()
}

/// Returns the bytes that a file has on its volume.
pub(crate) fn space(metadata: &Metadata) -> u64 {
    metadata.blocks() * 512
}

/// Removes a file or link, and not what a link leads to.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn remove_name(path: &Path, _metadata: &Metadata) -> io::Result<()> {
    fs::remove_file(path)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::time::{Duration, SystemTime};

    use super::*;
    use crate::own_folder::{OwnFolder, Purpose, sweep};

    const PURPOSE: Purpose = Purpose {
        prefix: "feedrate-test-",
        notice: "A test.\n",
        is_own: |name| name.ends_with(".own"),
        owns_folders: true,
    };

    #[test]
    fn links_are_removed_and_not_what_they_lead_to() {
        let parent = tempfile::tempdir().unwrap();
        let thesis = parent.path().join("thesis.txt");
        fs::write(&thesis, "years").unwrap();
        let within = |purpose: Purpose| {
            let folder = OwnFolder::make(parent.path(), purpose).unwrap();
            let inner = folder.path().join("job.own/stage");
            fs::create_dir_all(&inner).unwrap();
            symlink(parent.path(), inner.join("link")).unwrap();
            symlink(parent.path(), folder.path().join("link.own")).unwrap();
            drop(folder);
            fs::read_dir(parent.path()).unwrap().count()
        };
        assert_eq!(within(PURPOSE), 1);
        let without_folders = Purpose {
            owns_folders: false,
            ..PURPOSE
        };
        assert_eq!(within(without_folders), 2);
        assert_eq!(fs::read(thesis).unwrap(), b"years");
    }

    #[test]
    fn one_that_was_made_long_ago_and_got_no_owner_is_swept() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("feedrate-test-1-2");
        fs::create_dir(&folder).unwrap();
        assert_eq!(sweep(parent.path(), PURPOSE).folders, 0);
        let long_ago = SystemTime::now() - Duration::from_secs(120);
        File::open(&folder).unwrap().set_modified(long_ago).unwrap();
        assert_eq!(sweep(parent.path(), PURPOSE).folders, 1);
        assert!(!folder.exists());
    }
}
