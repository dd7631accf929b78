//! Standard input as a connection.

use std::fs::File;
use std::io;

use crate::system;

/// Takes over standard input, which programs find empty from now on. It must be called before anything is read there.
///
/// # Errors
///
/// Fails if the system refuses.
pub fn take_standard_input() -> io::Result<File> {
    system::take_standard_input()
}
