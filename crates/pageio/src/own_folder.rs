//! A folder of a process's own, which goes with it even when it is killed.
//!
//! The folder holds an owner file that its process keeps locked as long as it lives. A process that was
//! killed leaves the folder behind without the lock, and a later one sweeps it away. Only files with the
//! names that the process gives are ever removed, folders only for purposes that own such, and the folder itself only
//! when nothing else is in it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::folder;
use crate::stoppable::open_ordinary;
use crate::system::names::{for_owner_alone, make_private_folder};
use crate::system::own_folder::{is_own, is_removed, let_go_of_removed, lock, remove_name, space, unlock};

const OWNER: &str = "owner";

/// The number of times that another process may be faster before this one gives up: many sessions that begin at once
/// all sweep.
const TRIES: usize = 100;

/// A folder without an owner file that is younger than this may be one that is just being made.
const BEING_MADE: Duration = Duration::from_secs(60);

/// The properties that folders of one purpose have in common.
#[derive(Clone, Copy, Debug)]
pub struct Purpose {
    /// The beginning of their names; the number of the process and a moment follow.
    pub prefix: &'static str,
    /// The text in which the owner file speaks to a person who finds it.
    pub notice: &'static str,
    /// Returns true for the names of files that the process made.
    pub is_own: fn(&str) -> bool,
    /// True if folders of such names are, too: they are removed with all that is in them.
    pub owns_folders: bool,
}

/// A folder of this process's own. It goes when this is dropped, with the files that are the process's.
#[derive(Debug)]
pub struct OwnFolder {
    path: PathBuf,
    purpose: Purpose,
    /// Locked, until it is removed.
    owner: Option<File>,
}

impl OwnFolder {
    /// Makes one within `parent`.
    ///
    /// # Errors
    /// The error of the system where the folder cannot be made or locked.
    pub fn make(parent: &Path, purpose: Purpose) -> io::Result<Self> {
        // Another process may take a folder whose lock is not yet held for one that was left behind, and
        // sweep it away; then there is a next try.
        for _ in 0..TRIES {
            if let Some(made) = Self::try_to_make(parent, purpose)? {
                return Ok(made);
            }
        }
        Err(io::ErrorKind::ResourceBusy.into())
    }

    /// Makes a folder and locks its owner file; `None` when another process was faster.
    fn try_to_make(parent: &Path, purpose: Purpose) -> io::Result<Option<Self>> {
        let path = make_bare(parent, purpose)?;
        let owner = for_owner_alone(OpenOptions::new().write(true).create_new(true))
            .open(path.join(OWNER))
            .and_then(|mut owner| owner.write_all(purpose.notice.as_bytes()).map(|()| owner));
        let owner = match owner {
            Ok(owner) => owner,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                let _ = fs::remove_file(path.join(OWNER));
                let _ = fs::remove_dir(&path);
                return Err(error);
            }
        };
        let taken = match lock(&owner) {
            Ok(true) => is_removed(&owner)?,
            Ok(false) => true,
            // A file system without locks is no obstacle: nothing is swept there.
            Err(_) => false,
        };
        Ok((!taken).then_some(Self {
            path,
            purpose,
            owner: Some(owner),
        }))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it now, with the files that are the process's.
    ///
    /// # Errors
    /// The error of the system where one of them cannot be removed, and that there are others.
    pub fn remove(&self) -> io::Result<()> {
        remove(&self.path, self.purpose, &mut None).map(drop)
    }
}

impl Drop for OwnFolder {
    fn drop(&mut self) {
        // A folder that cannot be removed now is swept by a later process.
        let _ = remove(&self.path, self.purpose, &mut self.owner);
        if let Some(owner) = &self.owner {
            let _ = unlock(owner);
        }
    }
}

/// Tries whether a folder of a purpose can be made within `parent`: makes one, and removes it again. Where the process
/// is killed between the two, a later one sweeps it away once it is too old to be one that is just being made.
///
/// # Errors
///
/// The error of the system where it cannot be made.
pub fn try_within(parent: &Path, purpose: Purpose) -> io::Result<()> {
    fs::remove_dir(make_bare(parent, purpose)?)
}

/// Makes a folder, without an owner yet.
fn make_bare(parent: &Path, purpose: Purpose) -> io::Result<PathBuf> {
    let moment = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_nanos();
    let name = format!("{}{}-{moment:x}", purpose.prefix, std::process::id());
    let path = std::path::absolute(parent)?.join(name);
    make_private_folder(&path)?;
    Ok(path)
}

/// Returns whether a folder has a name such as [`make_bare`] gives.
fn is_name_of(purpose: Purpose, name: &str) -> bool {
    let parts = name.strip_prefix(purpose.prefix).and_then(|rest| rest.split_once('-'));
    parts.is_some_and(|(process, moment)| {
        let is_of =
            |part: &str, digit: fn(&char) -> bool| !part.is_empty() && part.chars().all(|letter| digit(&letter));
        is_of(process, char::is_ascii_digit) && is_of(moment, char::is_ascii_hexdigit)
    })
}

/// The folders that killed processes had left, and that were removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SweepTotals {
    /// Folders.
    pub folders: u64,
    /// Bytes.
    pub bytes: u64,
}

/// Removes what killed processes left within `parent` in folders of a purpose. What belongs to a living
/// process, to another user, or to no process at all is left alone.
pub fn sweep(parent: &Path, purpose: Purpose) -> SweepTotals {
    let mut swept = SweepTotals::default();
    let Ok(entries) = folder::entries(parent) else {
        return swept;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if !is_name_of(purpose, &name.to_string_lossy()) {
            continue;
        }
        let folder = entry.path();
        let Some(mut abandoned) = FolderClaim::take(&folder) else {
            continue;
        };
        // One that never got an owner has nothing in it, if it is feedrate's.
        let removed = match abandoned.owner.is_none() && purpose.owns_folders {
            true => fs::remove_dir(&folder).map(|()| 0),
            false => remove(&folder, purpose, &mut abandoned.owner),
        };
        // A folder that cannot be removed is left to the next one.
        if let Ok(bytes) = removed {
            swept.folders += 1;
            swept.bytes += bytes;
        }
        drop(abandoned);
    }
    swept
}

/// The claim on a folder that belongs to no living process. As long as this is held, none can take it for its own: one
/// that is just making it finds its owner file locked, and makes another.
#[derive(Debug)]
struct FolderClaim {
    /// Locked, where there is one.
    owner: Option<File>,
}

impl FolderClaim {
    fn take(folder: &Path) -> Option<Self> {
        let metadata = fs::symlink_metadata(folder).ok()?;
        if !metadata.is_dir() || !is_own(&metadata) {
            return None;
        }
        match open_ordinary(&folder.join(OWNER)) {
            Ok(owner) => {
                let is_free = lock(&owner).ok()? && !is_removed(&owner).ok()?;
                is_free.then_some(Self { owner: Some(owner) })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let age = metadata.modified().ok()?.elapsed().ok()?;
                (age > BEING_MADE).then_some(Self { owner: None })
            }
            Err(_) => None,
        }
    }
}

/// Removes a process's files and then its folder; says how many bytes they had. `owner` is the owner file, where this
/// process has it open.
fn remove(folder: &Path, purpose: Purpose, owner: &mut Option<File>) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in folder::entries(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == OWNER || !(purpose.is_own)(&name.to_string_lossy()) {
            continue;
        }
        let metadata = entry.metadata()?;
        match (metadata.is_dir(), purpose.owns_folders) {
            (true, true) => bytes += remove_all(&entry.path())?,
            (true, false) => {}
            (false, owns_all) if owns_all || metadata.is_file() => {
                remove_name(&entry.path(), &metadata)?;
                bytes += space(&metadata);
            }
            (false, _) => {}
        }
    }
    // The owner file last, so that a sweep cut short is taken up again.
    match fs::remove_file(folder.join(OWNER)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => let_go_of_removed(owner),
    }
    fs::remove_dir(folder)?;
    Ok(bytes)
}

/// Removes a folder with all that is in it; returns how many bytes that had. Links are removed, and not what they lead
/// to.
fn remove_all(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in folder::entries(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        if metadata.is_dir() {
            bytes += remove_all(&entry.path())?;
        } else {
            remove_name(&entry.path(), &metadata)?;
            bytes += space(&metadata);
        }
    }
    fs::remove_dir(folder)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PURPOSE: Purpose = Purpose {
        prefix: "feedrate-test-",
        notice: "A test.\n",
        is_own: |name| name.ends_with(".own"),
        owns_folders: false,
    };

    #[test]
    fn a_folder_goes_with_its_process() {
        let parent = tempfile::tempdir().unwrap();
        let folder = OwnFolder::make(parent.path(), PURPOSE).unwrap();
        fs::write(folder.path().join("a.own"), "x").unwrap();
        drop(folder);
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_living_processs_folder_is_not_swept() {
        let parent = tempfile::tempdir().unwrap();
        let folder = OwnFolder::make(parent.path(), PURPOSE).unwrap();
        let other = OwnFolder::make(parent.path(), PURPOSE).unwrap();
        assert_eq!(sweep(parent.path(), PURPOSE), SweepTotals::default());
        assert!(folder.path().exists());
        assert_ne!(folder.path(), other.path());
    }

    /// A folder as a killed process leaves it: with its files and without a lock.
    fn abandoned(parent: &Path) -> PathBuf {
        let folder = OwnFolder::make(parent, PURPOSE).unwrap();
        fs::write(folder.path().join("a.own"), vec![1; 10_000]).unwrap();
        unlock(folder.owner.as_ref().unwrap()).unwrap();
        let path = folder.path.clone();
        std::mem::forget(folder);
        path
    }

    #[test]
    fn what_a_killed_process_left_is_swept() {
        let parent = tempfile::tempdir().unwrap();
        let folder = abandoned(parent.path());
        let swept = sweep(parent.path(), PURPOSE);
        assert_eq!(swept.folders, 1);
        assert!(swept.bytes >= 10_000);
        assert!(!folder.exists());
    }

    #[test]
    fn what_is_swept_is_locked_until_it_is_gone() {
        let parent = tempfile::tempdir().unwrap();
        let folder = abandoned(parent.path());
        let taken = FolderClaim::take(&folder).unwrap();
        // So does a process that is just making it.
        let owner = File::open(folder.join(OWNER)).unwrap();
        assert!(!lock(&owner).unwrap());
        drop(taken);
        assert!(lock(&owner).unwrap());
    }

    #[test]
    fn no_sweep_takes_a_folder_from_one_that_has_just_made_it() {
        let parent = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        sweep(parent.path(), PURPOSE);
                        match OwnFolder::make(parent.path(), PURPOSE) {
                            Ok(made) => {
                                sweep(parent.path(), PURPOSE);
                                assert!(made.path().join(OWNER).exists());
                            }
                            // Threads of one process may take the same name at the same moment.
                            Err(error) => assert_eq!(error.kind(), io::ErrorKind::AlreadyExists),
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn a_file_that_no_process_made_is_never_removed() {
        let parent = tempfile::tempdir().unwrap();
        let folder = abandoned(parent.path());
        fs::write(folder.join("thesis.txt"), "years").unwrap();
        fs::write(parent.path().join("feedrate-test-notes"), "mine").unwrap();
        sweep(parent.path(), PURPOSE);
        assert_eq!(fs::read(folder.join("thesis.txt")).unwrap(), b"years");
        assert!(parent.path().join("feedrate-test-notes").exists());
    }

    #[test]
    fn folders_within_are_removed_only_where_they_are_own() {
        let parent = tempfile::tempdir().unwrap();
        let thesis = parent.path().join("thesis.txt");
        fs::write(&thesis, "years").unwrap();
        let within = |purpose: Purpose| {
            let folder = OwnFolder::make(parent.path(), purpose).unwrap();
            let inner = folder.path().join("job.own/stage");
            fs::create_dir_all(&inner).unwrap();
            fs::write(inner.join("rows"), "rows").unwrap();
            drop(folder);
            fs::read_dir(parent.path()).unwrap().count()
        };
        let owning = Purpose {
            owns_folders: true,
            ..PURPOSE
        };
        assert_eq!(within(owning), 1);
        assert_eq!(within(PURPOSE), 2);
        assert_eq!(fs::read(thesis).unwrap(), b"years");
    }

    #[test]
    fn a_folder_that_is_just_being_made_is_left_alone() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("feedrate-test-1-2");
        fs::create_dir(&folder).unwrap();
        assert_eq!(sweep(parent.path(), PURPOSE), SweepTotals::default());
        assert!(folder.exists());
    }

    #[test]
    fn a_try_leaves_nothing() {
        let parent = tempfile::tempdir().unwrap();
        try_within(parent.path(), PURPOSE).unwrap();
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
        assert!(try_within(&parent.path().join("nowhere"), PURPOSE).is_err());
    }
}
