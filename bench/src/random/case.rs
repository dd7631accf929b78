//! The table of cases.

use super::competitor::{Task, Who};

/// A case.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// A description for a person.
    pub description: &'static str,
    /// The unit of its count.
    pub unit: &'static str,
    /// The task.
    pub task: Task,
    /// Set where the page cache holds nothing of the table.
    pub is_cold: bool,
    /// The competitors.
    pub field: &'static [Who],
    /// The least that the seconds of that one, divided by those of feedrate, may be.
    pub required: (Who, f64),
}

const LOOKUP: Case = Case {
    name: "lookup-hot",
    description: "keys are looked up and their rows read, hot",
    unit: "keys",
    task: Task::Lookup,
    is_cold: false,
    field: &[Who::Feedrate, Who::Sqlite, Who::Duckdb],
    required: (Who::Sqlite, 2.0),
};

const POINT: Case = Case {
    name: "point-hot",
    description: "rows are read by their numbers, hot",
    unit: "reads",
    task: Task::Point,
    ..LOOKUP
};

/// All of them.
pub const CASES: &[Case] = &[
    Case {
        name: "index",
        description: "the unique index is made, hot; sort: keys and row numbers alone are sorted",
        unit: "rows",
        task: Task::Index,
        field: &[Who::Feedrate, Who::Sort, Who::Sqlite, Who::Duckdb],
        required: (Who::Sort, 1.0 / 1.3),
        ..LOOKUP
    },
    LOOKUP,
    Case {
        name: "lookup-cold",
        description: "keys are looked up and their rows read, cold",
        is_cold: true,
        ..LOOKUP
    },
    POINT,
    Case {
        name: "point-cold",
        description: "rows are read by their numbers, cold",
        is_cold: true,
        ..POINT
    },
];
