//! The limits of this process, and random numbers.

use std::io;

use rustix::io::Errno;
use rustix::process::{Resource, getrlimit};
use rustix::rand::{GetRandomFlags, getrandom};

/// Returns how many files the process may have open; `None` if there is no limit.
pub(crate) fn most_open_files() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// Checks that this process may write a file up to `end` bytes.
///
/// # Errors
///
/// The error of the system of a file that is too large.
pub(crate) fn check_file_size(end: u64) -> io::Result<()> {
    let limit = getrlimit(Resource::Fsize).current;
    match limit.is_some_and(|limit| end > limit) {
        true => Err(Errno::FBIG.into()),
        false => Ok(()),
    }
}

/// Returns a random number.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn random() -> io::Result<u64> {
    let mut random = [0; 8];
    getrandom(&mut random, GetRandomFlags::empty())?;
    Ok(u64::from_ne_bytes(random))
}
