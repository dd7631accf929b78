//! The table of cases.

use super::check::Check;
use super::competitor::Who;
use super::requirement::Requirement;
use super::task::Task;
use super::values::Values;

/// A case.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// A description for a person.
    pub description: &'static str,
    /// The task of programs.
    pub task: Task,
    /// The values of its table.
    pub values: Values,
    /// The check of results.
    pub check: Check,
    /// The competitors.
    pub field: &'static [Who],
    /// The transfers that give the raw rate; absent where it is held against none.
    pub raw: Option<RawRate>,
    /// The rate that feedrate is to reach.
    pub required: Requirement,
    /// The bound of a process's memory.
    pub memory: Memory,
    /// The threads of a program.
    pub threads: Threads,
    /// Set where its source is to come from the page cache, and not from storage.
    pub is_hot: bool,
    /// Set where feedrate does it by PROC SQL, which not every build of it has.
    pub needs_sql: bool,
}

/// Transfers of as many bytes, with which nothing is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RawRate {
    /// A description for a person.
    pub words: &'static str,
    /// The passes over a file, one after the other.
    pub passes: &'static [Pass],
    /// The limit, in times that one of each takes.
    pub times: u32,
}

/// A pass from one end to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// The file is read.
    Read,
    /// It is overwritten.
    Write,
    /// One file is read while the other is written.
    Both,
}

/// A bound of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// There is none.
    Free,
    /// The argument alone bounds it.
    AsAsked,
    /// An eighth of the table, or as the argument says.
    Little,
}

/// The threads that programs are told to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// Each chooses itself.
    Own,
    /// The argument says it.
    AsAsked,
    /// One.
    One,
    /// The argument says it; and every run has one with a single thread beside it, so that the gain can be told.
    AsAskedAndOne,
}

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

const MEDIAN: Case = Case {
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
];

impl Case {
    /// Returns true if every run has one with a single thread beside it.
    pub fn is_of_threads(&self) -> bool {
        self.threads == Threads::AsAskedAndOne
    }

    /// Returns true if a copy is overwritten while the file is read.
    pub fn needs_copy(&self) -> bool {
        self.raw.is_some_and(|raw| raw.passes.contains(&Pass::Both))
    }

    /// Returns true if a program reads its source wholly and nothing else, so that the bytes from storage tell the
    /// share of the page cache. A sort and medians may read again what they laid down, and where files lie column by
    /// column claims are counted without most of them.
    pub fn reads_only_and_all_of_its_source(&self, who: Who) -> bool {
        match self.task {
            Task::Sort => false,
            Task::Tabulate => !who.is_peer(),
            Task::Median => self.is_hot && !who.is_peer(),
            _ => true,
        }
    }
}

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
