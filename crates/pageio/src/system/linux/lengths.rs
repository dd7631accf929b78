//! The lengths of files of queues, and the space that is reserved for them.

use std::io;

use rustix::fs::{FallocateFlags, fallocate, ftruncate};

use super::Handle;
use super::transfers::borrowed;
use crate::transfer::Direction;

/// Reserves the space of a part of a file: the file's length stays as it is for a read.
pub(crate) fn reserve_part(file: Handle, direction: Direction, offset: u64, bytes: u64) -> io::Result<()> {
    let how = match direction {
        Direction::Read => FallocateFlags::KEEP_SIZE,
        Direction::Write => FallocateFlags::empty(),
    };
    Ok(fallocate(borrowed(file), how, offset, bytes)?)
}

/// Gives a file a length.
pub(crate) fn set_length(file: Handle, bytes: u64) -> io::Result<()> {
    Ok(ftruncate(borrowed(file), bytes)?)
}
