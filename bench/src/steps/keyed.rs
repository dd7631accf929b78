//! The tables of joins and groups, and the numbers that queries on them must give.
//!
//! Row i of the long one has a key k below 1,000,003, a group g below 100,003, the numbers x1, x2 and x3, and the
//! group as a text of 16 bytes; row i of the small one has a key, and the numbers y and z. Keys and groups come in
//! steps modulo a prime, so that rows next to each other have keys that are far apart, and each comes about as
//! often as any other.

use feedrate_bench::harness::expected::ExpectedNumber;
use serde::Serialize;

/// Rows of the small table, each with another key.
pub const SMALL_ROWS: u64 = 1_000_000;

/// Bytes of a row of the small table.
pub const SMALL_ROW_BYTES: u64 = 3 * 8;

/// Bytes of a row of the long table.
pub const ROW_BYTES: u64 = 5 * 8 + 16;

/// The text before the eight digits of a group in its text.
pub const GROUP_PREFIX: &str = "customer";

/// A regular expression of the texts of groups, in the syntax of Perl, which all competitors have.
pub const PATTERN: &str = "[37][0-9]5";

/// A column: row i has the rest of `factor` i divided by `modulus`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Rest {
    /// Its name.
    pub name: &'static str,
    /// The factor.
    pub factor: u64,
    /// The modulus.
    pub modulus: u64,
}

/// Makes a column.
pub const fn rest(name: &'static str, factor: u64, modulus: u64) -> Rest {
    Rest { name, factor, modulus }
}

/// The numeric columns of the long table: key, group and numbers.
pub const LONG: [Rest; 5] = [
    rest("k", 611_953, 1_000_003),
    rest("g", 61_195, 100_003),
    rest("x1", 1, 1009),
    rest("x2", 31, 4001),
    rest("x3", 17, 65_537),
];

/// The columns of the small one: key and numbers.
pub const SMALL: [Rest; 3] = [rest("k", 7919, 1_000_003), rest("y", 1, 97), rest("z", 13, 1013)];

impl Rest {
    /// Returns the value of a row.
    pub fn of(self, row: u64) -> u64 {
        self.factor * row % self.modulus
    }
}

/// Returns how many groups so many rows have.
pub fn groups(rows: u64) -> u64 {
    rows.min(LONG[1].modulus)
}

/// The sums of a group.
#[derive(Clone, Copy)]
struct Group {
    n: u64,
    x1: u64,
    x2: u64,
    least: u64,
    greatest: u64,
}

/// Returns the numbers by which a join can be told to be right. All are whole, and a double holds them.
pub fn joined(rows: u64) -> Vec<ExpectedNumber> {
    let [key, _, x1, x2, _] = LONG;
    let [small_key, y, z] = SMALL;
    let mut row_of = vec![0; small_key.modulus as usize];
    for row in 1..=SMALL_ROWS {
        row_of[small_key.of(row) as usize] = row;
    }
    let (mut n, mut products, mut x2s, mut zs) = (0, 0, 0, 0);
    for row in 1..=rows {
        let other = row_of[key.of(row) as usize];
        if other > 0 {
            n += 1;
            products += x1.of(row) * y.of(other);
            x2s += x2.of(row);
            zs += z.of(other);
        }
    }
    named([
        ("the number of pairs", n),
        ("the sum of x1 y", products),
        ("the sum of x2", x2s),
        ("the sum of z", zs),
    ])
}

/// Returns the number of rows whose text [`PATTERN`] matches.
pub fn matches(rows: u64) -> Vec<ExpectedNumber> {
    let group = LONG[1];
    let is_match = |row: &u64| {
        let digits = format!("{:08}", group.of(*row));
        let mut windows = digits.as_bytes().windows(3);
        windows.any(|three| matches!(three, [b'3' | b'7', _, b'5']))
    };
    named([("the number of matches", (1..=rows).filter(is_match).count() as u64)])
}

/// Returns the same of groups.
pub fn grouped(rows: u64) -> Vec<ExpectedNumber> {
    let [_, group, x1, x2, x3] = LONG;
    let none = Group {
        n: 0,
        x1: 0,
        x2: 0,
        least: u64::MAX,
        greatest: 0,
    };
    let mut all = vec![none; group.modulus as usize];
    for row in 1..=rows {
        let one = &mut all[group.of(row) as usize];
        one.n += 1;
        one.x1 += x1.of(row);
        one.x2 += x2.of(row);
        one.least = one.least.min(x3.of(row));
        one.greatest = one.greatest.max(x3.of(row));
    }
    // A value in a wrong group would change the sum of values times groups.
    let sum = |value: fn(&Group) -> u64| {
        let groups = all.iter().zip(0u64..).filter(|(one, _)| one.n > 0);
        groups.map(|(one, group)| group * value(one)).sum()
    };
    named([
        ("the number of groups", groups(rows)),
        ("the number of rows", rows),
        ("the sum of g n", sum(|one| one.n)),
        ("the sum of g times the sum of x1", sum(|one| one.x1)),
        ("the sum of n times the mean of x2", all.iter().map(|one| one.x2).sum()),
        ("the sum of g times the least x3", sum(|one| one.least)),
        ("the sum of g times the greatest x3", sum(|one| one.greatest)),
    ])
}

fn named<const N: usize>(numbers: [(&'static str, u64); N]) -> Vec<ExpectedNumber> {
    let numbers = numbers.into_iter();
    numbers
        .map(|(name, value)| ExpectedNumber::nearly(name, value as f64))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_small_table_has_no_key_twice_and_rows_next_to_each_other_lie_apart() {
        let keys: HashSet<u64> = (1..=SMALL_ROWS).map(|row| SMALL[0].of(row)).collect();
        assert_eq!(keys.len() as u64, SMALL_ROWS);
        let groups: Vec<u64> = (1..=1000).map(|row| LONG[1].of(row)).collect();
        assert!(groups.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > 1000));
    }

    #[test]
    fn a_double_holds_all_that_is_expected_of_a_hundred_million_rows() {
        // Of ten times as many rows nothing is more than ten times as much.
        let rows = 10_000_000;
        for number in joined(rows).into_iter().chain(grouped(rows)) {
            assert!(number.value * 10.0 < (1_u64 << 53) as f64, "{number:?}");
        }
    }

    #[test]
    fn groups_whose_digits_match_are_counted() {
        // The first is 19375, of row 33.
        assert_eq!(matches(32)[0].value, 0.0);
        assert_eq!(matches(33)[0].value, 1.0);
    }

    #[test]
    fn small_tables_are_told_row_by_row() {
        let found = grouped(2);
        // The rows 1 and 2 have the groups 61195 and 22387.
        let groups = [61_195, 22_387];
        let sums = |values: [u64; 2]| groups[0] * values[0] + groups[1] * values[1];
        let values: Vec<u64> = found.iter().map(|number| number.value as u64).collect();
        assert_eq!(
            values,
            [
                2,
                2,
                sums([1, 1]),
                sums([1, 2]),
                31 + 62,
                sums([17, 34]),
                sums([17, 34])
            ]
        );
    }
}
