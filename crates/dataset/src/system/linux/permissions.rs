//! The permissions of drafts, and how they are known.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::Path;

use rustix::fs::{XattrFlags, fsetxattr, lgetxattr};
use rustix::io::Errno;

/// The mark of a draft among its permissions: the sticky bit, which has no meaning on files.
const MARK: u32 = 0o1000;

/// The permissions of a draft.
pub(crate) const PRIVATE: u32 = 0o600;

/// The maximum permissions of a new file.
const ORDINARY: u32 = 0o666;

/// All permissions, without marks.
const ALL: u32 = 0o777;

/// The attribute with the access control list of a file.
const ACCESS_LIST: &str = "system.posix_acl_access";

/// The maximum size of an access control list in bytes, some 500 entries.
const LONGEST_ACCESS_LIST: usize = 4096;

/// Gives a file the owner and the group of another one, as far as allowed. Returns the permissions that it may have
/// then: if the group is another, no more than all users have.
pub(crate) fn take_owner(file: &File, other: &Metadata) -> u32 {
    let mode = other.mode() & ALL;
    let group = Some(other.gid());
    let has_group = fchown(file, Some(other.uid()), group).is_ok() || fchown(file, None, group).is_ok();
    match has_group {
        true => mode,
        false => of_another_group(mode),
    }
}

/// Gives a file the access control list of the one at a path, see acl(5). Returns `false` if there is one that cannot
/// be copied.
pub(crate) fn take_access_list(file: &File, of: &Path) -> bool {
    let mut list = [0; LONGEST_ACCESS_LIST];
    match lgetxattr(of, ACCESS_LIST, &mut list) {
        Ok(length) => fsetxattr(file, ACCESS_LIST, &list[..length], XattrFlags::empty()).is_ok(),
        Err(Errno::RANGE) => false,
        // There is no list.
        Err(_) => true,
    }
}

/// Creates a file with the mark of a draft, which must not be there. With `is_ordinary` it has the permissions that the
/// system gives new files there, and otherwise those of a draft.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn new_draft(path: &Path, is_ordinary: bool) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .mode(MARK | if is_ordinary { ORDINARY } else { PRIVATE })
        .open(path)
}

/// Returns the permissions of a file.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn permissions_of(file: &File) -> io::Result<u32> {
    Ok(file.metadata()?.mode() & ALL)
}

/// Sets the permissions of a file, with or without the mark.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn set_permissions(file: &File, permissions: u32, is_marked: bool) -> io::Result<()> {
    let mode = if is_marked { MARK | permissions } else { permissions };
    file.set_permissions(Permissions::from_mode(mode))
}

/// Adds the mark of a draft to a file, or removes it.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn mark(file: &File, is_marked: bool) -> io::Result<()> {
    let mode = file.metadata()?.mode() & 0o7777;
    let mode = if is_marked { mode | MARK } else { mode & !MARK };
    file.set_permissions(Permissions::from_mode(mode))
}

/// Returns whether a file has the mark of a draft; `false` where the system does not tell.
pub(crate) fn is_marked(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.mode() & MARK != 0)
}

/// Returns whether an open file may be a draft of this user, or a journal that is kept.
pub(crate) fn is_own_draft(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| is_own(&metadata))
}

/// The same of the file at a path, without opening it, because opening something else may block.
pub(crate) fn is_own_draft_at(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| is_own(&metadata))
}

fn is_own(metadata: &Metadata) -> bool {
    // A file that root had begun may have another owner by now.
    let user = rustix::process::geteuid();
    metadata.is_file()
        && (metadata.mode() & MARK != 0 || metadata.mode() & 0o777 == PRIVATE)
        && metadata.nlink() == 1
        && (metadata.uid() == user.as_raw() || user.is_root())
}

/// Returns permissions without those of the group.
pub(crate) fn without_group(permissions: u32) -> u32 {
    permissions & !0o070
}

/// Returns the permissions of a file whose group could not be kept: another group has no more than all users.
fn of_another_group(mode: u32) -> u32 {
    mode & (0o707 | (mode & 0o007) << 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_that_cannot_be_kept_gets_no_rights() {
        let modes = [0o640, 0o660, 0o664, 0o666, 0o600, 0o644].map(of_another_group);
        assert_eq!(modes, [0o600, 0o600, 0o644, 0o666, 0o600, 0o644]);
    }
}
