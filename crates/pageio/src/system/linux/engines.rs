//! The engines of Linux, and the calls of those that move nothing.

use std::io;

use rustix::fs::{FallocateFlags, fallocate, ftruncate};

use super::Handle;
use super::transfers::borrowed;
use crate::engine::{EngineKind, Ground, OpenEngine};
use crate::transfer::Direction;

/// Every engine, in the order in which names are listed.
pub(crate) static ENGINES: &[EngineKind] = &[
    EngineKind::SYNC,
    EngineKind::URING_REGISTERED,
    EngineKind::URING_PLAIN,
    EngineKind::THREADS,
    EngineKind::MAPPED,
    EngineKind::FALLOC,
    EngineKind::TRUNCATE,
    EngineKind::NULL,
];

/// The engine that is tried first for transfers in flight.
pub(crate) const FASTEST: EngineKind = EngineKind::URING_REGISTERED;

/// Windows has completion ports.
pub(crate) fn open_overlapped(_ground: &Ground<'_>) -> Result<OpenEngine, String> {
    Err("it belongs to Windows".to_owned())
}

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
