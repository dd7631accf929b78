//! The file that is to be written: whether it may, and what becomes of it when nothing comes of it.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use feedrate_pageio::{Error as PagesError, PageFile, mark};

use crate::error::{Error, Result};

/// A file that did not exist before. It goes again unless it is kept.
#[derive(Debug)]
pub(crate) struct MadeFile {
    path: PathBuf,
    kept: bool,
}

impl MadeFile {
    pub(crate) fn keep(mut self) {
        self.kept = true;
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for MadeFile {
    fn drop(&mut self) {
        if !self.kept {
            // It may never have been made, and there is no one to tell if it cannot be removed.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Refuses a file with contents that feedrate did not put there, unless `foreign` ones may be
/// overwritten; gives a guard for one that does not exist yet.
pub(crate) fn claim(path: &Path, foreign: bool) -> Result<Option<MadeFile>> {
    let metadata = match std::fs::symlink_metadata(path) {
        Ok(_) => std::fs::metadata(path),
        Err(_) => {
            return Ok(Some(MadeFile {
                path: path.into(),
                kept: false,
            }));
        }
    };
    // What is not an ordinary file is refused with its own words when it is opened.
    if foreign || !metadata.is_ok_and(|metadata| metadata.is_file()) {
        return Ok(None);
    }
    match File::open(path).and_then(|file| mark::is_on(&file)) {
        Ok(true) => Ok(None),
        Err(source) => {
            let path = PathBuf::from(path);
            let unopened = PagesError::Open {
                path: path.clone(),
                source,
            };
            Err(match unopened.is_too_many_files() {
                true => unopened.into(),
                // What cannot be read cannot be known to be ours.
                false => Error::NotOurs { path },
            })
        }
        Ok(false) => Err(Error::NotOurs { path: path.into() }),
    }
}

/// Marks a file of which the first page may never be written, or not as the first: it would not be known
/// as ours after that. Direct I/O takes no such small piece, so the file is opened once more.
pub(crate) fn put_mark(file: &PageFile) -> Result<()> {
    write_mark(file).map_err(|source| {
        PagesError::File {
            action: "mark",
            path: file.path().into(),
            source,
        }
        .into()
    })
}

fn write_mark(file: &PageFile) -> io::Result<()> {
    let marked = File::options().write(true).open(file.path())?;
    marked.write_all_at(mark::MARK, 0)?;
    // Or a direct transfer would find it in the cache, and wait for it.
    marked.sync_data()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_feedrate_did_not_make_is_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("theirs");
        fs::write(&path, "years of work").unwrap();
        assert!(matches!(claim(&path, false), Err(Error::NotOurs { .. })));
        assert!(claim(&path, true).unwrap().is_none());
        assert_eq!(fs::read(&path).unwrap(), b"years of work");
    }

    #[test]
    fn a_new_file_goes_again_unless_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new");
        let made = claim(&path, false).unwrap().unwrap();
        fs::write(&path, "half").unwrap();
        drop(made);
        assert!(!path.exists());
        let made = claim(&path, false).unwrap().unwrap();
        fs::write(&path, "whole").unwrap();
        made.keep();
        assert!(path.exists());
    }

    #[test]
    fn a_marked_or_empty_file_may_be_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ours");
        fs::write(&path, mark::MARK).unwrap();
        assert!(claim(&path, false).unwrap().is_none());
        fs::write(&path, "").unwrap();
        assert!(claim(&path, false).unwrap().is_none());
        assert!(path.exists());
    }
}
