//! The way to open a file.

use crate::device::Kinds;
use crate::method::{Access, Method, WriteSync};

/// The purpose for which a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Reading.
    Read,
    /// Writing.
    Write,
    /// Both.
    ReadWrite,
}

/// The treatment of a file that exists, or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Create {
    /// It must exist, and keeps its contents.
    Existing,
    /// It must not exist.
    New,
    /// It is made if it does not exist, and keeps its contents until they are overwritten.
    Keep,
}

/// The way to open a file.
#[derive(Clone, Copy, Debug)]
pub struct OpenRequest {
    /// The purpose.
    pub mode: Mode,
    /// The treatment of an existing file.
    pub create: Create,
    /// The way that its pages will move.
    pub method: Method,
    /// In which order they are visited.
    pub access: Access,
    /// True if it is to be locked against other processes of feedrate: readers share, a writer is alone.
    pub lock: bool,
    /// The kinds that it may be.
    pub kinds: Kinds,
}

impl OpenRequest {
    /// To read an existing file from front to back.
    pub fn read(method: Method) -> Self {
        Self {
            mode: Mode::Read,
            create: Create::Existing,
            method,
            access: Access::Sequential,
            lock: false,
            kinds: Kinds::Files,
        }
    }

    /// To write a new file from front to back.
    pub fn write_new(method: Method) -> Self {
        Self {
            mode: Mode::Write,
            create: Create::New,
            ..Self::read(method)
        }
    }
}

/// The way in which the system opens a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening {
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    /// True if the file must not exist.
    pub(crate) is_new: bool,
    pub(crate) method: Method,
    pub(crate) access: Access,
    pub(crate) sync: WriteSync,
}

impl Opening {
    pub(super) fn new(request: OpenRequest, sync: WriteSync, is_new: bool) -> Self {
        Self {
            reads: request.mode != Mode::Write,
            writes: request.mode != Mode::Read,
            is_new,
            method: request.method,
            access: request.access,
            sync,
        }
    }
}
