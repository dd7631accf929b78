//! The limits of this process, of which there are none here, and random numbers.

use std::io;
use std::ptr::null_mut;

use windows_sys::Win32::Security::Cryptography::{BCRYPT_USE_SYSTEM_PREFERRED_RNG, BCryptGenRandom};

/// Returns that there is no limit of the files that the process may have open.
pub(crate) fn most_open_files() -> Option<u64> {
    None
}

/// Permits files of all sizes: a process has no limit here.
///
/// # Errors
///
/// None.
pub(crate) fn check_file_size(_end: u64) -> io::Result<()> {
    Ok(())
}

/// Returns a random number.
///
/// # Errors
///
/// The system has none.
pub(crate) fn random() -> io::Result<u64> {
    let mut random = [0; 8];
    // SAFETY: the call writes as many bytes as are told.
    let status = unsafe {
        BCryptGenRandom(
            null_mut(),
            random.as_mut_ptr(),
            random.len() as u32,
            BCRYPT_USE_SYSTEM_PREFERRED_RNG,
        )
    };
    match status {
        0 => Ok(u64::from_ne_bytes(random)),
        _ => Err(io::Error::other("the system has no random numbers")),
    }
}
