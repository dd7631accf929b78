//! Figures that follow from moments, by the formulas of the Base SAS Procedures Guide ("Keywords and
//! Formulas", appendix "SAS Elementary Statistics Procedures").
//!
//! With d the [divisor](Divisor) of variances, W the sum of weights, and Mk the sum of k-th powers about the
//! mean:
//!
//! | | figure |
//! |---|---|
//! | variance s² | M2 / d |
//! | coefficient of variation | 100 s / mean |
//! | standard error of the mean | √(s² / W) |
//! | t | mean / standard error, with n - 1 degrees of freedom |
//! | skewness, d = n - 1 | n / ((n-1)(n-2)) · M3 / s³ |
//! | skewness, d = n | M3 / (n s³) |
//! | kurtosis, d = n - 1 | n(n+1) / ((n-1)(n-2)(n-3)) · M4 / s⁴ - 3(n-1)² / ((n-2)(n-3)) |
//! | kurtosis, d = n | M4 / (n s⁴) - 3 |

use super::{Moments, limits};
use crate::distribution::student::two_sided;

/// The divisor of sums of squares for variances (VARDEF=).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Divisor {
    /// The degrees of freedom, n - 1.
    #[default]
    Degrees,
    /// The number of observations, n.
    Number,
    /// The sum of weights less one.
    WeightDegrees,
    /// The sum of weights.
    Weight,
}

impl Moments {
    /// Returns the weighted sum, corrected for rounding.
    #[inline]
    pub fn total(&self) -> f64 {
        self.sum + self.lost
    }

    /// Returns the weighted mean; NaN if the sum of weights is 0.
    #[inline]
    pub fn mean(&self) -> f64 {
        match self.weight > 0.0 {
            true => self.total() / self.weight,
            false => f64::NAN,
        }
    }

    /// Returns the greatest value less the least.
    pub fn range(&self) -> f64 {
        self.max - self.min
    }

    /// Returns the sum of squares about the mean; NaN if the sum overflows, so that there is no mean.
    pub fn corrected_squares(&self) -> f64 {
        match self.weight <= 0.0 || self.mean().is_finite() {
            true => self.second,
            false => f64::NAN,
        }
    }

    /// Returns the sum of squares. All its terms are positive, so nothing cancels.
    pub fn squares(&self) -> f64 {
        match self.weight > 0.0 {
            true => self.corrected_squares() + self.total() * self.mean(),
            false => self.second,
        }
    }

    /// Returns the variance.
    pub fn variance(&self, divisor: Divisor) -> f64 {
        let by = match divisor {
            Divisor::Degrees => self.n - 1.0,
            Divisor::Number => self.n,
            Divisor::WeightDegrees => self.weight - 1.0,
            Divisor::Weight => self.weight,
        };
        match by > 0.0 && self.weight > 0.0 {
            true => self.corrected_squares() / by,
            false => f64::NAN,
        }
    }

    /// Returns the standard deviation.
    pub fn deviation(&self, divisor: Divisor) -> f64 {
        self.variance(divisor).sqrt()
    }

    /// Returns the standard deviation in percent of the mean.
    pub fn variation(&self, divisor: Divisor) -> f64 {
        100.0 * self.deviation(divisor) / self.mean()
    }

    /// Returns the standard error of the mean, which is defined for degrees of freedom only.
    pub fn error(&self, divisor: Divisor) -> f64 {
        match divisor {
            Divisor::Degrees => (self.variance(divisor) / self.weight).sqrt(),
            _ => f64::NAN,
        }
    }

    /// Returns Student's t for the hypothesis that the mean is 0; NaN if the standard error overflows.
    pub fn t(&self, divisor: Divisor) -> f64 {
        let error = self.error(divisor);
        match error.is_infinite() {
            true => f64::NAN,
            false => self.mean() / error,
        }
    }

    /// Returns the probability of a greater absolute t; NaN for values that are all equal, which have no t.
    pub fn t_probability(&self, divisor: Divisor) -> f64 {
        let t = self.t(divisor);
        match t.is_finite() {
            true => two_sided(t.abs(), self.n - 1.0),
            false => f64::NAN,
        }
    }

    /// Returns the lower and the upper confidence limit of the mean; `alpha` is the error probability of both sides
    /// together.
    pub fn mean_limits(&self, divisor: Divisor, alpha: f64) -> (f64, f64) {
        limits::of_mean(self.mean(), self.error(divisor), self.n - 1.0, alpha)
    }

    /// Returns the skewness of values without weights; NaN for fewer than three, for values that are all equal, and for
    /// divisors of weights.
    pub fn skewness(&self, divisor: Divisor) -> f64 {
        let n = self.n;
        let cubed = self.variance(divisor).powf(1.5);
        match divisor {
            _ if n < 3.0 || cubed <= 0.0 => f64::NAN,
            Divisor::Degrees => self.third / cubed * n / (n - 1.0) / (n - 2.0),
            Divisor::Number => self.third / cubed / n,
            Divisor::WeightDegrees | Divisor::Weight => f64::NAN,
        }
    }

    /// Returns the kurtosis of values without weights; NaN for fewer than four, for values that are all equal, and for
    /// divisors of weights.
    pub fn kurtosis(&self, divisor: Divisor) -> f64 {
        let n = self.n;
        let fourth = self.fourth / self.variance(divisor).powi(2);
        match divisor {
            _ if n < 4.0 || self.second <= 0.0 => f64::NAN,
            Divisor::Degrees => {
                let excess = 3.0 * (n - 1.0) * (n - 1.0) / (n - 2.0) / (n - 3.0);
                fourth * n * (n + 1.0) / (n - 1.0) / (n - 2.0) / (n - 3.0) - excess
            }
            Divisor::Number => fourth / n - 3.0,
            Divisor::WeightDegrees | Divisor::Weight => f64::NAN,
        }
    }
}
