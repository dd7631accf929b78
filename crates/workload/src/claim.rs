//! Checks whether a file may be written, and removes a new one after a failure.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use feedrate_pageio::{Error as PagesError, Kind, Kinds, PageFile, at_offset, mark, named_file};

use crate::error::{Error, Result};

/// A file that did not exist before. It is removed unless it is kept.
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
            // It may not exist, and a failure to remove it cannot be reported.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Refuses a file with content that feedrate did not write, unless `foreign` content may be overwritten; returns a
/// guard for a file that does not exist yet. A link that others may have put there is refused in any case.
pub(crate) fn claim(path: &Path, foreign: bool) -> Result<Option<MadeFile>> {
    named_file::check_links(path).map_err(|source| PagesError::Open {
        path: path.into(),
        source,
    })?;
    let metadata = match std::fs::symlink_metadata(path) {
        Ok(_) => std::fs::metadata(path),
        Err(_) => {
            return Ok(Some(MadeFile {
                path: path.into(),
                kept: false,
            }));
        }
    };
    // A file that is not a regular one is refused with a clearer message when it is opened.
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
                // An unreadable file may belong to others.
                false => Error::NotOurs { path },
            })
        }
        Ok(false) => Err(Error::NotOurs { path: path.into() }),
    }
}

/// The same for a file that may also be a device, which is never created nor marked, and never counts as feedrate's.
pub(crate) fn claim_any(path: &Path, foreign: bool) -> Result<Option<MadeFile>> {
    match Kind::of(path, Kinds::FilesAndDevices)? {
        Some(kind) if kind.is_device() => claim_device(path, kind, foreign).map(|()| None),
        _ => claim(path, foreign),
    }
}

/// Refuses a device on which writing destroys anything, unless `foreign` content may be overwritten.
pub(crate) fn claim_device(path: &Path, kind: Kind, foreign: bool) -> Result<()> {
    if foreign || kind.keeps_nothing() {
        return Ok(());
    }
    Err(Error::Device { path: path.into() })
}

/// Marks a file whose first page may not be written, or not first: otherwise it would not be recognised as feedrate's
/// later. In a file that is to be shorter than the mark, only its beginning is written. Direct I/O does not support
/// such small writes, so the file is opened again.
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
    at_offset::write_all(&marked, mark::part_of(0, bytes), 0)?;
    // Otherwise a direct transfer would find it in the cache, and wait for it.
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

    #[cfg(unix)]
    #[test]
    fn devices_are_never_ours_nor_made() {
        let claimed = |name: &str, foreign| claim_any(Path::new(name), foreign);
        for nothing_kept in ["/dev/null", "/dev/zero", "/dev/full"] {
            assert!(claimed(nothing_kept, false).unwrap().is_none());
        }
        let refused = claimed("/dev/urandom", false);
        assert!(matches!(refused, Err(Error::Device { .. })));
        assert!(claimed("/dev/urandom", true).unwrap().is_none());
        // A device that is not a disk, and may keep data, is not opened.
        let refused = claimed("/dev/tty", true).unwrap_err().to_string();
        assert!(refused.contains("is a character device"), "{refused}");
    }

    #[test]
    fn a_disk_is_foreign_unless_it_may_be_overwritten() {
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
