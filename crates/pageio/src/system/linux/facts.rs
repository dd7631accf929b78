//! Facts of files by their names.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Returns the device of a file, and its number there.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn identity(path: &Path) -> io::Result<(u64, u64)> {
    let metadata = fs::metadata(path)?;
    Ok((metadata.dev(), metadata.ino()))
}

/// Returns the bytes of the blocks of a file.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn space(path: &Path) -> io::Result<u64> {
    Ok(fs::metadata(path)?.blocks() * 512)
}

/// Returns the absolute path without links.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn without_links(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_the_file_that_it_leads_to() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "x").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert_eq!(identity(&file).unwrap(), identity(&link).unwrap());
        assert_eq!(space(&file).unwrap(), space(&link).unwrap());
    }
}
