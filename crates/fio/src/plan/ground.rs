//! What a plan must know of files and processors.

use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use feedrate_machine::{BlockDevice, DeviceNumber, System};
use feedrate_pageio::device::block_device_bytes;
use feedrate_pageio::{Kind, Kinds};

/// What there is.
pub trait Ground {
    /// The length of a file or block device; `None` where there is none.
    fn length(&self, path: &Path) -> Option<u64>;

    /// Whether it cannot become longer than it is, as a block device.
    fn cannot_grow(&self, _: &Path) -> bool {
        false
    }

    /// What is in a file that a job names beside those that it works on.
    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }

    /// The processors of a NUMA node; `None` where there is no such node.
    fn processors(&self, node: u32) -> Option<Vec<u32>>;

    /// The highest number of a processor, where that is known.
    fn highest_processor(&self) -> Option<u32> {
        None
    }

    /// Whether there is a folder of that name.
    fn is_folder(&self, _: &Path) -> bool {
        true
    }
}

/// This machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Host;

impl Ground for Host {
    fn length(&self, path: &Path) -> Option<u64> {
        let kind = path.metadata().ok()?;
        if kind.is_file() {
            return Some(kind.len());
        }
        // A character device has no length, and to open one, or a pipe, may wait.
        if !kind.file_type().is_block_device() {
            return None;
        }
        // The system tells it to who may not open the device, too.
        let device = BlockDevice::at(&System::host(), DeviceNumber::from_raw(kind.rdev()));
        let opened = || block_device_bytes(path).ok();
        opened().or(device.size_bytes)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        // A device may have no end, and a pipe no writer.
        match path.metadata()?.is_file() {
            true => std::fs::read(path),
            false => Err(io::Error::other("it is no file")),
        }
    }

    fn cannot_grow(&self, path: &Path) -> bool {
        matches!(
            Kind::of(path, Kinds::FilesAndDevices),
            Ok(Some(Kind::Block))
        )
    }

    fn processors(&self, node: u32) -> Option<Vec<u32>> {
        let path = format!("/sys/devices/system/node/node{node}/cpulist");
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            // Where nothing is told of nodes, all processors are of the first.
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

/// Processors as the kernel lists them, such as 0-3,8.
fn listed(text: &str) -> Option<Vec<u32>> {
    let mut processors = Vec::new();
    for part in text.trim().split(',').filter(|part| !part.is_empty()) {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        processors.extend(from.parse::<u32>().ok()?..=to.parse().ok()?);
    }
    Some(processors)
}
