//! The kinds of block devices.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::System;
use crate::text::lossy_path_option;

/// The kind of a block device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Kind {
    /// A whole disk, or what this machine takes for one.
    Disk,
    /// A part of a disk; the disk is right beneath it.
    Partition {
        /// Its number on the disk, from `partition`.
        index: Option<u32>,
    },
    /// Made by device mapper.
    Mapper {
        /// Name of the mapping, as below `/dev/mapper`.
        name: Option<String>,
        /// Who made it, from the head of `dm/uuid`.
        made_by: MapperType,
    },
    /// A software RAID of the kernel's md driver.
    Raid {
        /// `raid0`, `raid1`, `raid5`, `linear`, … from `md/level`.
        level: Option<String>,
        /// The number of members that it should have, from `md/raid_disks`.
        members: Option<u32>,
        /// The number of them that are missing, from `md/degraded`.
        missing: Option<u32>,
        /// The work that it does by itself: `idle`, `resync`, `recover`, `check`, … from `md/sync_action`.
        activity: Option<String>,
        /// Bytes on one member before the next one's turn, from `md/chunk_size`.
        chunk_bytes: Option<u64>,
    },
    /// A file that looks like a disk.
    Loop {
        /// The file, from `loop/backing_file`.
        #[serde(with = "lossy_path_option")]
        file: Option<PathBuf>,
    },
    /// Compressed memory (zram).
    CompressedMemory,
    /// Plain memory (brd's `ram0`).
    Memory,
    /// A disk that another machine serves (nbd, rbd, drbd).
    Network,
    /// Not shown by `sysfs`.
    Unknown,
}

/// Who made a device mapper device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MapperType {
    /// A logical volume.
    Lvm,
    /// An encrypted device.
    Crypt,
    /// Several paths to one disk.
    Multipath,
    /// A partition of a multipath disk or of another mapping (kpartx).
    Partition,
    /// A RAID of the firmware's kind.
    Raid,
    /// Something else; the head of its `dm/uuid`.
    #[serde(untagged)]
    Other(String),
}

impl MapperType {
    /// Of a `dm/uuid`, whose head tells it by convention (`LVM-…`, `CRYPT-LUKS2-…`, `mpath-…`).
    fn of(uuid: &str) -> Self {
        let head = uuid.split_once('-').map_or(uuid, |(head, _)| head);
        match head {
            "LVM" => Self::Lvm,
            "CRYPT" => Self::Crypt,
            "mpath" => Self::Multipath,
            "DMRAID" => Self::Raid,
            // `part1-mpath-…`
            _ if head.strip_prefix("part").is_some_and(|n| n.parse::<u32>().is_ok()) => Self::Partition,
            // The rest of a uuid identifies the device; the head does not.
            _ if uuid.contains('-') => Self::Other(head.to_owned()),
            _ => Self::Other(String::new()),
        }
    }
}

impl Kind {
    pub(super) fn read(system: &System, folder: &str, name: &str) -> Self {
        let text = |file: &str| system.text(format!("{folder}/{file}"));
        let has = |file: &str| system.has(format!("{folder}/{file}"));
        // `nbd0` and `ram12`, but not a driver whose name only begins alike.
        let is_of = |driver: &str| {
            name.strip_prefix(driver)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        if !has("") {
            Self::Unknown
        } else if has("partition") {
            Self::Partition {
                index: system.value(format!("{folder}/partition")),
            }
        } else if has("dm") {
            Self::Mapper {
                name: text("dm/name"),
                made_by: MapperType::of(&text("dm/uuid").unwrap_or_default()),
            }
        } else if has("md") {
            Self::Raid {
                level: text("md/level"),
                members: system.value(format!("{folder}/md/raid_disks")),
                missing: system.value(format!("{folder}/md/degraded")),
                activity: text("md/sync_action"),
                chunk_bytes: system
                    .value(format!("{folder}/md/chunk_size"))
                    .filter(|&bytes: &u64| bytes > 0),
            }
        } else if is_of("loop") {
            Self::Loop {
                file: text("loop/backing_file").map(PathBuf::from),
            }
        } else if is_of("zram") {
            Self::CompressedMemory
        } else if is_of("ram") {
            Self::Memory
        } else if ["nbd", "rbd", "drbd"].into_iter().any(is_of) {
            Self::Network
        } else {
            Self::Disk
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapper_types_show_no_identity() {
        assert_eq!(MapperType::of("LVM-abcSECRET"), MapperType::Lvm);
        assert_eq!(MapperType::of("CRYPT-LUKS2-abc-x"), MapperType::Crypt);
        assert_eq!(MapperType::of("mpath-3600a0b8"), MapperType::Multipath);
        assert_eq!(MapperType::of("part2-mpath-36"), MapperType::Partition);
        assert_eq!(MapperType::of("VDO-12ab"), MapperType::Other("VDO".to_owned()));
        assert_eq!(MapperType::of("3600a0b8"), MapperType::Other(String::new()));
    }
}
