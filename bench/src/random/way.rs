//! Who races, and in which ways each of them can.

use serde::Serialize;

use crate::case::{Case, Task};

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
    /// Who.
    pub who: Who,
    /// How: what it is told of memory, `default` if nothing.
    pub how: &'static str,
}

impl Who {
    /// What tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Feedrate => "feedrate",
            Self::Sort => "sort",
            Self::Sqlite => "SQLite",
            Self::Duckdb => "DuckDB",
        }
    }

    /// Its ways in a case.
    pub fn ways(self, case: Case) -> Vec<Way> {
        let hows: &[&'static str] = match (self, case.task()) {
            (Self::Sqlite, Task::Lookup | Task::Point) => &["default", "mapped", "large cache"],
            // Its sort of the keys is what the cache is used for.
            (Self::Sqlite, Task::Index) => &["default", "large cache"],
            _ => &["default"],
        };
        let ways = hows.iter().map(|&how| Way { who: self, how });
        ways.collect()
    }
}
