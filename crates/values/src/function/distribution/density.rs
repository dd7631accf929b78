//! The logarithms of densities, and of probabilities of single counts.

use std::f64::consts::PI;

use super::law::Law;
use super::standard::{log_beta, log_gamma_density, log_power, log_root_of_two_pi};
use super::{discrete, noncentral};

const NOWHERE: f64 = f64::NEG_INFINITY;

impl Law<'_> {
    /// Returns the logarithm of the density at `x`, or of the probability of the count `x`; minus infinity where that
    /// is 0.
    pub(super) fn log_density(&self, x: f64) -> f64 {
        match *self {
            Self::Normal { location, scale } => of_normal((x - location) / scale) - scale.ln(),
            Self::Cauchy { location, scale } => {
                let z = (x - location) / scale;
                -(PI * scale * (1.0 + z * z)).ln()
            }
            Self::Laplace { location, scale } => -((x - location) / scale).abs() - (2.0 * scale).ln(),
            Self::Logistic { location, scale } => {
                let z = ((x - location) / scale).abs();
                -z - 2.0 * (-z).exp().ln_1p() - scale.ln()
            }
            Self::Uniform { left, right } if x < left || x > right => NOWHERE,
            Self::Uniform { left, right } => -(right - left).ln(),
            Self::NormalMixture {
                shares,
                means,
                deviations,
            } => {
                let parts = shares.iter().zip(means.iter().zip(deviations));
                let terms =
                    parts.map(|(share, (mean, deviation))| share * of_normal((x - mean) / deviation).exp() / deviation);
                terms.sum::<f64>().ln()
            }
            Self::T {
                degrees,
                noncentrality: 0.0,
            } => of_student(x, degrees),
            Self::T { degrees, noncentrality } => noncentral::student_density(x, degrees, noncentrality).ln(),
            Self::Beta { a, b, left, right } => {
                let width = right - left;
                let (u, v) = ((x - left) / width, (right - x) / width);
                let outside = u < 0.0 || v < 0.0;
                if outside {
                    NOWHERE
                } else {
                    log_power(a, u) + log_power(b, v) - log_beta(a, b) - width.ln()
                }
            }
            _ => self.log_density_of_positive(x),
        }
    }

    /// The same of distributions of positive values and of counts.
    fn log_density_of_positive(&self, x: f64) -> f64 {
        match *self {
            Self::Lognormal { .. } | Self::Wald { .. } if x <= 0.0 => NOWHERE,
            Self::Gamma { .. }
            | Self::ChiSquare { .. }
            | Self::F { .. }
            | Self::Exponential { .. }
            | Self::Weibull { .. }
                if x < 0.0 =>
            {
                NOWHERE
            }
            Self::Lognormal { location, scale } => of_normal((x.ln() - location) / scale) - x.ln() - scale.ln(),
            Self::Exponential { scale } => -x / scale - scale.ln(),
            Self::Weibull { shape, scale } => {
                let z = x / scale;
                (shape / scale).ln() + log_power(shape, z) - z.powf(shape)
            }
            Self::Pareto { scale, .. } if x < scale => NOWHERE,
            Self::Pareto { shape, scale } => (shape / scale).ln() - (shape + 1.0) * (x / scale).ln(),
            Self::Gamma { shape, scale } => log_gamma_density(shape, x / scale) - scale.ln(),
            Self::ChiSquare {
                degrees,
                noncentrality: 0.0,
            } => log_gamma_density(degrees / 2.0, x / 2.0) - 2f64.ln(),
            Self::ChiSquare { degrees, noncentrality } => {
                noncentral::chi_square_density(x, degrees, noncentrality).ln()
            }
            Self::F {
                numerator,
                denominator,
                noncentrality: 0.0,
            } => of_f(x, numerator, denominator),
            Self::F {
                numerator,
                denominator,
                noncentrality,
            } => noncentral::f_density(x, numerator, denominator, noncentrality).ln(),
            Self::Wald { shape, mean } => {
                let distance = (x - mean) / mean;
                0.5 * (shape / (2.0 * PI * x * x * x)).ln() - shape * distance * distance / (2.0 * x)
            }
            _ => discrete::log_probability(self, x),
        }
    }
}

fn of_normal(z: f64) -> f64 {
    -0.5 * z * z - log_root_of_two_pi()
}

fn of_f(x: f64, numerator: f64, denominator: f64) -> f64 {
    let (a, b) = (numerator / 2.0, denominator / 2.0);
    let ratio = numerator / denominator;
    log_power(a, ratio * x) + ratio.ln() - (a + b) * (ratio * x).ln_1p() - log_beta(a, b)
}

fn of_student(x: f64, degrees: f64) -> f64 {
    -0.5 * (degrees + 1.0) * (x * x / degrees).ln_1p() - 0.5 * degrees.ln() - log_beta(0.5, degrees / 2.0)
}
