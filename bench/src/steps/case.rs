//! The cases, and what is asked of feedrate in each.

use clap::ValueEnum;
use serde::Serialize;

use crate::values::Values;

/// Numeric variables of a row.
pub const VARIABLES: u64 = 127;

/// Bytes of a row's values.
pub const ROW_BYTES: u64 = VARIABLES * 8;

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
    /// It is read so, and written in the order of two variables; memory is not limited.
    Sort,
    /// The same with memory an eighth of the table.
    SortSpilled,
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
    /// Read a table and write it in order.
    Sort,
}

impl Task {
    /// What `peers.py` calls it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Make(_) => "make",
            Self::Copy => "copy",
            Self::Means => "means",
            Self::Sort => "sort",
        }
    }

    /// Whether it reads a table.
    pub fn reads(self) -> bool {
        !matches!(self, Self::Make(_))
    }
}

impl Case {
    /// What tables and arguments call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Copy => "copy",
            Self::Means => "means",
            Self::Sort => "sort",
            Self::SortSpilled => "sort-spilled",
        }
    }

    /// What programs do in it.
    pub fn task(self) -> Task {
        match self {
            Self::Write => Task::Make(self.values()),
            Self::Copy => Task::Copy,
            Self::Means => Task::Means,
            Self::Sort | Self::SortSpilled => Task::Sort,
        }
    }

    /// The values of its table.
    pub fn values(self) -> Values {
        match self {
            Self::Write | Self::Copy | Self::Means => Values::Counting,
            Self::Sort | Self::SortSpilled => Values::Shuffled,
        }
    }

    /// What is done, for a person.
    pub fn description(self) -> &'static str {
        match self {
            Self::Write => "computed, and written to a new file",
            Self::Copy => "read, and written to a new file",
            Self::Means => "read; n, mean, std, min and max of all variables are written",
            Self::Sort => "read, and written in the order of x1 and x2",
            Self::SortSpilled => "as sort, with little memory",
        }
    }

    /// What stands for the raw rate.
    pub fn raw(self) -> &'static str {
        match self {
            Self::Write => "one raw write",
            Self::Copy => "a raw read and write at once",
            Self::Means => "one raw read",
            Self::Sort => "a raw read, then a write",
            Self::SortSpilled => "two raw reads, two writes",
        }
    }

    /// The rate that feedrate is to reach, from the raw rate and the faster peer's in the same round; `None`
    /// where no peer finished and nothing else is asked.
    pub fn asked(self, raw: f64, peer: Option<f64>) -> Option<f64> {
        match self {
            Self::Write | Self::Copy | Self::Means => {
                Some(peer.map_or(0.9 * raw, |peer| (0.9 * raw).min(2.0 * peer)))
            }
            Self::Sort => peer.map(|peer| 2.0 * peer),
            Self::SortSpilled => Some(peer.map_or(raw / 1.2, |peer| (raw / 1.2).max(1.5 * peer))),
        }
    }

    /// The same in words.
    pub fn asked_in_words(self) -> &'static str {
        match self {
            Self::Write | Self::Copy | Self::Means => "0.9 raw or 2 peer, the lesser",
            Self::Sort => "2 peer",
            Self::SortSpilled => "raw / 1.2 and 1.5 peer",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lesser_is_asked_or_both() {
        assert_eq!(Case::Means.asked(1000.0, Some(300.0)), Some(600.0));
        assert_eq!(Case::Means.asked(1000.0, Some(500.0)), Some(900.0));
        assert_eq!(Case::Sort.asked(1000.0, Some(100.0)), Some(200.0));
        assert_eq!(Case::SortSpilled.asked(1200.0, Some(100.0)), Some(1000.0));
        assert_eq!(Case::SortSpilled.asked(1200.0, Some(800.0)), Some(1200.0));
    }

    #[test]
    fn a_peer_that_did_not_finish_asks_nothing() {
        assert_eq!(Case::Copy.asked(1000.0, None), Some(900.0));
        assert_eq!(Case::Sort.asked(1000.0, None), None);
        assert_eq!(Case::SortSpilled.asked(1200.0, None), Some(1000.0));
    }
}
