//! The owner, the permissions and the times of a file, as functions show them.

use std::fs::Metadata;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use feedrate_values::calendar::Date;

use crate::clock::utc_offset;
use crate::system;

/// The names of the items about a file; a folder has all but the last, and calls the first `Directory`.
pub(super) const ITEMS: &[&str] = &system::ITEMS;

/// Seconds from 1960 to 1970.
const EPOCH: f64 = 315_619_200.0;

/// Returns the value of an item, by its place in [`ITEMS`].
pub(super) fn item(path: &Path, metadata: &Metadata, place: usize) -> String {
    let name = ITEMS.get(place).copied().unwrap_or_default();
    match name {
        "Filename" => path.display().to_string(),
        "Last Modified" => metadata.modified().map_or_else(|_| String::new(), local_moment),
        "Create Time" => metadata.created().map_or_else(|_| String::new(), local_moment),
        "File Size (bytes)" => metadata.len().to_string(),
        _ => system::item(name, metadata).unwrap_or_default(),
    }
}

/// Returns a time by the local clock, in whole seconds.
fn local_moment(time: SystemTime) -> String {
    let seconds = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_secs() as f64,
        Err(before) => -before.duration().as_secs_f64().ceil(),
    };
    moment(seconds + EPOCH + f64::from(utc_offset()))
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
    fn moments_and_sizes() {
        assert_eq!(moment(0.0), "01Jan1960:00:00:00");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "abc").unwrap();
        let metadata = std::fs::metadata(&path).unwrap();
        assert_eq!(item(&path, &metadata, ITEMS.len() - 1), "3");
        for place in 0..ITEMS.len() {
            assert!(!item(&path, &metadata, place).is_empty(), "{place}");
        }
    }
}
