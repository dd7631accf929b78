//! A file that is being written, under a name of its own until it is complete.
//!
//! The name is hidden, tells whose it is, and lies in the folder of the file that it will become, so that
//! a rename makes it appear at once and whole. What a killed process leaves is swept later: the name has
//! the number of the process, and as long as that lives it holds a lock on the file.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use feedrate_pageio::Error as PagesError;
use rustix::fs::{Access, AtFlags, CWD, FlockOperation};
use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

use crate::error::{Error, Result};

/// What follows the name of the file to be.
const MIDDLE: &str = ".feedrate-";

/// How the name ends.
const END: &str = ".tmp";

/// How many other names are tried where one is taken.
const TRIES: usize = 5;

/// Drafts that this process has begun.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// A file that is being written. It goes when this is dropped before it has its name.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(super) temporary: PathBuf,
    pub(super) destination: PathBuf,
    /// Whether what has the temporary name goes with this.
    pub(super) is_there: bool,
}

impl Draft {
    /// Begins a file that will be at `destination`: `make` makes it at a path where nothing is.
    ///
    /// A file that is at the destination and may not be written is not replaced either.
    pub(crate) fn begin<T>(
        destination: &Path,
        mut make: impl FnMut(&Path) -> Result<T>,
    ) -> Result<(Self, T)> {
        let destination = real_path(destination);
        check_may_replace(&destination)?;
        let mut tries = 0;
        loop {
            tries += 1;
            let temporary = name_for(&destination);
            match make(&temporary) {
                Ok(made) => {
                    let draft = Self {
                        temporary,
                        destination,
                        is_there: true,
                    };
                    return Ok((draft, made));
                }
                // Another process of the same number, of another machine or container, was here; or a
                // sweep of one took the file before its lock was held.
                Err(Error::Pages(error)) if tries < TRIES && is_taken(&error) => {}
                Err(error) => return Err(in_terms_of(error, &temporary, &destination)),
            }
        }
    }

    /// Where it will be.
    pub(crate) fn destination(&self) -> &Path {
        &self.destination
    }

    /// Gives the file its name, in place of one that had it.
    pub(crate) fn put_in_place(mut self) -> Result<()> {
        self.keep_permissions();
        fs::rename(&self.temporary, &self.destination).map_err(|source| self.no_name(source))?;
        self.is_there = false;
        Ok(())
    }

    /// Gives the file the owner and the permissions of the one that it replaces, as far as that is allowed:
    /// what few may read stays so.
    pub(super) fn keep_permissions(&self) {
        let Ok(before) = fs::symlink_metadata(&self.destination) else {
            return;
        };
        if before.is_file() {
            let _ = chown(&self.temporary, Some(before.uid()), Some(before.gid()));
            let _ = fs::set_permissions(&self.temporary, before.permissions());
        }
    }

    pub(super) fn no_name(&self, source: io::Error) -> Error {
        Error::file(
            "put the new data set in place as",
            &self.destination,
            source,
        )
    }

    /// Says an error in terms of the file that was to be.
    pub(crate) fn in_terms_of_destination(&self, error: Error) -> Error {
        in_terms_of(error, &self.temporary, &self.destination)
    }
}

/// A path without links, of a file that need not be there: what a link points to is replaced, and not the
/// link.
fn real_path(path: &Path) -> PathBuf {
    if let Ok(path) = fs::canonicalize(path) {
        return path;
    }
    let folder = path
        .parent()
        .and_then(|folder| fs::canonicalize(folder).ok());
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path.into(),
    }
}

/// The folder of a file that is named by its path, of which there may be no more than the file's name.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Waits until the names in the folder of a file have reached the device.
pub(crate) fn flush_names(destination: &Path) {
    // The data set is in place. A file system that cannot flush a folder keeps names by itself.
    let folder = destination.parent().unwrap_or(Path::new("/"));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.is_there {
            // What cannot be removed now is swept later.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Names the destination where the temporary name would mean nothing to a reader.
fn in_terms_of(error: Error, temporary: &Path, destination: &Path) -> Error {
    let Error::Pages(error) = error else {
        return error;
    };
    let rename = |path: PathBuf| {
        if path == temporary {
            destination.into()
        } else {
            path
        }
    };
    Error::Pages(match error {
        PagesError::Open { path, source } => PagesError::Open {
            path: rename(path),
            source,
        },
        PagesError::Transfer {
            direction,
            path,
            offset,
            bytes,
            source,
        } => PagesError::Transfer {
            direction,
            path: rename(path),
            offset,
            bytes,
            source,
        },
        PagesError::File {
            action,
            path,
            source,
        } => PagesError::File {
            action,
            path: rename(path),
            source,
        },
        other => other,
    })
}

/// The rename would replace a file that its owner has protected against being written to, so the
/// permission is looked at first.
fn check_may_replace(destination: &Path) -> Result<()> {
    match rustix::fs::accessat(CWD, destination, Access::WRITE_OK, AtFlags::EACCESS) {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(errno) => Err(Error::file("replace", destination, errno.into())),
    }
}

fn is_taken(error: &PagesError) -> bool {
    match error {
        PagesError::Open { source, .. } => source.kind() == io::ErrorKind::AlreadyExists,
        PagesError::Locked { .. } => true,
        _ => false,
    }
}

fn name_for(destination: &Path) -> PathBuf {
    let number = BEGUN.fetch_add(1, Ordering::Relaxed);
    let process = std::process::id();
    let stem = destination
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    destination.with_file_name(format!(".{stem}{MIDDLE}{process}-{number}{END}"))
}

/// The process whose draft has that file name; `None` for any other file.
pub(super) fn process_of(file_name: &str) -> Option<u32> {
    let rest = file_name.strip_prefix('.')?.strip_suffix(END)?;
    let (_, numbers) = rest.rsplit_once(MIDDLE)?;
    let (process, number) = numbers.split_once('-')?;
    number.parse::<u64>().ok()?;
    process.parse().ok()
}

/// Removes the drafts that killed processes of this user left in a folder; says how many they were.
pub(crate) fn sweep(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else {
        return 0;
    };
    entries
        .flatten()
        .filter(|entry| {
            let process = entry.file_name().to_str().and_then(process_of);
            process.is_some_and(|process| !is_alive(process))
                && is_abandoned(&entry.path())
                && fs::remove_file(entry.path()).is_ok()
        })
        .count() as u64
}

/// Whether this user's file is locked by no one. A process of another machine or container may have a
/// number that here belongs to none; its lock tells that it lives.
fn is_abandoned(path: &Path) -> bool {
    let Ok(metadata) = fs::symlink_metadata(path) else {
        return false;
    };
    metadata.is_file()
        && metadata.uid() == rustix::process::geteuid().as_raw()
        && File::open(path).is_ok_and(|file| {
            rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok()
        })
}

fn is_alive(process: u32) -> bool {
    let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw) else {
        return false;
    };
    test_kill_process(pid) != Err(Errno::SRCH)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_tell_their_process_and_are_never_the_same() {
        let destination = Path::new("/data/sales.sas7bdat");
        let names = [name_for(destination), name_for(destination)];
        assert_ne!(names[0], names[1]);
        for name in names {
            assert_eq!(name.parent(), destination.parent());
            let name = name.file_name().unwrap().to_str().unwrap();
            assert!(name.starts_with(".sales.feedrate-"), "{name}");
            assert_eq!(process_of(name), Some(std::process::id()));
        }
    }

    #[test]
    fn other_names_are_no_drafts() {
        for name in [
            "sales.sas7bdat",
            ".sales.sas7bdat",
            ".sales.feedrate-12.tmp",
            ".sales.feedrate-12-x.tmp",
            "sales.feedrate-12-1.tmp",
            ".sales.feedrate-12-1.tmp.old",
        ] {
            assert_eq!(process_of(name), None, "{name}");
        }
        assert_eq!(process_of(".a.feedrate-1-1.feedrate-12-7.tmp"), Some(12));
    }

    #[test]
    fn only_the_drafts_of_ended_processes_are_swept() {
        let folder = tempfile::tempdir().unwrap();
        // The number of a process that has just ended.
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        let path = |name: String| folder.path().join(name);
        let ended = path(format!(".a.feedrate-{}-1.tmp", child.id()));
        let locked = path(format!(".b.feedrate-{}-2.tmp", child.id()));
        let own = path(format!(".c.feedrate-{}-3.tmp", std::process::id()));
        let other = path("c.sas7bdat".into());
        for file in [&ended, &locked, &own, &other] {
            fs::write(file, "x").unwrap();
        }
        let lock = File::open(&locked).unwrap();
        rustix::fs::flock(&lock, FlockOperation::LockExclusive).unwrap();
        assert_eq!(sweep(folder.path()), 1);
        assert!(!ended.exists());
        assert!(locked.exists() && own.exists() && other.exists());
    }

    proptest! {
        #[test]
        fn no_name_panics(name in ".{0,40}") {
            let _ = process_of(&name);
        }
    }
}
