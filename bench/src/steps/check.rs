//! The checks that programs did the work of a case: the numbers that describe their results.

use feedrate_bench::harness::expected::ExpectedNumber;
use serde::Serialize;

use super::open::check as open;
use super::{claims, keyed, wide};

/// A description of a result by numbers, under its name in `peers.py`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// The first and the last row of a copy, and how many there are.
    Ends,
    /// The statistics of x1 and x127.
    Means,
    /// The sums of all variables.
    Sums,
    /// The sums of a join.
    Join,
    /// The number of rows that match.
    Match,
    /// The sums of groups by a number.
    Group,
    /// The sums of groups by a text.
    GroupText,
    /// The counts of claims.
    Tabulate,
    /// The medians of claims.
    Medians,
    /// The ends, the rows that are out of order, and a checksum of all rows.
    Order,
    /// Those of claims in files of open formats.
    #[serde(untagged)]
    Open(open::Check),
}

impl Check {
    /// Returns the numbers of a result of so many rows, in the order in which programs tell them.
    pub fn expected(self, rows: u64) -> Vec<ExpectedNumber> {
        match self {
            Self::Ends => wide::ends(rows),
            Self::Means => wide::means(rows),
            Self::Sums => wide::sums(rows),
            Self::Join => keyed::joined(rows),
            Self::Match => keyed::matches(rows),
            Self::Group | Self::GroupText => keyed::grouped(rows),
            Self::Tabulate => claims::counts(rows),
            Self::Medians => claims::medians(rows),
            Self::Order => wide::sorted(rows),
            Self::Open(check) => check.expected(rows),
        }
    }
}
