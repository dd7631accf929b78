//! The value with a given probability at or below it.

use std::f64::consts::PI;

use feedrate_stats::distribution::{chi_square, f, normal, student};

use super::law::Law;

/// Counts beyond this one are no integers.
const MOST_COUNT: f64 = 9e15;

impl Law<'_> {
    /// Returns the least value with `probability` at or below it; infinite where there is none.
    pub(super) fn quantile(&self, p: f64) -> f64 {
        match *self {
            Self::Normal { location, scale } => location + scale * normal::quantile(p),
            Self::Lognormal { location, scale } => (location + scale * normal::quantile(p)).exp(),
            Self::Cauchy { location, scale } => {
                location
                    + if p < 0.5 {
                        -scale / (PI * p).tan()
                    } else {
                        scale / (PI * (1.0 - p)).tan()
                    }
            }
            Self::Laplace { location, scale } => {
                location
                    + if p < 0.5 {
                        scale * (2.0 * p).ln()
                    } else {
                        -scale * (2.0 * (1.0 - p)).ln()
                    }
            }
            Self::Logistic { location, scale } => location + scale * (p / (1.0 - p)).ln(),
            Self::Exponential { scale } => -scale * (-p).ln_1p(),
            Self::Weibull { shape, scale } => scale * (-(-p).ln_1p()).powf(shape.recip()),
            Self::Pareto { shape, scale } => scale * (-(-p).ln_1p() / shape).exp(),
            Self::Uniform { left, right } => left + p * (right - left),
            Self::Gamma { shape, scale } => scale * chi_square::lower_quantile(p, 2.0 * shape) / 2.0,
            Self::ChiSquare {
                degrees,
                noncentrality: 0.0,
            } => chi_square::lower_quantile(p, degrees),
            Self::F {
                numerator,
                denominator,
                noncentrality: 0.0,
            } => f::lower_quantile(p, numerator, denominator),
            Self::T {
                degrees,
                noncentrality: 0.0,
            } => match p < 0.5 {
                true => -student::two_sided_quantile(2.0 * p, degrees),
                false => student::two_sided_quantile(2.0 * (1.0 - p), degrees),
            },
            Self::Beta { a, b, left, right } => {
                let ratio = f::lower_quantile(p, 2.0 * a, 2.0 * b) * (a / b);
                let share = if ratio > 1.0 {
                    (1.0 + ratio.recip()).recip()
                } else {
                    ratio / (1.0 + ratio)
                };
                left + share * (right - left)
            }
            Self::T { .. } | Self::NormalMixture { .. } => self.searched(p, f64::NEG_INFINITY),
            Self::ChiSquare { .. } | Self::F { .. } | Self::Wald { .. } => self.searched(p, 0.0),
            _ => self.count(p),
        }
    }

    /// Searches the value between `least`, 0 or minus infinity, and infinity.
    fn searched(&self, p: f64, least: f64) -> f64 {
        if p == 0.0 {
            return least;
        }
        if p == 1.0 {
            return f64::INFINITY;
        }
        // The smaller tail is the more precise one.
        let reaches = |x: f64| {
            let (lower, upper) = self.tails(x);
            if p < 0.5 { lower >= p } else { upper <= 1.0 - p }
        };
        let mut high = 1.0;
        while !reaches(high) && high < 1e300 {
            high *= 2.0;
        }
        let mut low = if least == 0.0 { 0.0 } else { -1.0 };
        while low < 0.0 && reaches(low) && low > -1e300 {
            low *= 2.0;
        }
        for _ in 0..1100 {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            if reaches(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        high
    }

    /// Searches the least count.
    fn count(&self, p: f64) -> f64 {
        // Sums of probabilities are a little less than the decimal that is meant.
        let reaches = |count: f64| self.tails(count).0 >= p * (1.0 - 1e-13);
        let (mut low, mut high) = (-1.0, 1.0);
        while !reaches(high) {
            low = high;
            high *= 2.0;
            if high > MOST_COUNT {
                return f64::INFINITY;
            }
        }
        while high - low > 1.0 {
            let middle = (low + (high - low) / 2.0).floor();
            if reaches(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        high
    }
}
