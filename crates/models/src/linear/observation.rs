//! Statistics of an observation by a model.

use feedrate_program::NumberSlot;
use feedrate_rows::Values;
use feedrate_stats::distribution::student;
use feedrate_values::missing::{MISSING, of_operation};

use super::statistic::ObservationStatistic;

/// The statistics of an OUTPUT statement and their slots, for the first responses.
pub(crate) type StatisticColumns = [(ObservationStatistic, Vec<NumberSlot>)];

/// Sets the statistics of all responses to missing: without a model there are no predictions.
pub(crate) fn clear_statistics(columns: &StatisticColumns, values: &mut Values) {
    for slot in columns.iter().flat_map(|(_, slots)| slots) {
        values.set_number(*slot, MISSING);
    }
}

/// Returns the frequency of an observation: FREQ truncated to an integer; 0 if it is missing.
pub(crate) fn frequency(slot: Option<NumberSlot>, values: &Values) -> f64 {
    let number = slot.map_or(1.0, |slot| values.number(slot));
    match number >= 1.0 {
        true => number.floor(),
        false => 0.0,
    }
}

/// The quantities of a fitted model on which the statistics of observations depend.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Errors {
    /// The mean square error.
    pub mean_square: f64,
    /// Its degrees of freedom.
    pub degrees: f64,
    /// The number of independent parameters.
    pub rank: f64,
    /// The t value of confidence limits.
    pub t: f64,
}

impl Errors {
    /// Returns the quantities of a model, with `alpha` for confidence limits.
    pub(crate) fn new(mean_square: f64, degrees: f64, rank: usize, alpha: f64) -> Self {
        Self {
            mean_square,
            degrees,
            rank: rank as f64,
            t: student::two_sided_quantile(alpha, degrees),
        }
    }
}

/// An observation and its prediction. Variances are divided by weights, as WEIGHT defines them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PredictedObservation {
    /// The response; NaN if it is missing.
    pub response: f64,
    /// The predicted value; NaN if there is none.
    pub predicted: f64,
    /// The variance of the predicted value relative to that of the residuals; NaN if it was not computed.
    pub variance: f64,
    /// The weight; NaN if it is missing or not positive.
    pub weight: f64,
}

impl PredictedObservation {
    /// An observation without a prediction.
    pub(crate) const NOTHING: Self = Self {
        response: f64::NAN,
        predicted: f64::NAN,
        variance: f64::NAN,
        weight: f64::NAN,
    };

    /// Sets the statistics of a response, by its place among the responses.
    pub(crate) fn set_statistics(&self, columns: &StatisticColumns, place: usize, of: &Errors, values: &mut Values) {
        for (kind, slots) in columns {
            if let Some(slot) = slots.get(place) {
                values.set_number(*slot, of_operation(self.statistic(*kind, of)));
            }
        }
    }

    /// Returns a statistic of the observation (SAS/STAT, PROC REG, "Predicted and Residual Values" and "Influence
    /// Statistics", whose sources are D. A. Belsley, E. Kuh and R. E. Welsch, Regression Diagnostics, 1980); NaN if
    /// it is undefined.
    pub(crate) fn statistic(&self, kind: ObservationStatistic, of: &Errors) -> f64 {
        use ObservationStatistic as S;
        let residual = self.response - self.predicted;
        let leverage = self.weight * self.variance;
        let mean_error = (of.mean_square * self.variance).sqrt();
        let prediction_error = (of.mean_square * (1.0 + leverage) / self.weight).sqrt();
        let residual_error = (of.mean_square * (1.0 - leverage) / self.weight).sqrt();
        let student = residual / residual_error;
        let without = || {
            let squares = of.mean_square * of.degrees;
            let own = self.weight * residual * residual / (1.0 - leverage);
            let mean_square = (squares - own) / (of.degrees - 1.0);
            residual / (mean_square * (1.0 - leverage) / self.weight).sqrt()
        };
        let value = match kind {
            S::Predicted => self.predicted,
            S::Residual => residual,
            S::MeanError => mean_error,
            S::PredictionError => prediction_error,
            S::ResidualError => residual_error,
            S::Student => student,
            S::StudentWithout => without(),
            S::Leverage => leverage,
            S::CooksDistance => student * student * leverage / (1.0 - leverage) / of.rank,
            S::Influence => without() * (leverage / (1.0 - leverage)).sqrt(),
            S::Press => residual / (1.0 - leverage),
            S::LowerMean => self.predicted - of.t * mean_error,
            S::UpperMean => self.predicted + of.t * mean_error,
            S::Lower => self.predicted - of.t * prediction_error,
            S::Upper => self.predicted + of.t * prediction_error,
        };
        match value.is_finite() {
            true => value,
            false => f64::NAN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_of_a_straight_line() {
        // y = 1, 2, 4, 4 at x = 0, 1, 2, 3: y = 1.1 + 1.1 x, with residuals -0.1, -0.2, 0.7, -0.4.
        let fitted = PredictedObservation {
            response: 4.0,
            predicted: 3.3,
            variance: 0.3,
            weight: 1.0,
        };
        let errors = Errors::new(0.35, 2.0, 2, 0.05);
        let near = |kind, want: f64| {
            let got = fitted.statistic(kind, &errors);
            assert!((got - want).abs() < 1e-9, "{kind:?} {got} {want}");
        };
        near(ObservationStatistic::Residual, 0.7);
        near(ObservationStatistic::Leverage, 0.3);
        near(ObservationStatistic::MeanError, 0.324_037_034_920_393);
        near(ObservationStatistic::ResidualError, 0.494_974_746_830_583_2);
        near(ObservationStatistic::Student, std::f64::consts::SQRT_2);
        near(ObservationStatistic::Press, 1.0);
        near(ObservationStatistic::CooksDistance, 3.0 / 7.0);
        assert!(fitted.statistic(ObservationStatistic::Upper, &errors) > 6.0);
        let none = PredictedObservation::NOTHING.statistic(ObservationStatistic::Predicted, &errors);
        assert!(none.is_nan());
    }
}
