//! A fitted model: its analysis of variance, its parameters and its predictions.

use super::cell::Cell;
use super::columns::{Column, Columns};
use super::effect::Model;
use super::error::GlmError;
use super::f_test::Test;
use crate::distribution::student;
use crate::linear::{LeastSquares, Triangle};

/// The most columns that are fitted: their triangle takes 200 MB.
const MOST_COLUMNS: usize = 5000;

/// A fitted model.
#[derive(Clone, Debug)]
pub struct Fit {
    pub(super) model: Model,
    pub(super) columns: Columns,
    pub(super) least: LeastSquares,
    /// The number of observations, each counted with its frequency.
    pub(super) observations: f64,
    /// The weighted mean of each product of covariates.
    pub(super) means: Vec<f64>,
    response_mean: f64,
}

/// The variation of the response that the whole model explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnalysisOfVariance {
    /// All effects together, without the intercept if there is one.
    pub model: Test,
    /// Degrees of freedom of the residuals.
    pub error_degrees: f64,
    /// The sum of squared residuals.
    pub error_squares: f64,
    /// Degrees of freedom of the response.
    pub total_degrees: f64,
    /// The sum of squares of the response, about the mean if there is an intercept.
    pub total_squares: f64,
    /// The mean of squared residuals.
    pub mean_square_error: f64,
    /// The share of the sum of squares that the model explains.
    pub r_square: f64,
    /// That share, adjusted for the degrees of freedom.
    pub adjusted_r_square: f64,
    /// The standard deviation of the residuals in percent of the mean.
    pub coefficient_of_variation: f64,
    /// The weighted mean of the response.
    pub mean: f64,
}

/// An estimated parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The estimate; 0 for a parameter that depends on others.
    pub estimate: f64,
    /// True if other solutions have another estimate (the B that GLM prints).
    pub biased: bool,
    /// True if its column depends on those before it, so that it has no error.
    pub dependent: bool,
    /// The standard error.
    pub standard_error: f64,
    /// The estimate divided by its standard error.
    pub t: f64,
    /// The probability of a greater absolute t if the parameter is 0.
    pub probability: f64,
}

/// The prediction for an observation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The predicted mean of the response.
    pub value: f64,
    /// The standard error of that mean (STDP).
    pub standard_error: f64,
    /// The weight of the observation's response in its own prediction (H), for weight 1.
    pub leverage: f64,
}

impl Fit {
    pub(super) fn of(model: Model, mut cells: Vec<(Box<[u32]>, Cell)>, singular: f64) -> Result<Self, GlmError> {
        let columns = Columns::of(&model, cells.iter().map(|(levels, _)| levels.as_ref()));
        let width = columns.list.len();
        if width > MOST_COLUMNS {
            return Err(GlmError::TooManyColumns {
                columns: width,
                limit: MOST_COLUMNS,
            });
        }
        let mut whole = Triangle::new(width + 1);
        let mut row = vec![0.0; width + 1];
        let (mut observations, mut weight) = (0.0, 0.0);
        let mut sums = vec![0.0; model.monomials.len() + 1];
        for (levels, cell) in &mut cells {
            observations += cell.frequency;
            let places = columns.in_cell(levels);
            for (diagonal, values) in cell.triangle.rows().enumerate() {
                let value = |index: usize| {
                    let at = index.checked_sub(diagonal).and_then(|at| values.get(at));
                    at.copied().unwrap_or(0.0)
                };
                if diagonal == 0 {
                    // The first column is the constant, so its products with the others are weighted sums.
                    weight += values[0] * values[0];
                    for (sum, other) in sums.iter_mut().zip(values) {
                        *sum += values[0] * other;
                    }
                }
                row.fill(0.0);
                if model.intercept {
                    row[0] = value(0);
                }
                for (place, monomial) in places.iter().zip(&model.monomial_of) {
                    if let Some(place) = place {
                        row[*place] = value(*monomial);
                    }
                }
                row[width] = value(model.monomials.len());
                whole.add(&row);
            }
        }
        let least = LeastSquares::of(&mut whole, singular);
        if !least.has_squares() {
            return Err(GlmError::Squares);
        }
        let mut means: Vec<f64> = sums.iter().map(|sum| sum / weight).collect();
        let response_mean = means.pop().unwrap_or(f64::NAN);
        Ok(Self {
            least,
            model,
            columns,
            observations,
            means,
            response_mean,
        })
    }

    /// Returns the model that was fitted.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Returns the columns, one for each parameter.
    pub fn columns(&self) -> &[Column] {
        &self.columns.list
    }

    /// Returns the columns of an effect.
    pub fn columns_of(&self, effect: usize) -> std::ops::Range<usize> {
        self.columns.ranges.get(effect).cloned().unwrap_or(0..0)
    }

    /// Returns the number of observations.
    pub fn observations(&self) -> f64 {
        self.observations
    }

    /// Returns the underlying least squares solution.
    pub fn least_squares(&self) -> &LeastSquares {
        &self.least
    }

    /// Returns the degrees of freedom of the residuals.
    pub fn error_degrees(&self) -> f64 {
        self.observations - self.least.rank() as f64
    }

    /// Returns the mean of squared residuals; NaN if they have no degrees of freedom.
    pub fn mean_square_error(&self) -> f64 {
        match self.error_degrees() > 0.0 {
            true => self.least.residual_squares() / self.error_degrees(),
            false => f64::NAN,
        }
    }

    /// Returns the analysis of variance of the whole model.
    pub fn analysis(&self) -> AnalysisOfVariance {
        let given = usize::from(self.model.intercept);
        let explained: f64 = self.least.projections()[given.min(self.least.rank())..]
            .iter()
            .map(|part| part * part)
            .sum();
        let error_squares = self.least.residual_squares();
        let total_squares = explained + error_squares;
        let total_degrees = self.observations - given as f64;
        let error_degrees = self.error_degrees();
        let mean_square_error = self.mean_square_error();
        let degrees = self.least.rank().saturating_sub(given) as f64;
        let adjustment = total_degrees / error_degrees;
        AnalysisOfVariance {
            model: self.test(degrees, explained),
            error_degrees,
            error_squares,
            total_degrees,
            total_squares,
            mean_square_error,
            r_square: explained / total_squares,
            adjusted_r_square: 1.0 - adjustment * (error_squares / total_squares),
            coefficient_of_variation: 100.0 * mean_square_error.sqrt() / self.response_mean,
            mean: self.response_mean,
        }
    }

    /// Returns the parameters, one for each column.
    pub fn parameters(&self) -> Vec<Parameter> {
        let error = self.mean_square_error().sqrt();
        let coefficients = self.least.coefficients();
        let mut only = vec![0.0; coefficients.len()];
        let mut parameters = Vec::with_capacity(coefficients.len());
        for (column, estimate) in coefficients.iter().enumerate() {
            only[column] = 1.0;
            let dependent = self.least.pivots().binary_search(&column).is_err();
            let function = self.least.function(&only);
            let standard_error = match dependent {
                true => f64::NAN,
                false => error * function.deviation(),
            };
            let t = estimate / standard_error;
            parameters.push(Parameter {
                estimate: *estimate,
                biased: !function.is_estimable(),
                dependent,
                standard_error,
                t,
                probability: student::two_sided(t, self.error_degrees()),
            });
            only[column] = 0.0;
        }
        parameters
    }

    /// Returns the variance inflation factor of each parameter (VIF): the ratio of its variance to what it would be if
    /// its column were orthogonal to the others; NaN for the intercept and for columns that depend on others.
    pub fn variance_inflation(&self) -> Vec<f64> {
        let given = usize::from(self.model.intercept);
        let mut only = vec![0.0; self.columns.list.len()];
        (0..only.len())
            .map(|column| {
                let dependent = self.least.pivots().binary_search(&column).is_err();
                if dependent || column < given {
                    return f64::NAN;
                }
                only[column] = 1.0;
                let deviation = self.least.function(&only).deviation();
                only[column] = 0.0;
                (deviation * self.least.column_length(column, given)).powi(2)
            })
            .collect()
    }

    /// Returns the prediction for an observation; `None` if a combination of its levels never occurred, or the mean
    /// there is not estimable.
    pub fn prediction(&self, levels: &[u32], covariates: &[f64]) -> Option<Prediction> {
        let row = self.columns.row(&self.model, levels, covariates)?;
        let function = self.least.function(&row);
        if !function.is_estimable() {
            return None;
        }
        let deviation = function.deviation();
        Some(Prediction {
            value: function.value(),
            standard_error: self.mean_square_error().sqrt() * deviation,
            leverage: deviation * deviation,
        })
    }
}
