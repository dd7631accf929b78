//! The kinds of files that a path can name, and block devices: their lengths, and keeping others off one that is
//! written.
//!
//! Of character devices only those of the kernel's memory driver are known, by their numbers. No other is ever
//! opened: to open a terminal, a tape or a watchdog does something.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::{FileType, SeekFrom, fstat, major, minor, seek};

use crate::error::{Error, Result};

/// Which kinds of files may be opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kinds {
    /// Ordinary files.
    #[default]
    Files,
    /// Devices too.
    FilesAndDevices,
}

impl Kinds {
    /// Returns the words for one of them.
    fn words(self) -> &'static str {
        match self {
            Self::Files => "an ordinary file",
            Self::FilesAndDevices => "a file or a block device",
        }
    }
}

/// The kind of what a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An ordinary file.
    File,
    /// A disk, a part of one, or what stands for one.
    Block,
    /// A device without length that is at home in the kernel's memory.
    MemoryDevice(MemoryDevice),
}

/// A device of the kernel's memory driver, which has no length and no places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryDevice {
    /// `/dev/null`: takes all, and ends at once when it is read.
    Null,
    /// `/dev/zero`: takes all, and gives zeros.
    Zero,
    /// `/dev/full`: takes nothing, and gives zeros.
    Full,
    /// `/dev/random`, `/dev/urandom`: stirs what it takes into the system's random numbers, and gives such.
    Random,
}

/// The major number of the memory driver (`Documentation/admin-guide/devices.txt`).
const MEMORY_DRIVER: u32 = 1;

impl Kind {
    /// Returns the kind of what a path names, where feedrate moves pages of such; `None` if it is not there or cannot
    /// be looked at. It is not opened.
    ///
    /// # Errors
    /// If it is something else, or something that is not among the `kinds`.
    pub fn of(path: &Path, kinds: Kinds) -> Result<Option<Self>> {
        match std::fs::metadata(path) {
            Ok(metadata) => Self::among(path, &metadata, kinds).map(Some),
            Err(_) => Ok(None),
        }
    }

    pub(crate) fn among(path: &Path, metadata: &Metadata, kinds: Kinds) -> Result<Self> {
        let not_a_file = |what| Error::NotAFile {
            path: path.into(),
            what,
            allowed: kinds.words(),
        };
        let kind = Self::known(metadata).map_err(not_a_file)?;
        match (kinds, kind) {
            (Kinds::FilesAndDevices, _) | (_, Self::File) => Ok(kind),
            (Kinds::Files, Self::Block) => Err(not_a_file("a block device")),
            (Kinds::Files, Self::MemoryDevice(_)) => Err(not_a_file("a character device")),
        }
    }

    /// The kind, or what it is instead in words.
    fn known(metadata: &Metadata) -> std::result::Result<Self, &'static str> {
        let kind = metadata.file_type();
        if kind.is_dir() {
            Err("a folder")
        } else if kind.is_block_device() {
            Ok(Self::Block)
        } else if kind.is_char_device() {
            let number = metadata.rdev();
            match (major(number), minor(number)) {
                (MEMORY_DRIVER, 3) => Ok(Self::MemoryDevice(MemoryDevice::Null)),
                (MEMORY_DRIVER, 5) => Ok(Self::MemoryDevice(MemoryDevice::Zero)),
                (MEMORY_DRIVER, 7) => Ok(Self::MemoryDevice(MemoryDevice::Full)),
                (MEMORY_DRIVER, 8 | 9) => Ok(Self::MemoryDevice(MemoryDevice::Random)),
                _ => Err("a character device"),
            }
        } else if kind.is_fifo() {
            Err("a pipe")
        } else if kind.is_socket() {
            Err("a socket")
        } else {
            Ok(Self::File)
        }
    }

    /// Returns whether it is a device, which is never made, marked, emptied, made longer or removed.
    pub fn is_device(self) -> bool {
        self != Self::File
    }

    /// Returns whether nothing that is written to it is kept, so that nothing is lost by it.
    pub fn keeps_nothing(self) -> bool {
        matches!(
            self,
            Self::MemoryDevice(MemoryDevice::Null | MemoryDevice::Zero | MemoryDevice::Full)
        )
    }
}

/// Returns the bytes of an open file or block device; 0 for other devices.
pub(crate) fn length(file: impl AsFd) -> io::Result<u64> {
    let stat = fstat(&file)?;
    if FileType::from_raw_mode(stat.st_mode) == FileType::BlockDevice {
        // Nobody uses the position: pages move to and from offsets.
        Ok(seek(&file, SeekFrom::End(0))?)
    } else {
        Ok(u64::try_from(stat.st_size).unwrap_or(0))
    }
}

/// Returns the bytes of a block device.
///
/// # Errors
/// If it cannot be opened for reading.
pub fn block_device_bytes(path: &Path) -> Result<u64> {
    let length = File::open(path).and_then(|file| length(&file));
    length.map_err(|source| Error::open_device(path, source))
}

/// A block device that nobody else may mount or take while this lives, and that nobody has.
///
/// The kernel refuses a device for this, and all disks and partitions that share space with it, that is mounted, is
/// swapped to, or is part of an array or a volume. A program has a device once only, and may open it again beside this
/// as often as it likes.
#[derive(Debug)]
pub struct DeviceHold {
    _file: File,
    number: u64,
}

impl DeviceHold {
    /// Takes a device that is to be written.
    ///
    /// # Errors
    /// If somebody uses it, it may not be opened, or it is read-only.
    pub fn new(path: &Path) -> Result<Self> {
        let taken = || {
            let file = OpenOptions::new().read(true).custom_flags(libc::O_EXCL).open(path)?;
            let number = file.metadata()?.rdev();
            if is_read_only(number) {
                return Err(io::ErrorKind::ReadOnlyFilesystem.into());
            }
            Ok(Self { _file: file, number })
        };
        taken().map_err(|source| Error::open_device(path, source))
    }

    /// Returns whether it is of the device that a path names, maybe by another name.
    pub fn is_of(&self, path: &Path) -> bool {
        std::fs::metadata(path)
            .is_ok_and(|metadata| metadata.file_type().is_block_device() && metadata.rdev() == self.number)
    }
}

/// Returns whether the kernel says that a device takes no writes. It may open for writing all the same.
fn is_read_only(number: u64) -> bool {
    let file = format!("/sys/dev/block/{}:{}/ro", major(number), minor(number));
    std::fs::read_to_string(file).is_ok_and(|text| text.trim() == "1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_own_devices_are_known_and_others_are_not_opened() {
        let known = |name: &str| Kind::of(Path::new(name), Kinds::FilesAndDevices);
        for (name, wanted) in [
            ("/dev/null", MemoryDevice::Null),
            ("/dev/zero", MemoryDevice::Zero),
            ("/dev/full", MemoryDevice::Full),
            ("/dev/random", MemoryDevice::Random),
            ("/dev/urandom", MemoryDevice::Random),
        ] {
            let kind = known(name).unwrap().unwrap();
            assert_eq!(kind, Kind::MemoryDevice(wanted));
            assert!(kind.is_device());
            assert_eq!(kind.keeps_nothing(), wanted != MemoryDevice::Random);
            let refused = Kind::of(Path::new(name), Kinds::Files).unwrap_err();
            let text = format!("{name} is a character device; name an ordinary file");
            assert_eq!(refused.to_string(), text);
        }
        assert_eq!(known("/dev/no such device").unwrap(), None);
        let refused = known("/dev/tty").unwrap_err().to_string();
        let text = "/dev/tty is a character device; name a file or a block device";
        assert_eq!(refused, text);
        assert!(known("/dev").unwrap_err().to_string().contains("is a folder"));
    }
}
