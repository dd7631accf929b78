//! The tasks of programs.

use serde::Serialize;

use super::open::task as open;

/// A task of a program, under its name in `peers.py`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Compute a table and write it.
    Make,
    /// Read a table and write it.
    Copy,
    /// Read a table and write what describes its variables.
    Means,
    /// Read a table and write the sums of its variables.
    Sums,
    /// Read a table and write it in order.
    Sort,
    /// Read the table of claims and write how many there are of each quarter, region and sex.
    Tabulate,
    /// Read the table of claims and write the medians of its numbers for each region.
    Median,
    /// Join the long table and the small one by a number, and write sums of the rows.
    Join,
    /// Look up each row of the long table in the small one, in memory, and write the same sums.
    Lookup,
    /// Count the rows of the long table whose text matches a regular expression.
    Match,
    /// Write statistics of groups of the long table by a number.
    Group,
    /// The same by a text.
    GroupText,
    /// Read the columns that the join reads, and write their sums.
    ScanJoin,
    /// The same of the groups by a number.
    ScanGroup,
    /// The same of the groups by a text.
    ScanGroupText,
    /// A task on claims in files of open formats.
    #[serde(untagged)]
    Open(open::Task),
}

impl Task {
    /// Returns true if it reads a table.
    pub fn reads(self) -> bool {
        self != Self::Make
    }

    /// Returns the task that is to be run beside it, so that its time can be told without that of reading.
    pub fn scan(self) -> Option<Self> {
        match self {
            Self::Join => Some(Self::ScanJoin),
            Self::Group => Some(Self::ScanGroup),
            Self::GroupText => Some(Self::ScanGroupText),
            _ => None,
        }
    }
}
