//! The entries of a folder.
//!
//! [`std::fs::read_dir`] panics where the system says that the folder could not be closed, as network file systems do;
//! this does not, as nothing is lost so.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::system;

/// Something in a folder.
#[derive(Debug, Clone)]
pub struct Entry {
    path: PathBuf,
}

impl Entry {
    /// Its name in the folder.
    pub fn file_name(&self) -> OsString {
        self.path.file_name().unwrap_or_default().to_owned()
    }

    /// The folder's path and its name.
    pub fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Returns its metadata; of a link, that it is one.
    ///
    /// # Errors
    ///
    /// Where the system does not tell, as of what is gone by now.
    pub fn metadata(&self) -> io::Result<Metadata> {
        fs::symlink_metadata(&self.path)
    }
}

/// Waits until everything that was written to the volume of a folder has reached the device (`syncfs(2)`).
///
/// # Errors
///
/// Fails if the folder cannot be opened, or the device did not take what was written; on Windows, also if this process
/// may not flush the volume, which takes an administrator.
pub fn settle(folder: &Path) -> io::Result<()> {
    system::names::settle(folder)
}

/// All that lies in a folder, in no order.
///
/// # Errors
///
/// Where the folder cannot be opened; each entry is one where it cannot be read, and the last then.
pub fn entries(folder: &Path) -> io::Result<impl Iterator<Item = io::Result<Entry>>> {
    let names = system::names::names_in(folder)?;
    let folder = folder.to_owned();
    Ok(names.map(move |name| {
        name.map(|name| Entry {
            path: folder.join(name),
        })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_lies_there_is_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "xyz").unwrap();
        fs::create_dir(folder.path().join(".b")).unwrap();
        let mut found: Vec<Entry> = entries(folder.path()).unwrap().map(Result::unwrap).collect();
        found.sort_by_key(Entry::file_name);
        let names: Vec<OsString> = found.iter().map(Entry::file_name).collect();
        assert_eq!(names, [".b", "a"]);
        assert!(found[0].metadata().unwrap().is_dir());
        assert_eq!(found[1].metadata().unwrap().len(), 3);
        assert_eq!(found[1].path(), folder.path().join("a"));
    }

    #[test]
    fn what_is_no_folder_is_told() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = entries(file.path()).map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotADirectory);
        let error = entries(Path::new("/no/such")).map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
