//! The numbers that describe results on claims.

use feedrate_bench::harness::expected::ExpectedNumber;
use serde::Serialize;

use super::super::claims::{COLUMNS, counts_of_cells};
use super::super::keyed::{SMALL, SMALL_ROWS};
use super::task::{RANKED, is_little, member};

/// A description of a result by numbers, under its name in the script of the peers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// The count of each quarter, region and sex.
    Cells,
    /// The statistics of each region and sex.
    Statistics,
    /// The number of members, their sums, and these weighted by the member.
    MemberSums,
    /// The number of little claims, the sums of their numbers, and those of the digits of their texts.
    Filtered,
    /// The same of all claims.
    Copied,
    /// The sums of a join.
    MemberJoin,
    /// The number of claims, and the sums of their numbers.
    Totals,
    /// The number of claims, the sums of their ranks, and these weighted by the row.
    Ranks,
}

impl Check {
    /// Returns the numbers of a result of so many claims, in the order in which programs tell them.
    pub fn expected(self, rows: u64) -> Vec<ExpectedNumber> {
        match self {
            Self::Cells => cells(rows),
            Self::Statistics => statistics(rows),
            Self::MemberSums => member_sums(rows),
            Self::Filtered => sums(rows, true, is_little),
            Self::Copied => sums(rows, true, |_| true),
            Self::MemberJoin => member_join(rows),
            Self::Totals => sums(rows, false, |_| true),
            Self::Ranks => ranks(rows),
        }
    }
}

fn cells(rows: u64) -> Vec<ExpectedNumber> {
    let counts = counts_of_cells(rows);
    let counts = counts.as_flattened().as_flattened().iter().enumerate();
    counts
        .map(|(place, &count)| ExpectedNumber::exactly(format!("the number of claims of cell {place}"), count as f64))
        .collect()
}

/// The moments are of whole numbers, which no sum rounds.
fn statistics(rows: u64) -> Vec<ExpectedNumber> {
    let [_, regions, sexes] = COLUMNS.levels;
    let charge = COLUMNS.numbers[3];
    let mut groups = vec![Vec::new(); regions.levels.len() * sexes.levels.len()];
    for row in 1..=rows {
        groups[regions.of(row) * sexes.levels.len() + sexes.of(row)].push(charge.of(row));
    }
    let mut named = Vec::new();
    for (place, charges) in groups.iter().enumerate() {
        let mut add = |name: &str, value: f64| {
            named.push(ExpectedNumber {
                name: format!("{name} of region and sex {place}"),
                value,
                tolerance: 1e-9,
            });
        };
        let n = charges.len() as u128;
        let sum = |power: u32| {
            charges
                .iter()
                .map(|&charge| u128::from(charge).pow(power))
                .sum::<u128>()
        };
        let squares = (n * sum(2) - sum(1) * sum(1)) as f64 / (n * n.saturating_sub(1)) as f64;
        add("n", n as f64);
        add("the mean", sum(1) as f64 / n as f64);
        add("the standard deviation", squares.sqrt());
        add("the least", charges.iter().min().copied().unwrap_or_default() as f64);
        add("the greatest", charges.iter().max().copied().unwrap_or_default() as f64);
    }
    named
}

fn member_sums(rows: u64) -> Vec<ExpectedNumber> {
    let (member, charge) = (member(), COLUMNS.numbers[3]);
    let (mut all, mut weighted) = (0, 0);
    for row in 1..=rows {
        all += charge.of(row);
        weighted += member.of(row) * charge.of(row);
    }
    vec![
        ExpectedNumber::exactly("the number of members", rows.min(member.modulus) as f64),
        ExpectedNumber::nearly("the sum of all", all as f64),
        ExpectedNumber::nearly("the sum of all times the member", weighted as f64),
    ]
}

fn sums(rows: u64, with_texts: bool, belongs: fn(u64) -> bool) -> Vec<ExpectedNumber> {
    let mut n = 0_u64;
    let mut numbers = COLUMNS.numbers.map(|column| (column, 0_u64));
    let mut codes = COLUMNS.codes.map(|column| (column, 0_u64));
    let mut levels = COLUMNS.levels.map(|column| (column, 0_u64));
    for row in (1..=rows).filter(|&row| belongs(row)) {
        n += 1;
        for (column, sum) in &mut numbers {
            *sum += column.of(row);
        }
        if !with_texts {
            continue;
        }
        for (column, sum) in &mut codes {
            *sum += column.rest.of(row);
        }
        for (column, sum) in &mut levels {
            *sum += column.levels[column.of(row)].0.len() as u64 * (row % 97);
        }
    }
    let nearly = |name: &str, sum: u64| ExpectedNumber::nearly(format!("the sum of {name}"), sum as f64);
    let mut named = vec![ExpectedNumber::exactly("the number of claims", n as f64)];
    named.extend(numbers.iter().map(|(column, sum)| nearly(column.rest.name, *sum)));
    if with_texts {
        named.extend(codes.iter().map(|(column, sum)| nearly(column.rest.name, *sum)));
        named.extend(levels.iter().map(|(column, sum)| nearly(column.rest.name, *sum)));
    }
    named
}

fn member_join(rows: u64) -> Vec<ExpectedNumber> {
    let [key, y, z] = SMALL;
    let [member, charge, paid] = [1, 3, 4].map(|place: usize| COLUMNS.numbers[place]);
    let mut row_of = vec![0; key.modulus as usize];
    for row in 1..=SMALL_ROWS {
        row_of[key.of(row) as usize] = row;
    }
    let [mut n, mut charge_y, mut paid_sum, mut z_sum] = [0_u64; 4];
    for row in 1..=rows {
        let found = row_of.get(member.of(row) as usize).copied().unwrap_or_default();
        if found > 0 {
            n += 1;
            charge_y += charge.of(row) * y.of(found);
            paid_sum += paid.of(row);
            z_sum += z.of(found);
        }
    }
    vec![
        ExpectedNumber::exactly("the number of pairs", n as f64),
        ExpectedNumber::nearly("the sum of the charge times y", charge_y as f64),
        ExpectedNumber::nearly("the sum of the paid", paid_sum as f64),
        ExpectedNumber::nearly("the sum of z", z_sum as f64),
    ]
}

/// The rank of a value is the number of less ones, plus 1.
fn ranks(rows: u64) -> Vec<ExpectedNumber> {
    let mut named = vec![ExpectedNumber::exactly("the number of claims", rows as f64)];
    for name in RANKED {
        let column = COLUMNS.numbers.iter().find(|column| column.rest.name == name);
        let column = column.expect("a column of numbers is ranked");
        let mut rank_of = vec![0_u64; column.rest.modulus as usize];
        for row in 1..=rows {
            rank_of[column.rest.of(row) as usize] += 1;
        }
        let mut less = 0;
        for rank in &mut rank_of {
            less += *rank;
            *rank = less - *rank + 1;
        }
        let (mut sum, mut weighted) = (0, 0);
        for row in 1..=rows {
            let rank = rank_of[column.rest.of(row) as usize];
            sum += rank;
            weighted += rank * (row % 97);
        }
        named.push(ExpectedNumber::nearly(
            format!("the sum of ranks of {name}"),
            sum as f64,
        ));
        let name = format!("the sum of ranks of {name}, weighted");
        named.push(ExpectedNumber::nearly(name, weighted as f64));
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(check: Check, rows: u64) -> Vec<f64> {
        check.expected(rows).iter().map(|number| number.value).collect()
    }

    #[test]
    fn few_rows_are_told_row_by_row() {
        // Charges of the rows 1 and 2 are 25 + 5 * 31 and 25 + 5 * 62.
        assert_eq!(values(Check::Totals, 2)[..5], [2.0, 3.0, 835_858.0, 31_715.0, 515.0]);
        let weighted = 180 * 611_953 + 335 * 223_903;
        assert_eq!(values(Check::MemberSums, 2), [2.0, 515.0, f64::from(weighted)]);
        // Dates and charges rise, and members do not.
        assert_eq!(values(Check::Ranks, 2), [2.0, 3.0, 5.0, 3.0, 5.0, 3.0, 4.0]);
    }

    #[test]
    fn cells_and_groups_hold_all_claims() {
        assert_eq!(values(Check::Cells, 1000).iter().sum::<f64>(), 1000.0);
        let statistics = values(Check::Statistics, 1000);
        assert_eq!(statistics.iter().step_by(5).sum::<f64>(), 1000.0);
        let [n, mean, std, least, greatest] = statistics[..5] else {
            panic!("five statistics of a group");
        };
        assert!(n > 1.0 && least < mean && mean < greatest && std > 0.0);
    }
}
