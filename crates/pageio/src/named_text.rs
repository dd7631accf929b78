//! Texts that a person names to be read whole: programs, job files, lists of hosts. None is endless, and none is a
//! device.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

/// The device that is an empty text.
const NULL: &str = "/dev/null";

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
        let metadata = fs::metadata(path)?;
        if metadata.is_file() && metadata.len() > self.longest {
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
    let metadata = fs::metadata(path)?;
    let kind = metadata.file_type();
    if kind.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let is_text =
        kind.is_file() || kind.is_fifo() || kind.is_char_device() && (is_null(&metadata) || is_terminal(path));
    match is_text {
        true => Ok(()),
        false => Err(io::Error::other("it is a device or a socket, and no text; name a file")),
    }
}

fn is_null(metadata: &Metadata) -> bool {
    fs::metadata(NULL).is_ok_and(|null| null.rdev() == metadata.rdev())
}

fn is_terminal(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| file.is_terminal())
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
    fn texts_are_files_pipes_and_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "text").unwrap();
        assert_eq!(NOTE.read(&path).unwrap(), b"text");
        assert_eq!(NOTE.read_or_input(&path).unwrap(), b"text");
        assert_eq!(NOTE.read(Path::new(NULL)).unwrap(), b"");

        let pipe = folder.path().join("pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::RWXU).unwrap();
        let writes = {
            let pipe = pipe.clone();
            std::thread::spawn(move || fs::write(pipe, "through a pipe"))
        };
        assert_eq!(NOTE.read(&pipe).unwrap(), b"through a pipe");
        writes.join().unwrap().unwrap();
    }

    #[test]
    fn endless_and_long_texts_are_refused() {
        for path in ["/dev/zero", "/dev/full", "/dev/urandom"] {
            let error = NOTE.read(Path::new(path)).unwrap_err().to_string();
            assert!(error.starts_with("it is a device"), "{path}: {error}");
        }
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&vec![b'x'; 1 << 20]).unwrap();
        assert_eq!(NOTE.read(file.path()).unwrap().len(), 1 << 20);
        file.write_all(b"x").unwrap();
        let error = NOTE.read(file.path()).unwrap_err().to_string();
        assert_eq!(error, "it is longer than 1 MiB, which no note is; name another file");
        // A file without blocks is refused by its length alone.
        file.as_file().set_len(1 << 40).unwrap();
        assert!(
            NOTE.read(file.path())
                .unwrap_err()
                .to_string()
                .starts_with("it is longer")
        );
        let error = NOTE.read(Path::new("/")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IsADirectory);
        assert!(NOTE.read(Path::new("/no/such/file")).is_err());
    }
}
