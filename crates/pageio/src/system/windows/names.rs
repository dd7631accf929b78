//! Files and folders by their names: their kinds, status and rights.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal};
use std::os::windows::fs::FileExt;
use std::os::windows::io::AsRawHandle;
use std::path::{Component, Path, Prefix};
use std::ptr::null_mut;

use windows_sys::Wdk::Storage::FileSystem::{FileFsDeviceInformation, NtQueryVolumeInformationFile};
use windows_sys::Wdk::System::SystemServices::{FILE_FS_DEVICE_INFORMATION, FILE_REMOTE_DEVICE};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_TYPE_DISK, GetFileType, GetVolumeInformationByHandleW, GetVolumeNameForVolumeMountPointW, GetVolumePathNameW,
};
use windows_sys::Win32::System::IO::IO_STATUS_BLOCK;

pub(crate) use super::listing::names_in;

use super::call::{checked, from_units, to_units};

/// The device that is an empty text.
const NULL: &str = "NUL";

/// The devices whose names are followed by those of pipes and of slots for mail.
const PIPES: &str = "PIPE";
const MAIL: &str = "MAILSLOT";

/// File systems that compress at most 64 KiB at once, or not at all.
const NEAR: [&str; 4] = ["NTFS", "FAT", "FAT32", "exFAT"];

/// Waits until everything that was written to the volume of a folder has reached the device. It takes the rights of an
/// administrator.
///
/// # Errors
///
/// Fails if the volume is of another machine or cannot be opened, or the device did not take what was written.
pub(crate) fn settle(folder: &Path) -> io::Result<()> {
    let path = to_units(std::path::absolute(folder)?);
    let mut root = vec![0; path.len() + 8];
    // SAFETY: the path ends with a zero; the call writes no more units than are told.
    checked(unsafe { GetVolumePathNameW(path.as_ptr(), root.as_mut_ptr(), root.len() as u32) })?;
    let mut name = [0; 64];
    // SAFETY: the root ends with a zero; the call writes no more units than are told.
    checked(unsafe { GetVolumeNameForVolumeMountPointW(root.as_ptr(), name.as_mut_ptr(), name.len() as u32) })
        .map_err(|_| io::Error::from(ErrorKind::Unsupported))?;
    // With the backslash at its end, it would be the root folder.
    let name = from_units(&name);
    let volume = OpenOptions::new().write(true).open(name.trim_end_matches('\\'))?;
    volume.sync_all()
}

/// Reads at an offset of a file, which moves its place for other reads. Returns the number of bytes, 0 at its end.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek_read(bytes, offset)
}

/// Returns whether a path names an ordinary file, without opening a device.
///
/// # Errors
///
/// Fails if it is not there.
pub(crate) fn is_ordinary(path: &Path) -> io::Result<bool> {
    match device_name(path) {
        Some(_) => Ok(false),
        None => Ok(fs::metadata(path)?.is_file()),
    }
}

/// Returns whether an open file is an ordinary one.
///
/// # Errors
///
/// None.
pub(crate) fn is_ordinary_file(file: &File) -> io::Result<bool> {
    // SAFETY: the handle is open.
    let kind = unsafe { GetFileType(file.as_raw_handle()) };
    // A disk as a whole is of this kind too, and has no metadata.
    Ok(kind == FILE_TYPE_DISK && file.metadata().is_ok_and(|metadata| metadata.is_file()))
}

/// Returns whether a path names what can be read as a text: a file, a pipe, a terminal or `NUL`.
///
/// # Errors
///
/// Fails if it is not there, or is a folder.
pub(crate) fn is_text(path: &Path) -> io::Result<bool> {
    match device_name(path).as_deref() {
        Some(NULL | PIPES) => Ok(true),
        Some(_) => Ok(File::open(path).is_ok_and(|file| file.is_terminal())),
        None => match fs::metadata(path)? {
            folder if folder.is_dir() => Err(ErrorKind::IsADirectory.into()),
            metadata => Ok(metadata.is_file()),
        },
    }
}

/// Returns the name, in capitals, of the device that a path stands for or begins with; `None` where it is one on a
/// volume.
pub(super) fn device_name(path: &Path) -> Option<String> {
    let whole = std::path::absolute(path).ok()?;
    let mut components = whole.components();
    let Some(Component::Prefix(prefix)) = components.next() else {
        return None;
    };
    let Prefix::DeviceNS(name) = prefix.kind() else {
        return None;
    };
    let name = name.to_string_lossy().to_uppercase();
    // A drive has files behind its name.
    let has_more = components.any(|component| matches!(component, Component::Normal(_)));
    (!has_more || [PIPES, MAIL].contains(&name.as_str())).then_some(name)
}

/// Changes nothing: a file has the rights of its folder here.
pub(crate) fn for_owner_alone(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Makes a folder, which has the rights of the one that it is in. It must not be there.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn make_private_folder(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

/// Asks for the status of a file or folder: of a link, of what it leads to.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn ask_status(path: &Path) -> io::Result<()> {
    fs::metadata(path).map(drop)
}

/// The same; of a link, of itself.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn ask_link_status(path: &Path) -> io::Result<()> {
    fs::symlink_metadata(path).map(drop)
}

/// Fails: there is no such call here.
///
/// # Errors
///
/// [`ErrorKind::Unsupported`].
pub(crate) fn ask_extended_status(_path: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Returns whether the file system of a file is known to look for repeats at most 128 KiB back, or not at all, where it
/// compresses. Another machine may have any behind the name that it tells.
pub(crate) fn compresses_near(file: &File) -> bool {
    is_local(file) && file_system(file).is_some_and(|name| NEAR.contains(&name.as_str()))
}

/// Returns whether a file is known to be on this machine.
fn is_local(file: &File) -> bool {
    let mut told = FILE_FS_DEVICE_INFORMATION::default();
    let mut status = IO_STATUS_BLOCK::default();
    // SAFETY: the handle is open, and the call fills both structures; it is told the size of the second.
    let outcome = unsafe {
        NtQueryVolumeInformationFile(
            file.as_raw_handle(),
            &raw mut status,
            (&raw mut told).cast(),
            size_of::<FILE_FS_DEVICE_INFORMATION>() as u32,
            FileFsDeviceInformation,
        )
    };
    outcome == 0 && told.Characteristics & FILE_REMOTE_DEVICE == 0
}

/// Returns the name of a file's file system, such as `NTFS`.
fn file_system(file: &File) -> Option<String> {
    let mut name = [0; 64];
    // SAFETY: the handle is open; the call writes no more units than are told, and nothing behind null pointers.
    let told = checked(unsafe {
        GetVolumeInformationByHandleW(
            file.as_raw_handle(),
            null_mut(),
            0,
            null_mut(),
            null_mut(),
            null_mut(),
            name.as_mut_ptr(),
            name.len() as u32,
        )
    });
    told.is_ok().then(|| from_units(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_known_by_their_names() {
        let name = |path: &str| device_name(Path::new(path));
        assert_eq!(name("nul").as_deref(), Some(NULL));
        assert_eq!(name(r"\\.\pipe\some").as_deref(), Some(PIPES));
        assert_eq!(name(r"\\.\PhysicalDrive0").as_deref(), Some("PHYSICALDRIVE0"));
        assert_eq!(name(r"C:\a"), None);
        assert_eq!(name(r"\\.\C:\a"), None);
    }

    #[test]
    fn a_device_is_no_ordinary_file_and_only_some_are_texts() {
        assert!(!is_ordinary(Path::new("NUL")).unwrap());
        assert!(!is_ordinary_file(&File::open("NUL").unwrap()).unwrap());
        assert!(is_text(Path::new("NUL")).unwrap());
        assert!(!is_text(Path::new(r"\\.\PhysicalDrive0")).unwrap());
        assert_eq!(crate::named_text::read(Path::new("NUL"), 100).unwrap(), b"");
    }

    #[test]
    fn a_file_is_read_at_offsets_up_to_its_end() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "abc").unwrap();
        let mut bytes = [0; 4];
        assert_eq!(read_at(file.as_file(), &mut bytes, 1).unwrap(), 2);
        assert_eq!(bytes[..2], *b"bc");
        assert_eq!(read_at(file.as_file(), &mut bytes, 3).unwrap(), 0);
    }

    #[test]
    fn a_file_here_has_a_file_system_with_a_name() {
        let file = tempfile::tempfile().unwrap();
        assert!(file_system(&file).is_some_and(|name| !name.is_empty()));
        assert!(is_local(&file));
    }
}
