//! The table of cases.

use super::case::{Case, Memory, Pass, RawRate, Threads};
use super::check::Check;
use super::competitor::Who;
use super::format::Files;
use super::open::cases as open;
use super::requirement::Requirement;
use super::task::Task;
use super::values::Values;

const WITH_RAW: &[Who] = &[Who::Feedrate, Who::Duckdb, Who::Polars, Who::RawFeedrate, Who::RawFio];
const WITH_ENGINE: &[Who] = &[Who::Feedrate, Who::Duckdb, Who::Polars, Who::Datafusion];

const fn raw(words: &'static str, passes: &'static [Pass], times: u32) -> Option<RawRate> {
    Some(RawRate { words, passes, times })
}

const WRITE: Case = Case {
    name: "write",
    description: "computed, and written to a new file",
    task: Task::Make,
    values: Values::Counting,
    files: Files::OWN,
    check: Check::Ends,
    field: WITH_RAW,
    raw: raw("one raw write", &[Pass::Write], 1),
    required: Requirement::RawOrPeer,
    memory: Memory::AsAsked,
    threads: Threads::Own,
    is_hot: false,
    needs_sql: false,
};

const MEANS: Case = Case {
    name: "means",
    description: "read; n, mean, std, min and max of all variables are written",
    task: Task::Means,
    check: Check::Means,
    raw: raw("one raw read", &[Pass::Read], 1),
    ..WRITE
};

const SORT: Case = Case {
    name: "sort",
    description: "read, and written in the order of x1 and x2",
    task: Task::Sort,
    values: Values::Shuffled,
    check: Check::Order,
    raw: raw("a raw read, then a write", &[Pass::Read, Pass::Write], 1),
    required: Requirement::Peer,
    memory: Memory::Free,
    ..WRITE
};

const JOIN: Case = Case {
    name: "join",
    description: "joined with a table of 1,000,000 rows by a number, and added up",
    task: Task::Join,
    values: Values::Keyed,
    check: Check::Join,
    field: WITH_ENGINE,
    raw: None,
    required: Requirement::Engine,
    memory: Memory::Free,
    is_hot: true,
    needs_sql: true,
    ..WRITE
};

const LOOKUP: Case = Case {
    name: "lookup",
    description: "looked up in 1,000,000 rows by a hash object, and added up",
    task: Task::Lookup,
    field: &[Who::Feedrate, Who::Duckdb, Who::Polars],
    required: Requirement::AsPeer,
    needs_sql: false,
    ..JOIN
};

const TABULATE: Case = Case {
    name: "tabulate",
    description: "claims are read, and counted by quarter, region and sex",
    task: Task::Tabulate,
    values: Values::Claims,
    check: Check::Tabulate,
    threads: Threads::AsAsked,
    ..MEANS
};

/// The medians, from which other cases on claims from the page cache differ in few things.
pub const MEDIAN: Case = Case {
    name: "median",
    description: "the medians of six numbers of claims by region",
    task: Task::Median,
    values: Values::Claims,
    check: Check::Medians,
    field: &[Who::Feedrate, Who::Duckdb, Who::Polars],
    raw: None,
    required: Requirement::TwoThirdsPeer,
    memory: Memory::Free,
    is_hot: true,
    ..WRITE
};

/// All of them.
pub const CASES: &[Case] = &[
    WRITE,
    Case {
        name: "copy",
        description: "read, and written to a new file",
        task: Task::Copy,
        raw: raw("a raw read and write at once", &[Pass::Both], 1),
        ..WRITE
    },
    MEANS,
    Case {
        name: "sums",
        description: "read; the sums of all variables are written",
        task: Task::Sums,
        check: Check::Sums,
        needs_sql: true,
        ..MEANS
    },
    SORT,
    Case {
        name: "sort-spilled",
        description: "as sort, with little memory",
        raw: raw("two raw reads, two writes", &[Pass::Read, Pass::Write], 2),
        required: Requirement::RawAndPeer,
        memory: Memory::Little,
        ..SORT
    },
    JOIN,
    LOOKUP,
    Case {
        name: "match",
        description: "texts that match a regular expression are counted",
        task: Task::Match,
        check: Check::Match,
        required: Requirement::HalfPeer,
        ..LOOKUP
    },
    Case {
        name: "group",
        description: "n, sum, mean, min and max of 100,003 groups by a number",
        task: Task::Group,
        check: Check::Group,
        ..JOIN
    },
    Case {
        name: "group-text",
        description: "n, sum, mean, min and max of 100,003 groups by a text",
        task: Task::GroupText,
        check: Check::GroupText,
        ..JOIN
    },
    MEDIAN,
    Case {
        name: "median-spilled",
        description: "as median, from storage, with little memory",
        memory: Memory::Little,
        is_hot: false,
        ..MEDIAN
    },
    TABULATE,
    Case {
        name: "tabulate-1",
        description: "as tabulate, with one thread",
        threads: Threads::One,
        ..TABULATE
    },
    Case {
        name: "tabulate-hot",
        description: "as tabulate, from the page cache; with one thread and all",
        field: &[Who::Feedrate, Who::Duckdb, Who::Polars],
        raw: None,
        required: Requirement::Nothing,
        memory: Memory::Free,
        threads: Threads::AsAskedAndOne,
        is_hot: true,
        ..TABULATE
    },
    open::PARQUET_GROUP,
    open::PARQUET_STATS,
    open::PARQUET_SUMS,
    open::PARQUET_FILTER,
    open::PARQUET_JOIN,
    open::TO_PARQUET,
    open::PARQUET_WRITE,
    open::CSV_READ,
    open::CSV_WRITE,
    open::RANK,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_required_of_threads_and_something_of_all_else() {
        for case in CASES {
            let is_required = case.required != Requirement::Nothing;
            assert_ne!(is_required, case.is_of_threads(), "{}", case.name);
            let has_raw = case.field.contains(&Who::RawFio);
            assert_eq!(has_raw, case.raw.is_some(), "{}", case.name);
        }
    }
}
