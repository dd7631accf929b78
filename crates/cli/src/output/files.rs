//! Files of results.

use std::path::Path;
use std::sync::Arc;

use feedrate_pageio::named_file;

use super::destination::Destination;

/// Checks that [`write()`] can write to a file.
///
/// # Errors
///
/// Returns a message if it cannot, or if the file is not an earlier result.
pub fn check(path: &Path) -> Result<(), String> {
    Destination::of(path)?.check()
}

/// Makes a folder for results, unless there is one.
///
/// # Errors
///
/// Returns a message if it cannot be made.
pub fn make_folder(folder: &Path) -> Result<(), String> {
    named_file::create_folders(folder).map_err(|error| format!("cannot make the folder {}: {error}", folder.display()))
}

/// Writes text to a file that is new, empty, or an earlier result. It is written as a whole or not at all.
///
/// # Errors
///
/// Returns a message if the file cannot be written, or is not an earlier result.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let destination = Destination::of(path)?;
    destination.check()?;
    destination.write(text, &Arc::default())
}
