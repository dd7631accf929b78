//! The table and the keys that are looked up, as every program computes them.
//!
//! Keys are the whole numbers below a prime, nine in ten of them, in an order that looks shuffled: multiples of the
//! row's number, cubed modulo the prime. So one in ten of the keys that are looked up is not there, among those that
//! are. The keys to look up are cubes modulo another prime, so that nothing orders one by the other.

use feedrate_bench::harness::expected::ExpectedNumber;
use serde::Serialize;

/// Multiplies the number of a row for its key.
pub const KEY_FACTOR: u64 = 7919;

/// Multiplies the number of a lookup for its key.
pub const LOOKUP_FACTOR: u64 = 104_729;

/// Multiplies the number of a read for that of its row.
pub const POINT_FACTOR: u64 = 1_299_709;

/// The prime of lookups: the largest of the form 3k + 2 whose square a double holds.
pub const LOOKUP_PRIME: u64 = 94_906_247;

/// The most rows: the prime of the keys is below that of lookups.
pub const MOST_ROWS: u64 = 80_000_000;

/// A variable that holds the number of its row, or that modulo something, and a fraction: it needs its eight bytes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Number(pub &'static str, pub u64, pub f64);

/// A character value: a text and a number of so many digits, which is that of the row modulo something.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Text(pub &'static str, pub &'static str, pub usize, pub u64);

/// The numbers beside the key.
pub const NUMBERS: [Number; 5] = [
    Number("x1", 0, 0.5),
    Number("x2", 1000, 0.25),
    Number("x3", 997, 0.5),
    Number("x4", 10_007, 0.25),
    Number("x5", 100_003, 0.5),
];

/// The character values, of 16 and 32 bytes.
pub const TEXTS: [Text; 2] = [
    Text("name", "N", 15, 65_537),
    Text("note", "a text of thirty-two bytes ", 5, 10_007),
];

/// Bytes of the values of a row.
pub const ROW_BYTES: u64 = 8 * 6 + 16 + 32;

/// The data of a run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Data {
    /// Rows of the table.
    pub rows: u64,
    /// The prime of its keys.
    pub prime: u64,
    /// Keys that are looked up when all are.
    pub lookups: u64,
}

impl Data {
    /// The data of so many rows and lookups.
    pub fn new(rows: u64, lookups: u64) -> Self {
        let least = rows * 10 / 9;
        let is_usable = |number: &u64| number % 3 == 2 && is_prime(*number);
        let prime = (least..).find(is_usable).unwrap_or(least);
        Self { rows, prime, lookups }
    }

    /// Returns the key of a row, counted from 1.
    pub fn key(&self, row: u64) -> u64 {
        cube(KEY_FACTOR * row, self.prime)
    }

    /// Returns the key of a lookup, counted from 1.
    pub fn lookup(&self, number: u64) -> u64 {
        cube(LOOKUP_FACTOR * number, LOOKUP_PRIME) % (self.prime - 1) + 1
    }

    /// Returns the number of the row of a read, counted from 1.
    pub fn point(&self, number: u64) -> u64 {
        cube(POINT_FACTOR * number, LOOKUP_PRIME) % self.rows + 1
    }

    /// Returns the numbers that a program must find which looks up the first keys: how many, and the sums of x1 and x5.
    pub fn found_by_key(&self, count: u64) -> Vec<ExpectedNumber> {
        let mut rows = vec![0; self.prime as usize];
        for row in 1..=self.rows {
            rows[self.key(row) as usize] = row;
        }
        let of_keys = (1..=count).map(|number| rows[self.lookup(number) as usize]);
        sums(of_keys.filter(|&row| row > 0))
    }

    /// Returns the same of one that reads rows by their numbers.
    pub fn found_by_number(&self, count: u64) -> Vec<ExpectedNumber> {
        sums((1..=count).map(|number| self.point(number)))
    }

    /// Returns the number of rows, and the sums of all variables; of a character value, of its digits.
    pub fn totals(&self) -> Vec<ExpectedNumber> {
        let sum = |value: &dyn Fn(u64) -> f64| (1..=self.rows).map(value).sum();
        let mut totals = vec![
            ExpectedNumber::exactly("the number of rows", self.rows as f64),
            ExpectedNumber::exactly("the sum of k", sum(&|row| self.key(row) as f64)),
        ];
        for Number(name, modulus, fraction) in NUMBERS {
            let total = sum(&|row| value(row, modulus, fraction));
            totals.push(ExpectedNumber::exactly(format!("the sum of {name}"), total));
        }
        for Text(name, _, _, modulus) in TEXTS {
            let total = sum(&|row| (row % modulus) as f64);
            totals.push(ExpectedNumber::exactly(format!("the sum of {name}"), total));
        }
        totals
    }
}

fn value(row: u64, modulus: u64, fraction: f64) -> f64 {
    let whole = match modulus {
        0 => row,
        _ => row % modulus,
    };
    whole as f64 + fraction
}

/// Returns the number of rows, and the sums of their x1 and x5. All that comes up is a multiple of a half that a double
/// holds.
fn sums(rows: impl Iterator<Item = u64>) -> Vec<ExpectedNumber> {
    let [Number(_, x1, of_x1), .., Number(_, x5, of_x5)] = NUMBERS;
    let (mut number, mut sums) = (0.0, [0.0; 2]);
    for row in rows {
        number += 1.0;
        sums[0] += value(row, x1, of_x1);
        sums[1] += value(row, x5, of_x5);
    }
    vec![
        ExpectedNumber::exactly("the number of rows", number),
        ExpectedNumber::exactly("the sum of x1", sums[0]),
        ExpectedNumber::exactly("the sum of x5", sums[1]),
    ]
}

fn cube(number: u64, prime: u64) -> u64 {
    let rest = number % prime;
    rest * rest % prime * rest % prime
}

fn is_prime(number: u64) -> bool {
    let mut divisors = (2..).take_while(|divisor| divisor * divisor <= number);
    number > 1 && divisors.all(|divisor| !number.is_multiple_of(divisor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_unique_and_nine_in_ten_are_there() {
        let data = Data::new(10_000, 20_000);
        let mut keys: Vec<_> = (1..=data.rows).map(|row| data.key(row)).collect();
        assert!(keys.windows(2).any(|pair| pair[0] > pair[1]));
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 10_000);
        assert!(keys.iter().all(|&key| (1..data.prime).contains(&key)));
        let found = data.found_by_key(20_000)[0].value / 20_000.0;
        assert!((0.88..0.92).contains(&found), "{found}");
    }

    #[test]
    fn a_double_holds_all_that_comes_up() {
        assert!(is_prime(LOOKUP_PRIME) && LOOKUP_PRIME % 3 == 2);
        const { assert!(LOOKUP_PRIME * LOOKUP_PRIME < 1 << 53) };
        const { assert!(POINT_FACTOR * 1_000_000_000 < 1 << 53) };
        assert!(Data::new(MOST_ROWS, 1).prime < LOOKUP_PRIME);
    }

    #[test]
    fn sums_are_those_of_the_rows() {
        let data = Data::new(1000, 3);
        let rows: Vec<_> = (1..=3).map(|number| data.point(number)).collect();
        let expected: f64 = rows.iter().map(|&row| row as f64 + 0.5).sum();
        let values = |numbers: Vec<ExpectedNumber>| -> Vec<f64> { numbers.iter().map(|number| number.value).collect() };
        assert_eq!(values(data.found_by_number(3)), [3.0, expected, expected]);
        let totals = values(data.totals());
        assert_eq!((totals.len(), totals[0], totals[2]), (9, 1000.0, 501_000.0));
    }
}
