//! The owner, the permissions and the times of a file, as functions show them.

use std::fs::Metadata;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use feedrate_values::calendar::Date;

use crate::clock::utc_offset;

/// The names of the items about a file; a folder has all but the last, and calls the first `Directory`.
pub(super) const ITEMS: [&str; 6] = [
    "Filename",
    "Owner Name",
    "Group Name",
    "Access Permission",
    "Last Modified",
    "File Size (bytes)",
];

/// Seconds from 1960 to 1970.
const EPOCH: f64 = 315_619_200.0;

/// Returns the value of an item, by its place in [`ITEMS`].
pub(super) fn item(path: &Path, metadata: &Metadata, place: usize) -> String {
    match place {
        0 => path.display().to_string(),
        1 => name_in("/etc/passwd", metadata.uid()),
        2 => name_in("/etc/group", metadata.gid()),
        3 => permissions(metadata),
        4 => moment(metadata.mtime() as f64 + EPOCH + f64::from(utc_offset())),
        _ => metadata.len().to_string(),
    }
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

/// Returns a moment, in seconds since 1960, as `05Mar2026:14:30:00`.
fn moment(datetime: f64) -> String {
    let Some((date, seconds)) = Date::of_datetime(datetime) else {
        return String::new();
    };
    let month = date.month_name().get(..3).unwrap_or_default();
    let seconds = seconds as u32;
    format!(
        "{:02}{month}{}:{:02}:{:02}:{:02}",
        date.day(),
        date.year(),
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_and_permissions() {
        assert_eq!(moment(0.0), "01Jan1960:00:00:00");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "abc").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        let metadata = std::fs::metadata(&path).unwrap();
        assert_eq!(item(&path, &metadata, 3), "-rw-r-----");
        assert_eq!(item(&path, &metadata, 5), "3");
    }
}
