//! The file of a view.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use feedrate_pageio::stoppable::open_ordinary;

use crate::name::DataSetName;

/// The extension of view files.
pub(in crate::library) const EXTENSION: &str = ".feedrate-view";

/// The first line of a view file.
pub(super) const FIRST_LINE: &str = "feedrate view 1\n";

/// The maximum bytes of a statement.
pub(super) const LONGEST: u64 = 1 << 20;

/// Returns whether a name has capital letters.
pub(super) fn has_capitals(name: &str) -> bool {
    name.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Returns the file of a view.
pub(super) fn file_of(folder: &Path, name: &DataSetName) -> PathBuf {
    folder.join(format!("{}{EXTENSION}", name.member().to_ascii_lowercase()))
}

/// Reads the statement of a view file; `None` if there is no file. Fails if the file is not a view.
pub(super) fn read(path: &Path) -> io::Result<Option<String>> {
    let file = match open_ordinary(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut text = String::new();
    let most = LONGEST + FIRST_LINE.len() as u64 + 1;
    let foreign = || io::Error::other("the file is not one that feedrate has written");
    file.take(most)
        .read_to_string(&mut text)
        .map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => foreign(),
            _ => error,
        })?;
    match text.strip_prefix(FIRST_LINE) {
        Some(statement) => Ok(Some(statement.trim_end().to_owned())),
        None => Err(foreign()),
    }
}
