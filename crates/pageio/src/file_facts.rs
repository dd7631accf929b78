//! Facts of a file that its name leads to, which need no right to read it.

use std::io;
use std::path::{Path, PathBuf};

use crate::system::facts;

/// Returns the volume of a file or folder, and its number there: two names with the same of both are one file.
///
/// # Errors
///
/// Fails if it is not there, or the system does not tell.
pub fn identity(path: &Path) -> io::Result<(u64, u64)> {
    facts::identity(path)
}

/// Returns the bytes that a file has on its volume, which may be fewer or more than its length.
///
/// # Errors
///
/// Fails if it is not there, or the system does not tell.
pub fn space(path: &Path) -> io::Result<u64> {
    facts::space(path)
}

/// Returns the absolute path of what a name leads to, without links, in the form in which people write it.
///
/// # Errors
///
/// Fails if it is not there.
pub fn without_links(path: &Path) -> io::Result<PathBuf> {
    facts::without_links(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_one_by_each_of_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let name = |name| folder.path().join(name);
        fs::write(name("one"), [1; 100_000]).unwrap();
        fs::write(name("two"), "").unwrap();
        fs::hard_link(name("one"), name("link")).unwrap();
        let (one, two) = (identity(&name("one")).unwrap(), identity(&name("two")).unwrap());
        assert_eq!(one, identity(&name("link")).unwrap());
        assert_ne!(one, two);
        assert_eq!(one.0, identity(folder.path()).unwrap().0);
        assert!(space(&name("one")).unwrap() >= space(&name("two")).unwrap());
        assert!(identity(&name("three")).is_err() && space(&name("three")).is_err());
    }
}
