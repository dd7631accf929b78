//! Opening a file for a method, with its alignment, hint and lock.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Advice, AtFlags, FallocateFlags, FlockOperation, StatxFlags};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use crate::cold;
use crate::device::{Kind, Kinds, length};
use crate::error::{Error, Result};
use crate::method::{Access, Method, WriteSync};
use crate::reach;
use crate::transfer::Direction;

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
            method,
            access: Access::Sequential,
            lock: false,
            kinds: Kinds::Files,
        }
    }
}

/// The alignment that direct I/O on a file needs, in bytes. Powers of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alignment {
    /// Of buffers in memory.
    pub memory: u64,
    /// Of offsets and lengths.
    pub offset: u64,
}

/// The time for which a lock is waited for: of a process that was killed with transfers in io_uring, the kernel closes
/// the files a moment later.
const LOCK_PATIENCE: Duration = Duration::from_secs(1);

/// The time before a lock is tried again.
const LOCK_PAUSE: Duration = Duration::from_millis(20);

/// The alignment that direct I/O needs when the system does not tell: every device today takes 4 KiB.
const SAFE_ALIGNMENT: Alignment = Alignment {
    memory: 4096,
    offset: 4096,
};

/// Gives the space of a part of a file back to the file system, where that can be; the part reads as zeros then.
/// The file's size stays.
pub fn release_space(path: &Path, offset: u64, bytes: u64) {
    let Ok(file) = OpenOptions::new().write(true).open(path) else {
        return;
    };
    let part = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
    // Where it cannot be, the space is given back with the file.
    let _ = rustix::fs::fallocate(&file, part, offset, bytes);
}

/// An open file whose pages a [`Queue`](crate::Queue) moves.
#[derive(Debug)]
pub struct PageFile {
    file: File,
    path: PathBuf,
    method: Method,
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
    /// files under `/proc`, the file of that name is opened.
    ///
    /// # Errors
    ///
    /// Where it cannot be opened, and where another file has its name by then.
    pub fn open_again(open: &File, path: &Path, request: OpenRequest) -> Result<Self> {
        let link = PathBuf::from(format!("/proc/self/fd/{}", open.as_raw_fd()));
        match Self::open_as(&link, request, WriteSync::Nothing, false) {
            Ok(mut file) => {
                file.path = path.into();
                cold::before_use(&file.file, path)?;
                Ok(file)
            }
            Err(Error::DirectRefused { .. }) => Err(Error::DirectRefused { path: path.into() }),
            Err(_) => {
                let again = Self::open(path, request)?;
                match (open.metadata(), again.file.metadata()) {
                    (Ok(one), Ok(other)) if (one.dev(), one.ino()) == (other.dev(), other.ino()) => Ok(again),
                    _ => Err(Error::Open {
                        path: path.into(),
                        source: io::Error::other("another file has its name by now"),
                    }),
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
        let (read, write) = match request.mode {
            Mode::Read => (true, false),
            Mode::Write => (false, true),
            Mode::ReadWrite => (true, true),
        };
        let mut flags = libc::O_CLOEXEC;
        flags |= match sync {
            WriteSync::Nothing => 0,
            WriteSync::Data => libc::O_DSYNC,
            WriteSync::All => libc::O_SYNC,
        };
        if request.method == Method::WriteThrough {
            flags |= libc::O_DSYNC;
        }
        if request.method.is_direct() {
            flags |= libc::O_DIRECT;
        }
        let opened = OpenOptions::new()
            .read(read)
            .write(write)
            .create_new(new)
            .custom_flags(flags)
            .open(path);
        let result = match opened {
            Ok(file) => Self::take(file, path, request),
            Err(source) if request.method.is_direct() && source.raw_os_error() == Some(libc::EINVAL) => {
                Err(Error::DirectRefused { path: path.into() })
            }
            Err(source) => Err(match Kind::of(path, request.kinds) {
                Ok(Some(kind)) if kind.is_device() => Error::OpenDevice {
                    path: path.into(),
                    source,
                },
                _ => Error::Open {
                    path: path.into(),
                    source,
                },
            }),
        };
        // A file system that refuses direct I/O does so after it made the file.
        if new && matches!(result, Err(Error::DirectRefused { .. })) {
            let _ = std::fs::remove_file(path);
        }
        result
    }

    fn take(file: File, path: &Path, request: OpenRequest) -> Result<Self> {
        let metadata = file.metadata().map_err(|source| Error::Open {
            path: path.into(),
            source,
        })?;
        // Once more: the path may name something else than a moment ago.
        let kind = Kind::among(path, &metadata, request.kinds)?;
        let alignment = match direct_alignment(&file) {
            Some(alignment) => alignment,
            None if request.method.is_direct() => {
                return Err(Error::DirectRefused { path: path.into() });
            }
            None => SAFE_ALIGNMENT,
        };
        let opened = Self {
            file,
            path: path.into(),
            method: request.method,
            alignment,
            kind,
        };
        if request.lock {
            opened.lock(request.mode != Mode::Read)?;
        }
        opened.advise(request.access);
        Ok(opened)
    }

    fn lock(&self, alone: bool) -> Result<()> {
        let operation = if alone {
            FlockOperation::NonBlockingLockExclusive
        } else {
            FlockOperation::NonBlockingLockShared
        };
        let locked = Error::Locked {
            path: self.path.clone(),
        };
        let deadline = Instant::now() + LOCK_PATIENCE;
        loop {
            match rustix::fs::flock(&self.file, operation) {
                Ok(()) => break,
                Err(Errno::WOULDBLOCK) if Instant::now() < deadline => thread::sleep(LOCK_PAUSE),
                Err(Errno::WOULDBLOCK) => return Err(locked),
                // Some network file systems have no locks; the measurement does not depend on one.
                Err(_) => return Ok(()),
            }
        }
        // Who held the lock may have removed the file before letting go of it.
        match self.file.metadata() {
            Ok(metadata) if metadata.nlink() == 0 => Err(locked),
            _ => Ok(()),
        }
    }

    /// Tells the kernel the order of access. It is a hint: a file system that takes none is left
    /// alone. Direct transfers never use read-ahead, so it is for cached ones.
    fn advise(&self, access: Access) {
        let advice = match access {
            Access::Sequential => Advice::Sequential,
            Access::Random => Advice::Random,
            Access::History => Advice::Normal,
        };
        let _ = rustix::fs::fadvise(&self.file, 0, None, advice);
    }

    /// Tells the kernel that a part is about to be read, so that it is on its way while something else is waited for.
    /// It is a hint, for transfers through the page cache.
    pub fn expect(&self, offset: u64, bytes: u64) {
        let bytes = std::num::NonZeroU64::new(bytes);
        let _ = rustix::fs::fadvise(&self.file, offset, bytes, Advice::WillNeed);
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
        self.method
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

    /// Waits until what was written has reached the device (`fdatasync`).
    ///
    /// # Errors
    /// [`Error::File`] where the device does not take it.
    pub fn sync_data(&self) -> Result<()> {
        self.waited(self.file.sync_data())
    }

    /// Waits until what was written and all that belongs to the file have reached the device (`fsync`).
    ///
    /// # Errors
    /// [`Error::File`] where the device does not take it.
    pub fn sync_all(&self) -> Result<()> {
        self.waited(self.file.sync_all())
    }

    /// Waits until all that was written to the file's volume has reached the device (`syncfs`), or to the device
    /// itself.
    ///
    /// # Errors
    /// [`Error::File`] where the device does not take it.
    pub fn settle_volume(&self) -> Result<()> {
        match self.kind.is_device() {
            true => self.sync_all(),
            false => self.waited(rustix::fs::syncfs(&self.file).map_err(io::Error::from)),
        }
    }

    fn waited(&self, waited: io::Result<()>) -> Result<()> {
        match (waited, self.kind) {
            // The kernel refuses to flush what keeps nothing, and all of that is where it belongs.
            (Err(source), Kind::MemoryDevice(_)) if source.raw_os_error() == Some(libc::EINVAL) => Ok(()),
            (waited, _) => waited.map_err(|source| self.error("flush", source)),
        }
    }

    /// Asks the kernel to forget what of it has reached the device already. It is a hint, and nothing waits:
    /// [`evict`](crate::cache::evict) does.
    pub fn forget(&self) {
        let _ = rustix::fs::fadvise(&self.file, 0, None, Advice::DontNeed);
    }

    /// Cuts or extends it; what is added reads as zeros.
    ///
    /// # Errors
    /// [`Error::File`] where the system does not change it.
    pub fn set_size(&self, bytes: u64) -> Result<()> {
        self.file
            .set_len(bytes)
            .map_err(|source| self.error("set the size of", source))
    }

    /// Gives the space of a part back: to the file system by a hole that reads as zeros, or to the device, which may
    /// then give anything for it. Its length stays.
    ///
    /// # Errors
    /// [`Error::File`] where the file system or device cannot do so.
    pub fn trim(&self, offset: u64, bytes: u64) -> Result<()> {
        loop {
            let trimmed = match self.kind {
                Kind::Block => crate::system::discard(&self.file, offset, bytes),
                _ => {
                    let part = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
                    rustix::fs::fallocate(&self.file, part, offset, bytes).map_err(io::Error::from)
                }
            };
            match trimmed {
                Err(source) if source.kind() == io::ErrorKind::Interrupted => continue,
                trimmed => return trimmed.map_err(|source| self.error("trim", source)),
            }
        }
    }

    /// Reserves space for `bytes` bytes from the start without writing them, where the file system
    /// can. The file's size becomes at least that.
    ///
    /// # Errors
    /// [`Error::File`] where there is not that much space.
    pub fn reserve(&self, bytes: u64) -> Result<()> {
        self.reserve_with(FallocateFlags::empty(), bytes)
    }

    /// The same, but the file's size stays what it is.
    ///
    /// # Errors
    /// [`Error::File`] where there is not that much space.
    pub fn reserve_beyond_the_end(&self, bytes: u64) -> Result<()> {
        self.reserve_with(FallocateFlags::KEEP_SIZE, bytes)
    }

    fn reserve_with(&self, flags: FallocateFlags, bytes: u64) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        loop {
            return match rustix::fs::fallocate(&self.file, flags, 0, bytes) {
                Ok(()) => Ok(()),
                Err(Errno::OPNOTSUPP | Errno::NOSYS) => Ok(()),
                Err(Errno::INTR) => continue,
                Err(errno) => Err(self.error("reserve space for", errno.into())),
            };
        }
    }

    /// Checks that `value` bytes fit what the method needs of `what`, such as "a page".
    ///
    /// # Errors
    /// [`Error::Misaligned`] where they do not.
    pub fn check_alignment(&self, what: &'static str, value: u64) -> Result<()> {
        let needed = self.alignment.offset;
        if self.method.is_direct() && !value.is_multiple_of(needed) {
            return Err(Error::Misaligned {
                what,
                value,
                needed,
                path: self.path.clone(),
            });
        }
        Ok(())
    }

    pub(crate) fn descriptor(&self) -> RawFd {
        self.file.as_raw_fd()
    }

    pub(crate) fn transfer_error(&self, direction: Direction, offset: u64, bytes: usize, source: io::Error) -> Error {
        if self.method.is_direct() && source.raw_os_error() == Some(libc::EINVAL) {
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

/// Returns the alignment that the kernel says that direct I/O on a file needs (`STATX_DIOALIGN`, since Linux 6.1).
/// `None` when it says that this file takes none: it may be opened for it, but its transfers would go through the page
/// cache.
fn direct_alignment(file: &File) -> Option<Alignment> {
    match rustix::fs::statx(
        file,
        c"",
        AtFlags::EMPTY_PATH,
        StatxFlags::from_bits_retain(libc::STATX_DIOALIGN),
    ) {
        Ok(stat) if stat.stx_mask & libc::STATX_DIOALIGN != 0 => {
            let (memory, offset) = (stat.stx_dio_mem_align, stat.stx_dio_offset_align);
            (memory.is_power_of_two() && offset.is_power_of_two()).then(|| Alignment {
                memory: u64::from(memory),
                offset: u64::from(offset),
            })
        }
        _ => Some(sector_alignment(file).unwrap_or(SAFE_ALIGNMENT)),
    }
}

/// Returns the alignment that direct I/O on a block device needs, by its logical block.
fn sector_alignment(file: &File) -> Option<Alignment> {
    if !file.metadata().ok()?.file_type().is_block_device() {
        return None;
    }
    let sector = rustix::fs::ioctl_blksszget(file).ok()?;
    sector.is_power_of_two().then(|| Alignment {
        memory: SAFE_ALIGNMENT.memory.max(sector.into()),
        offset: sector.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn direct_alignment_is_a_power_of_two() {
        let path = tempfile::NamedTempFile::new_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let file = PageFile::open(path.path(), OpenRequest::read(Method::Cached)).unwrap();
        let Alignment { memory, offset } = file.alignment();
        assert!(memory.is_power_of_two() && offset.is_power_of_two());
        // A device of characters is no file at all, so it is never asked for one.
        let null = PageFile::open(Path::new("/dev/null"), OpenRequest::read(Method::Unbuffered));
        assert!(matches!(null, Err(Error::NotAFile { .. })));
    }
}
