//! Reads the results of a folder.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{History, courses};
use crate::error::{Error, Result};
use crate::measured::{self, ResultFile};

/// Returns the history of a folder. Files that are no results are counted, and folders within it are not entered.
///
/// # Errors
///
/// Returns an error if the folder cannot be read or has no result, or if `stop` was set meanwhile.
pub fn read(folder: &Path, tolerance: f64, stop: &AtomicBool) -> Result<History> {
    let failed = |reason: String| Error::File {
        file: folder.to_owned(),
        reason,
    };
    let entries = feedrate_pageio::folder::entries(folder).map_err(|error| failed(error.to_string()))?;
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| failed(error.to_string()))?;
        if entry.path().is_file() && !is_beside_store(&entry.path()) {
            files.push(entry.path());
        }
    }
    files.sort_unstable();
    let mut found: Vec<ResultFile> = Vec::new();
    let mut skipped = 0;
    for file in files {
        if stop.load(Ordering::Relaxed) {
            return Err(Error::Interrupted);
        }
        match measured::read(&file) {
            Ok(result) if !result.samples.is_empty() => found.push(result),
            _ => skipped += 1,
        }
    }
    if found.is_empty() {
        return Err(failed(format!(
            "none of its {skipped} files is a result; name a folder of stores or JSON of feedrate or fio"
        )));
    }
    found.sort_by_key(|result| result.time);
    let (courses, notes) = courses(&found, tolerance);
    Ok(History {
        folder: folder.to_owned(),
        results: found.len(),
        skipped,
        courses,
        notes,
        tolerance,
    })
}

/// Returns whether it is a file that SQLite has beside a store.
fn is_beside_store(path: &Path) -> bool {
    let name = path.to_string_lossy();
    ["-wal", "-shm", "-journal"].iter().any(|end| name.ends_with(end))
}
