//! Decides which files output may replace: empty ones, and output of an earlier run.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use feedrate_pageio::named_file;

/// The bytes at the beginning of a file that are examined.
const HEAD: u64 = 4096;

/// Returns whether a file may be replaced without loss: it does not exist, is not a regular file, is empty, or its
/// beginning satisfies `is_own`. Symbolic links are followed, as they are when it is written.
///
/// # Errors
///
/// Fails if it cannot be read, or may not be written by this name ([`named_file::check`]).
pub(crate) fn may_be_replaced(path: &Path, is_own: impl FnOnce(&str) -> bool) -> io::Result<bool> {
    named_file::check(path)?;
    match fs::metadata(path) {
        Ok(kind) if kind.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Ok(kind) if !kind.is_file() || kind.len() == 0 => return Ok(true),
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {
            // It can be created if its folder exists.
            let folder = path.parent().filter(|folder| *folder != Path::new(""));
            return match folder {
                Some(folder) if !folder.is_dir() => Err(error),
                _ => Ok(true),
            };
        }
        Err(error) => return Err(error),
    }
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    Ok(is_own(&String::from_utf8_lossy(&head)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_made_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let is_ours = |head: &str| head.starts_with("ours");
        assert!(may_be_replaced(&path, is_ours).unwrap());
        for (text, free) in [("", true), ("ours and more", true), ("thesis", false)] {
            fs::write(&path, text).unwrap();
            assert_eq!(may_be_replaced(&path, is_ours).unwrap(), free, "{text}");
        }
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(!may_be_replaced(&link, is_ours).unwrap());
        assert!(may_be_replaced(Path::new("/dev/null"), is_ours).unwrap());
        assert!(may_be_replaced(folder.path(), is_ours).is_err());
        assert!(may_be_replaced(&folder.path().join("nowhere/file"), is_ours).is_err());
        assert!(may_be_replaced(Path::new("such-a-file-is-not-here"), is_ours).unwrap());
    }
}
