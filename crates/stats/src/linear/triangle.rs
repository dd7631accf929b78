//! The triangular factor R of a matrix whose rows are added one by one.

use super::length::{SQUARES, length};

/// The number of rows that are buffered and processed together: enough for vectorized loops over them, and few enough
/// to stay in the nearest cache.
const BLOCK: usize = 64;

/// The upper triangular R with RᵀR = XᵀX for the rows X added so far, by Householder's reflections of [R; block] (G. H.
/// Golub and C. F. Van Loan, Matrix Computations, 4th ed., sections 5.2 and 6.5). It stores half the square of its
/// width in numbers, however many rows there are.
#[derive(Clone, Debug)]
pub struct Triangle {
    width: usize,
    /// The rows of R, each from its diagonal on.
    factor: Vec<f64>,
    /// Rows that are not processed yet, one after the other.
    pending: Vec<f64>,
}

impl Triangle {
    /// Creates the factor of no rows of `width` numbers.
    pub fn new(width: usize) -> Self {
        Self {
            width,
            factor: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// Returns the most numbers of buffered rows.
    pub(crate) fn pending_numbers(width: usize) -> usize {
        BLOCK * width
    }

    /// Returns how many numbers a row has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Adds a row of [`width`](Self::width) numbers; one of another length is truncated or padded with zeros.
    pub fn add(&mut self, row: &[f64]) {
        self.add_scaled(row, 1.0);
    }

    /// Adds a row times a factor, which is the root of the row's weight.
    pub fn add_scaled(&mut self, row: &[f64], factor: f64) {
        let row = &row[..row.len().min(self.width)];
        self.pending.extend(row.iter().map(|value| value * factor));
        let whole = self.pending.len() + self.width - row.len();
        self.pending.resize(whole, 0.0);
        if self.pending.len() >= BLOCK * self.width {
            self.work_in();
        }
    }

    /// Adds the rows of another one of the same width.
    pub fn merge(&mut self, other: &Self) {
        let mut row = vec![0.0; other.width];
        let mut rest = other.factor.as_slice();
        for diagonal in 0..other.width {
            let Some((part, after)) = rest.split_at_checked(other.width - diagonal) else {
                break;
            };
            row[..diagonal].fill(0.0);
            row[diagonal..].copy_from_slice(part);
            self.add(&row);
            rest = after;
        }
        if other.width > 0 {
            for row in other.pending.chunks_exact(other.width) {
                self.add(row);
            }
        }
    }

    /// Processes all rows, and returns the rows of R, each from its diagonal on.
    pub fn rows(&mut self) -> impl Iterator<Item = &[f64]> {
        self.work_in();
        // Without any row there is no factor yet.
        self.factor.resize(self.width * (self.width + 1) / 2, 0.0);
        let (width, factor) = (self.width, &self.factor);
        (0..width).map(move |row| {
            let start = start(width, row);
            &factor[start..start + width - row]
        })
    }

    /// Processes the buffered rows.
    fn work_in(&mut self) {
        let width = self.width;
        if width == 0 || self.pending.is_empty() {
            return;
        }
        self.factor.resize(width * (width + 1) / 2, 0.0);
        let rows = self.pending.len() / width;
        let mut columns = vec![0.0; rows * width];
        for (row, values) in self.pending.chunks_exact(width).enumerate() {
            for (column, value) in values.iter().enumerate() {
                columns[column * rows + row] = *value;
            }
        }
        self.pending.clear();
        for column in 0..width {
            let (before, after) = columns.split_at_mut((column + 1) * rows);
            let start = start(width, column);
            let triangle_row = &mut self.factor[start..start + width - column];
            reflect(&mut before[column * rows..], after, triangle_row);
        }
    }
}

/// Returns the beginning of a row in the factor.
fn start(width: usize, row: usize) -> usize {
    row * width - row * row.saturating_sub(1) / 2
}

/// Turns `pivot` into zeros by a reflection that leaves its length on the diagonal of `triangle_row`, and applies it to
/// the columns `after`, whose parts in the triangle are the rest of that row.
fn reflect(pivot: &mut [f64], after: &mut [f64], triangle_row: &mut [f64]) {
    let Some((diagonal, rest)) = triangle_row.split_first_mut() else {
        return;
    };
    let squared = dot(pivot, pivot);
    // Numbers whose squares overflow or underflow are scaled first, which takes longer.
    let below = match SQUARES.contains(&squared) {
        true => squared.sqrt(),
        false => length(pivot.iter().copied()),
    };
    if below == 0.0 {
        return;
    }
    // The sign avoids cancellation in the difference.
    let length = diagonal.hypot(below);
    let reflected = if *diagonal > 0.0 { -length } else { length };
    let first = *diagonal - reflected;
    for value in pivot.iter_mut() {
        *value /= first;
    }
    let scale = -first / reflected;
    *diagonal = reflected;
    for (of_triangle, column) in rest.iter_mut().zip(after.chunks_exact_mut(pivot.len())) {
        let share = scale * (*of_triangle + dot(pivot, column));
        *of_triangle -= share;
        for (value, part) in column.iter_mut().zip(pivot.iter()) {
            *value -= share * part;
        }
    }
}

/// Returns the sum of products, in eight partial sums: faster, and with less rounding than one long sum.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 8];
    let (a_parts, b_parts) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f64 = a_parts
        .remainder()
        .iter()
        .zip(b_parts.remainder())
        .map(|(x, y)| x * y)
        .sum();
    for (x, y) in a_parts.zip(b_parts) {
        for lane in 0..8 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// XᵀX, which R must give too.
    fn products(rows: &[Vec<f64>], width: usize) -> Vec<f64> {
        let mut products = vec![0.0; width * width];
        for row in rows {
            for i in 0..width {
                for j in 0..width {
                    products[i * width + j] += row.get(i).unwrap_or(&0.0) * row.get(j).unwrap_or(&0.0);
                }
            }
        }
        products
    }

    fn of(triangle: &mut Triangle) -> Vec<f64> {
        let width = triangle.width();
        let rows: Vec<Vec<f64>> = triangle
            .rows()
            .enumerate()
            .map(|(diagonal, row)| [vec![0.0; diagonal], row.to_vec()].concat())
            .collect();
        products(&rows, width)
    }

    fn close(a: &[f64], b: &[f64]) -> bool {
        let scale = a.iter().fold(1e-12_f64, |most, x| most.max(x.abs()));
        a.iter().zip(b).all(|(x, y)| (x - y).abs() <= 1e-12 * scale)
    }

    #[test]
    fn a_triangle_of_nothing_is_zero() {
        assert_eq!(of(&mut Triangle::new(2)), [0.0; 4]);
        assert_eq!(of(&mut Triangle::new(0)), [0.0; 0]);
    }

    #[test]
    fn columns_of_any_size_count() {
        for scale in [1e-300, 1e-160, 1.0, 1e160, 1e300] {
            let mut triangle = Triangle::new(2);
            for (x, y) in [(1.0, 2.0), (2.0, 3.0), (4.0, 8.0)] {
                triangle.add(&[x * scale, y]);
            }
            // The slope of y on x, Σxy / Σx², is the second number of R's first row by the first.
            let row = triangle.rows().next().unwrap();
            let slope = row[1] / row[0] * scale;
            assert!((slope - 40.0 / 21.0).abs() < 1e-14, "{scale:e} {slope}");
        }
    }

    #[test]
    fn rows_of_another_length_do_no_harm() {
        let mut triangle = Triangle::new(2);
        triangle.add(&[3.0]);
        triangle.add(&[0.0, 2.0, 7.0]);
        assert!(close(&of(&mut triangle), &[9.0, 0.0, 0.0, 4.0]));
    }

    proptest! {
        #[test]
        fn parts_merged_are_the_whole_in_any_order(
            rows in prop::collection::vec(prop::collection::vec(-1e3..1e3_f64, 4), 0..300),
            cut in 0..300_usize,
        ) {
            let cut = cut.min(rows.len());
            let whole = products(&rows, 4);
            let (mut first, mut second) = (Triangle::new(4), Triangle::new(4));
            rows[..cut].iter().for_each(|row| first.add(row));
            rows[cut..].iter().rev().for_each(|row| second.add(row));
            second.merge(&first);
            prop_assert!(close(&whole, &of(&mut second)));
            first.merge(&Triangle::new(4));
            prop_assert!(close(&products(&rows[..cut], 4), &of(&mut first)));
        }

        #[test]
        fn weights_count_as_repeats(
            rows in prop::collection::vec((prop::collection::vec(-1e3..1e3_f64, 3), 0..5_u8), 0..100),
        ) {
            let (mut repeated, mut weighted) = (Triangle::new(3), Triangle::new(3));
            for (row, times) in &rows {
                for _ in 0..*times {
                    repeated.add(row);
                }
                weighted.add_scaled(row, f64::from(*times).sqrt());
            }
            prop_assert!(close(&of(&mut repeated), &of(&mut weighted)));
        }
    }
}
