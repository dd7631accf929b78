//! Opening a file for a method, with its alignment, hint and lock.

mod alignment;
mod flush;
mod lock;
pub(crate) mod opening;
mod request;
mod space;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::cold;
use crate::device::{Kind, Kinds, length};
use crate::error::{Error, Result};
use crate::method::{Method, WriteSync};
use crate::reach;
use crate::system::{self, Handle};
use crate::transfer::Direction;

pub use alignment::Alignment;
use opening::Opening;
pub use request::{Create, Mode, OpenRequest};
pub use space::release_space;

/// An open file whose pages a [`Queue`](crate::Queue) moves.
#[derive(Debug)]
pub struct PageFile {
    file: File,
    path: PathBuf,
    opening: Opening,
    alignment: Alignment,
    kind: Kind,
}

impl PageFile {
    /// Opens a file, or a device where that is allowed. Nothing in it changes by being opened, whatever is asked, and a
    /// file that was made but cannot be used is removed again.
    ///
    /// # Errors
    /// As [`open_waiting`](Self::open_waiting).
    pub fn open(path: &Path, request: OpenRequest) -> Result<Self> {
        Self::open_waiting(path, request, WriteSync::Nothing)
    }

    /// The same for a file of which each write waits for the device, however its pages move.
    ///
    /// # Errors
    /// [`Error::NotAFile`] where it is of a kind that the request does not allow, [`Error::Open`] or
    /// [`Error::OpenDevice`] where the system does not open it, [`Error::DirectRefused`] where its file system takes no
    /// direct I/O, and [`Error::Locked`] where another process holds its lock.
    pub fn open_waiting(path: &Path, request: OpenRequest, sync: WriteSync) -> Result<Self> {
        // Before it is opened, because opening a pipe waits for its other end.
        let kind = Kind::of(path, request.kinds)?;
        let opened = match request.create {
            Create::Existing => Self::open_as(path, request, sync, false),
            // A device is never made, nor what takes the place of one that goes.
            Create::Keep if kind.is_some_and(Kind::is_device) => Self::open_as(path, request, sync, false),
            Create::New => Self::open_as(path, request, sync, true),
            Create::Keep => match Self::open_as(path, request, sync, true) {
                Err(Error::Open { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {
                    Self::open_as(path, request, sync, false)
                }
                other => other,
            },
        }?;
        cold::before_use(&opened.file, path)?;
        Ok(opened)
    }

    /// Opens a file that is open already, for other methods or hints, whatever its name stands for by now: also after
    /// it was renamed, replaced or removed. `path` is the name that errors tell. Where the system does not show open
    /// files, the file of that name is opened.
    ///
    /// # Errors
    ///
    /// Where it cannot be opened, and where another file has its name by then.
    pub fn open_again(open: &File, path: &Path, request: OpenRequest) -> Result<Self> {
        let opening = request.opening(WriteSync::Nothing, false);
        let opened = system::open_again(open, opening);
        match Self::opened(opened, path, request, opening) {
            Ok(file) => {
                cold::before_use(&file.file, path)?;
                Ok(file)
            }
            Err(Error::DirectRefused { .. }) => Err(Error::DirectRefused { path: path.into() }),
            Err(_) => {
                let again = Self::open(path, request)?;
                match system::is_same_file(open, &again.file) {
                    Ok(true) => Ok(again),
                    _ => Err(Error::open(path, io::Error::other("another file has its name by now"))),
                }
            }
        }
    }

    /// Refuses a path that names something else than an ordinary file, without opening it. What is not
    /// there or cannot be looked at is left to [`open`](Self::open).
    ///
    /// # Errors
    /// [`Error::NotAFile`] where it is something else.
    pub fn check_kind(path: &Path) -> Result<()> {
        Kind::of(path, Kinds::Files).map(drop)
    }

    fn open_as(path: &Path, request: OpenRequest, sync: WriteSync, new: bool) -> Result<Self> {
        let opening = request.opening(sync, new);
        let result = Self::opened(system::open_file(path, opening), path, request, opening);
        // A file system that refuses direct I/O does so after it made the file.
        if new && matches!(result, Err(Error::DirectRefused { .. })) {
            let _ = std::fs::remove_file(path);
        }
        result
    }

    /// Takes what the system opened.
    fn opened(opened: io::Result<File>, path: &Path, request: OpenRequest, opening: Opening) -> Result<Self> {
        match opened {
            Ok(file) => Self::take(file, path, request, opening),
            Err(source) if request.method.is_direct() && system::is_direct_refused(&source) => {
                Err(Error::DirectRefused { path: path.into() })
            }
            Err(source) => Err(match Kind::of(path, request.kinds) {
                Ok(Some(kind)) if kind.is_device() => Error::open_device(path, source),
                _ => Error::open(path, source),
            }),
        }
    }

    fn take(file: File, path: &Path, request: OpenRequest, opening: Opening) -> Result<Self> {
        let metadata = file.metadata().map_err(|source| Error::open(path, source))?;
        // Once more: the path may name something else than a moment ago.
        let kind = Kind::among(path, &metadata, request.kinds)?;
        let alignment = match system::direct_alignment(&file) {
            Some(alignment) => alignment,
            None if request.method.is_direct() => {
                return Err(Error::DirectRefused { path: path.into() });
            }
            None => Alignment::SAFE,
        };
        let opened = Self {
            file,
            path: path.into(),
            opening,
            alignment,
            kind,
        };
        if request.lock {
            opened.lock(request.mode != Mode::Read)?;
        }
        // Direct transfers never use read-ahead, so it is for cached ones.
        system::advise(&opened.file, opening);
        Ok(opened)
    }

    /// Tells the kernel that a part is about to be read, so that it is on its way while something else is waited for.
    /// It is a hint, for transfers through the page cache.
    pub fn expect(&self, offset: u64, bytes: u64) {
        system::expect(&self.file, offset, bytes);
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns its kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the way that its pages move.
    pub fn method(&self) -> Method {
        self.opening.method
    }

    /// The open file, for what moves no pages.
    pub fn as_file(&self) -> &File {
        &self.file
    }

    /// Returns the alignment that direct I/O on it needs.
    pub fn alignment(&self) -> Alignment {
        self.alignment
    }

    /// Its length in bytes; 0 of a device that has none.
    ///
    /// # Errors
    /// [`Error::File`] where it cannot be told.
    pub fn size(&self) -> Result<u64> {
        length(&self.file).map_err(|source| self.error("read the size of", source))
    }

    /// Returns whether what is written may be compressed together with what was written long before it: in records of 1
    /// MiB or more.
    pub fn may_compress_far(&self) -> bool {
        reach::is_far(&self.file)
    }

    /// Checks that `value` bytes fit what the method needs of `what`, such as "a page".
    ///
    /// # Errors
    /// [`Error::Misaligned`] where they do not.
    pub fn check_alignment(&self, what: &'static str, value: u64) -> Result<()> {
        let needed = self.alignment.offset;
        if self.method().is_direct() && !value.is_multiple_of(needed) {
            return Err(Error::Misaligned {
                what,
                value,
                needed,
                path: self.path.clone(),
            });
        }
        Ok(())
    }

    pub(crate) fn descriptor(&self) -> Handle {
        system::handle(&self.file, self.opening)
    }

    pub(crate) fn transfer_error(&self, direction: Direction, offset: u64, bytes: usize, source: io::Error) -> Error {
        if self.method().is_direct() && system::is_invalid(&source) {
            let needed = self.alignment.offset;
            for (what, value) in [("a transfer", bytes as u64), ("an offset", offset)] {
                if !value.is_multiple_of(needed) {
                    return Error::Misaligned {
                        what,
                        value,
                        needed,
                        path: self.path.clone(),
                    };
                }
            }
        }
        Error::Transfer {
            direction,
            path: self.path.clone(),
            offset,
            bytes,
            source,
        }
    }

    fn error(&self, action: &'static str, source: io::Error) -> Error {
        Error::File {
            action,
            path: self.path.clone(),
            source,
        }
    }
}
