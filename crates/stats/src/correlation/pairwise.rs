//! Correlations each of which uses all observations that have both values.

use super::co_moments::{CoMoments, Correlation};

/// The moments of each pair of some variables over the observations with a value of both.
#[derive(Clone, Debug)]
pub struct Pairwise {
    variables: usize,
    /// Those of the first variable with itself and all others, of the second with itself and those after it, and so
    /// forth.
    pairs: Vec<CoMoments>,
}

impl Pairwise {
    /// Creates the moments of no observations of `variables` variables.
    pub fn new(variables: usize) -> Self {
        Self {
            variables,
            pairs: vec![CoMoments::new(2); variables * (variables + 1) / 2],
        }
    }

    /// Adds an observation: a value of each variable, NaN if it is missing, its weight and its frequency.
    pub fn add(&mut self, values: &[f64], weight: f64, frequency: f64) {
        if values.len() != self.variables {
            return;
        }
        let mut pairs = self.pairs.iter_mut();
        for (place, first) in values.iter().enumerate() {
            for (second, pair) in values[place..].iter().zip(&mut pairs) {
                if !first.is_nan() && !second.is_nan() {
                    pair.add(&[*first, *second], weight, frequency);
                }
            }
        }
    }

    /// Adds the observations of another one of as many variables.
    pub fn merge(&mut self, other: &Self) {
        for (pair, other) in self.pairs.iter_mut().zip(&other.pairs) {
            pair.merge(other);
        }
    }

    /// Returns the moments of a pair, the first of which has the lower index; `None` if there is no such pair.
    pub fn pair(&mut self, first: usize, second: usize) -> Option<&mut CoMoments> {
        if first > second || second >= self.variables {
            return None;
        }
        let before = first * self.variables - first * first.saturating_sub(1) / 2;
        self.pairs.get_mut(before + second - first)
    }

    /// Returns Pearson's correlation of two variables; `None` if there are no such variables.
    pub fn correlation(&mut self, first: usize, second: usize) -> Option<Correlation> {
        let pair = self.pair(first.min(second), first.max(second))?;
        let found = pair.correlation(0, 1);
        match first == second && found.coefficient.is_finite() {
            true => Some(Correlation::new(1.0, found.observations)),
            false => Some(found),
        }
    }
}
