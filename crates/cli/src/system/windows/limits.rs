//! Limits of the system for this process, of which there are few.

use std::io;

/// Does nothing: a write to a full volume is an error that can be handled.
///
/// # Errors
///
/// None.
pub fn survive_file_limit() -> io::Result<()> {
    Ok(())
}

/// Does nothing: handles are limited by memory alone.
///
/// # Errors
///
/// None.
pub fn raise_open_files() -> io::Result<()> {
    Ok(())
}

/// Returns how many files this process may have open: there is no limit.
pub fn open_files() -> Option<u64> {
    None
}

/// Returns whether the first thread has a stack of at least so many bytes. It has that of the program file, which is
/// small.
pub fn has_stack(_bytes: u64) -> bool {
    false
}

/// Does nothing: the heap is shared by all threads.
pub fn share_freed_memory() {}
