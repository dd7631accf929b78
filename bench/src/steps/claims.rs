//! The table of claims, and the counts that PROC TABULATE must give of it.
//!
//! It is that of a published measurement (SAS Global Forum 2007, paper 196): an insurer's claims of 128 bytes, with
//! the quarter of their date added, of which those of each quarter, region and sex are counted. Every value is a fixed
//! rule of the row's number; levels have shares that differ, and follow one another without order.

use feedrate_bench::harness::expected::ExpectedNumber;
use serde::Serialize;

use super::keyed::{Rest, rest};

/// Bytes of a row.
pub const ROW_BYTES: u64 = 128;

/// Cells of the table: those of each quarter, region and sex, and of each quarter and region of both sexes.
pub const CELLS: u64 = 4 * 4 * (2 + 1);

/// The number of regions.
pub const REGIONS: u64 = 4;

/// A numeric column: row i has `plus` + `times` times the rest.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Number {
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
    /// The summand.
    pub plus: u64,
    /// The factor of the rest.
    pub times: u64,
}

/// A text column of a few values, in their order.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Levels {
    /// The rest that tells which of them a row has.
    #[serde(flatten)]
    pub rest: Rest,
    /// Bytes of the column.
    pub bytes: u64,
    /// A row has the first of them whose limit is greater than its rest. The last limit is the modulus.
    pub levels: &'static [(&'static str, u64)],
}

/// A text column of a prefix and the digits of a rest.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Code {
    /// The rest.
    #[serde(flatten)]
    pub rest: Rest,
    /// The text before the digits.
    pub prefix: &'static str,
    /// The number of digits; zeros lead.
    pub digits: u64,
}

/// All columns.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Columns {
    /// Numbers, 8 bytes each.
    pub numbers: [Number; 6],
    /// The classes.
    pub levels: [Levels; 3],
    /// Names of claim, member, provider and diagnosis.
    pub codes: [Code; 4],
}

const fn number(rest: Rest, plus: u64, times: u64) -> Number {
    Number { rest, plus, times }
}

const fn code(rest: Rest, prefix: &'static str, digits: u64) -> Code {
    Code { rest, prefix, digits }
}

/// The columns. Of each charge four fifths are paid. Dates are days since 1960 of the year 2003, and quarters theirs.
pub const COLUMNS: Columns = Columns {
    numbers: [
        number(rest("rec_id", 1, 999_999_999_989), 0, 1),
        number(rest("mem_id", 611_953, 1_000_003), 1, 1),
        number(rest("from_dt", 101, 365), 15_706, 1),
        number(rest("charge", 31, 4001), 25, 5),
        number(rest("paid", 31, 4001), 20, 4),
        number(rest("out_of_pocket_costs", 31, 4001), 5, 1),
    ],
    levels: [
        Levels {
            rest: rest("quarter", 101, 365),
            bytes: 5,
            levels: &[("I Q", 90), ("II Q", 181), ("III Q", 273), ("IV Q", 365)],
        },
        Levels {
            rest: rest("region", 7919, 10_007),
            bytes: 9,
            levels: &[
                ("Midwest", 2200),
                ("Northeast", 4000),
                ("South", 7800),
                ("West", 10_007),
            ],
        },
        Levels {
            rest: rest("mem_sex", 104_729, 1_000_033),
            bytes: 1,
            levels: &[("F", 520_000), ("M", 1_000_033)],
        },
    ],
    codes: [
        code(rest("claim", 1, 999_999_999_989), "claim", 12),
        code(rest("member", 611_953, 1_000_003), "member", 10),
        code(rest("provider", 61_195, 100_003), "provider", 8),
        code(rest("diagnosis", 17, 65_537), "diagnosis", 7),
    ],
};

impl Code {
    /// Returns the bytes of the column.
    pub fn bytes(&self) -> u64 {
        self.prefix.len() as u64 + self.digits
    }
}

impl Number {
    /// Returns the value of a row.
    pub fn of(&self, row: u64) -> u64 {
        self.plus + self.times * self.rest.of(row)
    }
}

impl Levels {
    /// Returns the place of the value that a row has.
    pub fn of(&self, row: u64) -> usize {
        let rest = self.rest.of(row);
        self.levels
            .iter()
            .position(|&(_, limit)| rest < limit)
            .expect("the last limit is the modulus, below which all rests are")
    }
}

/// Returns the counts of each quarter, region and sex.
pub fn counts_of_cells(rows: u64) -> [[[u64; 2]; 4]; 4] {
    let [quarters, regions, sexes] = COLUMNS.levels;
    let mut counts = [[[0; 2]; 4]; 4];
    for row in 1..=rows {
        counts[quarters.of(row)][regions.of(row)][sexes.of(row)] += 1;
    }
    counts
}

/// Returns the counts in the order of quarters and regions: of both sexes, and of each.
pub fn counts(rows: u64) -> Vec<ExpectedNumber> {
    let [quarters, regions, sexes] = COLUMNS.levels;
    let counts = counts_of_cells(rows);
    let mut named = Vec::new();
    for (&(quarter, _), of_quarter) in quarters.levels.iter().zip(&counts) {
        for (&(region, _), of_region) in regions.levels.iter().zip(of_quarter) {
            let mut add = |sex: &str, count: u64| {
                let name = format!("the number of claims of {quarter}, {region}, {sex}");
                named.push(ExpectedNumber::exactly(name, count as f64));
            };
            add("all", of_region.iter().sum());
            for (&(sex, _), &count) in sexes.levels.iter().zip(of_region) {
                add(sex, count);
            }
        }
    }
    named
}

/// Returns the names of the numeric columns.
pub fn number_names() -> [&'static str; 6] {
    COLUMNS.numbers.map(|column| column.rest.name)
}

/// Returns the medians of the numbers of each region, in the order of regions and numbers.
pub fn medians(rows: u64) -> Vec<ExpectedNumber> {
    let [_, regions, _] = COLUMNS.levels;
    let mut named = Vec::new();
    for (place, &(region, _)) in regions.levels.iter().enumerate() {
        let own: Vec<u64> = (1..=rows).filter(|&row| regions.of(row) == place).collect();
        for column in COLUMNS.numbers {
            let mut values: Vec<u64> = own.iter().map(|&row| column.of(row)).collect();
            let name = format!("the median of {} of {region}", column.rest.name);
            named.push(ExpectedNumber::exactly(name, median(&mut values)));
        }
    }
    named
}

/// Returns the median of at least one value.
fn median(values: &mut [u64]) -> f64 {
    let middle = values.len() / 2;
    let is_odd = values.len() % 2 == 1;
    let (below, upper, _) = values.select_nth_unstable(middle);
    let lower = match below.iter().max() {
        Some(lower) if !is_odd => *lower,
        _ => *upper,
    };
    (lower + *upper) as f64 / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_the_middle_of_the_values() {
        assert_eq!(median(&mut [5, 1, 4]), 4.0);
        assert_eq!(median(&mut [5, 1, 4, 2]), 3.0);
        let medians = medians(100_000);
        assert_eq!(medians.len() as u64, 6 * REGIONS);
        assert_eq!(medians[0].name, "the median of rec_id of Midwest");
        // Charges are 25 to 20,025, each as often as another.
        assert!((medians[3].value - 10_025.0).abs() < 100.0, "{:?}", medians[3]);
    }

    #[test]
    fn a_row_has_128_bytes_and_values_fit() {
        let levels = COLUMNS.levels.iter().map(|column| column.bytes);
        let codes = COLUMNS.codes.iter().map(Code::bytes);
        let numbers = 8 * COLUMNS.numbers.len() as u64;
        assert_eq!(numbers + levels.sum::<u64>() + codes.sum::<u64>(), ROW_BYTES);
        for column in COLUMNS.levels {
            let longest = column.levels.iter().map(|(level, _)| level.len() as u64);
            assert_eq!(longest.max(), Some(column.bytes), "{}", column.rest.name);
            assert!(column.levels.is_sorted(), "{}", column.rest.name);
            let last = column.levels.last().map(|&(_, limit)| limit);
            assert_eq!(last, Some(column.rest.modulus), "{}", column.rest.name);
        }
        for column in COLUMNS.codes {
            let most = (column.rest.modulus - 1).to_string().len() as u64;
            assert!(most <= column.digits, "{}", column.rest.name);
        }
    }

    #[test]
    fn few_rows_have_all_cells_and_every_row_is_counted() {
        let counts = counts(1000);
        assert_eq!(counts.len() as u64, CELLS);
        for of_region in counts.chunks(3) {
            let [all, f, m] = of_region else {
                panic!("three counts of each quarter and region");
            };
            assert!(f.value > 0.0 && m.value > 0.0, "{m:?}");
            assert_eq!(f.value + m.value, all.value, "{m:?}");
        }
        let all: f64 = counts.iter().step_by(3).map(|count| count.value).sum();
        assert_eq!(all, 1000.0);
        assert_eq!(counts[0].name, "the number of claims of I Q, Midwest, all");
    }

    #[test]
    fn rows_next_to_each_other_are_of_other_cells() {
        let cell = |row| COLUMNS.levels.map(|column| column.of(row));
        let same = (1..10_000).filter(|&row| cell(row) == cell(row + 1));
        assert_eq!(same.count(), 0);
    }
}
