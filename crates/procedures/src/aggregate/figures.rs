//! Statistics out of moments.

use feedrate_stats::distribution::student::{two_sided, two_sided_quantile};
use feedrate_values::missing::{MISSING, of_operation};

use super::moments::Moments;
use super::quantiles::Finder;
use super::statistic::Statistic;

/// By what sums of squares are divided to give variances (VARDEF=).
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

/// What statistics depend on beside the moments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// VARDEF=.
    pub divisor: Divisor,
    /// ALPHA=.
    pub alpha: f64,
    /// Whether there is a WEIGHT statement.
    pub weighted: bool,
}

impl Rules {
    /// A statistic of a variable; missing where there is none. `observations` are those of the cell, and
    /// `values` has gone through its values where the statistic needs that.
    pub(super) fn figure(
        self,
        statistic: Statistic,
        moments: &Moments,
        observations: f64,
        values: &Finder,
    ) -> f64 {
        match statistic {
            Statistic::N => return moments.n,
            Statistic::Missing => return observations - moments.n,
            Statistic::Weight => return moments.weight,
            _ if moments.n == 0.0 => return MISSING,
            // Bounds and values are as they were met, infinite ones too.
            Statistic::Minimum => return moments.min,
            Statistic::Maximum => return moments.max,
            _ => {}
        }
        let percentile = |percent| values.percentile(f64::from(percent)).unwrap_or(MISSING);
        of_operation(match statistic {
            Statistic::Mode => values.mode().unwrap_or(MISSING),
            Statistic::QuartileRange => percentile(75) - percentile(25),
            _ => match statistic.percents() {
                [percent] => percentile(*percent),
                _ => self.of_moments(statistic, moments),
            },
        })
    }

    pub(super) fn of_moments(self, statistic: Statistic, moments: &Moments) -> f64 {
        let mean = match moments.weight > 0.0 {
            true => moments.mean(),
            false => f64::NAN,
        };
        let variance = self.variance(moments);
        match statistic {
            Statistic::Mean => mean,
            Statistic::Sum => moments.total(),
            Statistic::Range => moments.max - moments.min,
            Statistic::Variance => variance,
            Statistic::Deviation => variance.sqrt(),
            Statistic::CorrectedSquares => corrected_squares(moments),
            // All parts are positive, so nothing is lost.
            Statistic::Squares => {
                corrected_squares(moments) + moments.weight * moments.mean() * moments.mean()
            }
            Statistic::Variation => 100.0 * variance.sqrt() / mean,
            Statistic::Error => self.error(moments),
            Statistic::T => mean / self.error(moments),
            Statistic::Probability => {
                let t = mean / self.error(moments);
                // Values that are all the same have no t.
                match t.is_finite() {
                    true => two_sided(t.abs(), moments.n - 1.0),
                    false => f64::NAN,
                }
            }
            Statistic::Lower => mean - self.half_width(moments, self.alpha),
            Statistic::Upper => mean + self.half_width(moments, self.alpha),
            // One limit alone leaves all of the probability on its side.
            Statistic::OnlyLower => mean - self.half_width(moments, 2.0 * self.alpha),
            Statistic::OnlyUpper => mean + self.half_width(moments, 2.0 * self.alpha),
            Statistic::Skewness => self.skewness(moments),
            Statistic::Kurtosis => self.kurtosis(moments),
            _ => f64::NAN,
        }
    }

    fn variance(self, moments: &Moments) -> f64 {
        let divisor = match self.divisor {
            Divisor::Degrees => moments.n - 1.0,
            Divisor::Number => moments.n,
            Divisor::WeightDegrees => moments.weight - 1.0,
            Divisor::Weight => moments.weight,
        };
        match divisor > 0.0 && moments.weight > 0.0 {
            true => corrected_squares(moments) / divisor,
            false => f64::NAN,
        }
    }

    /// The standard error of the mean, which is defined for degrees of freedom only.
    fn error(self, moments: &Moments) -> f64 {
        match self.divisor {
            Divisor::Degrees => (self.variance(moments) / moments.weight).sqrt(),
            _ => f64::NAN,
        }
    }

    /// How far confidence limits are from the mean.
    fn half_width(self, moments: &Moments, alpha: f64) -> f64 {
        let error = self.error(moments);
        if error.is_nan() {
            return error;
        }
        // With more than 1 on both sides together the limit lies on the other side of the mean.
        match alpha <= 1.0 {
            true => error * two_sided_quantile(alpha, moments.n - 1.0),
            false => -error * two_sided_quantile(2.0 - alpha, moments.n - 1.0),
        }
    }

    fn skewness(self, moments: &Moments) -> f64 {
        let n = moments.n;
        let cubed = self.variance(moments).powf(1.5);
        match self.divisor {
            _ if self.weighted || n < 3.0 || cubed <= 0.0 => f64::NAN,
            Divisor::Degrees => moments.third / cubed * n / (n - 1.0) / (n - 2.0),
            Divisor::Number => moments.third / cubed / n,
            _ => f64::NAN,
        }
    }

    fn kurtosis(self, moments: &Moments) -> f64 {
        let n = moments.n;
        let fourth = moments.fourth / self.variance(moments).powi(2);
        match self.divisor {
            _ if self.weighted || n < 4.0 || moments.second <= 0.0 => f64::NAN,
            Divisor::Degrees => {
                let excess = 3.0 * (n - 1.0) * (n - 1.0) / (n - 2.0) / (n - 3.0);
                fourth * n * (n + 1.0) / (n - 1.0) / (n - 2.0) / (n - 3.0) - excess
            }
            Divisor::Number => fourth / n - 3.0,
            _ => f64::NAN,
        }
    }
}

/// The sum of the squares of what values differ from their mean; missing where their sum is too large for a
/// number, so that there is no mean.
fn corrected_squares(moments: &Moments) -> f64 {
    match moments.mean().is_finite() || moments.weight <= 0.0 {
        true => moments.second,
        false => f64::NAN,
    }
}
