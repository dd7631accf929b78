//! Linux: a command has one end of a socket as its standard input, and its files in memory.

use std::fs::File;
use std::io::{self, Write};
use std::net::Shutdown;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};

use feedrate_connect::take_standard_input;
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::io::Errno;

/// An end that lines are read from.
pub(crate) type Reader = UnixStream;

/// An end that lines are written to.
pub(crate) type Writer = UnixStream;

/// Starts a command for a conversation, and returns the ends of this side.
///
/// # Errors
///
/// Fails if the command cannot be started.
pub(crate) fn start(mut command: Command, _starts_together: bool) -> io::Result<(Child, Reader, Writer)> {
    let (socket, standard_input) = UnixStream::pair()?;
    let reader = socket.try_clone()?;
    let child = command.stdin(Stdio::from(OwnedFd::from(standard_input))).spawn()?;
    Ok((child, reader, socket))
}

/// Ends the conversation from the side that has started the command, with what is not read yet.
pub(crate) fn close(writer: Option<Writer>) {
    if let Some(writer) = writer {
        let _ = writer.shutdown(Shutdown::Both);
    }
}

/// Leaves the conversation as it is with a command that is to end, which a signal tells.
pub(crate) fn say_no_more(_writer: &mut Option<Writer>) {}

/// Takes over standard input, and returns the ends of the side of a command.
///
/// # Errors
///
/// Fails if standard input is no socket of a session.
pub(crate) fn own_ends() -> io::Result<(Reader, Writer)> {
    let socket = UnixStream::from(OwnedFd::from(take_standard_input()?));
    socket.peer_addr()?;
    Ok((socket.try_clone()?, socket))
}

/// Returns the status of a process that cannot be waited for: it failed.
pub(crate) fn unknown_status() -> ExitStatus {
    ExitStatus::from_raw(0x200)
}

/// A file of a command, as long as it is kept.
pub(crate) type KeptFile = OwnedFd;

/// Keeps a file for a command in memory, and returns the path by which the command finds it. It has no name, so that
/// nothing is left of it however this session ends.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn keep_file(content: &[u8]) -> io::Result<(KeptFile, String)> {
    // Not closed by the start of the command, which has it by the same number.
    let mut file = File::from(file_in_memory()?);
    file.write_all(content)?;
    let file = OwnedFd::from(file);
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok((file, path))
}

/// Returns a file without a name. Hardened systems allow only those that cannot be executed; before Linux 6.3 they
/// cannot be asked for.
fn file_in_memory() -> io::Result<OwnedFd> {
    let created = match memfd_create("feedrate", MemfdFlags::NOEXEC_SEAL) {
        Err(Errno::INVAL) => memfd_create("feedrate", MemfdFlags::empty()),
        created => created,
    };
    Ok(created?)
}

/// Returns the ends of both sides of a conversation.
#[cfg(test)]
pub(crate) fn both_ends() -> ((Reader, Writer), (Reader, Writer)) {
    let (here, there) = UnixStream::pair().unwrap();
    ((here.try_clone().unwrap(), here), (there.try_clone().unwrap(), there))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_commands_have_no_names_and_are_there_for_programs() {
        let (_file, path) = keep_file(b"one").unwrap();
        let links = std::fs::read_link(&path).unwrap();
        assert!(links.starts_with("/memfd:feedrate (deleted)"), "{links:?}");
        let started = Command::new("cat").arg(&path).output().unwrap();
        assert_eq!(started.stdout, b"one");
    }
}
