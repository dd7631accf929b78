//! The entries of a folder.
//!
//! [`std::fs::read_dir`] panics where the system says that the folder could not be closed, as network file systems do;
//! this does not, as nothing is lost so.

use std::ffi::{OsStr, OsString};
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Dir, Mode, OFlags};

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
/// Fails if the folder cannot be opened, or the device did not take what was written.
pub fn settle(folder: &Path) -> io::Result<()> {
    let opened = fs::File::open(folder)?;
    Ok(rustix::fs::syncfs(&opened)?)
}

/// All that lies in a folder, in no order.
///
/// # Errors
///
/// Where the folder cannot be opened; each entry is one where it cannot be read, and the last then.
pub fn entries(folder: &Path) -> io::Result<impl Iterator<Item = io::Result<Entry>>> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let opened = rustix::fs::open(folder, flags, Mode::empty())?;
    let folder = folder.to_owned();
    Ok(Dir::new(opened)?.filter_map(move |entry| match entry {
        Ok(entry) => match entry.file_name().to_bytes() {
            b"." | b".." => None,
            name => Some(Ok(Entry {
                path: folder.join(OsStr::from_bytes(name)),
            })),
        },
        Err(error) => Some(Err(error.into())),
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
        std::os::unix::fs::symlink("nowhere", folder.path().join("c")).unwrap();
        let mut found: Vec<Entry> = entries(folder.path()).unwrap().map(Result::unwrap).collect();
        found.sort_by_key(Entry::file_name);
        let names: Vec<OsString> = found.iter().map(Entry::file_name).collect();
        assert_eq!(names, [".b", "a", "c"]);
        assert!(found[0].metadata().unwrap().is_dir());
        assert_eq!(found[1].metadata().unwrap().len(), 3);
        assert!(found[2].metadata().unwrap().is_symlink());
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
