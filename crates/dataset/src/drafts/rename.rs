//! Gives a file a name that no other file has.

use std::path::Path;

use crate::error::{Error, Result};
use crate::system::rename_to_new;

/// Renames a file. Returns `false` if the new name exists.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<bool> {
    rename_to_new(from, to).map_err(|source| Error::file("rename", from, source))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_rename_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b, c) = (
            folder.path().join("a"),
            folder.path().join("b"),
            folder.path().join("c"),
        );
        fs::write(&a, "a").unwrap();
        fs::write(&b, "b").unwrap();
        assert!(!rename(&a, &b).unwrap());
        assert!(rename(&a, &c).unwrap());
        assert_eq!(fs::read(&b).unwrap(), b"b");
        assert_eq!(fs::read(&c).unwrap(), b"a");
    }
}
