//! The tasks of programs.

use super::values::Values;

/// A query on the long table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// A join by a number, whose rows are added up.
    Join,
    /// Groups by a number.
    Group,
    /// Groups by a text.
    GroupText,
}

impl Query {
    /// Returns its name in `peers.py`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Join => "join",
            Self::Group => "group",
            Self::GroupText => "group-text",
        }
    }

    /// Returns the name there of reading the same columns of the same tables, to nothing but their sums.
    pub fn scan_word(self) -> &'static str {
        match self {
            Self::Join => "scan-join",
            Self::Group => "scan-group",
            Self::GroupText => "scan-group-text",
        }
    }
}

/// A task of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Compute a table and write it.
    Make(Values),
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
    /// Read the long table, or it and the small one, and write what a query gives.
    Query(Query),
    /// Read the columns that the query reads, and write their sums.
    Scan(Query),
}

impl Task {
    /// Returns its name in `peers.py`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Make(_) => "make",
            Self::Copy => "copy",
            Self::Means => "means",
            Self::Sums => "sums",
            Self::Sort => "sort",
            Self::Tabulate => "tabulate",
            Self::Query(query) => query.word(),
            Self::Scan(query) => query.scan_word(),
        }
    }

    /// Returns true if it reads a table.
    pub fn reads(self) -> bool {
        !matches!(self, Self::Make(_))
    }

    /// Returns the task that is to be run beside it, so that its time can be told without that of reading.
    pub fn scan(self) -> Option<Self> {
        match self {
            Self::Query(query) => Some(Self::Scan(query)),
            _ => None,
        }
    }
}
