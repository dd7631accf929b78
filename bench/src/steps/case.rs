//! The cases, and what is asked of feedrate in each.

use clap::ValueEnum;
use serde::Serialize;

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
}

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
    /// What `peers.py` calls it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Join => "join",
            Self::Group => "group",
            Self::GroupText => "group-text",
        }
    }

    /// What `peers.py` calls reading the same columns of the same tables, to nothing but their sums.
    pub fn scan_word(self) -> &'static str {
        match self {
            Self::Join => "scan-join",
            Self::Group => "scan-group",
            Self::GroupText => "scan-group-text",
        }
    }
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

/// What a program is to do.
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
    /// Read the long table, or it and the small one, and write what a query gives.
    Query(Query),
    /// Read the columns that the query reads, and write their sums.
    Scan(Query),
}

impl Task {
    /// What `peers.py` calls it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Make(_) => "make",
            Self::Copy => "copy",
            Self::Means => "means",
            Self::Sums => "sums",
            Self::Sort => "sort",
            Self::Query(query) => query.word(),
            Self::Scan(query) => query.scan_word(),
        }
    }

    /// Whether it reads a table.
    pub fn reads(self) -> bool {
        !matches!(self, Self::Make(_))
    }

    /// What else is to be run beside it, so that its time can be told without that of reading.
    pub fn scan(self) -> Option<Self> {
        match self {
            Self::Query(query) => Some(Self::Scan(query)),
            _ => None,
        }
    }
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
        }
    }

    /// The values of its table.
    pub fn values(self) -> Values {
        match self {
            Self::Write | Self::Copy | Self::Means | Self::Sums => Values::Counting,
            Self::Sort | Self::SortSpilled => Values::Shuffled,
            Self::Join | Self::Group | Self::GroupText => Values::Keyed,
        }
    }

    /// Whether what it reads is in the page cache, and is to come from there.
    pub fn is_hot(self) -> bool {
        self.values() == Values::Keyed
    }

    /// Whether feedrate does it by PROC SQL, which not every build of it has.
    pub fn needs_sql(self) -> bool {
        self.is_hot() || self == Self::Sums
    }

    /// Whether it is held against transfers with which nothing is done.
    pub fn has_raw(self) -> bool {
        !self.is_hot()
    }

    /// Who races.
    pub fn field(self) -> &'static [Who] {
        match self.has_raw() {
            true => &[
                Who::Feedrate,
                Who::Duckdb,
                Who::Polars,
                Who::RawFeedrate,
                Who::RawFio,
            ],
            false => &[Who::Feedrate, Who::Duckdb, Who::Polars, Who::Datafusion],
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
        }
    }

    /// What stands for the raw rate.
    pub fn raw(self) -> &'static str {
        match self {
            Self::Write => "one raw write",
            Self::Copy => "a raw read and write at once",
            Self::Means | Self::Sums => "one raw read",
            Self::Sort => "a raw read, then a write",
            Self::SortSpilled => "two raw reads, two writes",
            Self::Join | Self::Group | Self::GroupText => "nothing raw",
        }
    }

    /// The rate that feedrate is to reach, from those of the others in the same round; `None` where nobody who
    /// finished asks anything.
    pub fn asked(self, Rates { raw, peer, engine }: Rates) -> Option<f64> {
        match self {
            Self::Write | Self::Copy | Self::Means | Self::Sums => {
                let raw = 0.9 * raw?;
                Some(peer.map_or(raw, |peer| raw.min(2.0 * peer)))
            }
            Self::Sort => peer.map(|peer| 2.0 * peer),
            Self::SortSpilled => {
                let raw = raw? / 1.2;
                Some(peer.map_or(raw, |peer| raw.max(1.5 * peer)))
            }
            Self::Join | Self::Group | Self::GroupText => engine,
        }
    }

    /// The same in words.
    pub fn asked_in_words(self) -> &'static str {
        match self {
            Self::Write | Self::Copy | Self::Means | Self::Sums => "0.9 raw or 2 peer, the lesser",
            Self::Sort => "2 peer",
            Self::SortSpilled => "raw / 1.2 and 1.5 peer",
            Self::Join | Self::Group | Self::GroupText => "DataFusion, scans left out",
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
}
