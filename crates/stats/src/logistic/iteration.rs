//! The iterations of Fisher's scoring.

use std::sync::Arc;

use super::fit::Fit;
use super::pass::{Pass, between, sigmoid};
use crate::distribution::chi_square::ChiSquare;
use crate::linear::{LeastSquares, SINGULAR};

/// The first pass after which separation is reported, because large estimates may still become smaller before.
const SEPARATION_FROM: u32 = 8;

/// The variance of a slope, in units of its column's, that only nearly separated data yield.
const SEPARATED_VARIANCE: f64 = 5000.0;

/// The most halvings of a step that decreases the likelihood.
const MOST_HALVINGS: u32 = 20;

/// The criteria of convergence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Converged if the expected gain of a step, relative to the log likelihood, is less (GCONV=).
    pub relative_gain: f64,
    /// The most steps (MAXITER=).
    pub most_steps: u32,
    /// True if there is an intercept. Without it its estimate is 0, which is supported only for two categories.
    pub intercept: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            relative_gain: 1e-8,
            most_steps: 25,
            intercept: true,
        }
    }
}

/// The next action, or how the iterations ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Another pass.
    Again,
    /// The likelihood has its maximum.
    Converged,
    /// A combination of columns separates the categories without error, and the likelihood is maximal at infinite
    /// estimates.
    CompleteSeparation,
    /// A combination of columns separates some of the categories without error.
    QuasiCompleteSeparation,
    /// The most steps were made.
    NotConverged,
}

/// The reason why a model cannot be fitted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogisticError {
    /// All observations are in one category.
    #[error("all observations have the same response, so there is nothing to tell apart")]
    OneCategory,
    /// An observation has invalid values.
    #[error("an observation has an infinite value or an unknown category; leave it out")]
    NotFinite,
    /// There was no pass.
    #[error("the model has not gone through any observations yet")]
    NoPass,
}

/// A model that is being fitted.
#[derive(Clone, Debug)]
pub struct Logistic {
    options: Options,
    intercepts: usize,
    /// True if the first intercept is estimated.
    has_intercept: bool,
    estimates: Arc<[f64]>,
    /// The estimates of the last pass that increased the likelihood, and twice its negative logarithm.
    best: Option<(Arc<[f64]>, f64)>,
    halvings: u32,
    steps: u32,
    passes: u32,
    progress: Progress,
    valid: bool,
    /// The sum of all weights.
    weight: f64,
    null_deviance: f64,
    /// The factor of a column's sum of squares about its mean in the first pass.
    null_information: f64,
    /// The lengths of the columns about their means.
    lengths: Vec<f64>,
    score: Option<ChiSquare>,
    last: Option<(LeastSquares, f64)>,
}

impl Logistic {
    /// Creates a model of ordered categories with these sums of weights (all of them positive) and `columns` columns.
    /// The first pass has slopes of 0, from which the score test is computed.
    ///
    /// # Errors
    ///
    /// Returns an error if there are fewer than two categories with observations.
    pub fn new(weights: &[f64], columns: usize, options: Options) -> Result<Self, LogisticError> {
        let all: f64 = weights.iter().sum();
        let usable = weights.iter().all(|weight| *weight > 0.0) && all.is_finite();
        if weights.len() < 2 || !usable {
            return Err(LogisticError::OneCategory);
        }
        let mut below = 0.0;
        let mut estimates: Vec<f64> = weights[..weights.len() - 1]
            .iter()
            .map(|weight| {
                below += weight;
                (below / (all - below)).ln()
            })
            .collect();
        let intercepts = estimates.len();
        let has_intercept = options.intercept || intercepts > 1;
        if !has_intercept {
            estimates.fill(0.0);
        }
        let slope = |at: usize| sigmoid(estimates[at]) * sigmoid(-estimates[at]);
        let null_information = (0..=intercepts)
            .map(|category| {
                let above = (category < intercepts).then(|| estimates[category]);
                let below = category.checked_sub(1).map(|below| estimates[below]);
                let rise = if category < intercepts { slope(category) } else { 0.0 };
                let fall = category.checked_sub(1).map_or(0.0, slope);
                (rise - fall).powi(2) / between(below, above)
            })
            .sum();
        estimates.resize(intercepts + columns, 0.0);
        Ok(Self {
            options,
            intercepts,
            has_intercept,
            estimates: estimates.into(),
            best: None,
            halvings: 0,
            steps: 0,
            passes: 0,
            progress: Progress::Again,
            valid: true,
            weight: all,
            null_deviance: match has_intercept {
                true => -2.0 * weights.iter().map(|w| w * (w / all).ln()).sum::<f64>(),
                false => 2.0 * all * std::f64::consts::LN_2,
            },
            null_information,
            lengths: Vec::new(),
            score: None,
            last: None,
        })
    }

    /// Returns the next action.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Returns the number of passes.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// Returns the present estimates: intercepts, then slopes.
    pub fn estimates(&self) -> &[f64] {
        &self.estimates
    }

    /// Returns twice the negative log likelihood of the last pass that increased it.
    pub fn deviance(&self) -> Option<f64> {
        self.best.as_ref().map(|(_, deviance)| *deviance)
    }

    /// Begins a pass, or a thread's part of it.
    pub fn pass(&self) -> Pass {
        Pass::new(Arc::clone(&self.estimates), self.intercepts, self.has_intercept, false)
    }

    /// Ends a pass, whose parts are merged, and returns the next action.
    pub fn end(&mut self, mut pass: Pass) -> Progress {
        if self.progress != Progress::Again {
            return self.progress;
        }
        self.passes += 1;
        self.valid &= pass.valid;
        if !pass.valid {
            self.progress = Progress::NotConverged;
            return self.progress;
        }
        let deviance = -2.0 * pass.likelihood;
        if let Some((best, least)) = &self.best {
            // An infinite deviance is a decrease too: it results from intercepts that are out of order.
            let leads_up = deviance <= least + 1e-12 * least.abs();
            if !leads_up && self.halvings < MOST_HALVINGS {
                self.halvings += 1;
                let halved = best.iter().zip(self.estimates.iter());
                self.estimates = halved.map(|(a, b)| a + (b - a) / 2.0).collect();
                return self.progress;
            }
        }
        self.halvings = 0;
        let step = LeastSquares::of(&mut pass.triangle, SINGULAR);
        let gain: f64 = step.projections().iter().map(|part| part * part).sum();
        if self.score.is_none() {
            self.begin(&step, gain);
        }
        self.best = Some((Arc::clone(&self.estimates), deviance));
        let relative = gain / (deviance / 2.0 + 1e-6);
        self.progress = if relative < self.options.relative_gain {
            Progress::Converged
        } else if self.steps >= SEPARATION_FROM && pass.separated {
            Progress::CompleteSeparation
        } else if self.steps >= SEPARATION_FROM && self.nearly_separated(&step) {
            Progress::QuasiCompleteSeparation
        } else if self.steps >= self.options.most_steps || !relative.is_finite() {
            Progress::NotConverged
        } else {
            Progress::Again
        };
        // Complete separation drives the likelihood to 1, which looks like its maximum.
        if self.progress == Progress::Converged && pass.separated {
            self.progress = Progress::CompleteSeparation;
        }
        if matches!(self.progress, Progress::Again | Progress::Converged) {
            // The last step is known already, and applying it squares the error.
            let stepped = self.estimates.iter().zip(step.coefficients());
            self.estimates = stepped.map(|(estimate, step)| estimate + step).collect();
            self.steps += 1;
        }
        self.last = Some((step, pass.observations));
        self.progress
    }

    /// Keeps the results of the first pass: those at slopes of 0.
    fn begin(&mut self, step: &LeastSquares, gain: f64) {
        let known = if self.has_intercept { self.intercepts } else { 0 };
        let degrees = step.rank().saturating_sub(known) as f64;
        self.score = Some(ChiSquare::new(gain, degrees));
        self.lengths = (self.intercepts..self.estimates.len())
            .map(|column| step.column_length(column, known) / self.null_information.sqrt())
            .collect();
    }

    fn nearly_separated(&self, step: &LeastSquares) -> bool {
        let mut only = vec![0.0; self.estimates.len()];
        self.lengths.iter().enumerate().any(|(slope, length)| {
            let column = self.intercepts + slope;
            only[column] = 1.0;
            let deviation = step.function(&only).deviation();
            only[column] = 0.0;
            step.pivots().binary_search(&column).is_ok()
                && (deviation * length).powi(2) / self.weight > SEPARATED_VARIANCE
        })
    }

    /// Returns the model after its last pass.
    ///
    /// # Errors
    ///
    /// Returns an error if an observation was invalid, or if there was no pass.
    pub fn fit(&self) -> Result<Fit, LogisticError> {
        if !self.valid {
            return Err(LogisticError::NotFinite);
        }
        let parts = (&self.last, &self.best, &self.score);
        let (Some((information, observations)), Some((_, deviance)), Some(score)) = parts else {
            return Err(LogisticError::NoPass);
        };
        Ok(Fit {
            intercepts: self.intercepts,
            has_intercept: self.has_intercept,
            estimates: self.estimates.to_vec(),
            information: information.clone(),
            observations: *observations,
            deviance: *deviance,
            null_deviance: self.null_deviance,
            score: *score,
        })
    }

    /// Begins the additional pass, or a thread's part of it, for the test of proportional odds of a fitted model.
    pub fn proportional_odds_pass(&self) -> Pass {
        Pass::new(Arc::clone(&self.estimates), self.intercepts, true, true)
    }

    /// Returns the score test of the slopes being the same for all intercepts, from that pass; without degrees of
    /// freedom if there are two categories. The information of separate slopes is the observed one. It is singular
    /// where a category has no observations at some values, which leaves the degrees of freedom as they are.
    pub fn proportional_odds(&self, mut pass: Pass) -> ChiSquare {
        let step = LeastSquares::of(&mut pass.triangle, SINGULAR);
        let rank = self.last.as_ref().map_or(0, |(information, _)| information.rank());
        let slopes = rank.saturating_sub(self.intercepts);
        let gain = step.projections().iter().map(|part| part * part).sum();
        ChiSquare::new(gain, (slopes * (self.intercepts - 1)) as f64)
    }
}
