//! The kinds of files that a path can name, and block devices: their lengths, and keeping others off one that is
//! written.
//!
//! Of character devices only those of the kernel's memory driver are known, by their numbers. No other is ever
//! opened: to open a terminal, a tape or a watchdog does something.

mod kind;

use std::fs::{File, Metadata};
use std::path::Path;

use crate::error::{Error, Result};
use crate::system;

pub(crate) use crate::system::length;
pub use kind::{Kind, MemoryDevice};

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
            Self::FilesAndDevices => system::ALLOWED_WITH_DEVICES,
        }
    }
}

impl Kind {
    /// Returns the kind of what a path names, where feedrate moves pages of such; `None` if it is not there or cannot
    /// be looked at. It is not opened.
    ///
    /// # Errors
    /// If it is something else, or something that is not among the `kinds`.
    pub fn of(path: &Path, kinds: Kinds) -> Result<Option<Self>> {
        let known = system::kind_at(path);
        known.map(|known| Self::allowed(path, known, kinds)).transpose()
    }

    pub(crate) fn among(path: &Path, metadata: &Metadata, kinds: Kinds) -> Result<Self> {
        Self::allowed(path, system::kind_of(metadata), kinds)
    }

    /// Returns a known kind, or an error of what it is instead, in words.
    fn allowed(path: &Path, known: std::result::Result<Self, &'static str>, kinds: Kinds) -> Result<Self> {
        let not_a_file = |what| Error::NotAFile {
            path: path.into(),
            what,
            allowed: kinds.words(),
        };
        let kind = known.map_err(not_a_file)?;
        match (kinds, kind) {
            (Kinds::FilesAndDevices, _) | (_, Self::File) => Ok(kind),
            (Kinds::Files, Self::Block) => Err(not_a_file("a block device")),
            (Kinds::Files, Self::MemoryDevice(_)) => Err(not_a_file("a character device")),
        }
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
/// as often as it likes. Windows gives no such hold.
#[derive(Debug)]
pub struct DeviceHold(system::HeldDevice);

impl DeviceHold {
    /// Takes a device that is to be written.
    ///
    /// # Errors
    /// If somebody uses it, it may not be opened, or it is read-only.
    pub fn new(path: &Path) -> Result<Self> {
        let held = system::HeldDevice::new(path);
        held.map(Self).map_err(|source| Error::open_device(path, source))
    }

    /// Returns whether it is of the device that a path names, maybe by another name.
    pub fn is_of(&self, path: &Path) -> bool {
        self.0.is_of(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_files_are_known_and_folders_are_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        assert_eq!(Kind::of(&path, Kinds::Files).unwrap(), None);
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(Kind::of(&path, Kinds::Files).unwrap(), Some(Kind::File));
        let file = File::open(&path).unwrap();
        assert_eq!((length(&file).unwrap(), file.metadata().unwrap().len()), (5, 5));
        drop(file);
        for kinds in [Kinds::Files, Kinds::FilesAndDevices] {
            let refused = Kind::of(folder.path(), kinds).unwrap_err().to_string();
            assert!(refused.contains(" is a folder; name "), "{refused}");
        }
    }
}
