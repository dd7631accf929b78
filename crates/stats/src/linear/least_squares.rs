//! The least squares solution of a triangle, including dependent columns.

use super::function::Function;
use super::length::length;
use super::triangle::Triangle;

/// The share of a column's length that must remain beside the columns before it for it to be independent of them.
/// Rounding leaves less than 1e-13 of a column that is the sum of others, and the hardest of NIST's reference problems
/// (Filip) leaves 7e-11.
pub const SINGULAR: f64 = 1e-12;

/// The share of a response's length that is rounding error.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The lengths whose squares, and those of a small share of them, neither overflow nor underflow.
const LENGTHS: std::ops::Range<f64> = 1e-120..1e150;

/// The share of a function that must remain beside others for it to be independent of them.
const DEPENDENT_FUNCTION: f64 = 1e-9;

/// The least squares solution of X b = y, in which columns of X that depend on those before them have the coefficient
/// 0.
#[derive(Clone, Debug)]
pub struct LeastSquares {
    /// The columns that do not depend on those before them.
    pivots: Vec<usize>,
    /// The row of the triangle for each pivot, with all columns of X.
    rows: Vec<Vec<f64>>,
    /// The length of each column of X.
    lengths: Vec<f64>,
    /// The response in the basis of the pivots.
    projections: Vec<f64>,
    coefficients: Vec<f64>,
    residual: f64,
}

/// The test of linear functions of the coefficients being jointly zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypothesis {
    /// The number of independent functions.
    pub degrees: usize,
    /// Their sum of squares.
    pub squares: f64,
}

impl LeastSquares {
    /// Solves for the last column of `triangle` by those before it. `singular` is the share of a column's length below
    /// which it counts as dependent, usually [`SINGULAR`].
    pub fn of(triangle: &mut Triangle, singular: f64) -> Self {
        let width = triangle.width();
        let columns = width.saturating_sub(1);
        let mut rows: Vec<Vec<f64>> = triangle
            .rows()
            .enumerate()
            .map(|(diagonal, row)| {
                let mut whole = vec![0.0; width];
                whole[diagonal..].copy_from_slice(row);
                whole
            })
            .collect();
        let mut pivots = Vec::new();
        let mut lengths = Vec::with_capacity(columns);
        for column in 0..columns {
            let next = pivots.len();
            let length_in = |rows: &[Vec<f64>]| length(rows.iter().map(|row| row[column]));
            let (whole, left) = (length_in(&rows[..=column]), length_in(&rows[next..=column]));
            lengths.push(whole);
            if left > singular * whole {
                eliminate(&mut rows[next..=column], column, left);
                pivots.push(column);
            } else {
                rows[next..=column].iter_mut().for_each(|row| row[column] = 0.0);
            }
        }
        let response = |rows: &[Vec<f64>]| length(rows.iter().map(|row| row[columns]));
        // If a model explains the response completely, the rest is only rounding error.
        let rounding = ROUNDING * response(&rows);
        let rounded = |part: f64| match part.abs() > rounding {
            true => part,
            false => 0.0,
        };
        let residual = rounded(response(&rows[pivots.len().min(rows.len())..]));
        rows.truncate(pivots.len());
        let projections: Vec<f64> = rows.iter().map(|row| rounded(row[columns])).collect();
        let mut solution = Self {
            pivots,
            rows,
            lengths,
            projections,
            coefficients: vec![0.0; columns],
            residual,
        };
        let found = solution.back_substituted(&solution.projections);
        for (pivot, value) in solution.pivots.iter().zip(found) {
            solution.coefficients[*pivot] = value;
        }
        solution
    }

    /// Returns the number of independent columns.
    pub fn rank(&self) -> usize {
        self.pivots.len()
    }

    /// Returns the columns that do not depend on those before them, in order.
    pub fn pivots(&self) -> &[usize] {
        &self.pivots
    }

    /// Returns, for each pivot, the response's length in its direction, which is orthogonal to all columns before it:
    /// their squares are the sequential (type I) sums of squares.
    pub fn projections(&self) -> &[f64] {
        &self.projections
    }

    /// Returns the coefficients, 0 for a dependent column.
    pub fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }

    /// Returns the sum of squared residuals.
    pub fn residual_squares(&self) -> f64 {
        self.residual * self.residual
    }

    /// Returns the length of a column beside the first `given` pivots.
    pub fn column_length(&self, column: usize, given: usize) -> f64 {
        let beside = self.rows.iter().skip(given);
        length(beside.map(|row| row[column]))
    }

    /// Returns whether the squares of the response have full precision, rather than overflowing or underflowing.
    pub fn has_squares(&self) -> bool {
        let parts = self.projections.iter().copied();
        let whole = length(parts.chain([self.residual]));
        whole == 0.0 || LENGTHS.contains(&whole)
    }

    /// Returns a function of the coefficients, with a factor for each.
    pub fn function(&self, factors: &[f64]) -> Function {
        Function::new(factors, &self.coefficients, &self.pivots, &self.rows, &self.lengths)
    }

    /// Returns the general form of estimable functions: a basis of the rows of the model that has 1 at one pivot and 0
    /// at the others, a row for each pivot.
    pub fn estimable_functions(&self) -> Vec<Vec<f64>> {
        let columns = self.coefficients.len();
        let mut functions = vec![vec![0.0; columns]; self.rank()];
        for column in 0..columns {
            match self.pivots.binary_search(&column) {
                Ok(place) => functions[place][column] = 1.0,
                Err(_) => {
                    let values: Vec<f64> = self.rows.iter().map(|row| row[column]).collect();
                    let shares = self.back_substituted(&values);
                    for (function, share) in functions.iter_mut().zip(shares) {
                        // Columns of indicators combine by integers; rounding errors must not be added to them.
                        let whole = share.round();
                        let near = (share - whole).abs() < 1e-9;
                        function[column] = if near { whole } else { share };
                    }
                }
            }
        }
        functions
    }

    /// Returns the sum of squares of estimable functions being jointly zero.
    pub fn hypothesis(&self, functions: &[Vec<f64>]) -> Hypothesis {
        // The sum is the squared projection of the response on the directions of the functions.
        let directions: Vec<Vec<f64>> = functions
            .iter()
            .map(|function| self.function(function).direction().to_vec())
            .collect();
        let mut triangle = Triangle::new(functions.len() + 1);
        let mut row = vec![0.0; functions.len() + 1];
        for (place, projection) in self.projections.iter().enumerate() {
            for (value, direction) in row.iter_mut().zip(&directions) {
                *value = direction[place];
            }
            row[functions.len()] = *projection;
            triangle.add(&row);
        }
        let fit = Self::of(&mut triangle, DEPENDENT_FUNCTION);
        Hypothesis {
            degrees: fit.rank(),
            squares: squares_of(&fit.projections),
        }
    }

    /// Returns the quadratic form vᵀ C⁻¹ v of the `values` v of functions, where C is their covariance in units of the
    /// residuals' variance: for values of an estimate, Wald's test.
    pub fn quadratic_form(&self, functions: &[Vec<f64>], values: &[f64]) -> Hypothesis {
        let directions: Vec<Vec<f64>> = functions
            .iter()
            .map(|function| self.function(function).direction().to_vec())
            .collect();
        let mut triangle = Triangle::new(functions.len() + 1);
        let mut row = vec![0.0; functions.len() + 1];
        for place in 0..self.rank() {
            for (value, direction) in row.iter_mut().zip(&directions) {
                *value = direction[place];
            }
            triangle.add(&row);
        }
        // With R the triangle of the directions, C is RᵀR and the form is the squared length of R⁻ᵀ v.
        let fit = Self::of(&mut triangle, DEPENDENT_FUNCTION);
        Hypothesis {
            degrees: fit.rank(),
            squares: squares_of(fit.function(values).direction()),
        }
    }

    /// Returns R⁻¹ times `values`, one for each pivot.
    fn back_substituted(&self, values: &[f64]) -> Vec<f64> {
        let mut solution = values.to_vec();
        for place in (0..self.rank()).rev() {
            let pivot = self.pivots[place];
            solution[place] /= self.rows[place][pivot];
            let value = solution[place];
            for (above, row) in solution[..place].iter_mut().zip(&self.rows) {
                *above -= value * row[pivot];
            }
        }
        solution
    }
}

/// Returns the sum of squares; 0 of no parts, for which `sum` is -0.
fn squares_of(parts: &[f64]) -> f64 {
    parts.iter().fold(0.0, |sum, part| sum + part * part)
}

/// Reflects `rows` so that of `column`, whose length in them is `length`, only the first is not zero.
fn eliminate(rows: &mut [Vec<f64>], column: usize, length: f64) {
    let Some((first_row, others)) = rows.split_first_mut() else {
        return;
    };
    if others.is_empty() {
        return;
    }
    let reflected = if first_row[column] > 0.0 { -length } else { length };
    let first = first_row[column] - reflected;
    let parts: Vec<f64> = others.iter().map(|row| row[column] / first).collect();
    let scale = -first / reflected;
    first_row[column] = reflected;
    others.iter_mut().for_each(|row| row[column] = 0.0);
    let mut shares = first_row[column + 1..].to_vec();
    for (part, row) in parts.iter().zip(others.iter()) {
        for (share, value) in shares.iter_mut().zip(&row[column + 1..]) {
            *share += part * value;
        }
    }
    shares.iter_mut().for_each(|share| *share *= scale);
    for (value, share) in first_row[column + 1..].iter_mut().zip(&shares) {
        *value -= share;
    }
    for (part, row) in parts.iter().zip(others.iter_mut()) {
        for (value, share) in row[column + 1..].iter_mut().zip(&shares) {
            *value -= share * part;
        }
    }
}
