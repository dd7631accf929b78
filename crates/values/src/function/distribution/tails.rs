//! The probabilities of at most, and of more than, a value.

use std::f64::consts::PI;

use feedrate_stats::distribution::{f, student};

use super::law::Law;
use super::standard::{BELOW, beta_tails, exponential_tails, gamma_tails, normal_tails, scaled_upper};
use super::{discrete, noncentral};

impl Law<'_> {
    /// Returns the probability of at most `x`, and of more; each is computed on its own where it is small.
    pub(super) fn tails(&self, x: f64) -> (f64, f64) {
        match *self {
            Self::Normal { location, scale } => normal_tails((x - location) / scale),
            Self::Lognormal { .. } if x <= 0.0 => BELOW,
            Self::Lognormal { location, scale } => normal_tails((x.ln() - location) / scale),
            Self::Cauchy { location, scale } => {
                let z = (x - location) / scale;
                (1f64.atan2(-z) / PI, 1f64.atan2(z) / PI)
            }
            Self::Laplace { location, scale } => {
                let z = (x - location) / scale;
                let small = 0.5 * (-z.abs()).exp();
                if z < 0.0 {
                    (small, 1.0 - small)
                } else {
                    (1.0 - small, small)
                }
            }
            Self::Logistic { location, scale } => {
                let z = (x - location) / scale;
                ((1.0 + (-z).exp()).recip(), (1.0 + z.exp()).recip())
            }
            Self::Exponential { scale } => exponential_tails(x / scale),
            Self::Weibull { shape, scale } => exponential_tails((x / scale).max(0.0).powf(shape)),
            Self::Pareto { scale, .. } if x <= scale => BELOW,
            Self::Pareto { shape, scale } => exponential_tails(shape * (x / scale).ln()),
            Self::Uniform { left, right } => {
                let share = ((x - left) / (right - left)).clamp(0.0, 1.0);
                (share, 1.0 - share)
            }
            Self::NormalMixture {
                shares,
                means,
                deviations,
            } => {
                let parts = shares.iter().zip(means.iter().zip(deviations));
                parts.fold((0.0, 0.0), |sum, (share, (mean, deviation))| {
                    let (lower, upper) = normal_tails((x - mean) / deviation);
                    (sum.0 + share * lower, sum.1 + share * upper)
                })
            }
            _ => self.special_tails(x),
        }
    }

    /// The same of distributions that rest on the incomplete gamma and beta functions.
    fn special_tails(&self, x: f64) -> (f64, f64) {
        match *self {
            Self::Gamma { .. } | Self::ChiSquare { .. } | Self::F { .. } | Self::Wald { .. } if x <= 0.0 => BELOW,
            Self::Gamma { shape, scale } => gamma_tails(shape, x / scale),
            Self::ChiSquare {
                degrees,
                noncentrality: 0.0,
            } => gamma_tails(degrees / 2.0, x / 2.0),
            Self::ChiSquare { degrees, noncentrality } => noncentral::chi_square(x, degrees, noncentrality),
            Self::F {
                numerator,
                denominator,
                noncentrality: 0.0,
            } => (f::lower(x, numerator, denominator), f::upper(x, numerator, denominator)),
            Self::F {
                numerator,
                denominator,
                noncentrality,
            } => noncentral::f(x, numerator, denominator, noncentrality),
            Self::T {
                degrees,
                noncentrality: 0.0,
            } => (student::lower(x, degrees), student::upper(x, degrees)),
            Self::T { degrees, noncentrality } => noncentral::student(x, degrees, noncentrality),
            Self::Beta { a, b, left, right } => {
                let width = right - left;
                beta_tails(a, b, (x - left) / width, (right - x) / width)
            }
            Self::Wald { shape, mean } => {
                let root = (shape / x).sqrt();
                let (lower, upper) = normal_tails(root * (x / mean - 1.0));
                let reflected = scaled_upper(2.0 * shape / mean, root * (x / mean + 1.0));
                (lower + reflected, (upper - reflected).max(0.0))
            }
            _ => discrete::tails(self, x),
        }
    }
}
