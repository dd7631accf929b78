//! Files that are named to be written. The system follows links, and decides who may write a file: there are no folders
//! here in which everybody can create files and only their owners remove them.

use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf, Prefix};

use super::names::{device_name, is_ordinary_file};
use crate::write_mode::WriteMode;

/// Opens a file to be written. Links are followed.
///
/// # Errors
///
/// Where it cannot be opened.
pub(crate) fn open(path: &Path, writing: WriteMode) -> io::Result<File> {
    let is_created = writing != WriteMode::AtEndOfExisting;
    let file = writing.options().create(is_created).truncate(false).open(path)?;
    // A device has no content that could be removed.
    if writing == WriteMode::Anew && is_ordinary_file(&file)? {
        file.set_len(0)?;
    }
    Ok(file)
}

/// Permits every name: there is nothing that the system would not refuse itself.
///
/// # Errors
///
/// None.
pub(crate) fn check(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// The same.
///
/// # Errors
///
/// None.
pub(crate) fn check_links(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Returns the path without links of a file that is to be written, which need not exist. A link that leads to nothing
/// is kept, and so is what follows a name that does not exist, and that of a device.
///
/// # Errors
///
/// Where a part that is there cannot be opened.
pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
    let whole = std::path::absolute(path)?;
    if device_name(&whole).is_some() {
        return Ok(whole);
    }
    for there in whole.ancestors() {
        match fs::canonicalize(there) {
            Ok(real) => {
                let rest = whole.strip_prefix(there).unwrap_or(Path::new(""));
                let real = without_mark(&real);
                // Joining an empty path would add a backslash.
                return Ok(if rest.as_os_str().is_empty() {
                    real
                } else {
                    real.join(rest)
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(whole)
}

/// Returns a path without the mark `\\?\`, where it means the same without it.
pub(super) fn without_mark(path: &Path) -> PathBuf {
    let mut components = path.components();
    let Some(Component::Prefix(prefix)) = components.next() else {
        return path.to_owned();
    };
    let mut shorter = match prefix.kind() {
        Prefix::VerbatimDisk(letter) => PathBuf::from(format!("{}:\\", char::from(letter))),
        Prefix::VerbatimUNC(server, share) => Path::new(r"\\").join(server).join(share),
        _ => return path.to_owned(),
    };
    shorter.extend(components.filter(|component| *component != Component::RootDir));
    // Names such as `NUL`, and those that end with a dot, stand for something else without it.
    match std::path::absolute(&shorter) {
        Ok(whole) if whole.as_os_str() == shorter.as_os_str() => shorter,
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lose_the_mark_where_they_mean_the_same_without_it() {
        let without = |path: &str| without_mark(Path::new(path)).to_string_lossy().into_owned();
        assert_eq!(without(r"\\?\C:\a\b"), r"C:\a\b");
        assert_eq!(without(r"\\?\C:\"), r"C:\");
        assert_eq!(without(r"\\?\UNC\server\share\a"), r"\\server\share\a");
        assert_eq!(without(r"\\?\C:\a\b."), r"\\?\C:\a\b.");
        assert_eq!(without(r"C:\a"), r"C:\a");
    }

    #[test]
    fn a_device_is_opened_to_be_written() {
        for writing in [WriteMode::Anew, WriteMode::AtEnd, WriteMode::AtEndOfExisting] {
            open(Path::new("NUL"), writing).unwrap();
        }
    }
}
