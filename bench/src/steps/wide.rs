//! The table of 127 variables, and the numbers that must be found in what programs make of it.

use feedrate_bench::harness::expected::ExpectedNumber;

/// Numeric variables of a row.
pub const VARIABLES: u64 = 127;

/// Bytes of a row.
pub const ROW_BYTES: u64 = VARIABLES * 8;

/// Returns two numbers that look as if drawn at random: a multiple of the row's number, cubed modulo a prime. For
/// primes of the form 3k + 2 the cube is a permutation, so no two rows of 10007 · 10037, a hundred million,
/// have the same pair, and a table has one order.
pub fn keys(row: u64) -> (u64, u64) {
    let cube = |factor: u64, prime: u64| {
        let rest = row * factor % prime;
        rest * rest * rest % prime
    };
    (cube(7919, 10_007), cube(104_729, 10_037))
}

/// Returns the first and the last row of a copy.
pub fn ends(rows: u64) -> Vec<ExpectedNumber> {
    vec![
        exactly("x1 of the first row", 2),
        exactly("x127 of the first row", 1 + VARIABLES),
        exactly("x1 of the last row", rows + 1),
        exactly("x127 of the last row", rows + VARIABLES),
        exactly("the number of rows", rows),
    ]
}

/// Returns the statistics of i + j over i = 1 … n: the variance of n successive whole numbers is n (n + 1) / 12.
pub fn means(rows: u64) -> Vec<ExpectedNumber> {
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
            .map(|(statistic, value)| ExpectedNumber::nearly(format!("the {statistic} of x{j}"), value))
        })
        .collect()
}

/// Returns the sums of i + j over i = 1 … n.
pub fn sums(rows: u64) -> Vec<ExpectedNumber> {
    let sum = |j: u64| {
        let value = rows * (rows + 1) / 2 + rows * j;
        ExpectedNumber::nearly(format!("the sum of x{j}"), value as f64)
    };
    (1..=VARIABLES).map(sum).collect()
}

/// Returns the first and the last row in order, and a checksum of all.
pub fn sorted(rows: u64) -> Vec<ExpectedNumber> {
    let order = |row: u64| (keys(row), row);
    let first = (1..=rows).map(order).min().unwrap_or_default();
    let last = (1..=rows).map(order).max().unwrap_or_default();
    let mut numbers = Vec::new();
    for (place, ((x1, x2), row)) in [("first", first), ("last", last)] {
        numbers.push(exactly(&format!("x1 of the {place} row"), x1));
        numbers.push(exactly(&format!("x2 of the {place} row"), x2));
        numbers.push(exactly(&format!("x127 of the {place} row"), row + VARIABLES));
    }
    numbers.push(exactly("the number of rows", rows));
    numbers.push(exactly("the number of rows that are out of order", 0));
    numbers.push(exactly("the checksum", (1..=rows).map(row_hash).sum()));
    numbers
}

/// Returns a number below 99,991 that a wrong value, or values of two rows in one, would change: the sum of
/// j² `x<j>`, squared modulo that prime. A double holds all that comes up, and the sum of a billion of them.
fn row_hash(row: u64) -> u64 {
    let (x1, x2) = keys(row);
    let others: u64 = (3..=VARIABLES).map(|j| j * j * (row + j)).sum();
    let rest = (x1 + 4 * x2 + others) % 99_991;
    rest * rest % 99_991
}

fn exactly(name: &str, value: u64) -> ExpectedNumber {
    ExpectedNumber::exactly(name, value as f64)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use feedrate_bench::harness::expected::compare;

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
        compare(&found, &means(1000)[5..]).unwrap();
    }

    #[test]
    fn sums_are_those_of_the_values() {
        let found: Vec<f64> = (1..=VARIABLES)
            .map(|j| (1..=1000).map(|i| (i + j) as f64).sum())
            .collect();
        compare(&found, &sums(1000)).unwrap();
    }

    #[test]
    fn the_checksum_depends_on_every_row() {
        let checksum = |rows| sorted(rows).pop().map(|number| number.value);
        assert_ne!(checksum(1000), checksum(1001));
    }
}
