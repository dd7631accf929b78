//! The permissions of drafts.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::Path;

use rustix::fs::{XattrFlags, fsetxattr, lgetxattr};
use rustix::io::Errno;

use super::draft::Draft;
use crate::error::{Error, Result};

/// The mark of a draft among its permissions.
pub(super) const MARK: u32 = 0o1000;

/// The permissions of a draft.
pub(super) const PRIVATE: u32 = 0o600;

/// The maximum permissions of a new file.
pub(super) const ORDINARY: u32 = 0o666;

/// The attribute with the access control list of a file.
const ACCESS_LIST: &str = "system.posix_acl_access";

/// The maximum size of an access control list in bytes, some 500 entries.
const LONGEST_ACCESS_LIST: usize = 4096;

/// All permissions, without marks.
pub(super) const ALL: u32 = 0o777;

impl Draft {
    /// Gives the file the permissions of another one, unless it replaces a file, whose permissions it gets then. If the
    /// owner of that one cannot be its owner, it gets no more than those of all users.
    pub(crate) fn take_permissions_of(&mut self, other: &Path) -> Result<()> {
        let of_other = fs::metadata(other).map_err(|source| Error::file("look at", other, source))?;
        self.ordinary = self.take_owner_of(&of_other);
        Ok(())
    }

    /// Gives the file the owner and the group of another one, as far as allowed. Returns the permissions that it may
    /// have then: if the group is another, no more than all users have.
    pub(super) fn take_owner_of(&self, other: &fs::Metadata) -> u32 {
        let mode = other.mode() & ALL;
        let group = Some(other.gid());
        let has_group = fchown(&self.file, Some(other.uid()), group).is_ok() || fchown(&self.file, None, group).is_ok();
        match has_group {
            true => mode,
            false => of_another_group(mode),
        }
    }

    /// Copies the access control list of the replaced file, see acl(5). Returns `false` if there is one that cannot be
    /// copied.
    pub(super) fn takes_access_list(&self) -> bool {
        let mut list = [0; LONGEST_ACCESS_LIST];
        match lgetxattr(&self.destination, ACCESS_LIST, &mut list) {
            Ok(length) => {
                let list = &list[..length];
                fsetxattr(&self.file, ACCESS_LIST, list, XattrFlags::empty()).is_ok()
            }
            Err(Errno::RANGE) => false,
            // There is no list.
            Err(_) => true,
        }
    }

    /// Sets the permissions, with or without the mark.
    pub(super) fn set_mode(&self, mode: u32) -> io::Result<()> {
        self.file.set_permissions(Permissions::from_mode(mode))
    }
}

/// Returns the permissions of a file whose group could not be kept: another group has no more than all users.
fn of_another_group(mode: u32) -> u32 {
    mode & (0o707 | (mode & 0o007) << 3)
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    fn begin(destination: &Path) -> Draft {
        Draft::begin_unclaimed(destination, |_, _| Ok(())).unwrap().0
    }

    fn mode_of(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o7777
    }

    #[test]
    fn an_access_list_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        // The owner, user 1000, the group without rights, the mask, and others.
        let entries = [
            (1, 6, u32::MAX),
            (2, 6, 1000),
            (4, 0, u32::MAX),
            (16, 6, u32::MAX),
            (32, 0, u32::MAX),
        ];
        let mut list = 2u32.to_le_bytes().to_vec();
        for (tag, rights, id) in entries {
            list.extend([tag, 0, rights, 0]);
            list.extend(id.to_le_bytes());
        }
        let file = File::options().write(true).open(&path).unwrap();
        if fsetxattr(&file, ACCESS_LIST, &list, XattrFlags::empty()).is_err() {
            // A file system without access control lists.
            return;
        }
        begin(&path).put_in_place().unwrap();
        let mut kept = [0; LONGEST_ACCESS_LIST];
        let length = lgetxattr(&path, ACCESS_LIST, &mut kept).unwrap();
        assert_eq!(kept[..length], list);
        assert_eq!(mode_of(&path), 0o660);
    }

    #[test]
    fn a_group_that_cannot_be_kept_gets_no_rights() {
        let modes = [0o640, 0o660, 0o664, 0o666, 0o600, 0o644].map(of_another_group);
        assert_eq!(modes, [0o600, 0o600, 0o644, 0o666, 0o600, 0o644]);
    }
}
