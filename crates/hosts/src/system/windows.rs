//! Windows: a command has a pipe as its standard input, and is told the handle of another one that it writes to.

use std::env;
use std::fs::{File, OpenOptions};
use std::io::{self, PipeReader, PipeWriter, Write};
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::os::windows::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus};
use std::ptr::without_provenance_mut;

use feedrate_connect::take_standard_input;
use tempfile::NamedTempFile;
use windows_sys::Win32::Foundation::{HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation};
use windows_sys::Win32::Storage::FileSystem::{FILE_FLAG_DELETE_ON_CLOSE, FILE_TYPE_PIPE, GetFileType};

/// The variable with the number of the handle to which a command writes.
const LINES: &str = "FEEDRATE_LINES";

/// An end that lines are read from.
pub(crate) type Reader = PipeReader;

/// An end that lines are written to.
pub(crate) type Writer = PipeWriter;

/// Starts a command for a conversation, and returns the ends of this side. One that does not start together with others
/// has nothing to say.
///
/// # Errors
///
/// Fails if the command cannot be started.
pub(crate) fn start(mut command: Command, starts_together: bool) -> io::Result<(Child, Reader, Writer)> {
    let (standard_input, writer) = io::pipe()?;
    let (reader, lines) = io::pipe()?;
    command.stdin(standard_input).env_remove(LINES);
    if starts_together {
        let handle = lines.as_raw_handle();
        // It is closed below, before anything else is started.
        set_inherited(handle, true)?;
        command.env(LINES, handle.addr().to_string());
    }
    let child = command.spawn()?;
    Ok((child, reader, writer))
}

/// Ends the conversation from the side that has started the command.
pub(crate) fn close(writer: Option<Writer>) {
    drop(writer);
}

/// Ends the conversation with a command that is to end, so that it notices.
pub(crate) fn say_no_more(writer: &mut Option<Writer>) {
    *writer = None;
}

/// Takes over standard input, and returns the ends of the side of a command.
///
/// # Errors
///
/// Fails if this process was not started by a session for a conversation.
pub(crate) fn own_ends() -> io::Result<(Reader, Writer)> {
    let told = env::var(LINES).ok().and_then(|number| number.parse().ok());
    let handle: HANDLE = without_provenance_mut(told.unwrap_or_default());
    // SAFETY: the call asks for the kind of what has the number, if anything has.
    if unsafe { GetFileType(handle) } != FILE_TYPE_PIPE {
        let reason = "only a session of feedrate starts this";
        return Err(io::Error::new(io::ErrorKind::NotConnected, reason));
    }
    set_inherited(handle, false)?;
    // SAFETY: the session has given this process the handle, which is open and nobody else's.
    let lines = unsafe { OwnedHandle::from_raw_handle(handle) };
    let orders = OwnedHandle::from(take_standard_input()?);
    Ok((orders.into(), lines.into()))
}

/// Sets whether programs that are started get a handle too.
fn set_inherited(handle: HANDLE, is_inherited: bool) -> io::Result<()> {
    let flag = if is_inherited { HANDLE_FLAG_INHERIT } else { 0 };
    // SAFETY: the call takes numbers, and refuses a handle that is not open.
    match unsafe { SetHandleInformation(handle, HANDLE_FLAG_INHERIT, flag) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Returns the status of a process that cannot be waited for: it failed.
pub(crate) fn unknown_status() -> ExitStatus {
    ExitStatus::from_raw(2)
}

/// A file of a command, as long as it is kept.
pub(crate) type KeptFile = NamedTempFile<File>;

/// Keeps a file for a command, and returns the path by which the command finds it. The system removes it with this
/// session, however that ends.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn keep_file(content: &[u8]) -> io::Result<(KeptFile, String)> {
    let mut file = tempfile::Builder::new().prefix("feedrate-").make(|path| {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        options.custom_flags(FILE_FLAG_DELETE_ON_CLOSE).open(path)
    })?;
    file.write_all(content)?;
    let path = file.path().to_str().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
    Ok((file, path))
}

/// Returns the ends of both sides of a conversation.
#[cfg(test)]
pub(crate) fn both_ends() -> ((Reader, Writer), (Reader, Writer)) {
    let ((lines, their_writer), (orders, writer)) = (io::pipe().unwrap(), io::pipe().unwrap());
    ((lines, writer), (orders, their_writer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_a_command_goes_with_it() {
        let (file, path) = keep_file(b"one").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        drop(file);
        assert!(std::fs::read(&path).is_err());
    }
}
