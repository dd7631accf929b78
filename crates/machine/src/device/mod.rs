//! The block devices beneath a volume, from `sysfs`.
//!
//! Sources: the kernel's `Documentation/ABI/stable/sysfs-block` (queue, size, `dm`, partition),
//! `Documentation/admin-guide/md.rst` (md) and `Documentation/ABI/testing/sysfs-block-dm`.

mod kind;
mod origin;
mod queue;

use serde::{Deserialize, Serialize};

pub use kind::{Kind, MapperType};
pub use origin::Origin;
pub use queue::Queue;

use crate::platform::{self, DiskFacts};
use crate::{DeviceNumber, System};

/// Stacks are a handful deep (partition, md, crypt, LVM).
const DEEPEST: usize = 12;
/// A volume over more devices than this is told incompletely rather than without end.
const MOST_NODES: usize = 1024;

/// A block device with all devices beneath it.
///
/// The tree ends in [leaves](Self::leaves): whole disks as far as this machine sees them, which
/// may themselves be a LUN of an array or the disk of a virtual machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockDevice {
    /// Its number.
    pub number: DeviceNumber,
    /// The kernel's name (`nvme0n1p2`, `dm-3`); its number where `sysfs` does not show it.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Size in bytes, from `size` (in sectors of 512 bytes whatever the device's block is).
    pub size_bytes: Option<u64>,
    /// True if it refuses writes, from `ro`.
    pub read_only: Option<bool>,
    /// The queue of its requests; for a partition the queue of its disk.
    pub queue: Queue,
    /// Who made it and how it is attached; empty for everything that is made of other devices.
    pub origin: Origin,
    /// The devices right beneath: a partition's disk, the members of an array or of a mapping.
    pub below: Vec<BlockDevice>,
}

impl BlockDevice {
    /// The device of a number on this machine, with everything beneath it.
    ///
    /// A device that `sysfs` does not show is of kind [`Kind::Unknown`].
    pub fn beneath(number: DeviceNumber) -> Self {
        Self::at(&System::host(), number)
    }

    /// All block devices of a machine, partitions included; none where `sysfs` is hidden.
    pub fn all(system: &System) -> Vec<Self> {
        let numbers = system.names("/sys/dev/block").into_iter();
        numbers
            .filter_map(|name| name.parse().ok())
            .map(|number| Self::at(system, number))
            .collect()
    }

    /// The device of a number on a given machine.
    pub fn at(system: &System, number: DeviceNumber) -> Self {
        if system.is_host()
            && let Some(told) = platform::disk(number.major, number.minor)
        {
            return Self::told(number, told);
        }
        Self::read(system, number, &mut Vec::new(), &mut { MOST_NODES })
    }

    /// Returns a disk of which calls have told all.
    fn told(number: DeviceNumber, told: DiskFacts) -> Self {
        let origin = Origin {
            vendor: told.vendor,
            model: told.model,
            driver: None,
            transport: told.transport.map(str::to_owned),
            virtual_by: None,
        };
        Self {
            number,
            name: told.name,
            kind: if told.is_there { Kind::Disk } else { Kind::Unknown },
            size_bytes: told.bytes,
            read_only: None,
            queue: Queue {
                rotational: told.spins,
                write_cache: told.write_cache,
                logical_block_bytes: told.logical_block_bytes,
                physical_block_bytes: told.physical_block_bytes,
                ..Queue::default()
            },
            origin: origin.with_simulator(),
            below: Vec::new(),
        }
    }

    fn read(system: &System, number: DeviceNumber, above: &mut Vec<DeviceNumber>, nodes: &mut usize) -> Self {
        let folder = format!("/sys/dev/block/{number}");
        let name = system
            .resolved_name(&folder)
            .map_or_else(|| number.to_string(), |name| name.replace('!', "/"));
        let kind = Kind::read(system, &folder, &name);
        let is_partition = matches!(kind, Kind::Partition { .. });
        let below_numbers = if is_partition {
            system.value(format!("{folder}/../dev")).into_iter().collect()
        } else {
            members(system, &folder)
        };
        above.push(number);
        let mut below = Vec::new();
        for member in below_numbers {
            // No device lies on itself, but a false tree could say so.
            if above.len() < DEEPEST && *nodes > 0 && !above.contains(&member) {
                *nodes -= 1;
                below.push(Self::read(system, member, above, nodes));
            }
        }
        above.pop();
        let queue_folder = if is_partition {
            format!("{folder}/../queue")
        } else {
            format!("{folder}/queue")
        };
        let origin = if below.is_empty() {
            Origin::read(system, &folder)
        } else {
            Origin::default()
        };
        Self {
            number,
            name,
            size_bytes: system
                .value(format!("{folder}/size"))
                .and_then(|sectors: u64| sectors.checked_mul(512)),
            read_only: system.flag(format!("{folder}/ro")),
            queue: Queue::read(system, &queue_folder),
            origin,
            below,
            kind,
        }
    }

    /// This device and all beneath, each above its own; one that two paths lead to comes once.
    pub fn walk(&self) -> Vec<&BlockDevice> {
        let mut found: Vec<&BlockDevice> = Vec::new();
        let mut open = vec![self];
        while let Some(device) = open.pop() {
            if found.iter().all(|other| other.number != device.number) {
                found.push(device);
                open.extend(device.below.iter().rev());
            }
        }
        found
    }

    /// The devices at the ends, each once: what the I/O finally goes to.
    pub fn leaves(&self) -> Vec<&BlockDevice> {
        let mut leaves = self.walk();
        leaves.retain(|device| device.below.is_empty());
        leaves
    }

    /// Returns whether any disk at the end spins, as far as anyone knows: a virtual disk says so without knowing, and
    /// then the answer is `None` unless another one is known to spin.
    pub fn rotational(&self) -> Option<bool> {
        let known = |leaf: &&BlockDevice| match (&leaf.origin.virtual_by, leaf.queue.rotational) {
            // A virtual disk that says it does not spin was told so by someone.
            (Some(_), Some(true)) | (_, None) => None,
            (_, says) => says,
        };
        let leaves = self.leaves();
        if leaves.iter().any(|leaf| known(leaf) == Some(true)) {
            Some(true)
        } else if leaves.iter().all(|leaf| known(leaf) == Some(false)) {
            Some(false)
        } else {
            None
        }
    }
}

/// Numbers of the devices that one is made of, from its folder `slaves`.
fn members(system: &System, folder: &str) -> Vec<DeviceNumber> {
    let slaves = format!("{folder}/slaves");
    system
        .names(&slaves)
        .iter()
        .filter_map(|name| system.value(format!("{slaves}/{name}/dev")))
        .collect()
}
