//! Functions of the coefficients of a least squares solution.

use super::length::length;

/// How far a coefficient of an estimable function may be from that of a combination of rows of the model,
/// relative to the greatest part of it.
const ESTIMABLE: f64 = 1e-6;

/// What rounding may leave where the rows of R cancel, relative to the lengths of the column and of the
/// combination of rows.
const ROUNDING: f64 = 1e-11;

/// A function of the coefficients: a sum of them, each with a factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    value: f64,
    /// The combination of rows of R that has the function's factors at the pivots.
    direction: Vec<f64>,
    /// What is left of the factors beside that combination.
    rest: Vec<f64>,
    /// The greatest part that was taken of each factor, and at least what rounding makes of nothing. Columns
    /// have units of their own, so what is left is held against these.
    sizes: Vec<f64>,
}

impl Function {
    /// That of these factors, for coefficients from rows of R with these pivots, all columns long, of which
    /// the columns have these lengths.
    pub(super) fn new(
        factors: &[f64],
        coefficients: &[f64],
        pivots: &[usize],
        rows: &[Vec<f64>],
        lengths: &[f64],
    ) -> Self {
        let mut rest = factors.to_vec();
        rest.resize(coefficients.len(), 0.0);
        let value = coefficients
            .iter()
            .zip(&rest)
            .map(|(b, factor)| b * factor)
            .sum();
        let mut sizes: Vec<f64> = rest.iter().map(|factor| factor.abs()).collect();
        // Forward substitution with Rᵀ, and what is left of the function beside the rows of R.
        let mut direction = Vec::with_capacity(rows.len());
        for (pivot, row) in pivots.iter().zip(rows) {
            let share = rest[*pivot] / row[*pivot];
            direction.push(share);
            if share == 0.0 {
                continue;
            }
            let others = rest[*pivot..].iter_mut().zip(&mut sizes[*pivot..]);
            for ((rest, size), value) in others.zip(&row[*pivot..]) {
                *rest -= share * value;
                *size = size.max((share * value).abs());
            }
        }
        // Where R has nothing but rounding, so have the parts: 1e-17 of 1e-17 is all of it, and means nothing.
        let rounding = ROUNDING / ESTIMABLE * length(direction.iter().copied());
        for (size, of_column) in sizes.iter_mut().zip(lengths) {
            *size = size.max(rounding * of_column);
        }
        Self {
            value,
            direction,
            rest,
            sizes,
        }
    }

    /// The combination of rows of R that has the function's factors at the pivots: the function is the same
    /// combination of the response's projections.
    pub(super) fn direction(&self) -> &[f64] {
        &self.direction
    }

    /// The function of the estimated coefficients.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The root of its variance, in units of the residuals' deviation.
    pub fn deviation(&self) -> f64 {
        length(self.direction.iter().copied())
    }

    /// Its covariance with another one, in units of the residuals' variance.
    pub fn covariance(&self, other: &Self) -> f64 {
        let pairs = self.direction.iter().zip(&other.direction);
        pairs.map(|(a, b)| a * b).sum()
    }

    /// Whether it is the same for all least squares solutions: whether it is a combination of rows of the
    /// model.
    pub fn is_estimable(&self) -> bool {
        let mut pairs = self.rest.iter().zip(&self.sizes);
        pairs.all(|(rest, size)| rest.abs() <= ESTIMABLE * size)
    }

    /// The value and the deviation of this function less another one of the same solution; `None` if the
    /// difference is not estimable.
    pub fn less(&self, other: &Self) -> Option<(f64, f64)> {
        let rests = self.rest.iter().zip(&other.rest);
        let sizes = self.sizes.iter().zip(&other.sizes);
        let estimable = rests
            .zip(sizes)
            .all(|((a, b), (of_a, of_b))| (a - b).abs() <= ESTIMABLE * of_a.max(*of_b));
        let directions = self.direction.iter().zip(&other.direction);
        let deviation = length(directions.map(|(a, b)| a - b));
        estimable.then_some((self.value - other.value, deviation))
    }
}
