//! Statistics from moments.

use feedrate_stats::quantile::Percentiles;
use feedrate_stats::{Divisor, Moments};
use feedrate_values::missing::{MISSING, of_operation};

use super::statistic::Statistic;

/// The options on which statistics depend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// VARDEF=.
    pub divisor: Divisor,
    /// ALPHA=.
    pub alpha: f64,
    /// True if there is a WEIGHT statement.
    pub weighted: bool,
}

impl Rules {
    /// Returns a statistic of a variable; a missing value if it is undefined. `observations` is that of the cell.
    /// `values` has seen the values if the statistic needs them.
    pub(super) fn figure(
        self,
        statistic: Statistic,
        moments: &Moments,
        observations: f64,
        values: &Percentiles,
    ) -> f64 {
        match statistic {
            Statistic::N => return moments.n,
            Statistic::Missing => return observations - moments.n,
            Statistic::Weight => return moments.weight,
            _ if moments.n == 0.0 => return MISSING,
            // Extremes and order statistics are returned as they are, even if infinite.
            Statistic::Minimum => return moments.min,
            Statistic::Maximum => return moments.max,
            _ => {}
        }
        let percentile = |percent| values.percentile(f64::from(percent)).unwrap_or(MISSING);
        of_operation(match statistic {
            Statistic::Mode => values.modes().mode().unwrap_or(MISSING),
            Statistic::QuartileRange => percentile(75) - percentile(25),
            _ => match statistic.percents() {
                [percent] => percentile(*percent),
                _ => self.of_moments(statistic, moments),
            },
        })
    }

    pub(super) fn of_moments(self, statistic: Statistic, moments: &Moments) -> f64 {
        let (divisor, alpha) = (self.divisor, self.alpha);
        match statistic {
            Statistic::Mean => moments.mean(),
            Statistic::Sum => moments.total(),
            Statistic::Range => moments.range(),
            Statistic::Variance => moments.variance(divisor),
            Statistic::Deviation => moments.deviation(divisor),
            Statistic::CorrectedSquares => moments.corrected_squares(),
            Statistic::Squares => moments.squares(),
            Statistic::Variation => moments.variation(divisor),
            Statistic::Error => moments.error(divisor),
            Statistic::T => moments.t(divisor),
            Statistic::Probability => moments.t_probability(divisor),
            Statistic::Lower => moments.mean_limits(divisor, alpha).0,
            Statistic::Upper => moments.mean_limits(divisor, alpha).1,
            // A one-sided limit has all of alpha on its side.
            Statistic::OnlyLower => moments.mean_limits(divisor, 2.0 * alpha).0,
            Statistic::OnlyUpper => moments.mean_limits(divisor, 2.0 * alpha).1,
            Statistic::Skewness if !self.weighted => moments.skewness(divisor),
            Statistic::Kurtosis if !self.weighted => moments.kurtosis(divisor),
            _ => f64::NAN,
        }
    }
}
