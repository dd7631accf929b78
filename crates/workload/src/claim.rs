//! The file that is to be written: whether it may, and what becomes of it when nothing comes of it.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use feedrate_pageio::{Error as PagesError, Kind, Kinds, PageFile, mark};

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

/// The same of what may be a device too. That is never made nor marked, and never ours.
pub(crate) fn claim_any(path: &Path, foreign: bool) -> Result<Option<MadeFile>> {
    match Kind::of(path, Kinds::FilesAndDevices)? {
        Some(kind) if kind.is_device() => claim_device(path, kind, foreign).map(|()| None),
        _ => claim(path, foreign),
    }
}

/// Refuses a device to which writing destroys anything, unless `foreign` contents may be overwritten.
pub(crate) fn claim_device(path: &Path, kind: Kind, foreign: bool) -> Result<()> {
    if foreign || kind.keeps_nothing() {
        return Ok(());
    }
    Err(Error::Device { path: path.into() })
}

/// Marks a file of which the first page may never be written, or not as the first: it would not be known
/// as ours after that. Of a file that is to be shorter than the mark, it has as much as fits. Direct I/O takes no such
/// small piece, so the file is opened once more.
pub(crate) fn put_mark(file: &PageFile, bytes: u64) -> Result<()> {
    write_mark(file, bytes).map_err(|source| {
        PagesError::File {
            action: "mark",
            path: file.path().into(),
            source,
        }
        .into()
    })
}

fn write_mark(file: &PageFile, bytes: u64) -> io::Result<()> {
    let marked = File::options().write(true).open(file.path())?;
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    marked.write_all_at(mark::part_of(0, bytes), 0)?;
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
    fn devices_are_never_ours_nor_made() {
        let claimed = |name: &str, foreign| claim_any(Path::new(name), foreign);
        for nothing_kept in ["/dev/null", "/dev/zero", "/dev/full"] {
            assert!(claimed(nothing_kept, false).unwrap().is_none());
        }
        let refused = claimed("/dev/urandom", false);
        assert!(matches!(refused, Err(Error::Device { .. })));
        assert!(claimed("/dev/urandom", true).unwrap().is_none());
        // What is no device of disks, and not known to keep nothing, is not touched at all.
        let refused = claimed("/dev/tty", true).unwrap_err().to_string();
        assert!(refused.contains("is a character device"), "{refused}");
        let block = claim_device(Path::new("/dev/sdb"), Kind::Block, false).unwrap_err();
        assert!(block.to_string().contains("--overwrite-foreign"), "{block}");
        claim_device(Path::new("/dev/sdb"), Kind::Block, true).unwrap();
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
