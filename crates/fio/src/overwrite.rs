//! Decides which files output may replace: empty ones, and output of an earlier run.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use feedrate_pageio::named_file;

/// The bytes at the beginning of a file by which most output is known.
const BEGINNING: usize = 4096;

/// The bytes at both ends of a file that are examined.
const END: u64 = 64 << 10;

/// Both ends of a file.
#[derive(Debug, Default)]
pub(crate) struct Excerpt {
    /// Its first 64 KiB, or the whole of a file up to twice that.
    pub(crate) head: Vec<u8>,
    /// Its last 64 KiB, if it is longer.
    tail: Option<Vec<u8>>,
}

impl Excerpt {
    fn of(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let is_long = length > 2 * END;
        let mut excerpt = Self::default();
        let first = if is_long { END } else { 2 * END };
        (&mut file).take(first).read_to_end(&mut excerpt.head)?;
        if is_long {
            file.seek(SeekFrom::Start(length - END))?;
            let tail = excerpt.tail.insert(Vec::new());
            file.take(END).read_to_end(tail)?;
        }
        Ok(excerpt)
    }

    /// Returns the excerpt of a file with these bytes, which are few.
    #[cfg(test)]
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        Self {
            head: bytes.to_vec(),
            tail: None,
        }
    }

    /// Returns the first 4 KiB as text.
    pub(crate) fn beginning(&self) -> Cow<'_, str> {
        let end = self.head.len().min(BEGINNING);
        String::from_utf8_lossy(self.head.get(..end).unwrap_or_default())
    }

    /// Returns whether all lines are such, of which there is one at least. The last line may be a piece, as a program
    /// that was killed leaves it, and so are those where the middle of the file is left out.
    pub(crate) fn has_only(&self, is_line: fn(&str) -> bool, is_piece: fn(&str) -> bool) -> bool {
        let is_last = |line: &str| line.is_empty() || is_line(line) || is_piece(line);
        let head = String::from_utf8_lossy(&self.head);
        let (lines, last) = head.rsplit_once('\n').unwrap_or((&head, ""));
        if !lines.split('\n').all(is_line) || !is_last(last) {
            return false;
        }
        self.tail.as_ref().is_none_or(|tail| {
            let tail = String::from_utf8_lossy(tail);
            let Some((first, lines)) = tail.split_once('\n') else {
                return false;
            };
            let (lines, last) = lines.rsplit_once('\n').unwrap_or(("", lines));
            let mut lines = lines.split('\n').filter(|_| !lines.is_empty());
            is_last(first) && lines.all(is_line) && is_last(last)
        })
    }
}

/// Returns whether a file may be replaced without loss: it does not exist, is not a regular file, is empty, or its
/// ends satisfy `is_own`. Symbolic links are followed, as they are when it is written.
///
/// # Errors
///
/// Fails if it cannot be read, or may not be written by this name ([`named_file::check`]).
pub(crate) fn may_be_replaced(path: &Path, is_own: impl FnOnce(&Excerpt) -> bool) -> io::Result<bool> {
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
    Ok(is_own(&Excerpt::of(path)?))
}

/// Checks that a file may be replaced without loss.
///
/// # Errors
///
/// Those of [`may_be_replaced`], and one with this reason if it may not.
pub(crate) fn check(path: &Path, is_own: impl FnOnce(&Excerpt) -> bool, reason: &str) -> io::Result<()> {
    match may_be_replaced(path, is_own)? {
        true => Ok(()),
        false => Err(io::Error::new(ErrorKind::AlreadyExists, reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_made_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let is_ours = |excerpt: &Excerpt| excerpt.beginning().starts_with("ours");
        assert!(may_be_replaced(&path, is_ours).unwrap());
        for (text, free) in [("", true), ("ours and more", true), ("thesis", false)] {
            fs::write(&path, text).unwrap();
            assert_eq!(may_be_replaced(&path, is_ours).unwrap(), free, "{text}");
        }
        assert!(may_be_replaced(folder.path(), is_ours).is_err());
        assert!(may_be_replaced(&folder.path().join("nowhere/file"), is_ours).is_err());
        assert!(may_be_replaced(Path::new("such-a-file-is-not-here"), is_ours).unwrap());
    }

    /// Windows makes links for administrators alone.
    #[cfg(unix)]
    #[test]
    fn what_others_made_stays_behind_links_and_devices_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&path, "thesis").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(!may_be_replaced(&link, |_| false).unwrap());
        assert!(may_be_replaced(Path::new("/dev/null"), |_| false).unwrap());
    }
}
