//! The counters of the block devices below the files of the command.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use feedrate_machine::proc::disk_statistics;
use feedrate_machine::{BackingStore, BlockDevice, DeviceCounters, DeviceNumber, System, Volume};

use crate::device_seen::{DeviceMoved, DeviceSeen, FileSystemSeen};

/// Bytes of a sector in the kernel's counters.
const SECTOR: u64 = 512;

impl DeviceMoved {
    fn between(earlier: &DeviceCounters, later: &DeviceCounters) -> Option<Self> {
        let counted = later.counted_since(earlier)?;
        Some(Self {
            read_bytes: counted.sectors_read.saturating_mul(SECTOR),
            written_bytes: counted.sectors_written.saturating_mul(SECTOR),
            reads: counted.reads,
            writes: counted.writes,
            busy_seconds: counted.busy_ms as f64 / 1e3,
            request_seconds: counted.queue_ms as f64 / 1e3,
        })
    }
}

/// The devices that are read at each sample.
#[derive(Debug)]
pub(crate) struct Devices {
    /// The counters of all devices of the machine before the command.
    before: BTreeMap<DeviceNumber, DeviceCounters>,
    known: Vec<KnownDevice>,
    file_systems: Vec<FileSystemSeen>,
}

#[derive(Debug)]
struct KnownDevice {
    device: BlockDevice,
    last: Option<DeviceCounters>,
    moved: Option<DeviceMoved>,
}

impl Devices {
    /// Reads the counters of all devices of the machine.
    pub(crate) fn before() -> Self {
        Self {
            before: disk_statistics(&System::host()),
            known: Vec::new(),
            file_systems: Vec::new(),
        }
    }

    /// Adds the devices of a file system that holds a path.
    pub(crate) fn add(&mut self, file_system: DeviceNumber, path: &Path) {
        let is_known = |known: &FileSystemSeen| known.device == file_system;
        if self.file_systems.iter().any(is_known) {
            return;
        }
        let volume = volume(path);
        let numbers = match &volume {
            Some(volume) => volume.backing.devices().to_vec(),
            None if file_system.is_anonymous() => Vec::new(),
            None => vec![file_system],
        };
        let devices = numbers.iter().map(|number| self.add_device(*number));
        let devices = devices.collect();
        self.file_systems.push(FileSystemSeen {
            device: file_system,
            devices,
            is_in_memory: volume
                .as_ref()
                .is_some_and(|volume| volume.backing == BackingStore::Memory),
            mounted_at: volume
                .as_ref()
                .and_then(|volume| volume.mount_point.as_ref())
                .map(|path| path.to_string_lossy().into_owned()),
            kind: volume.map(|volume| volume.fs_type),
        });
    }

    /// Adds the devices below a path that the command may use, so that they are read from its start. Its file system
    /// is not among those of the command until it has a file there.
    pub(crate) fn expect(&mut self, path: &Path) {
        let devices = volume(path).map(|volume| volume.backing.devices().to_vec());
        for number in devices.unwrap_or_default() {
            self.add_device(number);
        }
    }

    fn add_device(&mut self, number: DeviceNumber) -> String {
        let known = self.known.iter();
        if let Some(known) = known.into_iter().find(|known| known.device.number == number) {
            return known.device.name.clone();
        }
        let device = BlockDevice::beneath(number);
        let name = device.name.clone();
        self.known.push(KnownDevice {
            // Samples begin here; the sum includes what came before.
            last: DeviceCounters::read(&device),
            moved: None,
            device,
        });
        name
    }

    /// Reads the counters of those that are known, and returns what each has moved since the last reading.
    pub(crate) fn read(&mut self) -> Vec<DeviceMoved> {
        let before = &self.before;
        let read = self.known.iter_mut().map(|known| {
            let now = DeviceCounters::read(&known.device);
            let moved = known.last.as_ref().zip(now.as_ref());
            let moved = moved.and_then(|(last, now)| DeviceMoved::between(last, now));
            // Without a clock, which the sum does not need.
            let since_start = before.get(&known.device.number).zip(now.as_ref());
            if let Some((first, now)) = since_start {
                known.moved = DeviceMoved::between(first, now);
            }
            known.last = now;
            moved.unwrap_or_default()
        });
        read.collect()
    }

    /// Returns the devices and the file systems.
    pub(crate) fn finish(self) -> (Vec<DeviceSeen>, Vec<FileSystemSeen>) {
        let devices = self.known.into_iter().map(|known| {
            let leaves = known.device.leaves().into_iter();
            let disks = leaves
                .filter(|leaf| leaf.number != known.device.number)
                .map(|leaf| leaf.name.clone())
                .collect();
            DeviceSeen {
                name: known.device.name.clone(),
                number: known.device.number,
                disks,
                has_files: self
                    .file_systems
                    .iter()
                    .any(|of| of.devices.contains(&known.device.name)),
                moved: known.moved,
            }
        });
        (devices.collect(), self.file_systems)
    }
}

/// Returns the volume of a path, or of the folder that is left of it.
fn volume(path: &Path) -> Option<Volume> {
    let there: PathBuf = path.ancestors().find(|path| path.exists())?.to_path_buf();
    Volume::of(there).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sectors_and_milliseconds_are_bytes_and_seconds() {
        let counters = DeviceCounters::parse("10 0 16 5 20 0 32 7 0 9 12").unwrap();
        let moved = DeviceMoved::between(&DeviceCounters::default(), &counters).unwrap();
        assert_eq!((moved.read_bytes, moved.written_bytes), (8192, 16384));
        assert!((moved.busy_seconds - 0.009).abs() < 1e-9);
        assert!((moved.request_seconds - 0.012).abs() < 1e-9);
    }

    #[test]
    fn a_file_system_is_known_by_one_path() {
        let mut devices = Devices::before();
        let number = DeviceNumber::new(0, 9999);
        devices.add(number, Path::new("/proc/no/such/file"));
        devices.add(number, Path::new("/proc/no/such/file"));
        assert_eq!(devices.file_systems.len(), 1);
        assert_eq!(devices.file_systems[0].kind.as_deref(), Some("proc"));
        assert!(devices.read().is_empty());
    }
}
