//! Devices as files of a load: they have a fixed size, are not laid out, and are locked while they are written.

use std::path::Path;

use feedrate_pageio::device::block_device_bytes;
use feedrate_pageio::{DeviceHold, Kind, Kinds, file_facts};

use super::spec::{Load, LoadFile, Schedule};
use super::walk::FilePart;
use crate::claim::claim_device;
use crate::error::Result;

/// Locks the block devices that a schedule writes, each once, until the result is dropped.
pub(super) fn hold(schedule: &Schedule) -> Result<Vec<DeviceHold>> {
    let mut held: Vec<DeviceHold> = Vec::new();
    let loads = schedule.batches.iter().flatten();
    for load in loads.filter(|load| load.changes_files() && load.opening.is_none()) {
        for file in &load.files {
            let kind = Kind::of(&file.path, Kinds::FilesAndDevices)?;
            if kind == Some(Kind::Block) && !held.iter().any(|hold| hold.is_of(&file.path)) {
                claim_device(&file.path, Kind::Block, load.overwrite_foreign)?;
                held.push(DeviceHold::new(&file.path)?);
            }
        }
    }
    Ok(held)
}

/// Returns the used part of a device.
pub(super) fn part(load: &Load, file: &LoadFile, kind: Kind) -> Result<FilePart> {
    if load.changes_files() {
        claim_device(&file.path, kind, load.overwrite_foreign)?;
    }
    let wrong = |what: String| load.error(format!("{} {what}", file.path.display()));
    if matches!(kind, Kind::MemoryDevice(_)) {
        if load.engine.kind.maps_files() {
            return Err(wrong("cannot be mapped; choose another engine".to_owned()));
        }
        return match file.bytes {
            Some(bytes) => Ok(FilePart::of(file, bytes, file.offset + bytes)),
            None => Err(wrong("has no length of its own; give a size".to_owned())),
        };
    }
    let size = block_device_bytes(&file.path)?;
    let bytes = file.bytes.unwrap_or(size.saturating_sub(file.offset));
    let needed = (file.offset + bytes).max(file.file_bytes.unwrap_or(0));
    if size == 0 {
        Err(wrong("has nothing attached: it holds no bytes".to_owned()))
    } else if needed > size {
        Err(wrong(format!(
            "holds {size} bytes, fewer than the {needed} that are worked on, and a device cannot grow; give a smaller \
             size or offset"
        )))
    } else {
        Ok(FilePart::of(file, bytes, size))
    }
}

/// Returns whether a path is in the folder of devices, where a regular file would only use memory; if nothing has that
/// name, it is a misspelt device.
pub(super) fn is_among_devices(path: &Path) -> bool {
    let volume = |path: &Path| file_facts::identity(path).ok().map(|(volume, _)| volume);
    let devices = volume(Path::new("/dev"));
    devices.is_some() && devices != volume(Path::new("/")) && path.parent().and_then(volume) == devices
}

/// Returns whether a load moves anything to or from a device without storage.
pub(super) fn is_endless(load: &Load) -> bool {
    load.files.iter().any(|file| {
        matches!(
            Kind::of(&file.path, Kinds::FilesAndDevices),
            Ok(Some(Kind::MemoryDevice(_)))
        )
    })
}
