//! Keeping a thread on some processors.

use std::io;

use crate::system;

/// Keeps the calling thread, and those that it starts from now on, on the processors of these numbers.
///
/// # Errors
/// Where there is none of them, or the system does not allow it.
pub fn bind_thread(processors: &[u32]) -> io::Result<()> {
    system::bind_thread(processors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_that_is_not_there_is_an_error() {
        assert!(bind_thread(&[u32::MAX]).is_err());
        assert!(bind_thread(&[]).is_err());
    }
}
