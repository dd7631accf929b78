//! The tables: how each is filled, and how large it is.

use serde::Serialize;

use super::{claims, keyed, wide};

/// A way to fill a table. Rows and variables are counted from 1, and all values are whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Values {
    /// `x<j>` of row i is i + j.
    Counting,
    /// The same, but x1 and x2 are [`wide::keys`].
    Shuffled,
    /// Two tables of [`keyed`], the long and the small one.
    Keyed,
    /// That of [`claims`].
    Claims,
}

impl Values {
    /// Returns true if they are those of the table of 127 variables.
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Counting | Self::Shuffled)
    }

    /// Returns the bytes of the values of so many rows, and of a smaller table beside them.
    pub fn bytes(self, rows: u64) -> u64 {
        match self {
            Self::Counting | Self::Shuffled => rows * wide::ROW_BYTES,
            Self::Keyed => rows * keyed::ROW_BYTES + keyed::SMALL_ROWS * keyed::SMALL_ROW_BYTES,
            Self::Claims => rows * claims::ROW_BYTES,
        }
    }
}
