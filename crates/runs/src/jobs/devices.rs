//! The transfers of the machine's block devices while jobs ran.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use feedrate_machine::{BackingStore, BlockDevice, DeviceCounters, DeviceNumber, System, Volume};

/// The block devices of the machine.
#[derive(Debug)]
pub(super) struct Devices(Vec<BlockDevice>);

/// Their counters at a moment.
#[derive(Clone, Debug, Default)]
pub(super) struct DeviceReadings(BTreeMap<DeviceNumber, DeviceCounters>);

impl Devices {
    /// Returns those of this machine; none where they are hidden.
    pub(super) fn of_machine() -> Self {
        let mut devices = BlockDevice::all(&System::host());
        devices.retain(|device| device.size_bytes != Some(0));
        Self(devices)
    }

    /// Reads their counters.
    pub(super) fn read(&self) -> DeviceReadings {
        let read = |device: &BlockDevice| Some((device.number, DeviceCounters::read(device)?));
        DeviceReadings(self.0.iter().filter_map(read).collect())
    }

    /// Returns their names.
    pub(super) fn names(&self, numbers: &BTreeSet<DeviceNumber>) -> Vec<String> {
        let devices = self.0.iter();
        devices
            .filter(|device| numbers.contains(&device.number))
            .map(|device| device.name.clone())
            .collect()
    }
}

impl DeviceReadings {
    /// Returns the bytes that devices have read and written since an earlier reading; `None` if those of one are not
    /// known, and without devices.
    pub(super) fn moved_since(&self, earlier: &Self, devices: &BTreeSet<DeviceNumber>) -> Option<u64> {
        let moved = devices.iter().map(|device| {
            let activity = self.0.get(device)?.since(earlier.0.get(device)?)?;
            Some(activity.bytes_read.saturating_add(activity.bytes_written))
        });
        let moved: Option<u64> = moved.sum();
        moved.filter(|_| !devices.is_empty())
    }
}

/// Finds the devices below paths.
#[derive(Debug, Default)]
pub(super) struct DeviceFinder {
    of_folders: BTreeMap<PathBuf, Option<Vec<DeviceNumber>>>,
}

impl DeviceFinder {
    /// Returns the devices on which files are or were; `None` if one of them is elsewhere: on other machines, or on
    /// what cannot be seen. Files in memory are on none.
    pub(super) fn below(&mut self, paths: &BTreeSet<PathBuf>) -> Option<BTreeSet<DeviceNumber>> {
        let mut devices = BTreeSet::new();
        for path in paths {
            let folder = path.parent().unwrap_or(path);
            let found = match self.of_folders.get(folder) {
                Some(found) => found,
                None => self
                    .of_folders
                    .entry(folder.to_path_buf())
                    .or_insert_with(|| devices_below(folder)),
            };
            devices.extend(found.as_ref()?);
        }
        Some(devices)
    }
}

/// Returns the devices of the volume of a folder, or of what is left of its path when it was removed.
fn devices_below(folder: &Path) -> Option<Vec<DeviceNumber>> {
    let there = folder.ancestors().find(|folder| folder.exists());
    let there = there.unwrap_or(Path::new("."));
    match Volume::of(there).ok()?.backing {
        BackingStore::Block { devices } => Some(devices),
        BackingStore::Memory => Some(Vec::new()),
        BackingStore::Network | BackingStore::Other => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_devices_moved_is_the_sum_of_all_that_were_used() {
        let at = |seconds: u64, sectors: u64| {
            let text = format!("1 0 {sectors} 0 1 0 {sectors} 0 0 0 0");
            let mut counters = DeviceCounters::parse(&text).unwrap();
            counters.at_ns = seconds * 1_000_000_000;
            counters
        };
        let [one, two, other] = [1, 2, 3].map(|minor| DeviceNumber::new(8, minor));
        let before = DeviceReadings([(one, at(1, 0)), (two, at(1, 10))].into());
        let after = DeviceReadings([(one, at(2, 100)), (two, at(2, 20)), (other, at(2, 5))].into());
        let moved = |devices: &[DeviceNumber]| after.moved_since(&before, &devices.iter().copied().collect());
        assert_eq!(moved(&[one]), Some(2 * 100 * 512));
        assert_eq!(moved(&[one, two]), Some(2 * 110 * 512));
        assert_eq!(moved(&[one, other]), None);
        assert_eq!(moved(&[]), None);
    }

    #[test]
    fn a_folder_that_was_removed_was_where_its_parent_is() {
        let dir = tempfile::tempdir().unwrap();
        let mut finder = DeviceFinder::default();
        let there = finder.below(&[dir.path().join("a")].into());
        assert_eq!(finder.below(&[dir.path().join("gone/too/a")].into()), there);
    }
}
