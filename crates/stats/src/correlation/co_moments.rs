//! Means and products about the means of some variables, over observations that come one by one.

use crate::distribution::student;

/// How many observations are gathered before they are worked in together.
const BLOCK: usize = 64;

/// The least and the greatest of no values.
const NO_VALUES: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

/// From here on a sum of squares has all digits.
const LEAST_SQUARES: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// Means and products about the means of some variables. Blocks and parts are merged by the pairwise update
/// of T. F. Chan, G. H. Golub and R. J. LeVeque ("Updating formulae and a pairwise algorithm for computing
/// sample variances", 1979), so that nothing large is ever subtracted from something as large.
#[derive(Clone, Debug)]
pub struct CoMoments {
    variables: usize,
    observations: f64,
    weight: f64,
    means: Vec<f64>,
    /// The least and the greatest value of each variable. Rounding makes the sums of one that does not vary
    /// something else than 0, which these tell.
    extremes: Vec<(f64, f64)>,
    /// Weighted sums of products about the means: of the first variable with all, of the second with those
    /// from itself on, and so forth.
    products: Vec<f64>,
    /// Values and weight of observations that are not yet worked in.
    pending: Vec<f64>,
}

/// A correlation and the test of it being 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// The coefficient, from -1 to 1; NaN where one of the variables does not vary, or its squares are beyond
    /// what a double holds.
    pub coefficient: f64,
    /// How many observations it is from.
    pub observations: f64,
    /// The probability of a greater absolute one if there is none; NaN from fewer than three observations.
    pub probability: f64,
}

impl CoMoments {
    /// Those of no observations of so many variables.
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

    /// Adds an observation: a value of each variable, its weight and how many observations it stands for.
    /// One without positive frequency is left out, and so is one with another number of values. A weight
    /// that is not positive is as one of 0: such an observation is counted, and that is all.
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

    /// Works the pending observations in.
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
        // The memory serves the next block.
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
        accumulate(
            &mut self.products,
            &differences,
            weight * (self.weight / whole),
        );
        for (mean, difference) in self.means.iter_mut().zip(&differences) {
            *mean += difference * (weight / whole);
        }
        self.weight = whole;
    }

    /// Those of some of the variables, in that order; a variable that is not there has no values.
    pub fn of_variables(&mut self, variables: &[usize]) -> Self {
        self.work_in();
        let mut part = Self::new(variables.len());
        part.observations = self.observations;
        part.weight = self.weight;
        part.means = variables
            .iter()
            .map(|&variable| self.mean(variable))
            .collect();
        part.extremes = variables
            .iter()
            .map(|&variable| self.extremes.get(variable).copied().unwrap_or(NO_VALUES))
            .collect();
        let pairs = (0..variables.len()).flat_map(|first| {
            let rest = first..variables.len();
            rest.map(move |second| (variables[first], variables[second]))
        });
        part.products = pairs
            .map(|(first, second)| self.product(first, second))
            .collect();
        // The mean of nothing is not a number, which would spread to what is merged.
        if self.weight <= 0.0 {
            part.means.fill(0.0);
        }
        part
    }

    /// How many observations there are.
    pub fn observations(&self) -> f64 {
        self.observations
    }

    /// Their weights in sum.
    pub fn weight(&mut self) -> f64 {
        self.work_in();
        self.weight
    }

    /// The mean of a variable; NaN where there are no observations.
    pub fn mean(&mut self, variable: usize) -> f64 {
        self.work_in();
        match self.means.get(variable) {
            Some(mean) if self.weight > 0.0 => *mean,
            _ => f64::NAN,
        }
    }

    /// The weighted sum of products of two variables about their means.
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

    /// Whether a variable has more than one value.
    fn varies(&self, variable: usize) -> bool {
        self.extremes[variable].0 < self.extremes[variable].1
    }

    /// The covariance of two variables, the divisor being observations less one.
    pub fn covariance(&mut self, first: usize, second: usize) -> f64 {
        match self.observations > 1.0 {
            true => self.product(first, second) / (self.observations - 1.0),
            false => f64::NAN,
        }
    }

    /// Pearson's correlation of two variables.
    pub fn correlation(&mut self, first: usize, second: usize) -> Correlation {
        // Sums of squares that are too great are infinite, and those that are too small lack digits, which
        // would make a coefficient that is wrong.
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
    /// That of a coefficient from so many observations, by Student's t with two degrees of freedom fewer.
    pub fn new(coefficient: f64, observations: f64) -> Self {
        let degrees = observations - 2.0;
        // The difference is exact near 1, and its factors are.
        let rest = (1.0 - coefficient) * (1.0 + coefficient);
        let t = coefficient * (degrees / rest).sqrt();
        Self {
            coefficient,
            observations,
            probability: student::two_sided(t, degrees),
        }
    }
}

/// Adds to the products those of the differences, times a factor.
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
