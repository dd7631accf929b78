//! The facts about files and processors that a plan needs.

use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use feedrate_machine::{BlockDevice, DeviceNumber, System};
use feedrate_pageio::device::block_device_bytes;
use feedrate_pageio::named_text::TextKind;
use feedrate_pageio::{Kind, Kinds};

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
        if !kind.file_type().is_block_device() {
            return None;
        }
        // The system provides the size even to users who may not open the device.
        let device = BlockDevice::at(&System::host(), DeviceNumber::from_raw(kind.rdev()));
        let opened = || block_device_bytes(path).ok();
        opened().or(device.size_bytes)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        // A pipe may have no writer.
        match path.metadata()?.file_type().is_fifo() {
            true => Err(io::Error::other("it is a pipe; name a file")),
            false => RECORDING.read(path),
        }
    }

    fn cannot_grow(&self, path: &Path) -> bool {
        matches!(Kind::of(path, Kinds::FilesAndDevices), Ok(Some(Kind::Block)))
    }

    fn processors(&self, node: u32) -> Option<Vec<u32>> {
        let path = format!("/sys/devices/system/node/node{node}/cpulist");
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            // Without information on nodes, all processors belong to the first.
            Err(_) if node == 0 => return Some(Vec::new()),
            Err(_) => return None,
        };
        listed(&text)
    }

    fn highest_processor(&self) -> Option<u32> {
        let text = std::fs::read_to_string("/sys/devices/system/cpu/present").ok()?;
        listed(&text)?.into_iter().max()
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

/// Parses a kernel list of processors, such as 0-3,8.
fn listed(text: &str) -> Option<Vec<u32>> {
    let mut processors = Vec::new();
    for part in text.trim().split(',').filter(|part| !part.is_empty()) {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        processors.extend(from.parse::<u32>().ok()?..=to.parse().ok()?);
    }
    Some(processors)
}
