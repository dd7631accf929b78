//! Files that may keep their user waiting, such as pipes, without making it deaf.
//!
//! A pipe has its other end in another program, which may come late, write nothing for hours or not read. A system call
//! that waits for it hears nothing of the user's wish to stop. So these files are opened not to block, and every wait
//! ends soon with [`io::ErrorKind::WouldBlock`]; whoever gets that looks whether it is to stop, and tries again
//! ([`interruptibly`]). [`StoppableFile`] does so by itself. Files that pipes make no sense as are opened by
//! [`open_ordinary`].

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::cold;
use crate::error::Error;
use crate::named_file::{self, WriteMode};
use crate::system::names::{is_ordinary, is_ordinary_file};
use crate::system::waiting;

/// The time that it waits before it asks again whether it is to stop.
const WHILE: Duration = Duration::from_millis(50);

/// The time that something that is to stop still waits for who reads its last words.
const FAREWELL: Duration = Duration::from_secs(1);

/// So much goes whole into a pipe that is ready for some, and does not wait for room.
const AT_ONCE: usize = 4096;

/// A file that never waits long.
#[derive(Debug)]
pub struct InterruptibleFile {
    file: File,
    /// True if it is one that may keep its user waiting at all.
    waits: bool,
    /// True if others use it too, for whom it blocks.
    blocks: bool,
}

impl InterruptibleFile {
    /// Opens a file to be read. A pipe need not have a writer yet.
    ///
    /// # Errors
    ///
    /// Where it cannot be opened.
    pub fn read_from(path: &Path) -> io::Result<Self> {
        waiting::open_to_read(path).and_then(Self::opened)
    }

    /// Opens a file to be written, see [`named_file::open`]. A pipe that has no reader yet is waited for.
    ///
    /// # Errors
    ///
    /// The outer one where `check_stop` fails, the inner one where the file cannot be opened.
    pub fn write_to<E>(
        path: &Path,
        writing: WriteMode,
        check_stop: impl Fn() -> Result<(), E>,
    ) -> Result<io::Result<Self>, E> {
        loop {
            match named_file::open(path, writing).and_then(Self::opened) {
                Err(error) if waiting::lacks_reader(path, &error) => {
                    check_stop()?;
                    thread::sleep(WHILE);
                }
                opened => return Ok(opened),
            }
        }
    }

    /// A file that was opened not to block, unless it is an ordinary one.
    fn opened(file: File) -> io::Result<Self> {
        let waits = !is_ordinary_file(&file)?;
        cold::note_made(&file);
        Ok(Self {
            file,
            waits,
            blocks: false,
        })
    }

    /// A file that this process was given open, such as standard output.
    fn given(file: File) -> Self {
        let waits = is_ordinary_file(&file).is_ok_and(|is_ordinary| !is_ordinary);
        Self {
            file,
            waits,
            blocks: true,
        }
    }

    /// Sends it out of the page cache if it is an input that is to be [cold]. `path` is its name.
    ///
    /// # Errors
    ///
    /// Where it does not become so.
    pub fn before_first_use(&self, path: &Path) -> io::Result<()> {
        cold::before_use(&self.file, path).map_err(|error| match error {
            Error::Warm { why, .. } => io::Error::other(format!("it cannot be made cold for --cold: {why}")),
            error => io::Error::other(error),
        })
    }

    /// Returns its metadata.
    ///
    /// # Errors
    ///
    /// Where the system does not tell.
    pub fn metadata(&self) -> io::Result<fs::Metadata> {
        self.file.metadata()
    }
}

impl Read for InterruptibleFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // A pipe that has had no writer yet is not ready, and one that all writers have left is.
        if self.waits {
            waiting::wait_to_read(&self.file, WHILE)?;
        }
        self.file.read(bytes)
    }
}

impl Write for InterruptibleFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.waits {
            waiting::wait_to_write(&self.file, WHILE)?;
        }
        let most = match self.waits && self.blocks {
            true => bytes.len().min(AT_ONCE),
            false => bytes.len(),
        };
        waiting::write(&self.file, &bytes[..most])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Does what may have to wait again and again, for as long as it is not to stop.
///
/// # Errors
///
/// The outer one where `check_stop` fails, the inner one as `attempt` does.
pub fn interruptibly<T, E>(
    mut attempt: impl FnMut() -> io::Result<T>,
    check_stop: impl Fn() -> Result<(), E>,
) -> Result<io::Result<T>, E> {
    loop {
        match attempt() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => check_stop()?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return Ok(done),
        }
    }
}

/// A file whose waits end with an error once a flag is set. What is written still goes for as long as somebody takes
/// it, so that the last words of what was stopped are not lost.
#[derive(Debug)]
pub struct StoppableFile {
    file: InterruptibleFile,
    stop: Arc<AtomicBool>,
}

impl StoppableFile {
    /// Opens a file to be read. A pipe need not have a writer yet.
    ///
    /// # Errors
    ///
    /// Where it cannot be opened.
    pub fn read_from(path: &Path, stop: &Arc<AtomicBool>) -> io::Result<Self> {
        let stop = Arc::clone(stop);
        InterruptibleFile::read_from(path).map(|file| Self { file, stop })
    }

    /// Opens a file to be written, see [`named_file::open`]. A pipe that has no reader yet is waited for until `stop`
    /// is set.
    ///
    /// # Errors
    ///
    /// Where it cannot be opened, or `stop` is set before it can.
    pub fn write_to(path: &Path, writing: WriteMode, stop: &Arc<AtomicBool>) -> io::Result<Self> {
        let file = InterruptibleFile::write_to(path, writing, || check_flag(stop, None))??;
        let stop = Arc::clone(stop);
        Ok(Self { file, stop })
    }

    /// A file that this process was given open, such as standard output.
    pub fn given(file: impl Into<waiting::GivenFile>, stop: &Arc<AtomicBool>) -> Self {
        Self {
            file: InterruptibleFile::given(File::from(file.into())),
            stop: Arc::clone(stop),
        }
    }
}

impl Read for StoppableFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // A file that never ends, such as /dev/zero, never waits either.
        check_flag(&self.stop, None)?;
        interruptibly(|| self.file.read(bytes), || check_flag(&self.stop, None))?
    }
}

impl Write for StoppableFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let began = Instant::now();
        let check_stop = || check_flag(&self.stop, Some(began));
        interruptibly(|| self.file.write(bytes), check_stop)?
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Fails once `stop` is set; of a write that has waited since a moment, not before it has waited long enough.
fn check_flag(stop: &AtomicBool, since: Option<Instant>) -> io::Result<()> {
    let is_due = since.is_none_or(|since| since.elapsed() >= FAREWELL);
    if is_due && stop.load(Ordering::Relaxed) {
        return Err(io::Error::other("interrupted while it waited for the other end"));
    }
    Ok(())
}

/// Opens an existing file to be read that is to be an ordinary one. What else has that name is refused and never
/// waited for.
///
/// # Errors
///
/// Where it cannot be opened, or is no ordinary file.
pub fn open_ordinary(path: &Path) -> io::Result<File> {
    let refused = || io::Error::other("it is no ordinary file; name one");
    // Before it is opened: who waits at the other end of a pipe would take this for the reader.
    if !is_ordinary(path)? {
        return Err(refused());
    }
    let file = waiting::open_known_to_read(path)?;
    match is_ordinary_file(&file)? {
        true => Ok(file),
        false => Err(refused()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_words_go_to_who_reads_them() {
        let (mut reader, writer) = io::pipe().unwrap();
        let stop = Arc::new(AtomicBool::new(true));
        let mut given = StoppableFile::given(writer, &stop);
        let said = vec![7; 300_000];
        let heard = thread::spawn(move || {
            let mut heard = Vec::new();
            reader.read_to_end(&mut heard).map(|_| heard)
        });
        given.write_all(&said).unwrap();
        drop(given);
        assert!(heard.join().unwrap().unwrap() == said);
    }

    #[test]
    fn ordinary_files_never_wait() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let error = open_ordinary(&path).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(open_ordinary(folder.path()).is_err());
        let stop = Arc::new(AtomicBool::new(false));
        let mut written = StoppableFile::write_to(&path, WriteMode::Anew, &stop).unwrap();
        written.write_all(b"a text").unwrap();
        drop(written);
        assert_eq!(io::read_to_string(open_ordinary(&path).unwrap()).unwrap(), "a text");
        let mut read = StoppableFile::read_from(&path, &stop).unwrap();
        assert_eq!(io::read_to_string(&mut read).unwrap(), "a text");
        stop.store(true, Ordering::Relaxed);
        let error = read.read(&mut [0]).unwrap_err();
        assert!(error.to_string().starts_with("interrupted while it waited"));
    }
}
