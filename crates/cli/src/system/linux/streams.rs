//! Standard input, output and error.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Prepares the console, which needs nothing.
pub fn prepare_console() {}

/// Gives the console back what it had, which was not changed.
pub fn restore_console() {}

/// Returns standard output as a file, to which nothing else is to be written meanwhile.
///
/// # Errors
///
/// The error of the system.
pub fn output() -> io::Result<File> {
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

/// Returns standard error as a file.
///
/// # Errors
///
/// The error of the system.
pub fn error() -> io::Result<File> {
    io::stderr().as_fd().try_clone_to_owned().map(File::from)
}

/// Waits at most a time until standard error takes something. Returns false if it does not.
pub fn error_takes_within(time: Duration) -> bool {
    let patience = Timespec::try_from(time).ok();
    poll(&mut [PollFd::new(&io::stderr(), PollFlags::OUT)], patience.as_ref()) != Ok(0)
}

/// Waits at most a time for a line on standard input. Returns its length, which is 0 at the end; `None` if none came.
pub fn line_within(time: Duration) -> Option<io::Result<usize>> {
    let patience = Timespec::try_from(time).ok();
    let stdin = io::stdin();
    let is_there = poll(&mut [PollFd::new(&stdin, PollFlags::IN)], patience.as_ref()) == Ok(1);
    is_there.then(|| stdin.read_line(&mut String::new()))
}
