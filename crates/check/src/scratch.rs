//! The check's own files: made in a folder of their own, always removed.

use std::path::{Path, PathBuf};

use feedrate_pageio::own_folder::{self, OwnFolder, Purpose};

use crate::error::{Error, Result};

pub use feedrate_pageio::own_folder::SweepTotals;

const SUFFIX: &str = ".feedrate";

/// The beginning of the names of the check's own data sets; the name of one that is being written has a dot before it.
const DATA_SET: &str = "feedrate_check_";

const PURPOSE: Purpose = Purpose {
    prefix: ".feedrate-check-",
    notice: "feedrate check keeps its test files here and removes them at its end.\n\
        When no check runs, this folder may be deleted.\n",
    is_own: |name| name.ends_with(SUFFIX) || name.strip_prefix('.').unwrap_or(name).starts_with(DATA_SET),
    owns_folders: false,
};

/// A folder for test files, which is removed when this is dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: OwnFolder,
}

impl Scratch {
    /// Creates one within `parent`.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be created.
    pub fn make(parent: &Path) -> Result<Self> {
        let folder = OwnFolder::make(parent, PURPOSE).map_err(|source| Error::Scratch {
            path: parent.into(),
            source,
        })?;
        Ok(Self { folder })
    }

    /// Returns the path of a file in it, by a name such as `read-1`.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}{SUFFIX}"))
    }

    /// Returns the member name of a data set in it, by a name such as `made`.
    pub fn member(name: &str) -> String {
        format!("{DATA_SET}{name}")
    }

    /// Returns the path of a data set in it.
    pub fn data_set(&self, name: &str) -> PathBuf {
        let member = Self::member(name);
        self.folder.path().join(format!("{member}.sas7bdat"))
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the files of killed checks within `parent`.
pub fn sweep(parent: &Path) -> SweepTotals {
    own_folder::sweep(parent, PURPOSE)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_files_of_a_check_go_with_it_and_no_others() {
        let parent = tempfile::tempdir().unwrap();
        let scratch = Scratch::make(parent.path()).unwrap();
        let folder = scratch.folder().to_owned();
        fs::write(scratch.file("read-1"), "x").unwrap();
        fs::write(scratch.data_set("made"), "x").unwrap();
        // A data set that was being written when a step was killed.
        let draft = format!(".{}.feedrate-12-3.tmp", Scratch::member("made"));
        fs::write(folder.join(draft), "x").unwrap();
        drop(scratch);
        assert!(!folder.exists());
        let scratch = Scratch::make(parent.path()).unwrap();
        let thesis = scratch.folder().join("thesis.txt");
        fs::write(&thesis, "years").unwrap();
        drop(scratch);
        assert!(thesis.exists());
    }
}
