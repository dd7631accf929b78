//! The cells of a model: the observations of one combination of levels, as products of covariates.

use crate::linear::Triangle;

/// The observations of one combination of levels.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The sum of their frequencies.
    pub(super) frequency: f64,
    /// The triangle of the products of covariates (the constant first) and the response.
    pub(super) triangle: Triangle,
}

/// Returns the product of some covariates.
pub(super) fn product(monomial: &[usize], covariates: &[f64]) -> f64 {
    monomial
        .iter()
        .map(|index| covariates.get(*index).copied().unwrap_or(0.0))
        .product()
}
