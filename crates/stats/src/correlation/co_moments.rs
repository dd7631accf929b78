//! Means and products about the means of variables, accumulated observation by observation.

use crate::distribution::student;

/// The number of observations that are buffered and processed together.
const BLOCK: usize = 64;

/// The minimum and maximum of no values.
const NO_VALUES: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

/// The least sum of squares with full precision.
const LEAST_SQUARES: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// Means and products about the means of variables. Blocks and parts are merged by the pairwise update of T. F. Chan,
/// G. H. Golub and R. J. LeVeque ("Updating formulae and a pairwise algorithm for computing sample variances", 1979),
/// which avoids cancellation.
#[derive(Clone, Debug)]
pub struct CoMoments {
    variables: usize,
    observations: f64,
    weight: f64,
    means: Vec<f64>,
    /// The minimum and maximum of each variable. They identify variables that do not vary, for which rounding makes the
    /// sums differ from 0.
    extremes: Vec<(f64, f64)>,
    /// Weighted sums of products about the means: of the first variable with all, of the second with those from itself
    /// on, and so forth.
    products: Vec<f64>,
    /// Values and weights of observations that are not processed yet.
    pending: Vec<f64>,
}

/// A correlation and the test of it being 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// The coefficient, from -1 to 1; NaN if one of the variables does not vary, or its squares overflow or underflow.
    pub coefficient: f64,
    /// The number of observations.
    pub observations: f64,
    /// The probability of a greater absolute coefficient if there is no correlation; NaN for fewer than three
    /// observations.
    pub probability: f64,
}

impl CoMoments {
    /// Creates the moments of no observations of `variables` variables.
    pub fn new(variables: usize) -> Self {
        Self {
            variables,
            observations: 0.0,
            weight: 0.0,
            means: vec![0.0; variables],
            extremes: vec![NO_VALUES; variables],
            products: vec![0.0; variables * (variables + 1) / 2],
            pending: Vec::new(),
        }
    }

    /// Adds an observation: a value of each variable, its weight and its frequency. One without positive frequency, or
    /// with another number of values, is skipped. A weight that is not positive counts as 0: such an observation is
    /// only counted.
    pub fn add(&mut self, values: &[f64], weight: f64, frequency: f64) {
        if frequency.is_nan() || frequency <= 0.0 || values.len() != self.variables {
            return;
        }
        self.observations += frequency;
        if weight.is_nan() || weight <= 0.0 {
            return;
        }
        self.pending.extend_from_slice(values);
        self.pending.push(weight * frequency);
        if self.pending.len() >= BLOCK * (self.variables + 1) {
            self.work_in();
        }
    }

    /// Adds the observations of another one of as many variables.
    pub fn merge(&mut self, other: &Self) {
        self.work_in();
        let mut other = other.clone();
        other.work_in();
        self.observations += other.observations;
        for (own, other) in self.extremes.iter_mut().zip(&other.extremes) {
            *own = (own.0.min(other.0), own.1.max(other.1));
        }
        self.absorb(other.weight, &other.means, &other.products);
    }

    /// Processes the buffered observations.
    fn work_in(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        let width = self.variables + 1;
        let mut means = vec![0.0; self.variables];
        let mut weight = 0.0;
        for row in pending.chunks_exact(width) {
            let share = row[self.variables];
            weight += share;
            for (mean, value) in means.iter_mut().zip(row) {
                *mean += share * value;
            }
            for ((least, greatest), value) in self.extremes.iter_mut().zip(row) {
                *least = least.min(*value);
                *greatest = greatest.max(*value);
            }
        }
        means.iter_mut().for_each(|mean| *mean /= weight);
        let mut products = vec![0.0; self.products.len()];
        let mut differences = vec![0.0; self.variables];
        for row in pending.chunks_exact(width) {
            for ((difference, value), mean) in differences.iter_mut().zip(row).zip(&means) {
                *difference = value - mean;
            }
            accumulate(&mut products, &differences, row[self.variables]);
        }
        self.absorb(weight, &means, &products);
        // The buffer is reused for the next block.
        self.pending = pending;
        self.pending.clear();
    }

    fn absorb(&mut self, weight: f64, means: &[f64], products: &[f64]) {
        let whole = self.weight + weight;
        if weight <= 0.0 {
            return;
        }
        for (product, other) in self.products.iter_mut().zip(products) {
            *product += other;
        }
        let differences: Vec<f64> = means.iter().zip(&self.means).map(|(a, b)| a - b).collect();
        accumulate(&mut self.products, &differences, weight * (self.weight / whole));
        for (mean, difference) in self.means.iter_mut().zip(&differences) {
            *mean += difference * (weight / whole);
        }
        self.weight = whole;
    }

    /// Returns the moments of some of the variables, in that order; a variable that does not exist has no values.
    pub fn of_variables(&mut self, variables: &[usize]) -> Self {
        self.work_in();
        let mut part = Self::new(variables.len());
        part.observations = self.observations;
        part.weight = self.weight;
        part.means = variables.iter().map(|&variable| self.mean(variable)).collect();
        part.extremes = variables
            .iter()
            .map(|&variable| self.extremes.get(variable).copied().unwrap_or(NO_VALUES))
            .collect();
        let pairs = (0..variables.len()).flat_map(|first| {
            let rest = first..variables.len();
            rest.map(move |second| (variables[first], variables[second]))
        });
        part.products = pairs.map(|(first, second)| self.product(first, second)).collect();
        // The mean of no values is NaN, which would spread to what is merged.
        if self.weight <= 0.0 {
            part.means.fill(0.0);
        }
        part
    }

    /// Returns the number of observations.
    pub fn observations(&self) -> f64 {
        self.observations
    }

    /// Returns the sum of their weights.
    pub fn weight(&mut self) -> f64 {
        self.work_in();
        self.weight
    }

    /// Returns the mean of a variable; NaN if there are no observations.
    pub fn mean(&mut self, variable: usize) -> f64 {
        self.work_in();
        match self.means.get(variable) {
            Some(mean) if self.weight > 0.0 => *mean,
            _ => f64::NAN,
        }
    }

    /// Returns the weighted sum of products of two variables about their means.
    pub fn product(&mut self, first: usize, second: usize) -> f64 {
        self.work_in();
        let (first, second) = (first.min(second), first.max(second));
        if second >= self.variables {
            return f64::NAN;
        }
        if !self.varies(first) || !self.varies(second) {
            return 0.0;
        }
        let before = first * self.variables - first * first.saturating_sub(1) / 2;
        self.products[before + second - first]
    }

    /// Returns whether a variable has more than one value.
    fn varies(&self, variable: usize) -> bool {
        self.extremes[variable].0 < self.extremes[variable].1
    }

    /// Returns the covariance of two variables, with the number of observations minus one as divisor.
    pub fn covariance(&mut self, first: usize, second: usize) -> f64 {
        match self.observations > 1.0 {
            true => self.product(first, second) / (self.observations - 1.0),
            false => f64::NAN,
        }
    }

    /// Returns Pearson's correlation of two variables.
    pub fn correlation(&mut self, first: usize, second: usize) -> Correlation {
        // Sums of squares that overflow are infinite, and those that underflow lack precision, which would make the
        // coefficient wrong.
        let squares = LEAST_SQUARES..f64::INFINITY;
        let (of_first, of_second) = (self.product(first, first), self.product(second, second));
        let coefficient = match squares.contains(&of_first) && squares.contains(&of_second) {
            true if first == second => 1.0,
            true => {
                let scale = of_first.sqrt() * of_second.sqrt();
                (self.product(first, second) / scale).clamp(-1.0, 1.0)
            }
            false => f64::NAN,
        };
        Correlation::new(coefficient, self.observations)
    }
}

impl Correlation {
    /// Tests a coefficient from `observations` observations, by Student's t with two degrees of freedom fewer.
    pub fn new(coefficient: f64, observations: f64) -> Self {
        let degrees = observations - 2.0;
        // The difference is exact near 1, and so are its factors.
        let rest = (1.0 - coefficient) * (1.0 + coefficient);
        let t = coefficient * (degrees / rest).sqrt();
        Self {
            coefficient,
            observations,
            probability: student::two_sided(t, degrees),
        }
    }
}

/// Adds the products of the differences, times a factor.
fn accumulate(products: &mut [f64], differences: &[f64], factor: f64) {
    let mut rest = products;
    for (place, first) in differences.iter().enumerate() {
        let others = &differences[place..];
        let (row, after) = rest.split_at_mut(others.len());
        let scaled = first * factor;
        for (product, second) in row.iter_mut().zip(others) {
            *product += scaled * second;
        }
        rest = after;
    }
}
