//! The files that were sent out of the page cache, as the processes of a program share them.
//!
//! The register is a file in memory without a name, which goes with the process that made it, however that ends. Other
//! processes of the same user open it by a path of the system's. Its first line is the moment at which the program
//! began; each other line is a file and what became of it. Lines are appended whole, so that they are added and read
//! without the lock of the register. Whoever sends a file out holds that lock from the look whether the file is
//! registered until it is.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

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
    /// The time that it took, including the writing of what had not reached the device.
    pub elapsed: Duration,
    /// True if its last change was in the future when it was used, by the clock of its file system.
    pub changed_in_future: bool,
}

/// The fate of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It was sent out.
    Sent(SentFile),
    /// A process of the program made it.
    Made,
    /// It was not sent out because it was changed since the program began, though none of its processes is known to
    /// have made it.
    TakenForMade {
        /// The number of the program that uses it.
        program: u32,
        path: PathBuf,
    },
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
        let mut file = system::new_register()?;
        writeln!(file, "{} {}", began.0, began.1)?;
        let path = system::register_path(&file);
        Ok(Self { file, began, path })
    }

    /// Opens the register of another process.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut file = system::open_register(path)?;
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

    /// Takes the register if no other process has it.
    pub(super) fn try_lock(&self) -> io::Result<Option<RegisterLock<'_>>> {
        match system::try_lock_file(&self.file, true) {
            Ok(true) => Ok(Some(RegisterLock(&self.file))),
            Ok(false) => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns whether a file is registered.
    pub(super) fn has(&self, id: FileId) -> io::Result<bool> {
        let text = self.text()?;
        let beginning = format!("{} {} ", id.device, id.inode);
        Ok(lines(&text).any(|line| line.starts_with(&beginning)))
    }

    /// Returns what became of all files, in the order in which they were added.
    pub(super) fn all(&self) -> io::Result<Vec<Fate>> {
        let text = self.text()?;
        let fates = lines(&text).map(|line| fate_of(line).ok_or_else(damaged));
        fates.collect()
    }

    /// Adds a file.
    pub(super) fn add(&self, id: FileId, fate: &Fate) -> io::Result<()> {
        (&self.file).write_all(line_of(id, fate).as_bytes())
    }

    fn text(&self) -> io::Result<String> {
        let mut bytes = vec![0; self.file.metadata()?.len().try_into().unwrap_or(0)];
        system::read_exact_at(&self.file, &mut bytes, 0)?;
        String::from_utf8(bytes).map_err(|_| damaged())
    }
}

/// Returns the lines of files. One that another process is adding right now is none yet.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().skip(1)
}

/// The lock of the register, until this is dropped.
#[derive(Debug)]
pub(super) struct RegisterLock<'a>(&'a File);

impl Drop for RegisterLock<'_> {
    fn drop(&mut self) {
        // It fails only for what is no open file.
        let _ = system::unlock_file(self.0);
    }
}

fn line_of(id: FileId, fate: &Fate) -> String {
    let FileId { device, inode } = id;
    match fate {
        Fate::Sent(sent) => format!(
            "{device} {inode} sent {} {} {} {} {} {} {} {}\n",
            sent.program,
            sent.process,
            sent.file_bytes,
            sent.resident_bytes,
            sent.left_bytes,
            sent.elapsed.as_nanos(),
            u8::from(sent.changed_in_future),
            hexadecimal(&sent.path)
        ),
        Fate::Made => format!("{device} {inode} made\n"),
        Fate::TakenForMade { program, path } => {
            format!("{device} {inode} taken {program} {}\n", hexadecimal(path))
        }
    }
}

fn fate_of(line: &str) -> Option<Fate> {
    let mut words = line.split(' ').skip(2);
    let what = words.next()?;
    let mut number = || words.next()?.parse::<u64>().ok();
    Some(match what {
        "sent" => Fate::Sent(SentFile {
            program: number()?.try_into().ok()?,
            process: number()?.try_into().ok()?,
            file_bytes: number()?,
            resident_bytes: number()?,
            left_bytes: number()?,
            elapsed: Duration::from_nanos(number()?),
            changed_in_future: number()? != 0,
            path: path_of(words.next()?)?,
        }),
        "made" => Fate::Made,
        "taken" => Fate::TakenForMade {
            program: number()?.try_into().ok()?,
            path: path_of(words.next()?)?,
        },
        _ => return None,
    })
}

/// Writes a name, which may have any bytes, such as line feeds.
fn hexadecimal(path: &Path) -> String {
    let mut text = String::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        // Writing to a string never fails.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn path_of(text: &str) -> Option<PathBuf> {
    let bytes = (0..text.len() / 2).map(|at| u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok());
    system::path_of_bytes(bytes.collect::<Option<_>>()?)
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it is not one of feedrate")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a new register; `None` where the system has none.
    pub(in crate::cold) fn new_register() -> Option<Register> {
        match Register::create((17, 5)) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => None,
            register => Some(register.unwrap()),
        }
    }

    fn sent(path: &str) -> Fate {
        Fate::Sent(SentFile {
            program: 3,
            process: 77,
            path: path.into(),
            file_bytes: 5_000_000,
            resident_bytes: 4096,
            left_bytes: 0,
            elapsed: Duration::from_micros(1234),
            changed_in_future: true,
        })
    }

    #[test]
    fn another_opening_finds_what_was_registered() {
        let Some(one) = new_register() else {
            return;
        };
        let other = Register::open(&one.path()).unwrap();
        assert_eq!(other.began(), (17, 5));
        let id = |inode| FileId { device: 1, inode };
        let odd = sent("/data/a name\nof two lines \u{e9}");
        let taken = Fate::TakenForMade {
            program: 2,
            path: "c".into(),
        };
        one.add(id(7), &odd).unwrap();
        other.add(id(8), &sent("b")).unwrap();
        one.add(id(77), &Fate::Made).unwrap();
        other.add(id(12), &taken).unwrap();
        for inode in [7, 8, 77, 12] {
            assert!(one.has(id(inode)).unwrap() && other.has(id(inode)).unwrap());
        }
        assert!(!one.has(id(1)).unwrap() && !one.has(id(70)).unwrap());
        assert_eq!(one.all().unwrap(), [odd, sent("b"), Fate::Made, taken]);
    }

    #[test]
    fn a_line_that_is_being_added_is_none_yet() {
        let Some(one) = new_register() else {
            return;
        };
        one.add(FileId { device: 1, inode: 2 }, &Fate::Made).unwrap();
        (&one.file).write_all(b"1 3 mad").unwrap();
        assert_eq!(one.all().unwrap(), [Fate::Made]);
    }

    #[test]
    fn who_has_the_register_has_it_alone() {
        let Some(one) = new_register() else {
            return;
        };
        let other = Register::open(&one.path()).unwrap();
        let held = one.try_lock().unwrap();
        assert!(held.is_some());
        assert!(other.try_lock().unwrap().is_none());
        drop(held);
        assert!(other.try_lock().unwrap().is_some());
    }

    #[test]
    fn what_is_no_register_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "something else\n").unwrap();
        assert!(Register::open(file.path()).is_err());
        assert_eq!(fate_of("1 2 3"), None);
    }
}
