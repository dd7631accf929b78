//! The backing of a volume: what holds its data.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{FileSystemKind, PathLocation};
use crate::mountinfo::Mount;
use crate::platform::{self, VolumeFacts};
use crate::{DeviceNumber, System};

/// The holder of a volume's data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BackingStore {
    /// Block devices of this machine: one, or several where the file system spans them itself
    /// (btrfs, bcachefs). Never empty.
    Block {
        /// Their numbers.
        devices: Vec<DeviceNumber>,
    },
    /// Other machines.
    Network,
    /// This machine's memory.
    Memory,
    /// Something that cannot be seen from here: a process, the host of this virtual machine, an
    /// overlay whose layers are out of sight, a pool that only its own tools describe (zfs).
    Other,
}

impl BackingStore {
    /// The block devices; none for anything else.
    pub fn devices(&self) -> &[DeviceNumber] {
        match self {
            Self::Block { devices } => devices,
            Self::Network | Self::Memory | Self::Other => &[],
        }
    }
}

impl From<&VolumeFacts> for BackingStore {
    fn from(told: &VolumeFacts) -> Self {
        let number = |disk: &u32| DeviceNumber::new(platform::DISK, *disk);
        match (told.is_remote, told.is_memory, told.disks.is_empty()) {
            (true, _, _) => Self::Network,
            (_, true, _) => Self::Memory,
            (_, _, true) => Self::Other,
            (_, _, false) => Self::Block {
                devices: told.disks.iter().map(number).collect(),
            },
        }
    }
}

pub(super) fn find(system: &System, mount: Option<&Mount>, location: &PathLocation, fs_type: &str) -> BackingStore {
    match FileSystemKind::of(fs_type) {
        FileSystemKind::Memory => return BackingStore::Memory,
        FileSystemKind::Network => return BackingStore::Network,
        FileSystemKind::Local | FileSystemKind::Unknown => {}
        FileSystemKind::Overlay | FileSystemKind::UserSpace | FileSystemKind::HostShare | FileSystemKind::Pseudo => {
            return BackingStore::Other;
        }
    }
    let own = mount.map(|mount| mount.device).or(location.device);
    let devices = match own {
        Some(device) if !device.is_anonymous() => vec![device],
        // Anonymous: the source names the device, and several of them with colons (bcachefs).
        _ => mount
            .map(|mount| mount.source.split(':'))
            .into_iter()
            .flatten()
            .filter_map(|source| number_of(system, source))
            .collect(),
    };
    match devices.as_slice() {
        [] => BackingStore::Other,
        [one] if fs_type == "btrfs" => BackingStore::Block {
            devices: btrfs_members(system, *one),
        },
        _ => BackingStore::Block { devices },
    }
}

/// The number of a device file such as `/dev/mapper/vg-data`.
fn number_of(system: &System, source: &str) -> Option<DeviceNumber> {
    let name = source.strip_prefix("/dev/")?;
    let by_class = |name: &str| {
        // A slash in a device's name is a `!` in sysfs (`cciss/c0d0`).
        let name = name.replace('/', "!");
        system.value(format!("/sys/class/block/{name}/dev"))
    };
    let behind_links = || {
        let real = system.resolve(source)?;
        by_class(real.strip_prefix("/dev").ok()?.to_str()?)
    };
    // Without the link in /dev (containers), device mapper tells its name in sysfs.
    let by_mapper_name = || {
        let wanted = Path::new(name).strip_prefix("mapper").ok()?.to_str()?;
        system
            .names("/sys/class/block")
            .iter()
            .map(|device| format!("/sys/class/block/{device}"))
            .find(|device| system.text(format!("{device}/dm/name")).as_deref() == Some(wanted))
            .and_then(|device| system.value(format!("{device}/dev")))
    };
    by_class(name).or_else(behind_links).or_else(by_mapper_name)
}

/// All devices of the btrfs that one of them belongs to, from `/sys/fs/btrfs/UUID/devices`.
fn btrfs_members(system: &System, known: DeviceNumber) -> Vec<DeviceNumber> {
    system
        .names("/sys/fs/btrfs")
        .iter()
        .map(|uuid| {
            let folder = format!("/sys/fs/btrfs/{uuid}/devices");
            system
                .names(&folder)
                .iter()
                .filter_map(|name| system.value(format!("{folder}/{name}/dev")))
                .collect::<Vec<DeviceNumber>>()
        })
        .find(|members| members.contains(&known))
        .unwrap_or_else(|| vec![known])
}
