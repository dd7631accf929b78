//! The folder of WORK: created on first use and removed with the session.

use std::path::Path;

use feedrate_pageio::folder;
use feedrate_pageio::own_folder::{self, OwnFolder, Purpose};

use crate::drafts::is_draft_name;
use crate::error::{Error, Result};
use crate::library::views::file::is_stored_text;
use crate::{format, index};

/// The beginning of the names of temporary files (FILENAME TEMP) in WORK.
pub const TEMPORARY_FILE: &str = "#LN";

/// The beginning of the names of files with stored macros.
pub const STORED_MACRO: &str = "sasmacr.";

const PURPOSE: Purpose = Purpose {
    prefix: "feedrate-work-",
    notice: "A session of feedrate keeps its WORK data sets here and removes them at its end.\n\
        When no session runs, this folder may be deleted.\n",
    is_own: |name| {
        let is_index = || {
            name.strip_suffix(index::EXTENSION)
                .is_some_and(|data_set| data_set.ends_with(format::EXTENSION))
        };
        let is_member = name.ends_with(format::EXTENSION) || is_stored_text(name);
        let is_of_program = name.starts_with(TEMPORARY_FILE) || name.starts_with(STORED_MACRO);
        is_member || is_of_program || is_draft_name(name) || is_index()
    },
    owns_folders: false,
};

/// Checks that the folder of WORK can be created in `parent`. Nothing is left there.
///
/// # Errors
///
/// The error of the system if it cannot.
pub fn try_work(parent: &Path) -> std::io::Result<()> {
    own_folder::try_within(parent, PURPOSE)
}

/// Removes what killed sessions left in `parent`.
pub fn sweep_work(parent: &Path) {
    own_folder::sweep(parent, PURPOSE);
}

/// The same. Returns whether nothing of a process is left there.
pub fn sweep_work_of(parent: &Path, process: u32) -> bool {
    own_folder::sweep(parent, PURPOSE);
    let prefix = format!("{}{process}-", PURPOSE.prefix);
    let Ok(entries) = folder::entries(parent) else {
        return true;
    };
    let mut names = entries.flatten().map(|entry| entry.file_name());
    !names.any(|name| name.to_string_lossy().starts_with(&prefix))
}

/// Creates a folder for WORK in `parent`, and removes what killed sessions left there.
pub(in crate::library) fn make(parent: &Path) -> Result<OwnFolder> {
    own_folder::sweep(parent, PURPOSE);
    OwnFolder::make(parent, PURPOSE).map_err(|source| Error::file("make the folder of WORK in", parent, source))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_files_of_a_session_go_with_it_and_no_others() {
        let parent = tempfile::tempdir().unwrap();
        let work = make(parent.path()).unwrap();
        for name in [
            "a.sas7bdat",
            "a.sas7bdat.index",
            "v.feedrate-view",
            "p.feedrate-program",
            "#LN00001",
            "sasmacr.m.sas",
            ".b.feedrate-0123456789abcdef.tmp",
        ] {
            fs::write(work.path().join(name), "x").unwrap();
        }
        drop(work);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
        let work = make(parent.path()).unwrap();
        let thesis = work.path().join("thesis.txt");
        fs::write(&thesis, "years").unwrap();
        drop(work);
        assert!(thesis.exists());
    }
}
