//! A fitted logistic model.

use super::pass::between;
use crate::distribution::chi_square::{self, ChiSquare};
use crate::distribution::normal;
use crate::linear::LeastSquares;

/// An estimated parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The estimate; 0 for a column that depends on those before it.
    pub estimate: f64,
    /// The standard error; NaN for such a column.
    pub standard_error: f64,
    /// Wald's chi-square with one degree of freedom.
    pub chi_square: f64,
    /// The probability of a greater value if the parameter is 0.
    pub probability: f64,
}

/// The factor of the odds for one more unit of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OddsRatio {
    /// The estimate.
    pub value: f64,
    /// Wald's lower confidence limit.
    pub low: f64,
    /// The upper one.
    pub high: f64,
}

/// A fitted model.
#[derive(Clone, Debug)]
pub struct Fit {
    pub(super) intercepts: usize,
    pub(super) has_intercept: bool,
    pub(super) estimates: Vec<f64>,
    pub(super) information: LeastSquares,
    pub(super) observations: f64,
    pub(super) deviance: f64,
    pub(super) null_deviance: f64,
    pub(super) score: ChiSquare,
}

impl Fit {
    /// Returns the number of intercepts, which are the first parameters. In a model without one there is one that is 0.
    pub fn intercepts(&self) -> usize {
        self.intercepts
    }

    /// Returns the number of parameters of a model without slopes.
    fn of_intercepts(&self) -> f64 {
        if self.has_intercept {
            self.intercepts as f64
        } else {
            0.0
        }
    }

    /// Returns the number of observations.
    pub fn observations(&self) -> f64 {
        self.observations
    }

    /// Returns twice the negative log likelihood.
    pub fn deviance(&self) -> f64 {
        self.deviance
    }

    /// Returns that of a model with only intercepts.
    pub fn null_deviance(&self) -> f64 {
        self.null_deviance
    }

    /// Returns Akaike's criterion, of only intercepts and of the model.
    pub fn akaike(&self) -> (f64, f64) {
        let (none, all) = (self.of_intercepts(), self.information.rank() as f64);
        (self.null_deviance + 2.0 * none, self.deviance + 2.0 * all)
    }

    /// Returns Schwarz's criterion, of only intercepts and of the model.
    pub fn schwarz(&self) -> (f64, f64) {
        let (none, all) = (self.of_intercepts(), self.information.rank() as f64);
        let each = self.observations.ln();
        (self.null_deviance + each * none, self.deviance + each * all)
    }

    /// Returns the likelihood ratio test of all slopes being 0.
    pub fn likelihood_ratio(&self) -> ChiSquare {
        ChiSquare::new(self.null_deviance - self.deviance, self.score.degrees)
    }

    /// Returns the score test of the same.
    pub fn score(&self) -> ChiSquare {
        self.score
    }

    /// Returns Wald's test of the same.
    pub fn wald(&self) -> ChiSquare {
        let all: Vec<usize> = (self.intercepts..self.estimates.len()).collect();
        self.wald_of(&all)
    }

    /// Returns Wald's test of parameters being jointly 0, such as those of an effect with several columns.
    pub fn wald_of(&self, parameters: &[usize]) -> ChiSquare {
        let independent = parameters
            .iter()
            .filter(|column| self.information.pivots().binary_search(column).is_ok());
        let (functions, values): (Vec<Vec<f64>>, Vec<f64>) = independent
            .map(|column| (self.only(*column), self.estimates[*column]))
            .unzip();
        let form = self.information.quadratic_form(&functions, &values);
        ChiSquare::new(form.squares, form.degrees as f64)
    }

    fn only(&self, column: usize) -> Vec<f64> {
        let mut only = vec![0.0; self.estimates.len()];
        only[column] = 1.0;
        only
    }

    /// Returns the parameters: intercepts, then slopes.
    pub fn parameters(&self) -> Vec<Parameter> {
        let parameter = |(column, estimate): (usize, &f64)| {
            let standard_error = match self.information.pivots().binary_search(&column) {
                Ok(_) => self.information.function(&self.only(column)).deviation(),
                Err(_) => f64::NAN,
            };
            let chi_square = (estimate / standard_error).powi(2);
            Parameter {
                estimate: *estimate,
                standard_error,
                chi_square,
                probability: chi_square::upper(chi_square, 1.0),
            }
        };
        self.estimates.iter().enumerate().map(parameter).collect()
    }

    /// Returns the covariance of two parameters.
    pub fn covariance(&self, first: usize, second: usize) -> f64 {
        let count = self.estimates.len();
        if first >= count || second >= count {
            return f64::NAN;
        }
        let function = |column| self.information.function(&self.only(column));
        function(first).covariance(&function(second))
    }

    /// Returns the odds ratio of a combination of slopes (one 1 among zeros for a column) with limits of error
    /// probability `alpha`; NaN for slopes that are 0 because their columns depend on others.
    pub fn odds_ratio(&self, slopes: &[f64], alpha: f64) -> OddsRatio {
        let mut function = vec![0.0; self.intercepts];
        function.extend(slopes);
        function.resize(self.estimates.len(), 0.0);
        let mut estimated = self.information.pivots().iter();
        if !estimated.any(|pivot| function[*pivot] != 0.0) {
            return OddsRatio {
                value: f64::NAN,
                low: f64::NAN,
                high: f64::NAN,
            };
        }
        let pairs = function.iter().zip(&self.estimates);
        let value: f64 = pairs.map(|(factor, estimate)| factor * estimate).sum();
        let half = normal::two_sided_quantile(alpha) * self.information.function(&function).deviation();
        OddsRatio {
            value: value.exp(),
            low: (value - half).exp(),
            high: (value + half).exp(),
        }
    }

    /// Returns the linear predictors of an observation with these columns, one for each intercept: the logits of the
    /// probabilities of its category and those before it.
    pub fn linear_predictors(&self, columns: &[f64]) -> Vec<f64> {
        let (intercepts, slopes) = self.estimates.split_at(self.intercepts);
        let shift: f64 = slopes.iter().zip(columns).map(|(b, x)| b * x).sum();
        intercepts.iter().map(|intercept| intercept + shift).collect()
    }

    /// Returns the probability of each category for an observation with these columns.
    pub fn probabilities(&self, columns: &[f64]) -> Vec<f64> {
        let predictors = self.linear_predictors(columns);
        let predictor = |at: usize| predictors.get(at).copied();
        (0..=self.intercepts)
            .map(|category| {
                let below = category.checked_sub(1).and_then(predictor);
                between(below, predictor(category))
            })
            .collect()
    }
}
