//! Functions of the parameters for ESTIMATE and CONTRAST.

use super::f_test::Test;
use super::fit::Fit;
use crate::distribution::student;
use crate::linear::Function;

/// The given coefficients of a function: of the intercept, and of the columns of effects, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coefficients {
    /// That of the intercept.
    pub intercept: f64,
    /// An effect of the model and the coefficients of its columns; missing ones are 0.
    pub effects: Vec<(usize, Vec<f64>)>,
}

/// An estimated function of the parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The estimate divided by its standard error.
    pub t: f64,
    /// The probability of a greater absolute t if the function is 0.
    pub probability: f64,
}

impl Estimate {
    /// Returns the estimate of a function, given the residuals' deviation and its degrees of freedom; `None` if the
    /// function is not estimable.
    pub(super) fn of(function: &Function, error: f64, degrees: f64) -> Option<Self> {
        let found = (function.value(), function.deviation());
        function.is_estimable().then(|| Self::new(found, error, degrees))
    }

    /// Returns the estimate of a function's value and deviation.
    pub(super) fn new((value, deviation): (f64, f64), error: f64, degrees: f64) -> Self {
        let standard_error = error * deviation;
        let t = value / standard_error;
        Self {
            value,
            standard_error,
            t,
            probability: student::two_sided(t, degrees),
        }
    }
}

impl Fit {
    /// Returns all coefficients of a function. If an effect without given coefficients contains one with them, these
    /// are distributed over its columns: each gets that of its level, divided by the number of columns in that level.
    pub fn function(&self, given: &Coefficients) -> Vec<f64> {
        let mut function = vec![0.0; self.columns.list.len()];
        if self.model.intercept {
            function[0] = given.intercept;
        }
        let is_given = |effect: usize| given.effects.iter().any(|(named, _)| *named == effect);
        for (effect, coefficients) in &given.effects {
            for (column, coefficient) in self.columns_of(*effect).zip(coefficients) {
                function[column] += coefficient;
            }
            let Some(own) = self.model.effects.get(*effect) else {
                continue;
            };
            for (other, containing) in self.model.effects.iter().enumerate() {
                if own.is_contained_in(containing) && !is_given(other) {
                    self.spread(*effect, coefficients, other, &mut function);
                }
            }
        }
        function
    }

    /// Adds to `function` the coefficients of an effect's columns, distributed over those of a containing one.
    fn spread(&self, effect: usize, coefficients: &[f64], other: usize, function: &mut [f64]) {
        let classes: &[usize] = &self.columns.classes[effect];
        for (column, coefficient) in self.columns_of(effect).zip(coefficients) {
            let levels = &self.columns.list[column].levels;
            self.share(other, classes, levels, *coefficient, function);
        }
    }

    /// Divides `whole` among the columns of an effect that have these levels of these classes, and adds it to
    /// `function`.
    pub(super) fn share(&self, effect: usize, classes: &[usize], levels: &[u32], whole: f64, function: &mut [f64]) {
        let own = &self.columns.classes[effect];
        // The required levels, by their position in the effect.
        let fixed: Vec<(usize, u32)> = own
            .iter()
            .enumerate()
            .filter_map(|(place, class)| {
                let known = classes.iter().position(|other| other == class)?;
                Some((place, levels[known]))
            })
            .collect();
        let agrees = |column: &usize| {
            let levels = &self.columns.list[*column].levels;
            fixed.iter().all(|(place, level)| levels[*place] == *level)
        };
        let agreeing: Vec<usize> = self.columns_of(effect).filter(agrees).collect();
        for column in &agreeing {
            function[*column] += whole / agreeing.len() as f64;
        }
    }

    /// Estimates a function with a coefficient for each column; `None` if it is not estimable.
    pub fn estimate(&self, function: &[f64]) -> Option<Estimate> {
        let (error, degrees) = (self.mean_square_error().sqrt(), self.error_degrees());
        Estimate::of(&self.least.function(function), error, degrees)
    }

    /// Tests functions being jointly 0; `None` if one of them is not estimable.
    pub fn contrast(&self, functions: &[Vec<f64>]) -> Option<Test> {
        let all = functions
            .iter()
            .all(|function| self.least.function(function).is_estimable());
        all.then(|| self.test_of(functions))
    }
}
