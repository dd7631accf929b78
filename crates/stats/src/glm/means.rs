//! Least squares means: the predicted mean of each level of an effect, with all else equal.

use super::cell::product;
use super::contrast::Estimate;
use super::error::GlmError;
use super::fit::Fit;
use crate::distribution::student;
use crate::linear::Function;

/// The mean of one level, or combination of levels.
#[derive(Clone, Debug, PartialEq)]
pub struct LeastSquaresMean {
    /// The levels of the effect's class variables.
    pub levels: Vec<u32>,
    /// The mean and the test of it being 0; `None` if it is not estimable.
    pub estimate: Option<Estimate>,
}

/// The means of all levels of an effect.
#[derive(Clone, Debug)]
pub struct LeastSquaresMeans {
    /// The means, in the order of the effect's columns.
    pub means: Vec<LeastSquaresMean>,
    /// Degrees of freedom of the tests.
    pub degrees: f64,
    /// The means as functions of the parameters.
    functions: Vec<Function>,
    /// The residuals' deviation.
    error: f64,
}

impl LeastSquaresMeans {
    /// Returns the first mean minus the second, by their indices, and the test of it being 0; `None` if it is not
    /// estimable, or there are no such means.
    pub fn difference(&self, first: usize, second: usize) -> Option<Estimate> {
        let (first, second) = (self.functions.get(first)?, self.functions.get(second)?);
        let difference = first.less(second)?;
        Some(Estimate::new(difference, self.error, self.degrees))
    }

    /// Returns the confidence limits of a mean or a difference, with error probability `alpha`.
    pub fn limits(&self, estimate: &Estimate, alpha: f64) -> (f64, f64) {
        let half = student::two_sided_quantile(alpha, self.degrees) * estimate.standard_error;
        (estimate.value - half, estimate.value + half)
    }
}

impl Fit {
    /// Returns the least squares means of an effect of class variables: for each of its levels the mean at the given
    /// covariates, the columns of other effects that agree with the level being weighted equally. Without covariates,
    /// each product of them in the model is at its own mean.
    ///
    /// # Errors
    ///
    /// Returns an error if the model has no such effect, or if it has covariates.
    pub fn least_squares_means(
        &self,
        effect: usize,
        covariates: Option<&[f64]>,
    ) -> Result<LeastSquaresMeans, GlmError> {
        let own = self.model.effects.get(effect);
        if own.is_none_or(|own| !own.covariates.is_empty()) {
            return Err(GlmError::NoMeans { effect: effect + 1 });
        }
        let monomials: Vec<f64> = match covariates {
            None => self.means.clone(),
            Some(values) => self
                .model
                .monomials
                .iter()
                .map(|monomial| product(monomial, values))
                .collect(),
        };
        let functions: Vec<Function> = self
            .columns_of(effect)
            .map(|column| self.least.function(&self.mean_function(effect, column, &monomials)))
            .collect();
        let (error, degrees) = (self.mean_square_error().sqrt(), self.error_degrees());
        let means = self
            .columns_of(effect)
            .zip(&functions)
            .map(|(column, function)| LeastSquaresMean {
                levels: self.columns.list[column].levels.clone(),
                estimate: Estimate::of(function, error, degrees),
            })
            .collect();
        Ok(LeastSquaresMeans {
            means,
            degrees,
            functions,
            error,
        })
    }

    /// Returns the coefficients of the mean of a column's level (SAS/STAT, PROC GLM, "Construction of Least Squares
    /// Means").
    fn mean_function(&self, effect: usize, column: usize, monomials: &[f64]) -> Vec<f64> {
        let mut function = vec![0.0; self.columns.list.len()];
        if self.model.intercept {
            function[0] = 1.0;
        }
        let levels = &self.columns.list[column].levels;
        let classes = &self.columns.classes[effect];
        for (other, monomial) in self.model.monomial_of.iter().enumerate() {
            self.share(other, classes, levels, monomials[*monomial], &mut function);
        }
        function
    }
}
