//! The permissions of drafts.

use std::fs::{File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::Path;

use rustix::fs::{XattrFlags, fsetxattr, lgetxattr};
use rustix::io::Errno;

/// The mark of a draft among its permissions.
pub(super) const MARK: u32 = 0o1000;

/// The permissions of a draft.
pub(super) const PRIVATE: u32 = 0o600;

/// The maximum permissions of a new file.
pub(super) const ORDINARY: u32 = 0o666;

/// The attribute with the access control list of a file.
pub(super) const ACCESS_LIST: &str = "system.posix_acl_access";

/// The maximum size of an access control list in bytes, some 500 entries.
pub(super) const LONGEST_ACCESS_LIST: usize = 4096;

/// All permissions, without marks.
pub(super) const ALL: u32 = 0o777;

/// Gives a file the owner and the group of another one, as far as allowed. Returns the permissions that it may have
/// then: if the group is another, no more than all users have.
pub(super) fn take_owner(file: &File, other: &Metadata) -> u32 {
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
pub(super) fn take_access_list(file: &File, of: &Path) -> bool {
    let mut list = [0; LONGEST_ACCESS_LIST];
    match lgetxattr(of, ACCESS_LIST, &mut list) {
        Ok(length) => fsetxattr(file, ACCESS_LIST, &list[..length], XattrFlags::empty()).is_ok(),
        Err(Errno::RANGE) => false,
        // There is no list.
        Err(_) => true,
    }
}

/// Sets the permissions of a file, with or without the mark.
pub(super) fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    file.set_permissions(Permissions::from_mode(mode))
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
