//! Linux.

use std::fs::Metadata;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

/// The path of the file that has nothing and takes everything.
pub(crate) const NULL: &str = "/dev/null";

/// The names of the items about a file, in their order; a folder has all but the last.
pub(crate) const ITEMS: [&str; 6] = [
    "Filename",
    "Owner Name",
    "Group Name",
    "Access Permission",
    "Last Modified",
    "File Size (bytes)",
];

/// Returns the value of an item that only some systems have, by its name; `None` if it is another one.
pub(crate) fn item(name: &str, metadata: &Metadata) -> Option<String> {
    Some(match name {
        "Owner Name" => name_in("/etc/passwd", metadata.uid()),
        "Group Name" => name_in("/etc/group", metadata.gid()),
        "Access Permission" => permissions(metadata),
        _ => return None,
    })
}

/// Returns the name of a number in a file of names such as `/etc/passwd`; the number if it has none.
fn name_in(file: &str, number: u32) -> String {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let number = number.to_string();
    let found = text.lines().find_map(|line| {
        let mut parts = line.split(':');
        let name = parts.next()?;
        (parts.nth(1)? == number).then(|| name.to_owned())
    });
    found.unwrap_or(number)
}

/// Returns the permissions as `ls -l` shows them.
fn permissions(metadata: &Metadata) -> String {
    let mode = metadata.permissions().mode();
    let kind = if metadata.is_dir() { 'd' } else { '-' };
    let letters = "rwxrwxrwx".chars().enumerate();
    let shown = letters.map(|(place, letter)| if mode >> (8 - place) & 1 == 1 { letter } else { '-' });
    std::iter::once(kind).chain(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permissions_are_shown_as_by_ls() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::set_permissions(file.path(), std::fs::Permissions::from_mode(0o640)).unwrap();
        let metadata = std::fs::metadata(file.path()).unwrap();
        assert_eq!(item("Access Permission", &metadata).unwrap(), "-rw-r-----");
        assert_eq!(item("File Size (bytes)", &metadata), None);
    }
}
