//! The tasks on claims in files of open formats, and what comes of them.

use serde::Serialize;

use super::super::claims::COLUMNS;
use super::super::keyed::Rest;

/// The charge below which the rows of [`Task::Filter`] are: those of 40 rests of 4001, a hundredth of all.
pub const CHARGE_LIMIT: u64 = 225;

/// The columns that are ranked.
pub const RANKED: [&str; 3] = ["from_dt", "charge", "mem_id"];

/// A task, under its name in the script of the peers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Write how many claims there are of each quarter, region and sex.
    Cells,
    /// Write n, mean, std, min and max of the charges of each region and sex.
    Statistics,
    /// Write the sum of the charges of each member.
    MemberSums,
    /// Write the claims with a charge below [`CHARGE_LIMIT`], with all columns.
    Filter,
    /// Join claims with the small table by the number of the member, and write sums of the rows.
    MemberJoin,
    /// Write the number of claims, and the sums of all numbers.
    Totals,
    /// Write the claims with the ranks of three numbers, equal ones with the least of their ranks.
    Ranks,
}

impl Task {
    /// Returns the rows of its result.
    pub fn result_rows(self, rows: u64) -> u64 {
        let [quarters, regions, sexes] = COLUMNS.levels.map(|column| column.levels.len() as u64);
        match self {
            Self::Cells => quarters * regions * sexes,
            Self::Statistics => regions * sexes,
            Self::MemberSums => rows.min(member().modulus),
            Self::Filter => (1..=rows).filter(|&row| is_little(row)).count() as u64,
            Self::MemberJoin | Self::Totals => 1,
            Self::Ranks => rows,
        }
    }
}

/// Returns the rest that is the number of a member in its name.
pub fn member() -> Rest {
    COLUMNS.codes[1].rest
}

/// Returns true if the charge of a row is below the limit.
pub fn is_little(row: u64) -> bool {
    COLUMNS.numbers[3].of(row) < CHARGE_LIMIT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundredth_of_the_charges_is_little() {
        assert_eq!(COLUMNS.numbers[3].rest.name, "charge");
        assert_eq!(member().name, "member");
        assert_eq!(Task::Filter.result_rows(4001), 40);
        assert_eq!(Task::MemberSums.result_rows(4001), 4001);
        assert_eq!(Task::Cells.result_rows(4001), 32);
    }
}
