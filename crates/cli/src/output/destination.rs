//! The destination of a result, checked before the work and used after it.

use std::fmt::Display;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_pageio::file_facts;
use feedrate_pageio::named_file::{self, WriteMode};
use feedrate_pageio::stoppable::StoppableFile;
use tempfile::NamedTempFile;

use super::ours::is_ours;
use super::standard::to_stdout;
use crate::system::files;

/// The most links in a row, as in the system itself.
const MOST_LINKS: usize = 40;

/// The destination of a result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// Standard output, by any name.
    Stdout,
    /// A file that is created as a whole or not at all, with no links in its name.
    File(PathBuf),
    /// A pipe, a terminal, or the file of another file descriptor, which can only be written to.
    InPlace(PathBuf),
}

impl Destination {
    /// Returns the destination of a name given by the user.
    pub fn of(path: &Path) -> Result<Self, String> {
        if path == Path::new("-") || files::is_stdout(path) {
            return Ok(Self::Stdout);
        }
        if files::is_device_name(path) {
            return Ok(Self::InPlace(path.to_owned()));
        }
        named_file::check(path).map_err(|what| cannot_write(path, what))?;
        let mut resolved = path.to_owned();
        for _ in 0..MOST_LINKS {
            resolved = without_links_above(&resolved).map_err(|what| cannot_write(path, what))?;
            if files::is_in_folder_of_devices(&resolved) {
                return Ok(Self::InPlace(resolved));
            }
            match fs::read_link(&resolved) {
                Ok(link) => resolved = folder_of(&resolved).join(link),
                Err(_) => {
                    let special = fs::metadata(&resolved).is_ok_and(|target| !target.is_file() && !target.is_dir());
                    return Ok(match special {
                        true => Self::InPlace(resolved),
                        false => Self::File(resolved),
                    });
                }
            }
        }
        Err(cannot_write(path, "its links lead nowhere"))
    }

    /// Checks early whether [`Self::write`] would fail, by trying what can be tried.
    pub fn check(&self) -> Result<(), String> {
        let path = match self {
            Self::Stdout => return Ok(()),
            Self::File(path) | Self::InPlace(path) => path,
        };
        if path.is_dir() {
            return Err(format!("{} is a folder; name a file", path.display()));
        }
        match self {
            Self::Stdout => Ok(()),
            Self::File(path) => {
                spare_others(path)?;
                temporary_beside(path).map(drop)
            }
            Self::InPlace(path) => {
                // Opening a pipe would wait for its reader, which may come later.
                if fs::metadata(path).is_ok_and(|target| files::is_pipe(&target)) {
                    return Ok(());
                }
                spare_others_unless_open(path)?;
                OpenOptions::new()
                    .append(true)
                    .open(path)
                    .map(drop)
                    .or_else(|error| match error.kind() {
                        io::ErrorKind::NotFound => Ok(()),
                        _ => Err(cannot_write(path, error)),
                    })
            }
        }
    }

    /// Writes a whole text. `stop` ends a wait for a reader.
    pub fn write(&self, text: &str, stop: &Arc<AtomicBool>) -> Result<(), String> {
        match self {
            Self::Stdout => to_stdout(text.as_bytes(), stop),
            Self::File(path) => {
                // Another file may have been put there meanwhile.
                spare_others(path)?;
                replace(path, text)
            }
            Self::InPlace(path) => {
                spare_others_unless_open(path)?;
                write_in_place(path, text, stop).map_err(|error| cannot_write(path, error))
            }
        }
    }

    /// The same for a caller that has looked at an existing file itself, and may replace it.
    pub fn write_over(&self, text: &str, stop: &Arc<AtomicBool>) -> Result<(), String> {
        match self {
            Self::File(path) => {
                named_file::check(path).map_err(|what| cannot_write(path, what))?;
                replace(path, text)
            }
            other => other.write(text, stop),
        }
    }

    /// Opens it for output during the work, such as a log that others follow; `None` for standard output, which is
    /// open. `stop` ends a wait for the reader of a pipe.
    pub fn open(&self, stop: &Arc<AtomicBool>) -> Result<Option<StoppableFile>, String> {
        let (path, is_open) = match self {
            Self::Stdout => return Ok(None),
            Self::File(path) => (path, false),
            Self::InPlace(path) => (path, files::is_descriptor(path)),
        };
        if !is_open {
            // Another file may have been put there meanwhile.
            spare_others(path)?;
        }
        let opened = StoppableFile::write_to(path, writing(is_open), stop).map(Some);
        opened.map_err(|error| cannot_write(path, error))
    }

    /// Returns whether its output is discarded: `/dev/null`.
    pub fn discards(&self) -> bool {
        match self {
            Self::Stdout => files::discards(None),
            Self::File(_) => false,
            Self::InPlace(path) => files::discards(Some(path)),
        }
    }
}

/// Returns the same path with no links among its folders.
fn without_links_above(path: &Path) -> Result<PathBuf, String> {
    let Some(name) = path.file_name() else {
        return file_facts::without_links(path).map_err(|error| error.to_string());
    };
    let folder = folder_of(path);
    match file_facts::without_links(folder) {
        Ok(resolved) if resolved.is_dir() => Ok(resolved.join(name)),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.to_string()),
        _ => Err(format!("there is no folder {}", folder.display())),
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Refuses a disk, a file whose content is not an earlier result, and what may be written by no name of it.
fn spare_others(path: &Path) -> Result<(), String> {
    named_file::check(path).map_err(|what| cannot_write(path, what))?;
    let Ok(target) = fs::metadata(path) else {
        return Ok(());
    };
    if files::is_disk(&target) {
        return Err(format!("{} is a block device; name a file", path.display()));
    }
    if target.is_file() && target.len() > 0 && !is_ours(path) {
        return Err(format!(
            "{} exists and was not written by feedrate; name another file",
            path.display()
        ));
    }
    Ok(())
}

/// The same, except that the file of a file descriptor is appended to, so that nothing is lost.
fn spare_others_unless_open(path: &Path) -> Result<(), String> {
    match files::is_descriptor(path) {
        true => Ok(()),
        false => spare_others(path),
    }
}

fn write_in_place(path: &Path, text: &str, stop: &Arc<AtomicBool>) -> io::Result<()> {
    let writing = writing(files::is_descriptor(path));
    StoppableFile::write_to(path, writing, stop)?.write_all(text.as_bytes())
}

/// Returns how a file is written. That of a file descriptor keeps what it has.
fn writing(is_open: bool) -> WriteMode {
    match is_open {
        true => WriteMode::AtEndOfExisting,
        false => WriteMode::Anew,
    }
}

/// Creates a file, and replaces an existing one.
fn replace(path: &Path, text: &str) -> Result<(), String> {
    let mut temporary = temporary_beside(path)?;
    let written = temporary.write_all(text.as_bytes()).and_then(|()| {
        if let Ok(old) = fs::metadata(path) {
            temporary.as_file().set_permissions(old.permissions())?;
        }
        temporary.persist(path).map(drop).map_err(|error| error.error)
    });
    written.map_err(|error| cannot_write(path, error))
}

/// Creates a file with a name that nobody can predict, which is removed when it is dropped.
fn temporary_beside(path: &Path) -> Result<NamedTempFile, String> {
    files::permit_as_new(tempfile::Builder::new().prefix(".feedrate-").suffix(".tmp"))
        .tempfile_in(folder_of(path))
        // The error's message names the temporary file, which the user does not know.
        .map_err(|error| cannot_write(path, error.kind()))
}

fn cannot_write(path: &Path, what: impl Display) -> String {
    format!("cannot write {}: {what}", path.display())
}
