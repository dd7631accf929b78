//! The folder of a study's own data.

use std::fs;
use std::path::Path;

use feedrate_pageio::folder;
use feedrate_pageio::own_folder::{self, OwnFolder, Purpose};

use crate::error::{Error, Result};

const PURPOSE: Purpose = Purpose {
    prefix: ".feedrate-study-",
    notice: "feedrate study keeps the data of its runs here while it works. It removes the folder at its end.\n",
    is_own: |_| true,
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
        own_folder::sweep(within, PURPOSE);
        OwnFolder::make(within, PURPOSE)
            .map(Self)
            .map_err(|error| Error::File {
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

/// Removes the folders within a folder, with what is in them. What cannot be removed stays.
fn remove_folders_within(path: &Path) {
    for entry in folder::entries(path).into_iter().flatten().flatten() {
        let within = entry.path();
        // A link to a folder is a file.
        if fs::symlink_metadata(&within).is_ok_and(|metadata| metadata.is_dir()) {
            remove_folders_within(&within);
            for file in folder::entries(&within).into_iter().flatten().flatten() {
                let _ = fs::remove_file(file.path());
            }
            let _ = fs::remove_dir(&within);
        }
    }
}
