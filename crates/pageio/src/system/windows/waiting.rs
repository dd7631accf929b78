//! Files that may keep their user waiting. Only pipes that are read are waited for in short turns; what else waits does
//! so in the system.

use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::os::windows::io::{AsRawHandle, OwnedHandle};
use std::path::Path;
use std::ptr::{null, null_mut};
use std::thread;
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::ERROR_PIPE_BUSY;
use windows_sys::Win32::Storage::FileSystem::{FILE_TYPE_PIPE, GetFileType};
use windows_sys::Win32::System::Console::WriteConsoleW;
use windows_sys::Win32::System::Pipes::PeekNamedPipe;

use super::call::{checked, is_number};
use super::names::device_name;

/// The time before it looks again into a pipe.
const PAUSE: Duration = Duration::from_millis(5);

/// The most bytes that are written to a terminal at a time.
const MOST_TEXT: usize = 4096;

/// An open file that a process gives away.
pub(crate) type GivenFile = OwnedHandle;

/// Opens a file to be read.
///
/// # Errors
///
/// Where it cannot be opened.
pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Opens what is known as an ordinary file by its name to be read.
///
/// # Errors
///
/// Where it cannot be opened.
pub(crate) fn open_known_to_read(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Returns whether a pipe could not be opened to be written since all that could read from it have their writers.
pub(crate) fn lacks_reader(path: &Path, error: &io::Error) -> bool {
    is_number(error, ERROR_PIPE_BUSY) && device_name(path).is_some()
}

/// Waits a while until something can be read from a file. One that is no pipe is not waited for.
///
/// # Errors
///
/// [`ErrorKind::WouldBlock`] if nothing can yet.
pub(crate) fn wait_to_read(file: &File, time: Duration) -> io::Result<()> {
    let began = Instant::now();
    while is_silent(file) {
        if began.elapsed() >= time {
            return Err(ErrorKind::WouldBlock.into());
        }
        thread::sleep(PAUSE);
    }
    Ok(())
}

/// Returns whether a file is a pipe that has a writer and nothing to be read.
fn is_silent(file: &File) -> bool {
    let handle = file.as_raw_handle();
    let mut there = 0;
    // SAFETY: the handle is open; the second call writes one number, and nothing behind null pointers.
    let told = unsafe {
        GetFileType(handle) == FILE_TYPE_PIPE
            && PeekNamedPipe(handle, null_mut(), 0, null_mut(), &raw mut there, null_mut()) != 0
    };
    told && there == 0
}

/// Returns at once: a write waits in the system.
///
/// # Errors
///
/// None.
pub(crate) fn wait_to_write(_file: &File, _time: Duration) -> io::Result<()> {
    Ok(())
}

/// Writes bytes, which are a text in UTF-8 if the file is a terminal. Returns the number of those that were written.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn write(mut file: &File, bytes: &[u8]) -> io::Result<usize> {
    match file.is_terminal() {
        true => write_text(file, &bytes[..bytes.len().min(MOST_TEXT)]),
        false => file.write(bytes),
    }
}

/// Writes the beginning of a text to a terminal, which shows characters whatever bytes it would take them for.
fn write_text(terminal: &File, bytes: &[u8]) -> io::Result<usize> {
    let (text, used) = beginning(bytes);
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut written = 0;
    while written < units.len() {
        let rest = &units[written..];
        let mut count = 0;
        // SAFETY: the handle is open; the call reads as many units as it is told, and writes one number.
        checked(unsafe {
            WriteConsoleW(
                terminal.as_raw_handle(),
                rest.as_ptr(),
                rest.len() as u32,
                &raw mut count,
                null(),
            )
        })?;
        if count == 0 {
            return Err(ErrorKind::WriteZero.into());
        }
        written += count as usize;
    }
    Ok(used)
}

/// Returns the text at the beginning of bytes, and its length. Of bytes that are none, those before the next character
/// count as one that is unknown.
fn beginning(bytes: &[u8]) -> (&str, usize) {
    const UNKNOWN: &str = "\u{fffd}";
    let (valid, wrong) = match bytes.utf8_chunks().next() {
        Some(chunk) => (chunk.valid(), chunk.invalid()),
        None => ("", &[][..]),
    };
    match valid.is_empty() {
        true if !wrong.is_empty() => (UNKNOWN, wrong.len()),
        _ => (valid, valid.len()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::stoppable::{InterruptibleFile, StoppableFile, open_ordinary};

    #[test]
    fn a_silent_pipe_is_waited_for_and_one_that_ends_is_not() {
        let (reader, mut writer) = io::pipe().unwrap();
        let reader = File::from(OwnedHandle::from(reader));
        let wait = || wait_to_read(&reader, 2 * PAUSE);
        assert_eq!(wait().unwrap_err().kind(), ErrorKind::WouldBlock);
        writer.write_all(b"x").unwrap();
        wait().unwrap();
        assert_eq!(io::Read::read(&mut &reader, &mut [0; 10]).unwrap(), 1);
        assert_eq!(wait().unwrap_err().kind(), ErrorKind::WouldBlock);
        drop(writer);
        wait().unwrap();
        assert_eq!(io::Read::read(&mut &reader, &mut [0; 10]).unwrap(), 0);
    }

    #[test]
    fn a_device_is_read_and_written_and_no_ordinary_file() {
        let null = Path::new("NUL");
        let mut read = InterruptibleFile::read_from(null).unwrap();
        assert_eq!(io::read_to_string(&mut read).unwrap(), "");
        let mut given = StoppableFile::given(
            File::options().write(true).open(null).unwrap(),
            &Arc::new(AtomicBool::new(false)),
        );
        given.write_all(b"text").unwrap();
        let error = open_ordinary(null).unwrap_err().to_string();
        assert_eq!(error, "it is no ordinary file; name one");
    }

    #[test]
    fn a_text_for_a_terminal_is_cut_between_characters() {
        assert_eq!(beginning("aé".as_bytes()), ("aé", 3));
        assert_eq!(beginning(b"a\xc3"), ("a", 1));
        assert_eq!(beginning(b"\xc3"), ("\u{fffd}", 1));
        assert_eq!(beginning(b"\xffab"), ("\u{fffd}", 1));
        assert_eq!(beginning(b""), ("", 0));
    }
}
