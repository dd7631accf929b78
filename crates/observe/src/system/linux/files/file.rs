//! A look at a file of the command: its flags, its size and its pages in the cache.

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use feedrate_machine::DeviceNumber;
use feedrate_pageio::cache::Residency;

use super::motion::{READ, WRITE};
use crate::file_seen::FileSeen;
use crate::motion::{Motion, Pattern};

impl FileSeen {
    /// A file that was not seen before.
    pub(crate) fn new(path: &[u8], device: DeviceNumber, inode: u64, seconds: f64) -> Self {
        Self {
            path: PathBuf::from(OsStr::from_bytes(path)),
            is_read: false,
            is_written: false,
            is_appended_to: false,
            is_direct: false,
            is_synchronous: false,
            is_mapped: false,
            is_deleted: false,
            exists_at_end: false,
            first_size_bytes: None,
            last_size_bytes: None,
            first_cached_bytes: None,
            last_cached_bytes: None,
            motion: Motion::default(),
            pattern: Pattern::Unknown,
            first_seen_seconds: seconds,
            last_seen_seconds: seconds,
            device,
            is_code: false,
            inode,
        }
    }

    /// Notes the flags with which it is open.
    pub(crate) fn note_flags(&mut self, flags: u32) {
        let has = |flag: i32| flags & flag as u32 == flag as u32;
        let mode = flags & libc::O_ACCMODE as u32;
        self.is_read |= mode != WRITE;
        self.is_written |= mode != READ;
        self.is_appended_to |= has(libc::O_APPEND);
        self.is_direct |= has(libc::O_DIRECT);
        // O_SYNC has the bit of O_DSYNC.
        self.is_synchronous |= has(libc::O_DSYNC);
    }

    /// Notes its size at a moment.
    pub(crate) fn note_size(&mut self, bytes: u64) {
        self.first_size_bytes.get_or_insert(bytes);
        self.last_size_bytes = Some(bytes);
    }

    /// Looks at it after the command, and returns whether it is still there. `may_ask` is whether its pages in the
    /// cache are counted.
    pub(crate) fn finish(&mut self, may_ask: bool) {
        self.pattern = self.motion.pattern();
        let is_it = |metadata: &Metadata| {
            metadata.is_file() && metadata.ino() == self.inode && DeviceNumber::from_raw(metadata.dev()) == self.device
        };
        let Some(metadata) = metadata(&self.path).filter(is_it) else {
            return;
        };
        self.exists_at_end = true;
        self.note_size(metadata.len());
        if may_ask && metadata.len() <= LARGEST_COUNTED {
            self.last_cached_bytes = cached_bytes(&self.path);
        }
    }
}

/// The largest file whose pages in the cache are counted: the kernel looks at each of them.
pub(crate) const LARGEST_COUNTED: u64 = 16 << 30;

/// Returns how much of a regular file is in the page cache.
pub(crate) fn cached_bytes(path: &Path) -> Option<u64> {
    let flags = rustix::fs::OFlags::RDONLY
        | rustix::fs::OFlags::CLOEXEC
        | rustix::fs::OFlags::NONBLOCK
        | rustix::fs::OFlags::NOCTTY;
    let file = rustix::fs::open(path, flags, rustix::fs::Mode::empty()).ok()?;
    let file = File::from(file);
    let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
    Residency::of(&file).bytes().filter(|_| is_file)
}

/// Returns what the system says of a path.
pub(crate) fn metadata(path: &Path) -> Option<Metadata> {
    std::fs::metadata(path).ok()
}
