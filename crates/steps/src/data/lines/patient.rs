//! Files that may keep a step waiting, such as pipes, without making it deaf.
//!
//! A pipe has its other end in another program, which may come late, write nothing for hours or not read.
//! A system call that waits for it hears nothing of the user's wish to stop. So these files are opened not
//! to block, and every wait ends soon with [`io::ErrorKind::WouldBlock`]; whoever gets that looks whether
//! the step is to stop, and tries again.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::io::Errno;

use crate::data::fault::Faulted;

/// How long it waits before it asks again whether the step is to stop.
const WHILE: Duration = Duration::from_millis(50);

/// A file that never waits long.
#[derive(Debug)]
pub(super) struct Patient {
    file: File,
    /// Whether it is one that may keep its user waiting at all.
    waits: bool,
}

impl Patient {
    /// Opens a file to be read. A pipe need not have a writer yet.
    pub(super) fn read_from(path: &Path) -> io::Result<Self> {
        Self::open(path, OpenOptions::new().read(true))
    }

    /// Opens a file to be written. A pipe that has no reader yet is waited for.
    pub(super) fn write_to(
        path: &Path,
        options: &mut OpenOptions,
        heed_stop: impl Fn() -> Faulted<()>,
    ) -> Faulted<io::Result<Self>> {
        loop {
            match Self::open(path, options) {
                Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => {
                    heed_stop()?;
                    thread::sleep(WHILE);
                }
                opened => return Ok(opened),
            }
        }
    }

    fn open(path: &Path, options: &mut OpenOptions) -> io::Result<Self> {
        // An ordinary file is opened as ever: the flag would refuse one that another program has a lease
        // on, where waiting for that is right.
        let waits = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        if waits {
            options.custom_flags(OFlags::NONBLOCK.bits() as i32);
        }
        let file = options.open(path)?;
        Ok(Self { file, waits })
    }

    /// What it is.
    pub(super) fn metadata(&self) -> io::Result<fs::Metadata> {
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

impl Read for Patient {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.wait(PollFlags::IN)?;
        self.file.read(bytes)
    }
}

impl Write for Patient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wait(PollFlags::OUT)?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Does what may have to wait again and again, for as long as the step is not to stop.
pub(super) fn patiently<T>(
    mut attempt: impl FnMut() -> io::Result<T>,
    heed_stop: impl Fn() -> Faulted<()>,
) -> Faulted<io::Result<T>> {
    loop {
        match attempt() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => heed_stop()?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            done => return Ok(done),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io::BufRead;

    use super::*;
    use crate::data::fault::Fault;

    /// A pipe in a folder that goes with the test.
    fn pipe() -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        (folder, path)
    }

    /// Lets a few waits pass, and then wants the step to stop.
    fn stop_soon() -> impl Fn() -> Faulted<()> {
        let left = Cell::new(3);
        move || match left.replace(left.get() - 1) {
            0 => Err(Box::new(Fault::Interrupted)),
            _ => Ok(()),
        }
    }

    #[test]
    fn a_pipe_is_read_from_its_first_writer_to_its_last() {
        let (_folder, path) = pipe();
        let mut reader = io::BufReader::new(Patient::read_from(&path).unwrap());
        let nothing = patiently(|| reader.fill_buf().map(<[u8]>::len), stop_soon());
        assert!(matches!(*nothing.unwrap_err(), Fault::Interrupted));

        let mut writer = OpenOptions::new().write(true).open(&path).unwrap();
        let nothing = patiently(|| reader.fill_buf().map(<[u8]>::len), stop_soon());
        assert!(matches!(*nothing.unwrap_err(), Fault::Interrupted));
        writer.write_all(b"a line\n").unwrap();
        drop(writer);
        let mut line = String::new();
        let read = patiently(|| reader.read_line(&mut line), stop_soon());
        assert_eq!(read.unwrap().unwrap(), 7);
        let read = patiently(|| reader.read_line(&mut line), stop_soon());
        assert_eq!(read.unwrap().unwrap(), 0);
    }

    #[test]
    fn a_pipe_without_reader_and_one_that_is_full_are_waited_for_until_the_step_is_to_stop() {
        let (_folder, path) = pipe();
        let open = || Patient::write_to(&path, OpenOptions::new().write(true), stop_soon());
        assert!(matches!(*open().unwrap_err(), Fault::Interrupted));

        let reader = Patient::read_from(&path).unwrap();
        let mut writer = open().unwrap().unwrap();
        let mut written = 0;
        let filled = loop {
            match patiently(|| writer.write(&[0; 4096]), stop_soon()) {
                Ok(count) => written += count.unwrap(),
                Err(fault) => break fault,
            }
        };
        assert!(matches!(*filled, Fault::Interrupted));
        assert!(written > 0);
        drop(reader);
        let broken = writer.write(&[0]).unwrap_err();
        assert_eq!(broken.kind(), io::ErrorKind::BrokenPipe);
    }
}
