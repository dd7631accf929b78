//! A fitted regression.

use feedrate_stats::distribution::{f, student};
use feedrate_stats::glm::GlmError;
use feedrate_stats::linear::{LeastSquares, SINGULAR, Triangle};

use super::gather::GroupObservations;
use super::request::{Reg, RegModel};
use crate::linear::{Errors, PredictedObservation};

/// The regression of one response of a model on its regressors.
#[derive(Debug)]
pub(super) struct Fit<'m> {
    pub reg: &'m Reg,
    pub model: &'m RegModel,
    /// The index of the response in the variables.
    pub response: usize,
    pub least: LeastSquares,
    /// The number of observations, each counted by its frequency.
    pub observations: f64,
    /// The weighted mean of the response.
    pub mean: f64,
}

/// The analysis of variance of the whole model.
#[derive(Clone, Copy, Debug)]
pub(super) struct Analysis {
    pub degrees: f64,
    pub squares: f64,
    pub error_degrees: f64,
    pub error_squares: f64,
    pub total_degrees: f64,
    pub total_squares: f64,
    pub f: f64,
    pub probability: f64,
    pub r_square: f64,
    pub adjusted_r_square: f64,
}

/// A parameter and its statistics.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter {
    pub estimate: f64,
    /// True if its column is a linear combination of those before it.
    pub dependent: bool,
    /// True if its estimate is not unique.
    pub biased: bool,
    pub error: f64,
    pub t: f64,
    pub probability: f64,
    pub standardized: f64,
    /// The variance inflation; NaN for the intercept.
    pub inflation: f64,
}

impl<'m> Fit<'m> {
    pub(super) fn of(
        reg: &'m Reg,
        model: &'m RegModel,
        response: usize,
        gathered: &mut GroupObservations,
    ) -> Result<Self, GlmError> {
        // The observations are reduced to a triangular matrix, whose rows replace them in every model.
        let intercept = model.intercept.then_some(0);
        let regressors = model.regressors.iter().map(|place| place + 1);
        let columns = intercept.into_iter().chain(regressors).chain([response + 1]);
        let columns: Vec<usize> = columns.collect();
        let mut triangle = Triangle::new(columns.len());
        let mut row = vec![0.0; columns.len()];
        let mut mean = f64::NAN;
        for (diagonal, values) in gathered.triangle.rows().enumerate() {
            for (place, column) in row.iter_mut().zip(&columns) {
                let at = column.checked_sub(diagonal);
                *place = at.and_then(|at| values.get(at)).copied().unwrap_or(0.0);
            }
            triangle.add(&row);
            if diagonal == 0 {
                // The first column is the constant.
                mean = values[response + 1] / values[0];
            }
        }
        let least = LeastSquares::of(&mut triangle, SINGULAR);
        if !least.has_squares() {
            return Err(GlmError::Squares);
        }
        Ok(Self {
            reg,
            model,
            response,
            least,
            observations: gathered.frequencies,
            mean,
        })
    }

    /// Returns the number of columns that are not regressors.
    fn given(&self) -> usize {
        usize::from(self.model.intercept)
    }

    /// Returns the error degrees of freedom.
    pub(super) fn error_degrees(&self) -> f64 {
        self.observations - self.least.rank() as f64
    }

    /// Returns the mean square error; NaN without error degrees of freedom.
    pub(super) fn mean_square_error(&self) -> f64 {
        match self.error_degrees() > 0.0 {
            true => self.least.residual_squares() / self.error_degrees(),
            false => f64::NAN,
        }
    }

    pub(super) fn analysis(&self) -> Analysis {
        let given = self.given().min(self.least.rank());
        let explained = self.least.projections()[given..].iter();
        let squares: f64 = explained.map(|part| part * part).sum();
        let degrees = (self.least.rank() - given) as f64;
        let error_squares = self.least.residual_squares();
        let error_degrees = self.error_degrees();
        let total_squares = squares + error_squares;
        let total_degrees = self.observations - given as f64;
        let ratio = squares / degrees / self.mean_square_error();
        let adjustment = total_degrees / error_degrees;
        Analysis {
            degrees,
            squares,
            error_degrees,
            error_squares,
            total_degrees,
            total_squares,
            f: ratio,
            probability: f::upper(ratio, degrees, error_degrees),
            r_square: squares / total_squares,
            adjusted_r_square: 1.0 - adjustment * (error_squares / total_squares),
        }
    }

    /// Returns the parameters, the intercept first.
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        let error = self.mean_square_error().sqrt();
        let given = self.given();
        let total = self.analysis().total_squares.sqrt();
        let coefficients = self.least.coefficients();
        let mut only = vec![0.0; coefficients.len()];
        let mut parameters = Vec::with_capacity(coefficients.len());
        for (column, &estimate) in coefficients.iter().enumerate() {
            only[column] = 1.0;
            let function = self.least.function(&only);
            only[column] = 0.0;
            let dependent = self.least.pivots().binary_search(&column).is_err();
            let error = match dependent {
                true => f64::NAN,
                false => error * function.deviation(),
            };
            let own = self.least.column_length(column, given);
            let t = estimate / error;
            let is_regressor = !dependent && column >= given;
            parameters.push(Parameter {
                estimate,
                dependent,
                biased: !function.is_estimable(),
                error,
                t,
                probability: student::two_sided(t, self.error_degrees()),
                standardized: match (is_regressor, dependent) {
                    (true, _) => estimate * own / total,
                    (false, true) => f64::NAN,
                    (false, false) => 0.0,
                },
                inflation: match is_regressor {
                    true => (function.deviation() * own).powi(2),
                    false => f64::NAN,
                },
            });
        }
        parameters
    }

    /// Returns the quantities on which statistics of observations depend.
    pub(super) fn errors(&self) -> Errors {
        let rank = self.least.rank();
        Errors::new(self.mean_square_error(), self.error_degrees(), rank, self.model.alpha)
    }

    /// Returns an observation, given its values of all variables, with its prediction. `row` is a buffer. The
    /// variance is computed only on request.
    pub(super) fn fitted(
        &self,
        variables: &[f64],
        weight: f64,
        with_variance: bool,
        row: &mut Vec<f64>,
    ) -> PredictedObservation {
        row.clear();
        row.extend(self.model.intercept.then_some(1.0));
        row.extend(self.model.regressors.iter().map(|place| variables[*place]));
        if row.iter().any(|value| !value.is_finite()) {
            return PredictedObservation {
                response: variables[self.response],
                ..PredictedObservation::NOTHING
            };
        }
        let coefficients = self.least.coefficients().iter().zip(row.iter());
        let variance = match with_variance {
            true => self.least.function(row).deviation().powi(2),
            false => f64::NAN,
        };
        PredictedObservation {
            response: variables[self.response],
            predicted: coefficients.map(|(b, x)| b * x).sum(),
            variance,
            weight: match weight > 0.0 {
                true => weight,
                false => f64::NAN,
            },
        }
    }
}
