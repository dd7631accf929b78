//! Tables of counts by two classes, and tests of their independence.

mod association;
mod fisher;

pub use fisher::FisherExact;

/// A table of counts, or of sums of weights, which are not negative.
#[derive(Clone, Debug, PartialEq)]
pub struct Contingency {
    columns: usize,
    /// The counts, row by row.
    counts: Vec<f64>,
    row_totals: Vec<f64>,
    column_totals: Vec<f64>,
    total: f64,
}

impl Contingency {
    /// Creates the table of these counts, row by row, with `columns` columns in each row, but at most as many as there
    /// are counts. An incomplete last row is padded with zeros; counts that are negative or NaN are 0.
    pub fn new(columns: usize, counts: &[f64]) -> Self {
        let columns = columns.min(counts.len()).max(1);
        let rows = counts.len().div_ceil(columns);
        let mut counts: Vec<f64> = counts.iter().map(|count| count.max(0.0)).collect();
        counts.resize(rows * columns, 0.0);
        let mut column_totals = vec![0.0; columns];
        let mut row_totals = Vec::with_capacity(rows);
        for row in counts.chunks_exact(columns) {
            row_totals.push(row.iter().sum());
            for (total, count) in column_totals.iter_mut().zip(row) {
                *total += count;
            }
        }
        Self {
            total: row_totals.iter().sum(),
            columns,
            counts,
            row_totals,
            column_totals,
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.row_totals.len()
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the sum of all counts.
    pub fn total(&self) -> f64 {
        self.total
    }

    /// Returns the sums of the rows.
    pub fn row_totals(&self) -> &[f64] {
        &self.row_totals
    }

    /// Returns the sums of the columns.
    pub fn column_totals(&self) -> &[f64] {
        &self.column_totals
    }

    /// Returns each count with its expectation if rows and columns are independent, without those of empty rows and
    /// columns.
    pub fn cells(&self) -> impl Iterator<Item = (f64, f64)> {
        let rows = self.counts.chunks_exact(self.columns).zip(&self.row_totals);
        rows.flat_map(move |(counts, row)| {
            let of_columns = counts.iter().zip(&self.column_totals);
            of_columns.map(move |(count, column)| (*count, row * (column / self.total)))
        })
        .filter(|(_, expected)| *expected > 0.0)
    }

    /// Returns the count of a cell.
    pub(crate) fn count(&self, row: usize, column: usize) -> f64 {
        self.counts[row * self.columns + column]
    }

    /// Returns the numbers of rows and columns that are not empty.
    fn occupied(&self) -> (usize, usize) {
        let occupied = |totals: &[f64]| totals.iter().filter(|total| **total > 0.0).count();
        (occupied(&self.row_totals), occupied(&self.column_totals))
    }

    /// Returns the counts n11, n12, n21 and n22 of a table with two rows and two columns.
    fn four(&self) -> Option<[f64; 4]> {
        match (self.rows(), self.columns, self.counts.as_slice()) {
            (2, 2, &[a, b, c, d]) => Some([a, b, c, d]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
