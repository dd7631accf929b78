//! The data sets and files that a step used.

use feedrate_procedures::Growth;
use feedrate_rows::{DataSetMade, DataSetRead, DataSetUpdated, FileMade, FileRead, OtherUse};
use serde::Serialize;

use super::file::FileRecord;

/// A data set in a step.
#[derive(Clone, Debug, Serialize)]
pub struct DataSetRecord {
    /// Its name, as `WORK.SALES`.
    pub name: String,
    /// The observations that the step read or wrote.
    pub observations: u64,
    /// True if the step read them by their numbers, and not in their order.
    pub at_random: bool,
    /// The quantity by which a data set that is made grows where the data are larger; absent if that is not known, and
    /// for what is read.
    pub grows_with: Option<Growth>,
    /// The executor of WHERE, `machine code` or `interpreter`; absent if there is none.
    pub where_executor: Option<&'static str>,
    /// Its transfers; absent if they are not known, as for a data set that was not completed.
    pub file: Option<FileRecord>,
}

/// A data set that a step changed in place.
#[derive(Clone, Debug, Serialize)]
pub struct UpdateRecord {
    /// Its name, as `WORK.SALES`.
    pub name: String,
    /// The observations that the step read.
    pub observations: u64,
    /// True if it read them by their numbers or BY values, and not in their order.
    pub at_random: bool,
    /// The observations that it rewrote.
    pub rewritten: u64,
    /// Those that it added.
    pub added: u64,
    /// Those that it deleted.
    pub deleted: u64,
    /// Its transfers; absent if it is unchanged because the step failed.
    pub file: Option<FileRecord>,
}

/// A text file in a step.
#[derive(Clone, Debug, Serialize)]
pub struct LinesRecord {
    /// Its name in messages.
    pub name: String,
    /// The number of lines.
    pub lines: u64,
}

/// A use of a file that is not one of the data sets of the program.
#[derive(Clone, Debug, Serialize)]
pub struct OtherRecord {
    /// Its name, such as `WORK.SALES.INDEX`.
    pub name: String,
    /// Its transfers.
    pub file: FileRecord,
}

impl From<&DataSetRead> for DataSetRecord {
    fn from(read: &DataSetRead) -> Self {
        let where_executor = match read.is_condition_compiled {
            true => "machine code",
            false => "interpreter",
        };
        Self {
            name: read.name.to_string(),
            observations: read.observations,
            at_random: read.at_random,
            grows_with: None,
            where_executor: read.condition.is_some().then_some(where_executor),
            file: read.account.as_ref().map(FileRecord::from),
        }
    }
}

impl From<&DataSetMade> for DataSetRecord {
    fn from(made: &DataSetMade) -> Self {
        Self {
            name: made.name.to_string(),
            observations: made.observations,
            at_random: false,
            grows_with: None,
            where_executor: None,
            file: made.account.as_ref().map(FileRecord::from),
        }
    }
}

impl From<&OtherUse> for OtherRecord {
    fn from(other: &OtherUse) -> Self {
        Self {
            name: other.name.clone(),
            file: FileRecord::from(&other.account),
        }
    }
}

impl From<&DataSetUpdated> for UpdateRecord {
    fn from(updated: &DataSetUpdated) -> Self {
        Self {
            name: updated.name.to_string(),
            observations: updated.observations,
            at_random: updated.at_random,
            rewritten: updated.changes.rewritten,
            added: updated.changes.added,
            deleted: updated.changes.deleted,
            file: updated.account.as_ref().map(FileRecord::from),
        }
    }
}

impl From<&FileRead> for LinesRecord {
    fn from(read: &FileRead) -> Self {
        Self {
            name: read.name.clone(),
            lines: read.count.lines,
        }
    }
}

impl From<&FileMade> for LinesRecord {
    fn from(made: &FileMade) -> Self {
        Self {
            name: made.name.clone(),
            lines: made.count.lines,
        }
    }
}
