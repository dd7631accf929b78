//! The files of views and of stored programs: a first line that identifies them, and a text.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use feedrate_pageio::stoppable::open_ordinary;

use crate::name::DataSetName;

/// The kind of a text in a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredKind {
    /// A view: the statement of PROC SQL, or the DATA step, that created it.
    View,
    /// A stored program: the DATA step that created it.
    Program,
}

impl StoredKind {
    /// All kinds.
    const ALL: [Self; 2] = [Self::View, Self::Program];

    /// Returns the extension of its files.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::View => ".feedrate-view",
            Self::Program => ".feedrate-program",
        }
    }

    /// Returns the first line of its files.
    pub(super) fn first_line(self) -> &'static str {
        match self {
            Self::View => "feedrate view 1\n",
            Self::Program => "feedrate program 1\n",
        }
    }

    /// Returns its file for a name.
    pub(super) fn file_of(self, folder: &Path, name: &DataSetName) -> PathBuf {
        folder.join(format!("{}{}", name.member().to_ascii_lowercase(), self.extension()))
    }
}

/// Returns whether a file has the name of a view or of a stored program.
pub(in crate::library) fn is_stored_text(file: &str) -> bool {
    StoredKind::ALL.iter().any(|kind| file.ends_with(kind.extension()))
}

/// The maximum bytes of a text.
pub(super) const LONGEST: u64 = 1 << 20;

/// Returns whether a name has capital letters.
pub(super) fn has_capitals(name: &str) -> bool {
    name.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Reads the text of a file; `None` if there is no file. Fails if the file is of another kind.
pub(super) fn read(path: &Path, kind: StoredKind) -> io::Result<Option<String>> {
    let file = match open_ordinary(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut text = String::new();
    let most = LONGEST + kind.first_line().len() as u64 + 1;
    let foreign = || io::Error::other("the file is not one that feedrate has written");
    file.take(most)
        .read_to_string(&mut text)
        .map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => foreign(),
            _ => error,
        })?;
    match text.strip_prefix(kind.first_line()) {
        Some(statement) => Ok(Some(statement.trim_end().to_owned())),
        None => Err(foreign()),
    }
}
