//! The check's own files: made in a folder of their own, always removed.

use std::path::{Path, PathBuf};

use feedrate_pageio::own_folder::{self, OwnFolder, Purpose};

use crate::error::{Error, Result};

pub use feedrate_pageio::own_folder::Swept;

const SUFFIX: &str = ".feedrate";

const PURPOSE: Purpose = Purpose {
    prefix: ".feedrate-check-",
    notice: "feedrate check keeps its test files here and removes them at its end.\n\
        When no check runs, this folder may be deleted.\n",
    is_own: |name| name.ends_with(SUFFIX),
};

/// A folder for test files. It goes when this is dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: OwnFolder,
}

impl Scratch {
    /// Makes one within `parent`.
    pub fn make(parent: &Path) -> Result<Self> {
        let folder = OwnFolder::make(parent, PURPOSE).map_err(|source| Error::Scratch {
            path: parent.into(),
            source,
        })?;
        Ok(Self { folder })
    }

    /// The path of a file in it, by a name such as `read-1`.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(format!("{name}{SUFFIX}"))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes what killed checks left within `parent`.
pub fn sweep(parent: &Path) -> Swept {
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
        drop(scratch);
        assert!(!folder.exists());
        let scratch = Scratch::make(parent.path()).unwrap();
        let thesis = scratch.folder().join("thesis.txt");
        fs::write(&thesis, "years").unwrap();
        drop(scratch);
        assert!(thesis.exists());
    }
}
