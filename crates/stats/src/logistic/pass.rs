//! One pass over the observations: the likelihood, its gradient and the information.

use std::sync::Arc;

use crate::linear::Triangle;

/// The sums of a pass. The information of an observation is a sum over the categories c of (∂p/∂θ)(∂p/∂θ)ᵀ/p, and the
/// gradient one of (∂p/∂θ)·([y = c] - p)/p: so the rows (∂p/∂θ)/√p with the response ([y = c] - p)/√p have the step of
/// Fisher's scoring as their least squares solution, and no sum of products is needed.
///
/// The pass of the test of proportional odds has the observed information in its place, that of separate slopes. With
/// the linear predictors a above and b below the observed category, the logarithm of its probability is log F(a) +
/// log F(-b) + log(1 - exp(b - a)), and each of the three terms is a row.
#[derive(Clone, Debug)]
pub struct Pass {
    /// Intercepts, then slopes.
    estimates: Arc<[f64]>,
    /// The number of intercepts: one less than categories.
    intercepts: usize,
    /// True if the only intercept of two categories is estimated.
    has_intercept: bool,
    /// True if each intercept has slopes of its own, as in the test of proportional odds.
    separate: bool,
    pub(super) triangle: Triangle,
    /// The logarithm of the likelihood.
    pub(super) likelihood: f64,
    /// The number of observations, each counted with its frequency.
    pub(super) observations: f64,
    /// True if each observation is in the category that its linear predictors alone would predict.
    pub(super) separated: bool,
    /// True if all values were finite and in an existing category.
    pub(super) valid: bool,
    row: Vec<f64>,
    /// The linear predictor of each intercept.
    predictors: Vec<f64>,
}

impl Pass {
    pub(super) fn new(estimates: Arc<[f64]>, intercepts: usize, has_intercept: bool, separate: bool) -> Self {
        let slopes = estimates.len() - intercepts;
        let width = intercepts + slopes * if separate { intercepts } else { 1 };
        Self {
            estimates,
            intercepts,
            has_intercept,
            separate,
            triangle: Triangle::new(width + 1),
            likelihood: 0.0,
            observations: 0.0,
            separated: true,
            valid: true,
            row: vec![0.0; width + 1],
            predictors: vec![0.0; intercepts],
        }
    }

    /// Adds an observation: its columns without the intercept, its category from 0, its weight and its frequency. One
    /// without positive weight and frequency is skipped.
    pub fn add(&mut self, columns: &[f64], category: usize, weight: f64, frequency: f64) {
        if !(weight > 0.0 && frequency > 0.0) {
            return;
        }
        let weight = weight * frequency;
        let (intercepts, slopes) = self.estimates.split_at(self.intercepts);
        let shift: f64 = slopes.iter().zip(columns).map(|(b, x)| b * x).sum();
        self.valid &=
            shift.is_finite() && weight.is_finite() && category <= self.intercepts && columns.len() == slopes.len();
        if !self.valid {
            return;
        }
        for (predictor, intercept) in self.predictors.iter_mut().zip(intercepts) {
            *predictor = intercept + shift;
        }
        self.observations += frequency;
        let above = self.predictors.get(category).copied();
        let below = category.checked_sub(1).map(|below| self.predictors[below]);
        self.separated &= above.is_none_or(|above| above > 0.0) && below.is_none_or(|below| below < 0.0);
        self.likelihood += weight * logarithm(below, above);
        let scale = weight.sqrt();
        if self.separate {
            self.add_observed(columns, category, scale);
        } else if self.intercepts == 1 {
            self.add_binary(columns, category, scale);
        } else {
            for other in 0..=self.intercepts {
                self.add_category(columns, other, other == category, scale);
            }
        }
    }

    /// With two categories both rows are multiples of each other, so that one is enough.
    fn add_binary(&mut self, columns: &[f64], category: usize, scale: f64) {
        let (first, second) = (sigmoid(self.predictors[0]), sigmoid(-self.predictors[0]));
        let deviation = (first * second).sqrt();
        if deviation == 0.0 {
            return;
        }
        let response = if category == 0 { second } else { -first };
        // Without an intercept its column depends on all others.
        self.row[0] = if self.has_intercept { deviation } else { 0.0 };
        for (value, column) in self.row[1..].iter_mut().zip(columns) {
            *value = deviation * column;
        }
        self.set_response(response / deviation);
        self.triangle.add_scaled(&self.row, scale);
    }

    /// Adds the rows of the observed category with separate slopes.
    fn add_observed(&mut self, columns: &[f64], category: usize, scale: f64) {
        let above = self.predictors.get(category).copied();
        let below = category.checked_sub(1).map(|below| self.predictors[below]);
        if between(below, above) <= 0.0 {
            return;
        }
        let deviation = |at: f64| (sigmoid(at) * sigmoid(-at)).sqrt();
        if let Some(above) = above {
            let part = [(category, deviation(above))];
            self.add_separate(columns, &part, (-above / 2.0).exp(), scale);
        }
        let Some(below) = below else { return };
        let part = [(category - 1, deviation(below))];
        self.add_separate(columns, &part, -(below / 2.0).exp(), scale);
        if let Some(above) = above {
            let root = ((below - above) / 2.0).exp();
            let factor = root / -(below - above).exp_m1();
            let parts = [(category, factor), (category - 1, -factor)];
            self.add_separate(columns, &parts, root, scale);
        }
    }

    /// Adds a row with the multiples of an observation's columns for some intercepts, and its response.
    fn add_separate(&mut self, columns: &[f64], parts: &[(usize, f64)], response: f64, scale: f64) {
        self.row.fill(0.0);
        for (intercept, factor) in parts {
            self.row[*intercept] = *factor;
            let start = self.intercepts + intercept * columns.len();
            let own = &mut self.row[start..][..columns.len()];
            own.iter_mut().zip(columns).for_each(|(value, x)| *value = factor * x);
        }
        self.set_response(response);
        self.triangle.add_scaled(&self.row, scale);
    }

    /// Adds the row of one category.
    fn add_category(&mut self, columns: &[f64], category: usize, observed: bool, scale: f64) {
        let above = self.predictors.get(category).copied();
        let below = category.checked_sub(1).map(|below| self.predictors[below]);
        let probability = between(below, above);
        if probability <= 0.0 {
            return;
        }
        let root = probability.sqrt();
        let slope = |at: Option<f64>| at.map_or(0.0, |at| sigmoid(at) * sigmoid(-at) / root);
        let (rise, fall) = (slope(above), slope(below));
        self.row.fill(0.0);
        if above.is_some() {
            self.row[category] = rise;
        }
        if let Some(below) = category.checked_sub(1) {
            self.row[below] = -fall;
        }
        let own = &mut self.row[self.intercepts..];
        own.iter_mut()
            .zip(columns)
            .for_each(|(value, x)| *value = (rise - fall) * x);
        let excess = if observed { 1.0 - probability } else { -probability };
        self.set_response(excess / root);
        self.triangle.add_scaled(&self.row, scale);
    }

    fn set_response(&mut self, response: f64) {
        if let Some(last) = self.row.last_mut() {
            *last = response;
        }
    }

    /// Adds the observations of another part of the same pass.
    pub fn merge(&mut self, other: &Self) {
        self.triangle.merge(&other.triangle);
        self.likelihood += other.likelihood;
        self.observations += other.observations;
        self.separated &= other.separated;
        self.valid &= other.valid;
    }
}

/// The logistic distribution function.
pub(super) fn sigmoid(x: f64) -> f64 {
    // Either way the exponential does not overflow.
    if x < 0.0 {
        let e = x.exp();
        e / (1.0 + e)
    } else {
        (1.0 + (-x).exp()).recip()
    }
}

/// Returns the probability between two linear predictors, without subtracting numbers near 1; not positive if they are
/// not in order.
pub(super) fn between(below: Option<f64>, above: Option<f64>) -> f64 {
    match (below, above) {
        (None, None) => 1.0,
        (None, Some(above)) => sigmoid(above),
        (Some(below), None) => sigmoid(-below),
        (Some(below), Some(above)) => sigmoid(above) * sigmoid(-below) * -(below - above).exp_m1(),
    }
}

/// Returns the logarithm of that probability; negative infinity if it is not positive.
fn logarithm(below: Option<f64>, above: Option<f64>) -> f64 {
    let of_sigmoid = |x: f64| x.min(0.0) - (-x.abs()).exp().ln_1p();
    match (below, above) {
        (None, None) => 0.0,
        (None, Some(above)) => of_sigmoid(above),
        (Some(below), None) => of_sigmoid(-below),
        (Some(below), Some(above)) => {
            let between = -(below - above).exp_m1();
            match between > 0.0 {
                true => of_sigmoid(above) + of_sigmoid(-below) + between.ln(),
                false => f64::NEG_INFINITY,
            }
        }
    }
}
