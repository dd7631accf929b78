//! Random bytes.

use std::ptr::null_mut;

use windows_sys::Win32::Security::Cryptography::{BCRYPT_USE_SYSTEM_PREFERRED_RNG, BCryptGenRandom};

/// Fills a buffer with bytes that nobody can guess.
///
/// # Panics
///
/// Panics if the system gives no random bytes.
pub(crate) fn fill_random(token: &mut [u8]) {
    let bytes = u32::try_from(token.len()).expect("a token is short");
    // SAFETY: the buffer is as long as is told.
    let status = unsafe { BCryptGenRandom(null_mut(), token.as_mut_ptr(), bytes, BCRYPT_USE_SYSTEM_PREFERRED_RNG) };
    assert!(status == 0, "the system gives no random numbers: status {status:#x}");
}
