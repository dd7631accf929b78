//! The rows of all queries, and how those of two runs differ.

use std::path::Path;

use feedrate_bench::volume;

use super::queries::COUNT;

/// By how much of itself a number may differ: sums are added in another order.
const TOLERANCE: f64 = 1e-9;

/// The rows of the queries, each as the fields of a CSV file, sorted.
#[derive(Clone, Debug)]
pub struct Results(Vec<Vec<Vec<String>>>);

impl Results {
    /// Reads the CSV files of a folder.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let read = |number: usize| {
            let text = volume::read_text(&folder.join(format!("q{number:02}.csv")))?;
            Ok(rows(&text))
        };
        (1..=COUNT).map(read).collect::<Result<_, String>>().map(Self)
    }

    /// Returns the differences of another run.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let both = self.0.iter().zip(&other.0).zip(1..);
        let different = both.filter_map(|((own, other), number)| {
            let difference = difference(own, other)?;
            Some(format!("query {number} gives other rows: {difference}"))
        });
        different.collect()
    }
}

/// Returns the rows of a CSV file after the names, with exact texts first in their order.
fn rows(text: &str) -> Vec<Vec<String>> {
    let fields = |line: &str| line.split(',').map(str::to_owned).collect();
    let mut rows: Vec<Vec<String>> = text.lines().skip(1).map(fields).collect();
    // Numbers that differ in the last digits are not to change the order, if other fields can make it.
    let key = |row: &Vec<String>| {
        let is_sum = |field: &&String| field.contains('.') && field.parse::<f64>().is_ok();
        let exact: Vec<String> = row.iter().filter(|it| !is_sum(it)).cloned().collect();
        (exact, row.clone())
    };
    rows.sort_by_cached_key(key);
    rows
}

/// Returns the first difference of two sets of rows.
fn difference(own: &[Vec<String>], other: &[Vec<String>]) -> Option<String> {
    if own.len() != other.len() {
        return Some(format!("{} instead of {}", other.len(), own.len()));
    }
    let (own, other) = own.iter().zip(other).find(|(own, other)| {
        own.len() != other.len() || own.iter().zip(*other).any(|(own, other)| !is_same(own, other))
    })?;
    Some(format!("{} instead of {}", other.join(","), own.join(",")))
}

fn is_same(own: &str, other: &str) -> bool {
    let near = || {
        let (own, other) = (own.parse::<f64>().ok()?, other.parse::<f64>().ok()?);
        Some((own - other).abs() <= TOLERANCE * own.abs().max(other.abs()))
    };
    own == other || near().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_compared_without_their_order_and_the_last_digits() {
        let own = rows("a,b\nx,1.5\ny,2.25\n");
        assert_eq!(difference(&own, &rows("a,b\ny,2.2500000000001\nx,1.5\n")), None);
        for other in ["a,b\nx,1.5\n", "a,b\nx,1.5\ny,2.26\n", "a,b\nx,1.5\nz,2.25\n"] {
            assert!(difference(&own, &rows(other)).is_some(), "{other}");
        }
    }
}
