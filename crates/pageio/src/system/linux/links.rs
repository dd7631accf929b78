//! Links on the paths of files that are named to be written, and the owners of these files.

use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Component, Path, PathBuf};

use rustix::fs::OFlags;

use crate::write_mode::WriteMode;

/// The maximum number of links on a path, as in the system.
const MOST_LINKS: usize = 40;

/// A folder whose links lead to what a process has open, whatever their text says.
const PROCESSES: &str = "/proc";

/// The times that a name is looked at that others create and remove meanwhile.
const TRIES: usize = 8;

/// Where a path leads.
struct Way {
    /// The same path without links.
    real: PathBuf,
    has_links: bool,
    /// True if it leads through what a process has open.
    is_descriptor: bool,
}

/// Opens a file to be written, after the checks of [`check`]. What another user puts in its place between them is not
/// followed. A pipe without a reader is not waited for: that fails with `ENXIO`.
///
/// # Errors
///
/// As [`check`], and where it cannot be opened.
pub(crate) fn open(path: &Path, writing: WriteMode) -> io::Result<File> {
    let way = walk(path)?;
    let mut options = writing.options();
    if way.is_descriptor {
        if writing != WriteMode::AtEndOfExisting {
            options.create(true);
        }
        if writing == WriteMode::Anew {
            options.truncate(true);
        }
        return options.custom_flags(flags_for(fs::metadata(path))).open(path);
    }
    // Where no link is on it, the path need not be reachable from the root.
    let place = if way.has_links { &way.real } else { path };
    for _ in 0..TRIES {
        let there = fs::symlink_metadata(place);
        let is_absent = matches!(&there, Err(error) if error.kind() == ErrorKind::NotFound);
        if is_absent && writing != WriteMode::AtEndOfExisting {
            match options.clone().create_new(true).open(place) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                made => return made,
            }
        }
        let flags = flags_for(there) | OFlags::NOFOLLOW.bits() as i32;
        let file = match options.clone().custom_flags(flags).open(place) {
            Err(error) if error.kind() == ErrorKind::NotFound && !is_absent => continue,
            opened => opened?,
        };
        let opened = file.metadata()?;
        check_owner(&way.real, &opened)?;
        if writing == WriteMode::Anew && opened.is_file() {
            file.set_len(0)?;
        }
        return Ok(file);
    }
    Err(io::Error::other("others create and remove it at the same time"))
}

/// Returns the flags for opening what is there. What is no ordinary file must not block; an ordinary one may have a
/// lease of another program, for which waiting is right.
fn flags_for(there: io::Result<Metadata>) -> i32 {
    match there {
        Ok(there) if !there.is_file() => OFlags::NONBLOCK.bits() as i32,
        _ => 0,
    }
}

/// Checks that a file may be written by its name: as [`check_links`], and an existing file must not be another user's
/// in a folder where everybody can create files but only their owners remove them, such as `/tmp`; one of the folder's
/// owner may be written.
///
/// # Errors
///
/// Fails if it may not.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    let way = walk(path)?;
    match fs::symlink_metadata(&way.real) {
        Ok(there) if !way.is_descriptor => check_owner(&way.real, &there),
        _ => Ok(()),
    }
}

/// Checks that links on the path of a file that is to be written are permitted, see [`resolve`]. The file may be of any
/// kind.
///
/// # Errors
///
/// Fails if a link cannot be read or leads out of a folder that others can write to.
pub(crate) fn check_links(path: &Path) -> io::Result<()> {
    walk(path).map(drop)
}

/// Returns the path without links of a file that is to be written, which need not exist.
///
/// # Errors
///
/// Fails if a link cannot be read or leads out of a folder that others can write to. The latter is permitted if the
/// link is this user's or root's and others cannot replace it: the folder is not writable for everyone, or has the
/// sticky bit.
pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
    walk(path).map(|way| way.real)
}

/// Resolves the links of a path one by one. What follows a name that does not exist is kept.
fn walk(path: &Path) -> io::Result<Way> {
    let mut real = PathBuf::from("/");
    let mut rest = names(&std::path::absolute(path)?);
    let mut links = 0;
    let mut is_descriptor = false;
    // Folders that others can write to: a link in them must not lead out.
    let mut bounds: Vec<PathBuf> = Vec::new();
    while let Some(name) = rest.pop() {
        if name == ".." {
            real.pop();
            continue;
        }
        let next = real.join(&name);
        match fs::symlink_metadata(&next) {
            Ok(there) if there.is_symlink() => {
                links += 1;
                if links > MOST_LINKS {
                    return Err(io::Error::other("too many links lead from one to another"));
                }
                let target = fs::read_link(&next)?;
                is_descriptor |= real.starts_with(PROCESSES);
                if !is_trusted(&real, &there)? {
                    bounds.push(real.clone());
                }
                if target.is_absolute() {
                    real = PathBuf::from("/");
                }
                rest.extend(names(&target));
            }
            _ => real = next,
        }
    }
    match bounds.iter().find(|bound| !real.starts_with(bound)) {
        None => Ok(Way {
            real,
            has_links: links > 0,
            is_descriptor,
        }),
        Some(folder) => Err(io::Error::other(format!(
            "a link leads out of {}, which others can write, to {}; name that file itself",
            folder.display(),
            real.display()
        ))),
    }
}

/// Returns the names of a path, the last one first.
fn names(path: &Path) -> Vec<OsString> {
    let mut names: Vec<OsString> = path
        .components()
        .filter_map(|component| match component {
            Component::Normal(name) => Some(name.to_owned()),
            Component::ParentDir => Some("..".into()),
            Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
        })
        .collect();
    names.reverse();
    names
}

/// Returns whether a link in a folder can only be this user's or the system's.
fn is_trusted(folder: &Path, link: &Metadata) -> io::Result<bool> {
    let folder = fs::metadata(folder)?;
    let is_own = |owner: u32| owner == 0 || owner == own_id();
    let everybody = folder.mode() & 0o1002 == 0o002;
    let others = folder.mode() & 0o022 != 0 || !is_own(folder.uid());
    Ok(!everybody && (!others || is_own(link.uid())))
}

/// Refuses another user's file in a folder that is everybody's. The system may do so too (`fs.protected_regular` and
/// `fs.protected_fifos` of Linux), by the same rule.
fn check_owner(real: &Path, file: &Metadata) -> io::Result<()> {
    let is_kept = file.is_file() || file.file_type().is_fifo();
    let folder = fs::metadata(real.parent().unwrap_or(Path::new("/")))?;
    let is_everybodys = folder.mode() & 0o1002 == 0o1002;
    if is_kept && is_everybodys && ![own_id(), folder.uid()].contains(&file.uid()) {
        return Err(io::Error::other(
            "it belongs to another user, in a folder that everybody can write; name another file",
        ));
    }
    Ok(())
}

fn own_id() -> u32 {
    rustix::process::geteuid().as_raw()
}

#[cfg(test)]
mod tests;
