//! The kinds of files, devices, and what both need of transfers past the page cache.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::{AtFlags, FileType, SeekFrom, StatxFlags, fstat, major, minor, seek};

use crate::device::{Kind, MemoryDevice};
use crate::file::Alignment;

/// The kinds that may be opened where devices may, in words.
pub(crate) const ALLOWED_WITH_DEVICES: &str = "a file or a block device";

/// The major number of the memory driver (`Documentation/admin-guide/devices.txt`).
const MEMORY_DRIVER: u32 = 1;

/// Returns the kind of what a path names, without opening it, as [`kind_of`] does; `None` if it is not there or cannot
/// be looked at.
pub(crate) fn kind_at(path: &Path) -> Option<Result<Kind, &'static str>> {
    let metadata = std::fs::metadata(path).ok()?;
    Some(kind_of(&metadata))
}

/// Returns the kind of a file.
///
/// # Errors
/// Its kind in words, where pages are not moved to and from such.
pub(crate) fn kind_of(metadata: &Metadata) -> Result<Kind, &'static str> {
    let kind = metadata.file_type();
    if kind.is_dir() {
        Err("a folder")
    } else if kind.is_block_device() {
        Ok(Kind::Block)
    } else if kind.is_char_device() {
        let number = metadata.rdev();
        match (major(number), minor(number)) {
            (MEMORY_DRIVER, 3) => Ok(Kind::MemoryDevice(MemoryDevice::Null)),
            (MEMORY_DRIVER, 5) => Ok(Kind::MemoryDevice(MemoryDevice::Zero)),
            (MEMORY_DRIVER, 7) => Ok(Kind::MemoryDevice(MemoryDevice::Full)),
            (MEMORY_DRIVER, 8 | 9) => Ok(Kind::MemoryDevice(MemoryDevice::Random)),
            _ => Err("a character device"),
        }
    } else if kind.is_fifo() {
        Err("a pipe")
    } else if kind.is_socket() {
        Err("a socket")
    } else {
        Ok(Kind::File)
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

/// A block device that nobody else may mount or take while this lives.
#[derive(Debug)]
pub(crate) struct HeldDevice {
    _file: File,
    number: u64,
}

impl HeldDevice {
    /// Takes a device that is to be written.
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).custom_flags(libc::O_EXCL).open(path)?;
        let number = file.metadata()?.rdev();
        if is_read_only(number) {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        Ok(Self { _file: file, number })
    }

    /// Returns whether it is of the device that a path names.
    pub(crate) fn is_of(&self, path: &Path) -> bool {
        std::fs::metadata(path)
            .is_ok_and(|metadata| metadata.file_type().is_block_device() && metadata.rdev() == self.number)
    }
}

/// Returns whether the kernel says that a device takes no writes. It may open for writing all the same.
fn is_read_only(number: u64) -> bool {
    let file = format!("/sys/dev/block/{}:{}/ro", major(number), minor(number));
    std::fs::read_to_string(file).is_ok_and(|text| text.trim() == "1")
}

/// Returns the alignment that the kernel says that direct I/O on a file needs (`STATX_DIOALIGN`, since Linux 6.1).
/// `None` when it says that this file takes none: it may be opened for it, but its transfers would go through the page
/// cache.
pub(crate) fn direct_alignment(file: &File) -> Option<Alignment> {
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
        _ => Some(sector_alignment(file).unwrap_or(Alignment::SAFE)),
    }
}

/// Returns the alignment that direct I/O on a block device needs, by its logical block.
fn sector_alignment(file: &File) -> Option<Alignment> {
    if !file.metadata().ok()?.file_type().is_block_device() {
        return None;
    }
    let sector = rustix::fs::ioctl_blksszget(file).ok()?;
    sector.is_power_of_two().then(|| Alignment {
        memory: Alignment::SAFE.memory.max(sector.into()),
        offset: sector.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Kinds;
    use crate::error::Error;
    use crate::file::{OpenRequest, PageFile};
    use crate::method::Method;

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

    #[test]
    fn a_device_of_characters_is_never_asked_for_its_alignment() {
        let null = PageFile::open(Path::new("/dev/null"), OpenRequest::read(Method::Unbuffered));
        assert!(matches!(null, Err(Error::NotAFile { .. })));
    }
}
