//! The errors of this crate: very few, since a missing fact is no error.

use std::io;
use std::path::PathBuf;

/// Result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a fact could not be asked for at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The path does not exist, or its folders may not be entered.
    #[error("cannot look at {path}: {source}; name a file or folder that exists and that you may \
        enter", path = path.display())]
    Unreachable {
        /// The path asked for.
        path: PathBuf,
        /// The answer of the system.
        source: io::Error,
    },
    /// A text is no device number.
    #[error("`{text}` is no device number; expected major:minor, as in 259:0")]
    DeviceNumber {
        /// The text given.
        text: String,
    },
}
