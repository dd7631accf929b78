//! The cases on Parquet and CSV files of claims, and that of ranks.

use super::super::case::{Case, Memory, Threads};
use super::super::check::Check as AnyCheck;
use super::super::competitor::Who;
use super::super::format::{Files, Format};
use super::super::requirement::Requirement;
use super::super::task::Task as AnyTask;
use super::super::values::Values;
use super::check::Check;
use super::task::Task;

const PEERS: &[Who] = &[Who::Feedrate, Who::Duckdb, Who::Polars];
const ENGINES: &[Who] = &[Who::Feedrate, Who::Duckdb, Who::Polars, Who::Datafusion];

/// Counts of few groups.
pub const PARQUET_GROUP: Case = Case {
    name: "parquet-group",
    description: "a Parquet file of claims, counted by quarter, region and sex",
    task: AnyTask::Open(Task::Cells),
    values: Values::Claims,
    files: Files {
        shared: Some(Format::Parquet),
        written: None,
    },
    check: AnyCheck::Open(Check::Cells),
    field: ENGINES,
    raw: None,
    required: Requirement::Engines,
    memory: Memory::Free,
    threads: Threads::Own,
    is_hot: true,
    needs_sql: true,
};

/// Statistics of few groups.
pub const PARQUET_STATS: Case = Case {
    name: "parquet-stats",
    description: "n, mean, std, min and max of its charges by region and sex",
    task: AnyTask::Open(Task::Statistics),
    check: AnyCheck::Open(Check::Statistics),
    needs_sql: false,
    ..PARQUET_GROUP
};

/// Sums of many groups.
pub const PARQUET_SUMS: Case = Case {
    name: "parquet-sums",
    description: "the sums of its charges by member, 1,000,003 at most",
    task: AnyTask::Open(Task::MemberSums),
    check: AnyCheck::Open(Check::MemberSums),
    ..PARQUET_GROUP
};

/// Few rows with all columns.
pub const PARQUET_FILTER: Case = Case {
    name: "parquet-filter",
    description: "a hundredth of its rows, with all columns, to a new table",
    task: AnyTask::Open(Task::Filter),
    check: AnyCheck::Open(Check::Filtered),
    ..PARQUET_GROUP
};

/// A join.
pub const PARQUET_JOIN: Case = Case {
    name: "parquet-join",
    description: "joined with 1,000,000 rows of another by member, and added up",
    task: AnyTask::Open(Task::MemberJoin),
    check: AnyCheck::Open(Check::MemberJoin),
    ..PARQUET_GROUP
};

/// From a table of one's own to Parquet.
pub const TO_PARQUET: Case = Case {
    name: "to-parquet",
    description: "a data set, and peers' memory, written to a Parquet file",
    task: AnyTask::Copy,
    files: Files {
        shared: None,
        written: Some(Format::Parquet),
    },
    check: AnyCheck::Open(Check::Copied),
    field: PEERS,
    required: Requirement::NearPolars,
    needs_sql: false,
    ..PARQUET_GROUP
};

/// From Parquet to Parquet.
pub const PARQUET_WRITE: Case = Case {
    name: "parquet-write",
    description: "a Parquet file, read and written to another",
    files: Files {
        shared: Some(Format::Parquet),
        written: Some(Format::Parquet),
    },
    required: Requirement::AsPeer,
    ..TO_PARQUET
};

/// Sums from CSV.
pub const CSV_READ: Case = Case {
    name: "csv-read",
    description: "a CSV file of claims; the sums of its numbers are written",
    task: AnyTask::Open(Task::Totals),
    files: Files {
        shared: Some(Format::Csv),
        written: None,
    },
    check: AnyCheck::Open(Check::Totals),
    field: PEERS,
    required: Requirement::HalfDuckdb,
    needs_sql: false,
    ..PARQUET_GROUP
};

/// From a table of one's own to CSV.
pub const CSV_WRITE: Case = Case {
    name: "csv-write",
    description: "a data set, and peers' memory, written to a CSV file",
    files: Files {
        shared: None,
        written: Some(Format::Csv),
    },
    required: Requirement::AsPeer,
    ..TO_PARQUET
};

/// Ranks, in each program's own format.
pub const RANK: Case = Case {
    name: "rank",
    description: "claims, written with the ranks of three numbers",
    task: AnyTask::Open(Task::Ranks),
    files: Files::OWN,
    check: AnyCheck::Open(Check::Ranks),
    required: Requirement::TwoThirdsPeer,
    ..TO_PARQUET
};
