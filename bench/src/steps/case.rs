//! The cases, and what is asked of feedrate in each.

use clap::ValueEnum;
use serde::Serialize;

use crate::task::{Query, Task};
use crate::values::Values;
use crate::way::Who;

/// Numeric variables of a row of the wide table.
pub const VARIABLES: u64 = 127;

/// A case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
    /// The table is computed and written to a new file.
    Write,
    /// It is read from a file that the page cache does not hold, and written to a new one.
    Copy,
    /// It is read so, and the n, mean, std, min and max of all variables are written.
    Means,
    /// It is read so, and the sums of all variables are written; feedrate does it by PROC SQL.
    Sums,
    /// It is read so, and written in the order of two variables; memory is not limited.
    Sort,
    /// The same with memory an eighth of the table.
    SortSpilled,
    /// Two tables that the page cache holds are joined by a number, and what comes of it is added up.
    Join,
    /// The rows of a table that the page cache holds are put into groups by a number.
    Group,
    /// The same by a text.
    GroupText,
    /// The table of claims is read from a file that the page cache does not hold, and those of each quarter, region
    /// and sex are counted; feedrate does it by PROC TABULATE.
    Tabulate,
    /// The same with one thread.
    #[serde(rename = "tabulate-1")]
    #[value(name = "tabulate-1")]
    TabulateOne,
    /// The same with a table that the page cache holds, by one thread and by all.
    TabulateHot,
}

/// Rates of a round, in 10^6 bytes a second.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rates {
    /// The raw one.
    pub raw: Option<f64>,
    /// That of the faster of the peers that finished.
    pub peer: Option<f64>,
    /// That of DataFusion, without the scan.
    pub engine: Option<f64>,
}

impl Case {
    /// What tables and arguments call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Copy => "copy",
            Self::Means => "means",
            Self::Sums => "sums",
            Self::Sort => "sort",
            Self::SortSpilled => "sort-spilled",
            Self::Join => "join",
            Self::Group => "group",
            Self::GroupText => "group-text",
            Self::Tabulate => "tabulate",
            Self::TabulateOne => "tabulate-1",
            Self::TabulateHot => "tabulate-hot",
        }
    }

    /// What programs do in it.
    pub fn task(self) -> Task {
        match self {
            Self::Write => Task::Make(self.values()),
            Self::Copy => Task::Copy,
            Self::Means => Task::Means,
            Self::Sums => Task::Sums,
            Self::Sort | Self::SortSpilled => Task::Sort,
            Self::Join => Task::Query(Query::Join),
            Self::Group => Task::Query(Query::Group),
            Self::GroupText => Task::Query(Query::GroupText),
            Self::Tabulate | Self::TabulateOne | Self::TabulateHot => Task::Tabulate,
        }
    }

    /// The values of its table.
    pub fn values(self) -> Values {
        match self {
            Self::Write | Self::Copy | Self::Means | Self::Sums => Values::Counting,
            Self::Sort | Self::SortSpilled => Values::Shuffled,
            Self::Join | Self::Group | Self::GroupText => Values::Keyed,
            Self::Tabulate | Self::TabulateOne | Self::TabulateHot => Values::Claims,
        }
    }

    /// Whether what it reads is in the page cache, and is to come from there.
    pub fn is_hot(self) -> bool {
        self.is_query() || self == Self::TabulateHot
    }

    /// Whether it is a join or groups, in which the time of scans is left out.
    fn is_query(self) -> bool {
        matches!(self, Self::Join | Self::Group | Self::GroupText)
    }

    /// Whether every run has one with a single thread beside it, so that it can be told what more of them give.
    pub fn is_of_threads(self) -> bool {
        self == Self::TabulateHot
    }

    /// Whether feedrate does it by PROC SQL, which not every build of it has.
    pub fn needs_sql(self) -> bool {
        self.is_query() || self == Self::Sums
    }

    /// Whether it is held against transfers with which nothing is done.
    pub fn has_raw(self) -> bool {
        !self.is_hot()
    }

    /// Whether a program reads its source wholly and nothing else, so that what came from storage tells what the page
    /// cache served. A sort may read again what it laid down, and where files lie column by column claims are counted
    /// without most of them.
    pub fn reads_only_and_all_of_its_source(self, who: Who) -> bool {
        match self.task() {
            Task::Sort => false,
            Task::Tabulate => !who.is_peer(),
            _ => true,
        }
    }

    /// Who races.
    pub fn field(self) -> &'static [Who] {
        if self.has_raw() {
            &[
                Who::Feedrate,
                Who::Duckdb,
                Who::Polars,
                Who::RawFeedrate,
                Who::RawFio,
            ]
        } else if self.is_query() {
            &[Who::Feedrate, Who::Duckdb, Who::Polars, Who::Datafusion]
        } else {
            &[Who::Feedrate, Who::Duckdb, Who::Polars]
        }
    }

    /// What is done, for a person.
    pub fn description(self) -> &'static str {
        match self {
            Self::Write => "computed, and written to a new file",
            Self::Copy => "read, and written to a new file",
            Self::Means => "read; n, mean, std, min and max of all variables are written",
            Self::Sums => "read; the sums of all variables are written",
            Self::Sort => "read, and written in the order of x1 and x2",
            Self::SortSpilled => "as sort, with little memory",
            Self::Join => "joined with a table of 1,000,000 rows by a number, and added up",
            Self::Group => "n, sum, mean, min and max of 100,003 groups by a number",
            Self::GroupText => "n, sum, mean, min and max of 100,003 groups by a text",
            Self::Tabulate => "claims are read, and counted by quarter, region and sex",
            Self::TabulateOne => "as tabulate, with one thread",
            Self::TabulateHot => "as tabulate, from the page cache; with one thread and all",
        }
    }

    /// What stands for the raw rate.
    pub fn raw(self) -> &'static str {
        match self {
            Self::Write => "one raw write",
            Self::Copy => "a raw read and write at once",
            Self::Means | Self::Sums | Self::Tabulate | Self::TabulateOne => "one raw read",
            Self::Sort => "a raw read, then a write",
            Self::SortSpilled => "two raw reads, two writes",
            Self::Join | Self::Group | Self::GroupText | Self::TabulateHot => "nothing raw",
        }
    }

    /// The rate that feedrate is to reach, from those of the others in the same round; `None` where nobody who
    /// finished asks anything.
    pub fn asked(self, Rates { raw, peer, engine }: Rates) -> Option<f64> {
        match self {
            Self::Write
            | Self::Copy
            | Self::Means
            | Self::Sums
            | Self::Tabulate
            | Self::TabulateOne => {
                let raw = 0.9 * raw?;
                Some(peer.map_or(raw, |peer| raw.min(2.0 * peer)))
            }
            Self::Sort => peer.map(|peer| 2.0 * peer),
            Self::SortSpilled => {
                let raw = raw? / 1.2;
                Some(peer.map_or(raw, |peer| raw.max(1.5 * peer)))
            }
            Self::Join | Self::Group | Self::GroupText => engine,
            Self::TabulateHot => None,
        }
    }

    /// The same in words; `None` where nothing is asked, and it is only told what threads give.
    pub fn asked_in_words(self) -> Option<&'static str> {
        match self {
            Self::Write
            | Self::Copy
            | Self::Means
            | Self::Sums
            | Self::Tabulate
            | Self::TabulateOne => Some("0.9 raw or 2 peer, the lesser"),
            Self::Sort => Some("2 peer"),
            Self::SortSpilled => Some("raw / 1.2 and 1.5 peer"),
            Self::Join | Self::Group | Self::GroupText => Some("DataFusion, scans left out"),
            Self::TabulateHot => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rates(raw: f64, peer: Option<f64>) -> Rates {
        Rates {
            raw: Some(raw),
            peer,
            engine: None,
        }
    }

    #[test]
    fn the_lesser_is_asked_or_both() {
        let asked = |case: Case, raw, peer| case.asked(rates(raw, Some(peer)));
        assert_eq!(asked(Case::Means, 1000.0, 300.0), Some(600.0));
        assert_eq!(asked(Case::Sums, 1000.0, 500.0), Some(900.0));
        assert_eq!(asked(Case::TabulateOne, 1000.0, 300.0), Some(600.0));
        assert_eq!(asked(Case::Sort, 1000.0, 100.0), Some(200.0));
        assert_eq!(asked(Case::SortSpilled, 1200.0, 100.0), Some(1000.0));
        assert_eq!(asked(Case::SortSpilled, 1200.0, 800.0), Some(1200.0));
    }

    #[test]
    fn a_peer_that_did_not_finish_asks_nothing() {
        assert_eq!(Case::Copy.asked(rates(1000.0, None)), Some(900.0));
        assert_eq!(Case::Sort.asked(rates(1000.0, None)), None);
        assert_eq!(Case::SortSpilled.asked(rates(1200.0, None)), Some(1000.0));
    }

    #[test]
    fn queries_are_held_against_the_same_engine() {
        let rates = Rates {
            raw: None,
            peer: Some(900.0),
            engine: Some(500.0),
        };
        assert_eq!(Case::Join.asked(rates), Some(500.0));
        assert_eq!(Case::Group.asked(Rates::default()), None);
    }

    #[test]
    fn nothing_is_asked_of_threads_and_something_of_all_else() {
        for &case in Case::value_variants() {
            assert_eq!(case.asked_in_words().is_none(), case.is_of_threads());
        }
        let rates = rates(1000.0, Some(500.0));
        assert_eq!(Case::TabulateHot.asked(rates), None);
    }
}
