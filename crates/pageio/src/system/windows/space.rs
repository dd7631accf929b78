//! The space of files and devices.

use std::fs::File;
use std::io;
use std::os::windows::io::AsRawHandle;

use windows_sys::Wdk::Storage::FileSystem::{FileFsFullSizeInformation, NtQueryVolumeInformationFile};
use windows_sys::Wdk::System::SystemServices::FILE_FS_FULL_SIZE_INFORMATION;
use windows_sys::Win32::Foundation::{ERROR_DISK_FULL, ERROR_INVALID_PARAMETER};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ALLOCATION_INFO, FILE_STANDARD_INFO, FileAllocationInfo, FileStandardInfo, SetFileInformationByHandle,
};
use windows_sys::Win32::System::IO::IO_STATUS_BLOCK;
use windows_sys::Win32::System::Ioctl::{
    FILE_SET_SPARSE_BUFFER, FILE_ZERO_DATA_INFORMATION, FSCTL_SET_SPARSE, FSCTL_SET_ZERO_DATA,
};

use super::answers::is_unsupported;
use super::call::{checked, control, information};

/// Gives a part of a file back to the file system; it reads as zeros then. The file's size stays. The file becomes a
/// sparse one, since the zeros of any other would be written.
pub(crate) fn punch_hole(file: &File, offset: u64, bytes: u64) -> io::Result<()> {
    let invalid = || io::Error::from_raw_os_error(ERROR_INVALID_PARAMETER.cast_signed());
    let end = offset.checked_add(bytes).and_then(|end| i64::try_from(end).ok());
    let (Some(end), Some(start)) = (end, i64::try_from(offset).ok()) else {
        return Err(invalid());
    };
    let sparse = FILE_SET_SPARSE_BUFFER { SetSparse: true };
    let part = FILE_ZERO_DATA_INFORMATION {
        FileOffset: start,
        BeyondFinalZero: end,
    };
    // SAFETY: each input is that of its code, without pointers.
    unsafe {
        control(file, FSCTL_SET_SPARSE, &sparse)?;
        control(file, FSCTL_SET_ZERO_DATA, &part)
    }
}

/// Refuses to tell a device that a part of it holds nothing any more: devices are not written here.
pub(crate) fn discard(_device: &File, _offset: u64, _bytes: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Reserves space for the first `bytes` bytes of a file, which is not zero, where the file system can. The file's size
/// becomes at least that, or stays; the system then takes the space back once the file is closed.
pub(crate) fn reserve(file: &File, bytes: u64, keep_size: bool) -> io::Result<()> {
    // SAFETY: the structure is that of the class, and has numbers only; its truths are numbers of 8 bits.
    let now: FILE_STANDARD_INFO = unsafe { information(file, FileStandardInfo) }?;
    let invalid = || io::Error::from_raw_os_error(ERROR_INVALID_PARAMETER.cast_signed());
    let wanted = i64::try_from(bytes).map_err(|_| invalid())?;
    // Less space than a file has would cut it.
    if wanted > now.AllocationSize.max(now.EndOfFile) {
        let space = FILE_ALLOCATION_INFO { AllocationSize: wanted };
        // SAFETY: the structure is that of the class, and as long as is told.
        let reserved = checked(unsafe {
            SetFileInformationByHandle(
                file.as_raw_handle(),
                FileAllocationInfo,
                (&raw const space).cast(),
                size_of::<FILE_ALLOCATION_INFO>() as u32,
            )
        });
        match reserved {
            Err(error) if is_unsupported(&error) => check_room(file, wanted - now.AllocationSize)?,
            reserved => reserved?,
        }
    }
    match keep_size || wanted <= now.EndOfFile {
        true => Ok(()),
        false => file.set_len(bytes),
    }
}

/// Fails if the volume of a file has less room than so many bytes more. Where it does not tell, it has enough.
fn check_room(file: &File, bytes: i64) -> io::Result<()> {
    let mut told = FILE_FS_FULL_SIZE_INFORMATION::default();
    let mut status = IO_STATUS_BLOCK::default();
    // SAFETY: the handle is open, and the call fills both structures; it is told the size of the second.
    let outcome = unsafe {
        NtQueryVolumeInformationFile(
            file.as_raw_handle(),
            &raw mut status,
            (&raw mut told).cast(),
            size_of::<FILE_FS_FULL_SIZE_INFORMATION>() as u32,
            FileFsFullSizeInformation,
        )
    };
    let unit = i64::from(told.SectorsPerAllocationUnit) * i64::from(told.BytesPerSector);
    match outcome == 0 && bytes > told.CallerAvailableAllocationUnits.saturating_mul(unit) {
        true => Err(io::Error::from_raw_os_error(ERROR_DISK_FULL.cast_signed())),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_is_reserved_and_nothing_is_cut() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        std::fs::write(&path, [7; 10_000]).unwrap();
        let file = File::options().read(true).write(true).open(&path).unwrap();
        let length = || file.metadata().unwrap().len();
        for keep_size in [true, false] {
            reserve(&file, 5, keep_size).unwrap();
            assert_eq!(length(), 10_000);
        }
        reserve(&file, 1 << 20, true).unwrap();
        assert_eq!(length(), 10_000);
        reserve(&file, 1 << 20, false).unwrap();
        assert_eq!(length(), 1 << 20);
        // No volume has that much room.
        for keep_size in [true, false] {
            assert!(reserve(&file, 1 << 60, keep_size).is_err());
            assert_eq!(length(), 1 << 20);
        }
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes[..10_000].iter().all(|&byte| byte == 7));
        assert!(bytes[10_000..].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn a_hole_reads_as_zeros_where_the_file_system_makes_one() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        std::fs::write(&path, [7; 300_000]).unwrap();
        let file = File::options().read(true).write(true).open(&path).unwrap();
        let wanted = match punch_hole(&file, 65_536, 131_072) {
            Ok(()) => 0,
            Err(_) => 7,
        };
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(bytes.len(), 300_000);
        assert!(bytes[65_536..196_608].iter().all(|&byte| byte == wanted));
        assert!(bytes[196_608..].iter().all(|&byte| byte == 7));
        assert!(punch_hole(&file, u64::MAX, 1).is_err());
    }
}
