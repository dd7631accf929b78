//! The description of a data set that travels.

use std::path::PathBuf;

use feedrate_values::Kind;
use serde::{Deserialize, Serialize};

/// The description of a data set that travels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WireTable {
    /// The folder, under the same path on all machines.
    pub folder: PathBuf,
    /// The name of the data set in it.
    pub member: String,
    /// The number of its rows when the query was planned.
    pub rows: u64,
    /// The columns that the query can use.
    pub columns: Vec<WireColumn>,
    /// The plan's name of the row number.
    pub row_id: String,
}

/// The description of a column that travels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WireColumn {
    /// The name in the plan.
    pub id: String,
    /// The name in the data set.
    pub name: String,
    /// True if it is a character column.
    pub is_text: bool,
    /// Its length in bytes.
    pub length: u32,
    /// Its index in the schema of the data set.
    pub column: usize,
}

impl WireColumn {
    pub(crate) fn kind(&self) -> Kind {
        match self.is_text {
            true => Kind::Text,
            false => Kind::Number,
        }
    }
}
