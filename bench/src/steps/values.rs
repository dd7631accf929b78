//! The values of the tables: the same for all programs, and computed here once more to check them.

use serde::Serialize;

use crate::case::{Case, VARIABLES};
use crate::claims;
use crate::keyed;
use crate::task::Query;

/// How a table is filled. Rows and variables are counted from 1, and all values are whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Values {
    /// `x<j>` of row i is i + j.
    Counting,
    /// The same, but x1 and x2 are [`keys`].
    Shuffled,
    /// Two tables of [`keyed`], the long and the small one.
    Keyed,
    /// That of [`claims`].
    Claims,
}

impl Values {
    /// Whether they are those of the table of 127 variables.
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Counting | Self::Shuffled)
    }

    /// Bytes of the values of a row.
    pub fn row_bytes(self) -> u64 {
        match self {
            Self::Counting | Self::Shuffled => VARIABLES * 8,
            Self::Keyed => keyed::ROW_BYTES,
            Self::Claims => claims::ROW_BYTES,
        }
    }

    /// Bytes of the values of a smaller table beside it.
    pub fn more_bytes(self) -> u64 {
        match self {
            Self::Counting | Self::Shuffled | Self::Claims => 0,
            Self::Keyed => keyed::SMALL_ROWS * keyed::SMALL_ROW_BYTES,
        }
    }
}

/// Two numbers that look as if drawn at random: a multiple of the row's number, cubed modulo a prime. For
/// primes of the form 3k + 2 the cube is a permutation, so no two rows of 10007 · 10037, a hundred million,
/// have the same pair, and a table has one order.
pub fn keys(row: u64) -> (u64, u64) {
    let cube = |factor: u64, prime: u64| {
        let rest = row * factor % prime;
        rest * rest * rest % prime
    };
    (cube(7919, 10_007), cube(104_729, 10_037))
}

/// A number that must be found in a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// What it is, for a message.
    pub name: String,
    /// The number.
    pub value: f64,
    /// How far another may be from it, as a fraction of it.
    pub tolerance: f64,
}

/// What is expected of the result of a case, in the order in which programs tell it.
pub fn expected(case: Case, rows: u64) -> Vec<Expected> {
    match case {
        Case::Write | Case::Copy => ends(rows),
        Case::Means => means(rows),
        Case::Sums => sums(rows),
        Case::Sort | Case::SortSpilled => sorted(rows),
        Case::Join => of_query(Query::Join, rows),
        Case::Group => of_query(Query::Group, rows),
        Case::GroupText => of_query(Query::GroupText, rows),
        Case::Tabulate | Case::TabulateOne | Case::TabulateHot => tabulated(rows),
    }
}

/// Refuses numbers that are not the expected ones.
pub fn compare(found: &[f64], expected: &[Expected]) -> Result<(), String> {
    if found.len() != expected.len() {
        return Err(format!(
            "{} numbers were found in the result and not {}",
            found.len(),
            expected.len()
        ));
    }
    let wrong = found.iter().zip(expected).find(|(found, expected)| {
        let distance = (*found - expected.value).abs();
        // What is no number is at no distance.
        distance.is_nan() || distance > expected.tolerance * expected.value.abs()
    });
    match wrong {
        Some((found, expected)) => Err(format!(
            "{} of the result is {found} and not {}",
            expected.name, expected.value
        )),
        None => Ok(()),
    }
}

fn exactly(name: &str, value: u64) -> Expected {
    Expected {
        name: name.to_owned(),
        value: value as f64,
        tolerance: 0.0,
    }
}

fn ends(rows: u64) -> Vec<Expected> {
    vec![
        exactly("x1 of the first row", 2),
        exactly("x127 of the first row", 1 + VARIABLES),
        exactly("x1 of the last row", rows + 1),
        exactly("x127 of the last row", rows + VARIABLES),
        exactly("the number of rows", rows),
    ]
}

/// The statistics of i + j over i = 1 … n: the variance of n successive whole numbers is n (n + 1) / 12.
fn means(rows: u64) -> Vec<Expected> {
    let n = rows as f64;
    [1, VARIABLES]
        .into_iter()
        .flat_map(|j| {
            [
                ("n", n),
                ("mean", (n + 1.0) / 2.0 + j as f64),
                ("std", (n * (n + 1.0) / 12.0).sqrt()),
                ("min", (1 + j) as f64),
                ("max", (rows + j) as f64),
            ]
            .map(|(statistic, value)| Expected {
                name: format!("the {statistic} of x{j}"),
                value,
                tolerance: 1e-12,
            })
        })
        .collect()
}

/// The sums of i + j over i = 1 … n.
fn sums(rows: u64) -> Vec<Expected> {
    let sum = |j: u64| Expected {
        name: format!("the sum of x{j}"),
        value: (rows * (rows + 1) / 2 + rows * j) as f64,
        tolerance: 1e-12,
    };
    (1..=VARIABLES).map(sum).collect()
}

fn of_query(query: Query, rows: u64) -> Vec<Expected> {
    let numbers = keyed::expected(query, rows).into_iter();
    numbers
        .map(|(name, value)| Expected {
            name: name.to_owned(),
            value: value as f64,
            tolerance: 1e-12,
        })
        .collect()
}

fn tabulated(rows: u64) -> Vec<Expected> {
    let counts = claims::expected(rows).into_iter();
    counts.map(|(name, count)| exactly(&name, count)).collect()
}

fn sorted(rows: u64) -> Vec<Expected> {
    let order = |row: u64| (keys(row), row);
    let first = (1..=rows).map(order).min().unwrap_or_default();
    let last = (1..=rows).map(order).max().unwrap_or_default();
    let mut numbers = Vec::new();
    for (place, ((x1, x2), row)) in [("first", first), ("last", last)] {
        numbers.push(exactly(&format!("x1 of the {place} row"), x1));
        numbers.push(exactly(&format!("x2 of the {place} row"), x2));
        numbers.push(exactly(
            &format!("x127 of the {place} row"),
            row + VARIABLES,
        ));
    }
    numbers.push(exactly("the number of rows", rows));
    numbers.push(exactly("the number of rows that are out of order", 0));
    numbers.push(exactly("the checksum", (1..=rows).map(row_hash).sum()));
    numbers
}

/// A number below 99,991 that a wrong value, or values of two rows in one, would change: the sum of
/// j² `x<j>`, squared modulo that prime. A double holds all that comes up, and the sum of a billion of them.
fn row_hash(row: u64) -> u64 {
    let (x1, x2) = keys(row);
    let others: u64 = (3..=VARIABLES).map(|j| j * j * (row + j)).sum();
    let rest = (x1 + 4 * x2 + others) % 99_991;
    rest * rest % 99_991
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_rows_have_the_same_keys_and_few_follow_in_order() {
        let rows = 100_000;
        let keys: Vec<_> = (1..=rows).map(keys).collect();
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), 100_000);
        let ascents = keys.windows(2).filter(|pair| pair[0] < pair[1]).count();
        assert!((45_000..55_000).contains(&ascents), "{ascents}");
    }

    #[test]
    fn statistics_are_those_of_the_values() {
        let (n, j) = (1000, 127);
        let values: Vec<_> = (1..=n).map(|i| f64::from(i + j)).collect();
        let mean = values.iter().sum::<f64>() / f64::from(n);
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let std = (squares / f64::from(n - 1)).sqrt();
        let found = [1000.0, mean, std, 128.0, 1127.0];
        compare(&found, &expected(Case::Means, 1000)[5..]).unwrap();
    }

    #[test]
    fn sums_are_those_of_the_values() {
        let found: Vec<f64> = (1..=VARIABLES)
            .map(|j| (1..=1000).map(|i| (i + j) as f64).sum())
            .collect();
        compare(&found, &expected(Case::Sums, 1000)).unwrap();
    }

    #[test]
    fn what_differs_is_named() {
        let expected = expected(Case::Write, 1000);
        let message = compare(&[2.0, 128.0, 1001.0, 1128.0, 1000.0], &expected).unwrap_err();
        assert_eq!(
            message,
            "x127 of the last row of the result is 1128 and not 1127"
        );
        assert!(compare(&[f64::NAN, 128.0, 1001.0, 1127.0, 1000.0], &expected).is_err());
        assert!(compare(&[2.0], &expected).is_err());
    }

    #[test]
    fn the_checksum_depends_on_every_row() {
        let checksum = |rows| expected(Case::Sort, rows).pop().map(|number| number.value);
        assert_ne!(checksum(1000), checksum(1001));
    }
}
