//! The cases, and the table that they move.

use serde::Serialize;

/// Numeric variables of a row.
pub const VARIABLES: u64 = 127;

/// Bytes of a row's values.
pub const ROW_BYTES: u64 = VARIABLES * 8;

/// A case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
    /// The table is computed and written to a new file.
    Write,
    /// It is read from a file that the page cache does not hold, and written to a new one.
    Copy,
}

impl Case {
    /// What tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Copy => "copy",
        }
    }
}
