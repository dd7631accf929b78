//! The files that were sent out of the page cache, as the processes of a program share them.
//!
//! The register is a file in memory without a name, which goes with the process that made it, however that ends. Other
//! processes of the same user open it through `/proc`. Its first line is the moment at which the program began; each
//! other line is a file. Whoever sends a file out holds the lock of the register meanwhile, so that a process that waits
//! for it finds the file registered, and reads it only then.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::retry_on_intr;

use super::FileId;
use super::age::Moment;
use crate::system;

/// A file that was sent out of the page cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentFile {
    /// The number of the program among those that run at once.
    pub program: u32,
    /// The number of the process that did so.
    pub process: u32,
    /// Its name.
    pub path: PathBuf,
    /// Its length.
    pub file_bytes: u64,
    /// Its bytes in the cache before.
    pub resident_bytes: u64,
    /// Those after: at most one page in a thousand, which another process may have read meanwhile.
    pub left_bytes: u64,
    /// How long it took, including the writing of what had not reached the device.
    pub elapsed: Duration,
}

#[derive(Debug)]
pub(super) struct Register {
    file: File,
    began: Moment,
    /// The path by which other processes open it.
    path: PathBuf,
}

impl Register {
    /// Makes the register of a program that began at a moment.
    pub(super) fn create(began: Moment) -> io::Result<Self> {
        let mut file = system::memory_file(c"feedrate-cold")?;
        writeln!(file, "{} {}", began.0, began.1)?;
        let path = format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
        Ok(Self {
            file,
            began,
            path: path.into(),
        })
    }

    /// Opens the register of another process.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let mut words = text.lines().next().unwrap_or_default().split(' ');
        let mut word = || words.next()?.parse().ok();
        let began = word().zip(word()).ok_or_else(damaged)?;
        Ok(Self {
            file,
            began,
            path: path.into(),
        })
    }

    /// Returns the path by which other processes open it.
    pub(super) fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// Returns when the program began.
    pub(super) fn began(&self) -> Moment {
        self.began
    }

    /// Waits until no other process has the register, and takes it.
    pub(super) fn lock(&self) -> io::Result<Held<'_>> {
        retry_on_intr(|| flock(&self.file, FlockOperation::LockExclusive))?;
        Ok(Held(&self.file))
    }
}

/// The register, until this is dropped.
#[derive(Debug)]
pub(super) struct Held<'a>(&'a File);

impl Held<'_> {
    /// Returns whether a file is registered.
    pub(super) fn has(&self, id: FileId) -> io::Result<bool> {
        Ok(self.entries()?.iter().any(|(there, _)| *there == id))
    }

    /// Returns all files, in the order in which they were sent out.
    pub(super) fn all(&self) -> io::Result<Vec<SentFile>> {
        Ok(self.entries()?.into_iter().map(|(_, file)| file).collect())
    }

    /// Adds a file.
    pub(super) fn add(&self, id: FileId, sent: &SentFile) -> io::Result<()> {
        let mut file = self.0;
        file.seek(SeekFrom::End(0))?;
        file.write_all(line_of(id, sent).as_bytes())
    }

    fn entries(&self) -> io::Result<Vec<(FileId, SentFile)>> {
        let mut file = self.0;
        let mut text = String::new();
        file.seek(SeekFrom::Start(0))?;
        file.read_to_string(&mut text)?;
        let entries = text.lines().skip(1);
        entries
            .map(|line| entry_of(line).ok_or_else(damaged))
            .collect()
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // It fails only for what is no open file.
        let _ = flock(self.0, FlockOperation::Unlock);
    }
}

fn line_of(id: FileId, sent: &SentFile) -> String {
    let mut line = format!(
        "{} {} {} {} {} {} {} {} ",
        id.device,
        id.inode,
        sent.program,
        sent.process,
        sent.file_bytes,
        sent.resident_bytes,
        sent.left_bytes,
        sent.elapsed.as_nanos()
    );
    // A name may have any bytes, such as line feeds.
    for byte in sent.path.as_os_str().as_bytes() {
        // Writing to a string never fails.
        let _ = write!(line, "{byte:02x}");
    }
    line.push('\n');
    line
}

fn entry_of(line: &str) -> Option<(FileId, SentFile)> {
    let mut words = line.split(' ');
    let mut number = || words.next()?.parse::<u64>().ok();
    let id = FileId {
        device: number()?,
        inode: number()?,
    };
    let mut sent = SentFile {
        program: number()?.try_into().ok()?,
        process: number()?.try_into().ok()?,
        path: PathBuf::new(),
        file_bytes: number()?,
        resident_bytes: number()?,
        left_bytes: number()?,
        elapsed: Duration::from_nanos(number()?),
    };
    let path = words.next()?;
    let bytes =
        (0..path.len() / 2).map(|at| u8::from_str_radix(path.get(2 * at..2 * at + 2)?, 16).ok());
    sent.path = std::ffi::OsString::from_vec(bytes.collect::<Option<_>>()?).into();
    Some((id, sent))
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it is not one of feedrate")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(path: &str) -> SentFile {
        SentFile {
            program: 3,
            process: 77,
            path: path.into(),
            file_bytes: 5_000_000,
            resident_bytes: 4096,
            left_bytes: 0,
            elapsed: Duration::from_micros(1234),
        }
    }

    #[test]
    fn another_opening_finds_what_was_registered() {
        let one = Register::create((17, 5)).unwrap();
        let other = Register::open(&one.path()).unwrap();
        assert_eq!(other.began(), (17, 5));
        let id = |inode| FileId { device: 1, inode };
        let odd = sent("/data/a name\nof two lines \u{e9}");
        one.lock().unwrap().add(id(7), &odd).unwrap();
        other.lock().unwrap().add(id(8), &sent("b")).unwrap();
        let held = one.lock().unwrap();
        assert!(held.has(id(7)).unwrap() && held.has(id(8)).unwrap());
        assert!(!held.has(id(9)).unwrap());
        assert_eq!(held.all().unwrap(), [odd, sent("b")]);
    }

    #[test]
    fn who_has_the_register_has_it_alone() {
        let one = Register::create((17, 5)).unwrap();
        let other = Register::open(&one.path()).unwrap();
        let held = one.lock().unwrap();
        let refused = flock(&other.file, FlockOperation::NonBlockingLockExclusive);
        assert!(refused.is_err());
        drop(held);
        other.lock().unwrap();
    }

    #[test]
    fn what_is_no_register_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "something else\n").unwrap();
        assert!(Register::open(file.path()).is_err());
        assert_eq!(entry_of("1 2 3"), None);
    }
}
