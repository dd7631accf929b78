//! Texts that a person names to be read whole: programs, job files, lists of hosts. None is endless, and none is a
//! device.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::system;

/// A kind of text.
#[derive(Clone, Copy, Debug)]
pub struct TextKind {
    /// Its name in messages, such as "job file".
    pub name: &'static str,
    /// The most bytes that one has.
    pub longest: u64,
}

impl TextKind {
    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// As [`read`], and if it is longer than such a text.
    pub fn read(self, path: &Path) -> io::Result<Vec<u8>> {
        // A device may have no metadata; another error is told where it is opened.
        if fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > self.longest) {
            return Err(self.too_long());
        }
        self.checked(read(path, self.longest)?)
    }

    /// Reads the text of a file, or of standard input, whose name is `-`.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn read_or_input(self, path: &Path) -> io::Result<Vec<u8>> {
        self.checked(read_or_input(path, self.longest)?)
    }

    fn checked(self, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        match bytes.len() as u64 <= self.longest {
            true => Ok(bytes),
            false => Err(self.too_long()),
        }
    }

    fn too_long(self) -> io::Error {
        let (name, longest) = (self.name, self.longest.div_ceil(1 << 20));
        let long = format!("it is longer than {longest} MiB, which no {name} is; name another file");
        io::Error::new(ErrorKind::InvalidData, long)
    }
}

/// Reads a file to its end, but at most so many bytes, and one more if it has more. A pipe is read as a file is.
///
/// # Errors
///
/// Fails if it cannot be read, or is a device other than a terminal and `/dev/null`.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    check(path)?;
    up_to(File::open(path)?, most)
}

/// The same, where `-` names standard input.
///
/// # Errors
///
/// As [`read`].
pub fn read_or_input(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    match path == Path::new("-") {
        true => up_to(io::stdin().lock(), most),
        false => read(path, most),
    }
}

/// Checks that a file can be such a text, without reading it.
///
/// # Errors
///
/// Fails if it is not there, or is a folder, a socket, or a device other than a terminal and `/dev/null`.
pub fn check(path: &Path) -> io::Result<()> {
    match system::names::is_text(path)? {
        true => Ok(()),
        false => Err(io::Error::other("it is a device or a socket, and no text; name a file")),
    }
}

fn up_to(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const NOTE: TextKind = TextKind {
        name: "note",
        longest: 1 << 20,
    };

    #[test]
    fn texts_are_read_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "text").unwrap();
        assert_eq!(NOTE.read(&path).unwrap(), b"text");
        assert_eq!(NOTE.read_or_input(&path).unwrap(), b"text");
    }

    #[test]
    fn long_texts_and_folders_are_refused() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&vec![b'x'; 1 << 20]).unwrap();
        assert_eq!(NOTE.read(file.path()).unwrap().len(), 1 << 20);
        file.write_all(b"x").unwrap();
        let error = NOTE.read(file.path()).unwrap_err().to_string();
        assert_eq!(error, "it is longer than 1 MiB, which no note is; name another file");
        let error = NOTE.read(&std::env::temp_dir()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IsADirectory);
        assert!(NOTE.read(Path::new("/no/such/file")).is_err());
    }
}
