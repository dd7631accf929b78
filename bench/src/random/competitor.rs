//! The competitors, their tasks, and the ways in which each of them can do one.

use serde::Serialize;

/// A task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Make the index.
    Index,
    /// Look up keys, and read their rows.
    Lookup,
    /// Read rows by their numbers.
    Point,
}

/// A competitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// feedrate.
    Feedrate,
    /// feedrate's PROC SORT of the keys.
    Sort,
    /// SQLite.
    Sqlite,
    /// DuckDB.
    Duckdb,
}

/// A way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Way {
    /// The competitor.
    pub who: Who,
    /// Its setting of memory, `default` if there is none.
    pub how: &'static str,
}

impl Task {
    /// Returns its name in `peers.py`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::Lookup => "lookup",
            Self::Point => "point",
        }
    }
}

impl Who {
    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Feedrate => "feedrate",
            Self::Sort => "sort",
            Self::Sqlite => "SQLite",
            Self::Duckdb => "DuckDB",
        }
    }

    /// Returns the name of the folder of its table.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Feedrate | Self::Sort => "feedrate",
            Self::Sqlite => "sqlite",
            Self::Duckdb => "duckdb",
        }
    }

    /// Returns its ways of a task.
    pub fn ways(self, task: Task) -> Vec<Way> {
        let hows: &[&'static str] = match (self, task) {
            (Self::Sqlite, Task::Lookup | Task::Point) => &["default", "mapped", "large cache"],
            // The cache is used for its sort of the keys.
            (Self::Sqlite, Task::Index) => &["default", "large cache"],
            _ => &["default"],
        };
        hows.iter().map(|&how| Way { who: self, how }).collect()
    }

    /// Returns the way of which nothing is set.
    pub fn by_default(self) -> Way {
        Way {
            who: self,
            how: "default",
        }
    }
}
