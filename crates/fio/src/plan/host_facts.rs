//! The facts about files and processors that a plan needs.

use std::io;
use std::path::Path;

use feedrate_machine::{BlockDevice, DeviceNumber, System};
use feedrate_pageio::device::block_device_bytes;
use feedrate_pageio::named_text::TextKind;
use feedrate_pageio::{Kind, Kinds};

use crate::system;

/// A text that a job names in addition to its files, which is held in memory as it is planned: a line of a recording is
/// an operation, which takes more than its text there.
const RECORDING: TextKind = TextKind {
    name: "recording",
    longest: 1 << 30,
};

/// Facts about files and processors.
pub trait HostFacts {
    /// Returns the length of a file or block device; `None` if it does not exist.
    fn length(&self, path: &Path) -> Option<u64>;

    /// Returns whether a file cannot grow, as a block device cannot.
    fn cannot_grow(&self, _: &Path) -> bool {
        false
    }

    /// Reads a file that a job names in addition to those that it works on.
    ///
    /// # Errors
    ///
    /// Returns the error of the system if the file cannot be read.
    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }

    /// Returns the processors of a NUMA node; `None` if there is no such node.
    fn processors(&self, node: u32) -> Option<Vec<u32>>;

    /// Returns the highest number of a processor, if it is known.
    fn highest_processor(&self) -> Option<u32> {
        None
    }

    /// Returns whether there is a folder of that name.
    fn is_folder(&self, _: &Path) -> bool {
        true
    }

    /// Returns whether folders and files that are not here are taken as they will be found elsewhere, for plans that
    /// only describe jobs.
    fn takes_any_file(&self) -> bool {
        false
    }
}

/// This machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Host;

impl HostFacts for Host {
    fn length(&self, path: &Path) -> Option<u64> {
        let kind = path.metadata().ok()?;
        if kind.is_file() {
            return Some(kind.len());
        }
        // A character device has no length, and opening it, or a pipe, may block.
        let number = system::block_device(&kind)?;
        // The system provides the size even to users who may not open the device.
        let device = BlockDevice::at(&System::host(), DeviceNumber::from_raw(number));
        let opened = || block_device_bytes(path).ok();
        opened().or(device.size_bytes)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        // A pipe may have no writer.
        match system::is_pipe(path, &path.metadata()?) {
            true => Err(io::Error::other("it is a pipe; name a file")),
            false => RECORDING.read(path),
        }
    }

    fn cannot_grow(&self, path: &Path) -> bool {
        matches!(Kind::of(path, Kinds::FilesAndDevices), Ok(Some(Kind::Block)))
    }

    fn processors(&self, node: u32) -> Option<Vec<u32>> {
        system::processors_of_node(node)
    }

    fn highest_processor(&self) -> Option<u32> {
        system::highest_processor()
    }

    fn is_folder(&self, path: &Path) -> bool {
        path.is_dir()
    }
}

/// Any machine: this one, with the folders, the files and the NUMA nodes of another where it has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyHost;

impl HostFacts for AnyHost {
    fn length(&self, path: &Path) -> Option<u64> {
        Host.length(path)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        Host.read(path)
    }

    fn cannot_grow(&self, path: &Path) -> bool {
        Host.cannot_grow(path)
    }

    fn processors(&self, node: u32) -> Option<Vec<u32>> {
        Some(Host.processors(node).unwrap_or_default())
    }

    fn is_folder(&self, path: &Path) -> bool {
        Host.is_folder(path)
    }

    fn takes_any_file(&self) -> bool {
        true
    }
}
