//! Linux.

use std::fs::Metadata;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

/// Returns the attributes of a file that the system knows, beside its length, with their names.
pub(crate) fn attributes_of_file(_path: &Path, file: &Metadata) -> Vec<(&'static str, String)> {
    vec![
        ("Inode Number", file.ino().to_string()),
        ("Access Permission", permissions(file.permissions().mode())),
        ("Owner Name", owner(file.uid())),
    ]
}

/// Returns the name of a user, or the number if `/etc/passwd` has none.
fn owner(user: u32) -> String {
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let mut lines = users.lines();
    let named = lines.find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(user)).then(|| name.to_owned())
    });
    named.unwrap_or_else(|| user.to_string())
}

/// Formats permissions as `rw-r--r--`.
fn permissions(mode: u32) -> String {
    (0..9)
        .rev()
        .map(|bit| match mode >> bit & 1 {
            1 => ['x', 'w', 'r'][bit % 3],
            _ => '-',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permissions_are_written_as_ls_writes_them() {
        assert_eq!(permissions(0o100644), "rw-r--r--");
        assert_eq!(permissions(0o750), "rwxr-x---");
    }

    #[test]
    fn the_owner_is_named_where_the_system_knows_the_name() {
        assert_eq!(owner(0), "root");
        assert_eq!(owner(u32::MAX - 7), (u32::MAX - 7).to_string());
    }
}
