//! Numbers that nobody can guess.

use crate::system::fill_random;

/// A random number that identifies a step, or a pipe that is being joined.
pub(crate) type Token = [u8; 16];

/// Returns an unpredictable number.
///
/// # Panics
///
/// Panics if the system gives no random bytes.
pub(crate) fn token<const N: usize>() -> [u8; N] {
    let mut token = [0; N];
    fill_random(&mut token);
    token
}
