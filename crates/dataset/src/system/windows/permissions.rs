//! The permissions of drafts, and how they are known. A file has the rights of its folder here; its own permissions are
//! that it may only be read, or written as well.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::windows::fs::{MetadataExt, OpenOptionsExt};
use std::os::windows::io::AsRawHandle;
use std::path::Path;

use feedrate_pageio::open_file;
use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_HIDDEN, FILE_ATTRIBUTE_NORMAL, FILE_ATTRIBUTE_READONLY, FILE_BASIC_INFO, FileBasicInfo,
    SetFileInformationByHandle,
};

/// The mark of a draft among its attributes: it is not shown where files are, as those whose names begin with a dot are
/// not on other systems.
const MARK: u32 = FILE_ATTRIBUTE_HIDDEN;

/// The permissions of a draft.
pub(crate) const PRIVATE: u32 = 0;

/// All permissions, without marks.
const ALL: u32 = FILE_ATTRIBUTE_READONLY;

/// Creates a file with the mark of a draft, which must not be there. It has the rights that the system gives new files
/// there.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn new_draft(path: &Path, _is_ordinary: bool) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .attributes(MARK)
        .open(path)
}

/// Returns the permissions of a file.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn permissions_of(file: &File) -> io::Result<u32> {
    Ok(file.metadata()?.file_attributes() & ALL)
}

/// Sets the permissions of a file, with or without the mark.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn set_permissions(file: &File, permissions: u32, is_marked: bool) -> io::Result<()> {
    let others = file.metadata()?.file_attributes() & !(MARK | ALL);
    set_attributes(file, others | permissions | if is_marked { MARK } else { 0 })
}

/// Adds the mark of a draft to a file, or removes it.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn mark(file: &File, is_marked: bool) -> io::Result<()> {
    let attributes = file.metadata()?.file_attributes();
    set_attributes(
        file,
        if is_marked {
            attributes | MARK
        } else {
            attributes & !MARK
        },
    )
}

fn set_attributes(file: &File, attributes: u32) -> io::Result<()> {
    let told = FILE_BASIC_INFO {
        // Times of 0 stay as they are, and so would attributes.
        FileAttributes: if attributes == 0 {
            FILE_ATTRIBUTE_NORMAL
        } else {
            attributes
        },
        ..FILE_BASIC_INFO::default()
    };
    // SAFETY: the structure is that of the class, and as long as is told.
    let set = unsafe {
        SetFileInformationByHandle(
            file.as_raw_handle(),
            FileBasicInfo,
            (&raw const told).cast(),
            size_of::<FILE_BASIC_INFO>() as u32,
        )
    };
    match set {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Returns whether a file has the mark of a draft; `false` where the system does not tell.
pub(crate) fn is_marked(file: &File) -> bool {
    file.metadata()
        .is_ok_and(|metadata| metadata.file_attributes() & MARK != 0)
}

/// Returns whether an open file may be a draft, or a journal that is kept, of any user: those who may remove it may
/// remove other files of its folder, too.
pub(crate) fn is_own_draft(file: &File) -> bool {
    let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
    is_file && open_file::status(file).is_ok_and(|status| status.names == 1)
}

/// The same of the file at a path, as far as it is told without opening it.
pub(crate) fn is_own_draft_at(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// Returns the permissions of another file. Its owner stays its own.
pub(crate) fn take_owner(_file: &File, other: &Metadata) -> u32 {
    other.file_attributes() & ALL
}

/// Takes nothing: the rights of a file are those of its folder. Returns `true`, as nothing is lacking.
pub(crate) fn take_access_list(_file: &File, _of: &Path) -> bool {
    true
}

/// Returns the permissions, of which none are those of a group.
pub(crate) fn without_group(permissions: u32) -> u32 {
    permissions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_marked_until_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("draft");
        let file = new_draft(&path, true).unwrap();
        assert!(is_own_draft(&file) && is_own_draft_at(&path));
        set_permissions(&file, ALL, false).unwrap();
        assert!(!is_marked(&file));
        assert!(fs::metadata(&path).unwrap().permissions().readonly());
        assert_eq!(permissions_of(&file).unwrap(), ALL);
        set_permissions(&file, PRIVATE, true).unwrap();
        assert!(!fs::metadata(&path).unwrap().permissions().readonly());
        mark(&file, false).unwrap();
        assert!(!is_marked(&file));
        fs::hard_link(&path, folder.path().join("other")).unwrap();
        assert!(!is_own_draft(&file));
    }
}
