//! The folder of a study's own data.

use std::fs;
use std::path::Path;

use feedrate_pageio::own_folder::{self, OwnFolder, Purpose};
use feedrate_pageio::stoppable::open_ordinary;
use feedrate_pageio::{folder, open_file};

use crate::error::{Error, Result};
use crate::system;

const PURPOSE: Purpose = Purpose {
    prefix: ".feedrate-study-",
    notice: "feedrate study keeps the data of its runs here while it works. It removes the folder at its end.\n",
    is_own: |_| true,
    owns_folders: false,
};

/// A folder that goes with all that is in it.
#[derive(Debug)]
pub(super) struct DataFolder(OwnFolder);

impl DataFolder {
    /// Makes one within a folder, and removes what killed studies have left there.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be made.
    pub(super) fn make(within: &Path) -> Result<Self> {
        remove_folders_that_were_left(within);
        own_folder::sweep(within, PURPOSE);
        OwnFolder::make(within, PURPOSE).map(Self).map_err(|error| Error::File {
            file: within.to_owned(),
            reason: format!("no folder can be made there for the data of the runs: {error}"),
        })
    }

    /// Returns its path, which is absolute.
    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        remove_folders_within(self.path());
    }
}

/// Removes the folders within those that killed studies have left, which a sweep would not remove.
fn remove_folders_that_were_left(within: &Path) {
    for entry in folder::entries(within).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_own = entry
            .metadata()
            .is_ok_and(|metadata| metadata.is_dir() && system::is_own(&metadata));
        if !is_own || !name.to_string_lossy().starts_with(PURPOSE.prefix) {
            continue;
        }
        // A living study has locked it.
        let owner = open_ordinary(&entry.path().join("owner"));
        if owner.is_ok_and(|owner| open_file::try_lock(&owner, true).unwrap_or(false)) {
            remove_folders_within(&entry.path());
        }
    }
}

/// Removes the folders within a folder, with what is in them. What cannot be removed stays.
fn remove_folders_within(path: &Path) {
    let Ok(own) = fs::metadata(path) else {
        return;
    };
    for entry in folder::entries(path).into_iter().flatten().flatten() {
        let within = entry.path();
        // A link to a folder is a file.
        // A volume that is mounted there is not the study's.
        let found = entry.metadata();
        if found.is_ok_and(|metadata| metadata.is_dir() && system::is_same_volume(&metadata, &own)) {
            // A run may have made it read-only.
            let _ = system::make_removable(&within);
            remove_folders_within(&within);
            for file in folder::entries(&within).into_iter().flatten().flatten() {
                let _ = fs::remove_file(file.path());
            }
            let _ = fs::remove_dir(&within);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_study_left_goes_with_its_folders_and_that_of_a_living_one_stays() {
        let within = tempfile::tempdir().unwrap();
        let living = DataFolder::make(within.path()).unwrap();
        let left = within.path().join(".feedrate-study-1-2");
        for folder in [&left, living.path()] {
            fs::create_dir_all(folder.join("a/b")).unwrap();
            fs::write(folder.join("a/b/c"), "x").unwrap();
            let mut permissions = fs::metadata(folder.join("a/b")).unwrap().permissions();
            permissions.set_readonly(true);
            fs::set_permissions(folder.join("a/b"), permissions).unwrap();
        }
        fs::write(left.join("owner"), "").unwrap();
        drop(DataFolder::make(within.path()).unwrap());
        assert!(!left.exists());
        assert!(living.path().join("a/b/c").exists());
        drop(living);
        assert_eq!(folder::entries(within.path()).unwrap().count(), 0);
    }
}
