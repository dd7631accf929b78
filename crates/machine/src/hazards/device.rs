//! Hazards of the devices beneath.

use super::{Code, Hazard, HazardInputs, amount};
use crate::device::{Kind, MapperType};
use crate::volume::FileSystemKind;
use crate::{BlockDevice, Throttle};

/// The kernel's default of reading ahead, in KiB.
const DEFAULT_READ_AHEAD_KIB: u64 = 128;

pub(super) fn find(inputs: &HazardInputs<'_>, found: &mut Vec<Hazard>) {
    let nodes: Vec<&BlockDevice> = inputs.devices.iter().flat_map(BlockDevice::walk).collect();
    let mut seen = Vec::new();
    for node in &nodes {
        // Two members of a volume may lie on the same disk.
        if !seen.contains(&node.number) {
            seen.push(node.number);
            found.extend(of_kind(node));
            found.extend(of_origin(node));
        }
    }
    let hidden = nodes.iter().any(|node| node.kind == Kind::Unknown)
        // Only zfs's own tools tell its devices, wherever they are called.
        || (nodes.is_empty()
            && inputs.volume.kind() == FileSystemKind::Local
            && inputs.volume.fs_type != "zfs");
    if hidden {
        found.push(Hazard::info(
            Code::HiddenDevice,
            "What lies beneath the volume cannot be seen from here, so what others do on it is \
             not told. If this is a container, run outside of it to see that.",
        ));
    }
    found.extend(read_ahead(inputs));
    found.extend(inputs.throttles.iter().map(throttled));
}

fn of_kind(device: &BlockDevice) -> Option<Hazard> {
    let name = &device.name;
    match &device.kind {
        Kind::Loop { .. } => Some(Hazard::warning(
            Code::LoopDevice,
            format!(
                "{name} is a file that looks like a disk (loop): the file system beneath and its \
                 cache are measured too. Measure a volume on a real disk."
            ),
        )),
        Kind::CompressedMemory | Kind::Memory => Some(Hazard::warning(
            Code::MemoryDevice,
            format!("{name} lies in memory: figures are those of memory. Measure a real disk."),
        )),
        Kind::Network => Some(Hazard::warning(
            Code::NetworkDevice,
            format!(
                "{name} is served by another machine: the network and that machine's load and \
                 caches are measured too. Repeat at different hours."
            ),
        )),
        Kind::Mapper {
            made_by: MapperType::Crypt,
            ..
        } => Some(Hazard::info(
            Code::Encrypted,
            format!(
                "{name} is encrypted by the processor (dm-crypt): throughput is limited by CPU \
                 time that is not charged to the measurement. Watch the system's CPU load."
            ),
        )),
        Kind::Mapper {
            made_by: MapperType::Multipath,
            ..
        } if device.below.len() == 1 => Some(Hazard::warning(
            Code::SinglePath,
            format!(
                "{name} is a multipath disk with one path left: throughput may be a part of the \
                 usual. See multipath -ll."
            ),
        )),
        Kind::Raid {
            missing: Some(missing @ 1..),
            ..
        } => Some(Hazard::warning(
            Code::DegradedArray,
            format!(
                "The array {name} lacks {missing} of its members: it is slower than when whole. \
                 Repair it before judging it."
            ),
        )),
        Kind::Raid {
            activity: Some(activity),
            ..
        } if !matches!(activity.as_str(), "idle" | "frozen") => Some(Hazard::warning(
            Code::BusyArray,
            format!(
                "The array {name} is at work by itself ({activity}): it is slower meanwhile. Wait \
                 until /proc/mdstat shows the end."
            ),
        )),
        _ => None,
    }
}

fn of_origin(device: &BlockDevice) -> Option<Hazard> {
    let name = &device.name;
    match device.origin.transport.as_deref() {
        Some("usb") => {
            return Some(Hazard::warning(
                Code::UsbDisk,
                format!("{name} is attached by USB, which limits it. Measure an inner disk."),
            ));
        }
        Some(network @ ("fc" | "iscsi" | "rdma" | "tcp")) => {
            return Some(Hazard::info(
                Code::StorageNetwork,
                format!(
                    "{name} is on a storage network ({network}): other servers' load and the \
                     array's caches are out of sight. Repeat at different hours."
                ),
            ));
        }
        _ => {}
    }
    device.origin.virtual_by.as_ref().map(|by| {
        Hazard::info(
            Code::VirtualDisk,
            format!(
                "{name} is a virtual disk ({by}): its hypervisor's caches, limits and other guests are \
                 out of sight. Repeat at different hours, and longer than any burst credit."
            ),
        )
    })
}

/// Read-ahead counts for cached sequential reads of a disk, whoever asks for them.
fn read_ahead(inputs: &HazardInputs<'_>) -> Option<Hazard> {
    let first = inputs.devices.first()?;
    let kib = inputs.volume.read_ahead_kib.or(first.queue.read_ahead_kib)?;
    let text = |why: &str| {
        format!(
            "Read-ahead is {kib} KiB{why}: cached sequential reads wait for the device. Try 4096 \
             (blockdev --setra 8192 /dev/{}).",
            first.name
        )
    };
    match kib {
        0..DEFAULT_READ_AHEAD_KIB => Some(Hazard::warning(Code::SmallReadAhead, text(", very little"))),
        DEFAULT_READ_AHEAD_KIB => Some(Hazard::info(Code::SmallReadAhead, text(", the kernel's default"))),
        _ => None,
    }
}

fn throttled(throttle: &Throttle) -> Hazard {
    let rate = |what: &str, bytes: Option<u64>| bytes.map(|bytes| format!("{what} at {}/s", amount(bytes)));
    let count = |what: &str, n: Option<u64>| n.map(|n| format!("{n} {what}/s"));
    let limits: Vec<String> = [
        rate("reads", throttle.read_bytes_per_s),
        rate("writes", throttle.write_bytes_per_s),
        count("reads", throttle.reads_per_s),
        count("writes", throttle.writes_per_s),
    ]
    .into_iter()
    .flatten()
    .collect();
    Hazard::warning(
        Code::Throttled,
        format!(
            "A control group limits I/O on device {} ({}): the limit is measured, not the device. \
             Run outside of it, or raise its limit.",
            throttle.device,
            limits.join(", ")
        ),
    )
}
