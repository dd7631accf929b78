//! The way to open a file.

use super::opening::Opening;
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

impl OpenRequest {
    /// Returns the way in which the system opens the file, which `is_new` or exists.
    pub(super) fn opening(&self, sync: WriteSync, is_new: bool) -> Opening {
        Opening {
            reads: self.mode != Mode::Write,
            writes: self.mode != Mode::Read,
            is_new,
            method: self.method,
            access: self.access,
            sync,
        }
    }
}
