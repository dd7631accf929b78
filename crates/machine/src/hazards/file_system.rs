//! Hazards of the file system and its mount.

use super::{Code, Hazard, HazardInputs, amount};
use crate::Volume;
use crate::volume::FileSystemKind;

pub(super) fn find(inputs: &HazardInputs<'_>, found: &mut Vec<Hazard>) {
    let volume = inputs.volume;
    found.extend(kind(volume));
    if volume.read_only {
        found.push(Hazard::refuse(
            Code::ReadOnly,
            "The volume is mounted read-only: nothing can be written to measure. Name a folder on \
             a writable volume, or remount it with rw.",
        ));
    }
    space(inputs, found);
    // Beneath an overlay it is the upper volume whose format and options count.
    formats(volume.beneath.as_deref().unwrap_or(volume), found);
}

fn kind(volume: &Volume) -> Option<Hazard> {
    let fs_type = &volume.fs_type;
    match volume.kind() {
        FileSystemKind::Memory => Some(Hazard::warning(
            Code::MemoryFileSystem,
            format!(
                "{fs_type} lies in memory: figures are those of memory, and a large test takes it \
                 from the programs. Name a folder on a disk."
            ),
        )),
        FileSystemKind::Network => Some(Hazard::warning(
            Code::NetworkFileSystem,
            format!(
                "{fs_type} lies on other machines: the network and their load are measured too, \
                 and their caches are out of sight. Repeat at different hours, and tell its owner."
            ),
        )),
        FileSystemKind::UserSpace => Some(Hazard::warning(
            Code::UserSpaceFileSystem,
            format!(
                "{fs_type} is served by a process: its CPU time and caches are measured too. \
                 Measure the volume beneath it as well."
            ),
        )),
        FileSystemKind::HostShare => Some(Hazard::warning(
            Code::HostShare,
            format!(
                "{fs_type} is a folder of the virtual machine's hypervisor, whose cache is out of \
                 sight. Measure a disk of the machine itself."
            ),
        )),
        FileSystemKind::Overlay => Some(Hazard::warning(
            Code::Overlay,
            "An overlay, as containers have it: the first write to an existing file copies it \
             whole. Measure the volume mounted for the data instead.",
        )),
        FileSystemKind::Pseudo => Some(Hazard::refuse(
            Code::PseudoFileSystem,
            format!("{fs_type} holds no ordinary files: name a folder on a disk."),
        )),
        FileSystemKind::Local | FileSystemKind::Unknown => None,
    }
}

fn space(inputs: &HazardInputs<'_>, found: &mut Vec<Hazard>) {
    let Some(space) = inputs.volume.space else {
        return;
    };
    let available = space.available_bytes;
    // A file system that tells no size at all (some of FUSE) tells nothing about room either.
    if space.total_bytes > 0 {
        if let Some(needed) = inputs.bytes_needed.filter(|&needed| needed > available) {
            found.push(Hazard::refuse(
                Code::NoSpace,
                format!(
                    "{} free, {} needed: the test files do not fit. Free some room, or ask for \
                     smaller files.",
                    amount(available),
                    amount(needed)
                ),
            ));
        } else if available == 0 {
            found.push(Hazard::refuse(
                Code::NoSpace,
                "The volume is full: nothing can be written to measure. Free some room.",
            ));
        } else if available < space.total_bytes / 20 {
            found.push(Hazard::warning(
                Code::NearlyFull,
                format!(
                    "Only {} of {} is free: new files are scattered over what is left, slower \
                     than the volume can. Free some room before judging it.",
                    amount(available),
                    amount(space.total_bytes)
                ),
            ));
        }
    }
    if space.available_inodes == Some(0) {
        found.push(Hazard::refuse(
            Code::NoInodes,
            "No inode is free: no file can be made though there may be room. Delete some files.",
        ));
    }
}

fn formats(volume: &Volume, found: &mut Vec<Hazard>) {
    let fs_type = volume.fs_type.as_str();
    if matches!(fs_type, "ext2" | "ext3") {
        found.push(Hazard::warning(
            Code::OldExt,
            format!(
                "{fs_type} maps large files block by block and is slow with them; SAS advises \
                 against it. Make the volume ext4 or XFS."
            ),
        ));
    }
    if volume.option("data") == Some("journal") {
        found.push(Hazard::warning(
            Code::JournaledData,
            "Mounted with data=journal: all data is written twice and direct I/O is off. Mount \
             with data=ordered.",
        ));
    }
    if volume.has_option("sync") {
        found.push(Hazard::warning(
            Code::SyncMount,
            "Mounted with sync: each write waits for the device, many times slower. Mount without \
             it.",
        ));
    }
    if volume.has_option("nobarrier") || volume.option("barrier") == Some("0") {
        found.push(Hazard::warning(
            Code::NoBarrier,
            "Mounted without write barriers: durable writes look faster than they are, and a power \
             cut can destroy files. Mount with barriers unless the cache has a battery.",
        ));
    }
    if let Some(name) = compression(volume) {
        found.push(Hazard::warning(
            Code::Compression,
            format!(
                "The file system compresses ({name}): figures depend on the data and take CPU \
                 time. Compare only tests of the same compressibility."
            ),
        ));
    }
    if fs_type == "zfs" {
        found.push(Hazard::warning(
            Code::OwnCache,
            "zfs has a cache of its own (ARC) outside the page cache: a read may come from it \
             unseen. Test files larger than the ARC, and set recordsize to the page size.",
        ));
    }
    let copies = match fs_type {
        "btrfs" => !volume.has_option("nodatacow"),
        "zfs" | "bcachefs" => true,
        _ => false,
    };
    if copies {
        found.push(Hazard::info(
            Code::CopyOnWrite,
            format!(
                "{fs_type} writes each change to a new place: files that are updated scatter, and \
                 later sequential reads slow down. XFS or ext4 keep their place."
            ),
        ));
    }
}

/// The compression of btrfs, f2fs, bcachefs, as their options name it.
fn compression(volume: &Volume) -> Option<&str> {
    let asked = ["compress", "compress-force", "compression"].iter().find_map(|name| {
        volume
            .option(name)
            // A bare `compress` is the default algorithm.
            .or_else(|| volume.has_option(name).then_some("zlib"))
    })?;
    (!matches!(asked, "none" | "no")).then_some(asked)
}
