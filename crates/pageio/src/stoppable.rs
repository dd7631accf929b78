//! Files that may keep their user waiting, such as pipes, without making it deaf.
//!
//! A pipe has its other end in another program, which may come late, write nothing for hours or not read. A system call
//! that waits for it hears nothing of the user's wish to stop. So these files are opened not to block, and every wait
//! ends soon with [`io::ErrorKind::WouldBlock`]; whoever gets that looks whether it is to stop, and tries again
//! ([`interruptibly`]). [`StoppableFile`] does so by itself. Files that pipes make no sense as are opened by
//! [`open_ordinary`].

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::cold;
use crate::error::Error;
use crate::named_file::{self, WriteMode};

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
        let mut options = OpenOptions::new();
        options.read(true);
        // An ordinary file is opened as ever: the flag would refuse one that another program has a lease
        // on, where waiting for that is right.
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            options.custom_flags(OFlags::NONBLOCK.bits() as i32);
        }
        options.open(path).and_then(Self::opened)
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
        let is_pipe = || fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo());
        loop {
            match named_file::open(path, writing).and_then(Self::opened) {
                Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) && is_pipe() => {
                    check_stop()?;
                    thread::sleep(WHILE);
                }
                opened => return Ok(opened),
            }
        }
    }

    /// A file that was opened not to block, unless it is an ordinary one.
    fn opened(file: File) -> io::Result<Self> {
        let waits = !file.metadata()?.is_file();
        cold::note_made(&file);
        Ok(Self {
            file,
            waits,
            blocks: false,
        })
    }

    /// A file that this process was given open, such as standard output.
    fn given(file: File) -> Self {
        let waits = file.metadata().is_ok_and(|metadata| !metadata.is_file());
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

    /// Waits a while for the file to be ready. A pipe that has had no writer yet is not, and one that all
    /// writers have left is.
    fn wait(&self, wanted: PollFlags) -> io::Result<()> {
        if !self.waits {
            return Ok(());
        }
        let timeout = Timespec {
            tv_sec: 0,
            tv_nsec: WHILE.subsec_nanos().into(),
        };
        match poll(&mut [PollFd::new(&self.file, wanted)], Some(&timeout)) {
            Ok(0) | Err(Errno::INTR) => Err(io::ErrorKind::WouldBlock.into()),
            Ok(_) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

impl Read for InterruptibleFile {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.wait(PollFlags::IN)?;
        self.file.read(bytes)
    }
}

impl Write for InterruptibleFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wait(PollFlags::OUT)?;
        let most = match self.waits && self.blocks {
            true => bytes.len().min(AT_ONCE),
            false => bytes.len(),
        };
        self.file.write(&bytes[..most])
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
    pub fn given(file: impl Into<OwnedFd>, stop: &Arc<AtomicBool>) -> Self {
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
    if !fs::metadata(path)?.is_file() {
        return Err(refused());
    }
    let mut options = OpenOptions::new();
    let opened = options
        .read(true)
        .custom_flags(OFlags::NONBLOCK.bits() as i32)
        .open(path);
    let file = match opened {
        // Another program has a lease on it, which none has on anything but an ordinary file.
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => File::open(path)?,
        opened => opened?,
    };
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(refused()),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io::BufRead;

    use super::*;

    /// The wish to stop.
    #[derive(Debug, PartialEq)]
    struct Stop;

    /// A pipe in a folder that goes with the test.
    fn pipe() -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        (folder, path)
    }

    /// Lets a few waits pass, and then wants to stop.
    fn stop_soon() -> impl Fn() -> Result<(), Stop> {
        let left = Cell::new(3);
        move || match left.replace(left.get() - 1) {
            0 => Err(Stop),
            _ => Ok(()),
        }
    }

    #[test]
    fn a_pipe_is_read_from_its_first_writer_to_its_last() {
        let (_folder, path) = pipe();
        let mut reader = io::BufReader::new(InterruptibleFile::read_from(&path).unwrap());
        let nothing = interruptibly(|| reader.fill_buf().map(<[u8]>::len), stop_soon());
        assert_eq!(nothing.unwrap_err(), Stop);

        let mut writer = OpenOptions::new().write(true).open(&path).unwrap();
        let nothing = interruptibly(|| reader.fill_buf().map(<[u8]>::len), stop_soon());
        assert_eq!(nothing.unwrap_err(), Stop);
        writer.write_all(b"a line\n").unwrap();
        drop(writer);
        let mut line = String::new();
        let read = interruptibly(|| reader.read_line(&mut line), stop_soon());
        assert_eq!(read.unwrap().unwrap(), 7);
        let read = interruptibly(|| reader.read_line(&mut line), stop_soon());
        assert_eq!(read.unwrap().unwrap(), 0);
    }

    #[test]
    fn a_pipe_without_reader_and_one_that_is_full_are_waited_for_until_it_is_to_stop() {
        let (_folder, path) = pipe();
        let open = || InterruptibleFile::write_to(&path, WriteMode::Anew, stop_soon());
        assert_eq!(open().unwrap_err(), Stop);

        let reader = InterruptibleFile::read_from(&path).unwrap();
        let mut writer = open().unwrap().unwrap();
        let mut written = 0;
        let filled = loop {
            match interruptibly(|| writer.write(&[0; 4096]), stop_soon()) {
                Ok(count) => written += count.unwrap(),
                Err(stop) => break stop,
            }
        };
        assert_eq!(filled, Stop);
        assert!(written > 0);
        drop(reader);
        let broken = writer.write(&[0]).unwrap_err();
        assert_eq!(broken.kind(), io::ErrorKind::BrokenPipe);
    }

    /// A flag that is set soon.
    fn set_soon() -> Arc<AtomicBool> {
        let stop = Arc::new(AtomicBool::new(false));
        let setter = Arc::clone(&stop);
        thread::spawn(move || {
            thread::sleep(3 * WHILE);
            setter.store(true, Ordering::Relaxed);
        });
        stop
    }

    #[test]
    fn a_flag_ends_every_wait() {
        let (_folder, path) = pipe();
        let waited = "interrupted while it waited";
        let error = StoppableFile::write_to(&path, WriteMode::Anew, &set_soon()).unwrap_err();
        assert!(error.to_string().contains(waited));

        let mut reader = StoppableFile::read_from(&path, &set_soon()).unwrap();
        let error = reader.read_to_end(&mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains(waited));

        let mut writer = StoppableFile::write_to(&path, WriteMode::Anew, &set_soon()).unwrap();
        let error = writer.write_all(&[0; 1 << 20]).unwrap_err();
        assert!(error.to_string().contains(waited));
        drop((reader, writer));

        let mut endless = StoppableFile::read_from(Path::new("/dev/zero"), &set_soon()).unwrap();
        let error = io::copy(&mut endless, &mut io::sink()).unwrap_err();
        assert!(error.to_string().contains(waited));
    }

    #[test]
    fn a_flag_ends_the_wait_for_who_reads_what_was_given_open() {
        let (_reader, writer) = io::pipe().unwrap();
        let mut given = StoppableFile::given(writer, &set_soon());
        let error = given.write_all(&[0; 1 << 20]).unwrap_err();
        assert!(error.to_string().contains("interrupted while it waited"));
    }

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
    fn only_ordinary_files_are_opened_where_these_are_wanted() {
        let (folder, path) = pipe();
        for path in [path.as_path(), folder.path(), Path::new("/dev/null")] {
            let error = open_ordinary(path).unwrap_err();
            assert_eq!(error.to_string(), "it is no ordinary file; name one");
        }
        let file = folder.path().join("file");
        assert_eq!(open_ordinary(&file).unwrap_err().kind(), io::ErrorKind::NotFound);
        fs::write(&file, "x").unwrap();
        assert_eq!(io::read_to_string(open_ordinary(&file).unwrap()).unwrap(), "x");
    }
}
