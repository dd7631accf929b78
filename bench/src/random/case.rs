//! The cases, and what is asked of feedrate in each.

use clap::ValueEnum;
use serde::Serialize;

use crate::way::Who;

/// A case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
    /// The index is made, of a table that the page cache holds.
    Index,
    /// Keys are looked up in a table that the page cache holds.
    LookupHot,
    /// The same in one that it does not hold.
    LookupCold,
    /// Rows are read by their numbers from a table that the page cache holds.
    PointHot,
    /// The same from one that it does not hold.
    PointCold,
}

/// What programs do in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Make the index.
    Index,
    /// Look up keys.
    Lookup,
    /// Read rows by their numbers.
    Point,
}

/// What is asked: how many times as fast as whom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// Whom.
    pub of: Who,
    /// The least that the seconds of that one, divided by those of feedrate, may be.
    pub at_least: f64,
}

impl Case {
    /// What tables and arguments call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::LookupHot => "lookup-hot",
            Self::LookupCold => "lookup-cold",
            Self::PointHot => "point-hot",
            Self::PointCold => "point-cold",
        }
    }

    /// What programs do in it.
    pub fn task(self) -> Task {
        match self {
            Self::Index => Task::Index,
            Self::LookupHot | Self::LookupCold => Task::Lookup,
            Self::PointHot | Self::PointCold => Task::Point,
        }
    }

    /// Whether the page cache holds nothing of the table.
    pub fn is_cold(self) -> bool {
        matches!(self, Self::LookupCold | Self::PointCold)
    }

    /// Who races.
    pub fn field(self) -> &'static [Who] {
        match self.task() {
            Task::Index => &[Who::Feedrate, Who::Sort, Who::Sqlite, Who::Duckdb],
            Task::Lookup | Task::Point => &[Who::Feedrate, Who::Sqlite, Who::Duckdb],
        }
    }

    /// What feedrate is to reach.
    pub fn asked(self) -> Asked {
        match self.task() {
            Task::Index => Asked {
                of: Who::Sort,
                at_least: 1.0 / 1.3,
            },
            Task::Lookup | Task::Point => Asked {
                of: Who::Sqlite,
                at_least: 2.0,
            },
        }
    }

    /// What is done, for a person.
    pub fn description(self) -> &'static str {
        match self {
            Self::Index => {
                "the unique index is made, hot; sort: keys and row numbers alone are sorted"
            }
            Self::LookupHot => "keys are looked up and their rows read, hot",
            Self::LookupCold => "keys are looked up and their rows read, cold",
            Self::PointHot => "rows are read by their numbers, hot",
            Self::PointCold => "rows are read by their numbers, cold",
        }
    }
}

impl Task {
    /// What `peers.py` calls it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::Lookup => "lookup",
            Self::Point => "point",
        }
    }
}
