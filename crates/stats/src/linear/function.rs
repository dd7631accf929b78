//! Functions of the coefficients of a least squares solution.

use super::length::length;

/// The tolerance within which a coefficient of an estimable function must be equal to that of a combination of rows of
/// the model, relative to its greatest part.
const ESTIMABLE: f64 = 1e-6;

/// The rounding errors where the rows of R cancel, relative to the lengths of the column and of the combination of
/// rows.
const ROUNDING: f64 = 1e-11;

/// A function of the coefficients: a linear combination.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    value: f64,
    /// The combination of rows of R that has the function's factors at the pivots.
    direction: Vec<f64>,
    /// The difference of the factors from that combination.
    rest: Vec<f64>,
    /// The greatest part that was subtracted from each factor, and at least the rounding error. Columns have units of
    /// their own, so the differences are compared with these.
    sizes: Vec<f64>,
}

impl Function {
    /// Creates a function of these factors, for coefficients from rows of R with these pivots; the columns have these
    /// lengths.
    pub(super) fn new(
        factors: &[f64],
        coefficients: &[f64],
        pivots: &[usize],
        rows: &[Vec<f64>],
        lengths: &[f64],
    ) -> Self {
        let mut rest = factors.to_vec();
        rest.resize(coefficients.len(), 0.0);
        let value = coefficients.iter().zip(&rest).map(|(b, factor)| b * factor).sum();
        let mut sizes: Vec<f64> = rest.iter().map(|factor| factor.abs()).collect();
        // Forward substitution with Rᵀ, and the difference of the function from the rows of R.
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
        // If R contains only rounding errors, so do the parts.
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

    /// Returns the combination of rows of R that has the function's factors at the pivots: the function is the same
    /// combination of the response's projections.
    pub(super) fn direction(&self) -> &[f64] {
        &self.direction
    }

    /// Returns the value for the estimated coefficients.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Returns its standard deviation, in units of the residuals' deviation.
    pub fn deviation(&self) -> f64 {
        length(self.direction.iter().copied())
    }

    /// Returns its covariance with another one, in units of the residuals' variance.
    pub fn covariance(&self, other: &Self) -> f64 {
        let pairs = self.direction.iter().zip(&other.direction);
        pairs.map(|(a, b)| a * b).sum()
    }

    /// Returns whether it is the same for all least squares solutions: whether it is a combination of rows of the
    /// model.
    pub fn is_estimable(&self) -> bool {
        let mut pairs = self.rest.iter().zip(&self.sizes);
        pairs.all(|(rest, size)| rest.abs() <= ESTIMABLE * size)
    }

    /// Returns the value and the deviation of this function minus another one of the same solution; `None` if the
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
