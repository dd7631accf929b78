//! The disks beneath volumes, from control codes that need no right to read them.

use std::fs::File;

use windows_sys::Win32::System::Ioctl::{
    DEVICE_SEEK_PENALTY_DESCRIPTOR, DISK_GEOMETRY_EX, IOCTL_DISK_GET_DRIVE_GEOMETRY_EX, IOCTL_STORAGE_QUERY_PROPERTY,
    PropertyStandardQuery, STORAGE_ACCESS_ALIGNMENT_DESCRIPTOR, STORAGE_DEVICE_DESCRIPTOR, STORAGE_PROPERTY_ID,
    STORAGE_PROPERTY_QUERY, STORAGE_WRITE_CACHE_PROPERTY, StorageAccessAlignmentProperty, StorageDeviceProperty,
    StorageDeviceSeekPenaltyProperty, StorageDeviceWriteCacheProperty, WriteCacheDisabled, WriteCacheEnabled,
};

use super::call::{control, open_device, structure};
use crate::platform::DiskFacts;

/// `FILE_DEVICE_DISK`: the kind of all devices that are told here.
pub(crate) const DISK: u32 = 7;

/// `IOCTL_VOLUME_GET_VOLUME_DISK_EXTENTS` of `ntddvol.h`.
const VOLUME_DISK_EXTENTS: u32 = 0x0056_0000;

/// The bytes of a `DISK_EXTENT`, and of the count before the first one.
const EXTENT: usize = 24;
const FIRST_EXTENT: usize = 8;

/// Returns the disks that hold a volume, by its name such as `\\?\Volume{...}`; none where nobody tells.
pub(super) fn disks_of_volume(name: &str) -> Vec<u32> {
    let told = open_device(name).and_then(|volume| {
        // SAFETY: the code takes no input.
        unsafe { control::<()>(&volume, VOLUME_DISK_EXTENTS, None) }
    });
    let told = told.unwrap_or_default();
    let extents = told.get(FIRST_EXTENT..).unwrap_or_default().chunks_exact(EXTENT);
    let mut disks: Vec<u32> = extents
        .filter_map(|extent| Some(u32::from_ne_bytes(extent.first_chunk::<4>().copied()?)))
        .collect();
    disks.sort_unstable();
    disks.dedup();
    disks
}

/// Returns the disk of a number; `None` for other devices.
pub(crate) fn disk(kind: u32, number: u32) -> Option<DiskFacts> {
    if kind != DISK {
        return None;
    }
    let name = format!("PhysicalDrive{number}");
    let opened = open_device(format!(r"\\.\{name}"));
    let told = opened.map(|disk| DiskFacts {
        is_there: true,
        bytes: size(&disk),
        ..maker(&disk, queue(&disk))
    });
    Some(DiskFacts {
        name,
        ..told.unwrap_or_default()
    })
}

/// Returns what a disk says of a property.
fn property(disk: &File, property: STORAGE_PROPERTY_ID) -> Option<Vec<u8>> {
    let query = STORAGE_PROPERTY_QUERY {
        PropertyId: property,
        QueryType: PropertyStandardQuery,
        AdditionalParameters: [0],
    };
    // SAFETY: the query is the input of this code, and has numbers only.
    unsafe { control(disk, IOCTL_STORAGE_QUERY_PROPERTY, Some(&query)) }
}

/// Returns what a disk says of a property, as a structure.
///
/// # Safety
///
/// Every pattern of bytes must be a `T`.
unsafe fn property_as<T: Copy>(disk: &File, id: STORAGE_PROPERTY_ID) -> Option<T> {
    // SAFETY: the caller vouches for the pattern.
    unsafe { structure(&property(disk, id)?) }
}

fn size(disk: &File) -> Option<u64> {
    // SAFETY: the code takes no input; the structure has numbers only.
    let geometry: DISK_GEOMETRY_EX =
        unsafe { structure(&control::<()>(disk, IOCTL_DISK_GET_DRIVE_GEOMETRY_EX, None)?) }?;
    u64::try_from(geometry.DiskSize).ok()
}

/// Returns the facts about requests to a disk.
fn queue(disk: &File) -> DiskFacts {
    // SAFETY: of each only numbers are read, of which all patterns of bytes are valid.
    let (seeks, alignment, cache): (
        Option<DEVICE_SEEK_PENALTY_DESCRIPTOR>,
        Option<STORAGE_ACCESS_ALIGNMENT_DESCRIPTOR>,
        Option<STORAGE_WRITE_CACHE_PROPERTY>,
    ) = unsafe {
        (
            property_as(disk, StorageDeviceSeekPenaltyProperty),
            property_as(disk, StorageAccessAlignmentProperty),
            property_as(disk, StorageDeviceWriteCacheProperty),
        )
    };
    DiskFacts {
        spins: seeks.map(|told| told.IncursSeekPenalty),
        write_cache: cache.and_then(|told| {
            let known = [(WriteCacheEnabled, true), (WriteCacheDisabled, false)];
            let told = known.iter().find(|(state, _)| *state == told.WriteCacheEnabled);
            told.map(|(_, is_enabled)| *is_enabled)
        }),
        logical_block_bytes: alignment.map(|told| told.BytesPerLogicalSector.into()),
        physical_block_bytes: alignment.map(|told| told.BytesPerPhysicalSector.into()),
        ..DiskFacts::default()
    }
}

/// Adds who made a disk, and how it is attached.
fn maker(disk: &File, facts: DiskFacts) -> DiskFacts {
    let bytes = property(disk, StorageDeviceProperty).unwrap_or_default();
    // SAFETY: of the structure only numbers are read.
    let Some(told) = (unsafe { structure::<STORAGE_DEVICE_DESCRIPTOR>(&bytes) }) else {
        return facts;
    };
    // Texts lie behind the structure, from the offsets in it; 0 is none.
    let text = |offset: u32| {
        let text = bytes.get(offset as usize..).filter(|_| offset > 0)?;
        let text = text.split(|&byte| byte == 0).next()?;
        let text = String::from_utf8_lossy(text).trim().to_owned();
        (!text.is_empty()).then_some(text)
    };
    DiskFacts {
        vendor: text(told.VendorIdOffset),
        model: text(told.ProductIdOffset),
        transport: transport(told.BusType),
        ..facts
    }
}

/// Returns the transport of a `STORAGE_BUS_TYPE` of `winioctl.h`, in the words that are used for Linux.
fn transport(bus: i32) -> Option<&'static str> {
    Some(match bus {
        1 => "scsi",
        2 | 3 => "ata",
        6 => "fc",
        7 => "usb",
        8 => "raid",
        9 => "iscsi",
        10 => "sas",
        11 => "sata",
        12 | 13 => "mmc",
        14 | 15 => "virtual",
        16 => "storage spaces",
        17 => "pcie",
        _ => return None,
    })
}
