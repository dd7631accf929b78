//! The volumes beneath the files of a measurement.

use std::path::Path;

use feedrate_machine::device::BlockDevice;
use feedrate_machine::{BackingStore, Cores, Fingerprint, Memory, System, Volume};

use crate::resources::folder_of;

/// The volumes of the files, with their devices.
pub(crate) struct Volumes {
    volumes: Vec<(Volume, Vec<BlockDevice>)>,
}

impl Volumes {
    /// Returns the volumes of files. Those that cannot be examined are left out.
    pub(crate) fn beneath<'a>(files: impl Iterator<Item = &'a Path>) -> Self {
        let system = System::host();
        let mut volumes: Vec<(Volume, Vec<BlockDevice>)> = Vec::new();
        for file in files {
            let place = if file.exists() { file } else { folder_of(file) };
            let Ok(volume) = Volume::of(place) else {
                continue;
            };
            if volumes.iter().all(|(known, _)| known.device != volume.device) {
                let devices = volume.block_devices(&system);
                volumes.push((volume, devices));
            }
        }
        Self { volumes }
    }

    /// Returns the device of the first file.
    pub(crate) fn first_device(&self) -> Option<&BlockDevice> {
        self.volumes.first()?.1.first()
    }

    /// Returns true if the kernel counts all that is read from these volumes as coming from storage, and what is in
    /// memory as not.
    pub(crate) fn counts_reads(&self) -> bool {
        let counted = |backing: &BackingStore| matches!(backing, BackingStore::Block { .. } | BackingStore::Memory);
        self.volumes.iter().all(|(volume, _)| counted(&volume.backing))
    }

    /// Returns a volume whose data is in memory.
    pub(crate) fn in_memory(&self) -> Option<&Volume> {
        let mut volumes = self.volumes.iter().map(|(volume, _)| volume);
        volumes.find(|volume| volume.backing == BackingStore::Memory)
    }

    /// Returns the fingerprint of the machine and these volumes.
    pub(crate) fn fingerprint(&self) -> Fingerprint {
        let system = System::host();
        let volumes: Vec<(&Volume, &[BlockDevice])> = self
            .volumes
            .iter()
            .map(|(volume, devices)| (volume, devices.as_slice()))
            .collect();
        Fingerprint::new(&system, &Cores::at(&system), &Memory::at(&system), &volumes)
    }
}
