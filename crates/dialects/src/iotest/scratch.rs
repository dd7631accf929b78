//! The folder of the files, which goes when the test ends, however it ends.

use std::path::{Path, PathBuf};

use feedrate_pageio::own_folder::{self, OwnFolder, Purpose};

use super::error::{Error, Result};
use super::request::Test;

const SUFFIX: &str = ".feedrate";

const PURPOSE: Purpose = Purpose {
    prefix: ".feedrate-iotest-",
    notice: "feedrate iotest keeps its files here and removes them at its end.\n\
        When no iotest runs, this folder may be deleted.\n",
    is_own: |name| name.ends_with(SUFFIX),
    owns_folders: false,
};

/// The files of a test, in a folder of their own.
#[derive(Debug)]
pub(super) struct Scratch {
    /// The files, one for each stream.
    pub(super) files: Vec<PathBuf>,
    _folder: OwnFolder,
}

impl Scratch {
    /// Makes the folder within that of a test.
    pub(super) fn make(test: &Test) -> Result<Self> {
        let folder = OwnFolder::make(&test.folder, PURPOSE).map_err(|source| Error::Scratch {
            path: test.folder.clone(),
            source,
        })?;
        let file = |number: u32| folder.path().join(format!("{number}{SUFFIX}"));
        Ok(Self {
            files: (1..=test.streams).map(file).collect(),
            _folder: folder,
        })
    }
}

/// Removes what killed tests left within a folder.
pub(super) fn sweep(folder: &Path) {
    own_folder::sweep(folder, PURPOSE);
}
