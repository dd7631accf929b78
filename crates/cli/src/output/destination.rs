//! A place that a result is written to, found before the work and used after it.

use std::fmt::Display;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_pageio::stoppable::Stoppable;
use tempfile::NamedTempFile;

use super::ours::is_ours;

/// As many links in a row as the system itself follows.
const MOST_LINKS: usize = 40;

/// Where the names of files do not stand for files that can be replaced.
const DEVICES: &str = "/dev";
const PROCESSES: &str = "/proc";

/// A place that a result is written to.
#[derive(Debug, PartialEq)]
pub(super) enum Destination {
    /// Standard output, by whatever name.
    Stdout,
    /// A file that appears whole or not at all, with no links in its name.
    File(PathBuf),
    /// A pipe, a terminal, or what another file descriptor stands for: it can only be written to.
    InPlace(PathBuf),
}

impl Destination {
    /// What a name given by the user stands for.
    pub(super) fn of(path: &Path) -> Result<Self, String> {
        if path == Path::new("-") || is_stdout(path) {
            return Ok(Self::Stdout);
        }
        let mut resolved = path.to_owned();
        for _ in 0..MOST_LINKS {
            resolved = without_links_above(&resolved).map_err(|what| cannot_write(path, what))?;
            if [DEVICES, PROCESSES]
                .iter()
                .any(|at| resolved.starts_with(at))
            {
                return Ok(Self::InPlace(resolved));
            }
            match fs::read_link(&resolved) {
                Ok(link) => resolved = folder_of(&resolved).join(link),
                Err(_) => {
                    let special = fs::metadata(&resolved)
                        .is_ok_and(|target| !target.is_file() && !target.is_dir());
                    return Ok(match special {
                        true => Self::InPlace(resolved),
                        false => Self::File(resolved),
                    });
                }
            }
        }
        Err(cannot_write(path, "its links lead nowhere"))
    }

    /// Says early whether [`Self::write`] would be refused. What can be tried is tried.
    pub(super) fn check(&self) -> Result<(), String> {
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
                // Opening a pipe would wait for its reader, who may come later.
                let is_pipe = fs::metadata(path).is_ok_and(|target| target.file_type().is_fifo());
                if is_pipe {
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

    /// Writes all of a text. Where somebody has to take it, `stop` ends what waits for them.
    pub(super) fn write(&self, text: &str, stop: &Arc<AtomicBool>) -> Result<(), String> {
        match self {
            Self::Stdout => super::to_stdout(text.as_bytes(), stop),
            Self::File(path) => {
                // Someone may have put another file there meanwhile.
                spare_others(path)?;
                replace(path, text)
            }
            Self::InPlace(path) => {
                spare_others_unless_open(path)?;
                write_in_place(path, text, stop).map_err(|error| cannot_write(path, error))
            }
        }
    }

    /// Opens it to be written to as the work goes, such as a log that others follow; `None` for standard
    /// output, which is open. Where it is a pipe, `stop` ends what waits for its reader.
    pub(super) fn open(&self, stop: &Arc<AtomicBool>) -> Result<Option<Stoppable>, String> {
        let (path, is_open) = match self {
            Self::Stdout => return Ok(None),
            Self::File(path) => (path, false),
            Self::InPlace(path) => (path, is_descriptor(path)),
        };
        if !is_open {
            // Someone may have put another file there meanwhile.
            spare_others(path)?;
        }
        let mut options = OpenOptions::new();
        match is_open {
            true => options.append(true),
            false => options.write(true).create(true).truncate(true),
        };
        let opened = Stoppable::write_to(path, &mut options, stop).map(Some);
        opened.map_err(|error| cannot_write(path, error))
    }

    /// Whether nothing of what is written to it is kept: `/dev/null`.
    pub(super) fn discards(&self) -> bool {
        let null = fs::metadata("/dev/null").map(|null| null.rdev());
        let target = match self {
            Self::Stdout => stdout_metadata(),
            Self::File(_) => return false,
            Self::InPlace(path) => fs::metadata(path),
        };
        matches!((target, null), (Ok(target), Ok(null))
            if target.file_type().is_char_device() && target.rdev() == null)
    }
}

/// Whether a name stands for what standard output goes to. `/dev/stdout` is no file to be opened anew:
/// where it is one, what was printed there before would be lost.
fn is_stdout(path: &Path) -> bool {
    let Ok(stdout) = stdout_metadata() else {
        return false;
    };
    fs::metadata(path)
        .is_ok_and(|target| (target.dev(), target.ino()) == (stdout.dev(), stdout.ino()))
}

fn stdout_metadata() -> io::Result<Metadata> {
    let stdout = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    stdout.and_then(|stdout| stdout.metadata())
}

/// The same name with no links among its folders. `Err` says what is wrong with them.
fn without_links_above(path: &Path) -> Result<PathBuf, String> {
    let Some(name) = path.file_name() else {
        return fs::canonicalize(path).map_err(|error| error.to_string());
    };
    let folder = folder_of(path);
    match fs::canonicalize(folder) {
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

/// Refuses a disk, and a file with contents that are no earlier result.
fn spare_others(path: &Path) -> Result<(), String> {
    let Ok(target) = fs::metadata(path) else {
        return Ok(());
    };
    if target.file_type().is_block_device() {
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

/// The same, but what a file descriptor stands for is added to, and so loses nothing.
fn spare_others_unless_open(path: &Path) -> Result<(), String> {
    match is_descriptor(path) {
        true => Ok(()),
        false => spare_others(path),
    }
}

fn is_descriptor(path: &Path) -> bool {
    path.starts_with(PROCESSES) || fs::read_link(path).is_ok_and(|link| link.starts_with(PROCESSES))
}

fn write_in_place(path: &Path, text: &str, stop: &Arc<AtomicBool>) -> io::Result<()> {
    let mut options = OpenOptions::new();
    match is_descriptor(path) {
        true => options.append(true),
        false => options.write(true).create(true).truncate(true),
    };
    Stoppable::write_to(path, &mut options, stop)?.write_all(text.as_bytes())
}

/// Puts a file in the place of what is there, if anything is.
fn replace(path: &Path, text: &str) -> Result<(), String> {
    let mut temporary = temporary_beside(path)?;
    let written = temporary.write_all(text.as_bytes()).and_then(|()| {
        if let Ok(old) = fs::metadata(path) {
            temporary.as_file().set_permissions(old.permissions())?;
        }
        temporary
            .persist(path)
            .map(drop)
            .map_err(|error| error.error)
    });
    written.map_err(|error| cannot_write(path, error))
}

/// A new file under a name that nobody can have prepared, gone again when it is dropped.
fn temporary_beside(path: &Path) -> Result<NamedTempFile, String> {
    tempfile::Builder::new()
        .prefix(".feedrate-")
        .suffix(".tmp")
        // As any new file: less what the user's mask takes away.
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder_of(path))
        // The error's own words name the temporary file, which means nothing to the user.
        .map_err(|error| cannot_write(path, error.kind()))
}

fn cannot_write(path: &Path, what: impl Display) -> String {
    format!("cannot write {}: {what}", path.display())
}
