//! The analysis of covariance of times: settings against each other over data of several sizes, on a logarithmic scale.
//!
//! log(time) = setting + block + slope × log(size). The antilogarithm of the difference of two settings is the ratio of
//! their times, which is the same at every size as long as all settings have one slope. Whether they have is tested: by
//! the additional sum of squares of a slope for each setting. The model is that of [`glm`](crate::glm), and the
//! differences are those of its least squares means.

#[cfg(test)]
mod tests;

use crate::Interval;
use crate::distribution::{StudentizedRange, student};
use crate::glm::{Accumulator, Effect, Estimate, Fit, GlmError, LeastSquaresMeans, Model};
use crate::glm::{Observation, Test};

/// The share of intervals that miss the true value.
const ALPHA: f64 = 0.05;

/// A time that was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// The setting, by its number.
    pub setting: u32,
    /// The round in which it was measured, whose common level is taken out; 0 for all if there are no rounds.
    pub block: u32,
    /// The size of the data, in any unit, above 0.
    pub size: f64,
    /// The time, in any unit, above 0.
    pub time: f64,
}

/// Times of several settings over several sizes, analysed.
#[derive(Clone, Debug)]
pub struct Covariance {
    fit: Fit,
    means: LeastSquaresMeans,
    parallel: Option<Test>,
}

/// A ratio of times, or a power, with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntervalEstimate {
    /// The estimate.
    pub value: f64,
    /// Its interval at 95 %; not a number without degrees of freedom for the residuals.
    pub interval: Interval,
    /// The probability of an estimate as far from "no difference" (a ratio or a power of 1) if there is none.
    pub probability: f64,
}

impl Covariance {
    /// Analyses times. Those whose size or time is not above 0 are an error.
    ///
    /// # Errors
    ///
    /// Returns an error if there are none, or a size or a time has no logarithm.
    pub fn of(timings: &[Timing]) -> Result<Self, GlmError> {
        let together = vec![Effect::class(0), Effect::covariate(0), Effect::class(1)];
        let fit = fitted(together.clone(), timings)?;
        let means = fit.least_squares_means(0, None)?;
        let mut apart = together;
        apart.push(Effect::class(0).times(0));
        let slopes = fitted(apart, timings)?;
        let parallel = slopes.type_one().pop();
        Ok(Self {
            fit,
            means,
            parallel: parallel.filter(|test| test.degrees > 0.0 && test.f.is_finite()),
        })
    }

    /// Returns the test of all settings having the same slope; `None` if there are too few times for it.
    pub fn parallel_slopes(&self) -> Option<Test> {
        self.parallel
    }

    /// Returns the power of the size that times grow with: 1 if they are proportional to it. `None` if there is one
    /// size.
    pub fn slope(&self) -> Option<IntervalEstimate> {
        let columns = self.fit.columns_of(1);
        let parameter = self.fit.parameters().get(columns.start).copied()?;
        let degrees = self.fit.error_degrees();
        (!parameter.dependent).then(|| {
            let half = student::two_sided_quantile(ALPHA, degrees) * parameter.standard_error;
            let t = (parameter.estimate - 1.0) / parameter.standard_error;
            IntervalEstimate {
                value: parameter.estimate,
                interval: Interval {
                    low: parameter.estimate - half,
                    high: parameter.estimate + half,
                },
                probability: student::two_sided(t, degrees),
            }
        })
    }

    /// Returns the settings that were measured, in ascending order.
    pub fn settings(&self) -> impl Iterator<Item = u32> {
        self.means.means.iter().map(|mean| mean.levels[0])
    }

    /// Returns the time of a setting divided by that of another one, with the probability of one comparison that was
    /// chosen beforehand. `None` if one was not measured.
    pub fn ratio(&self, setting: u32, baseline: u32) -> Option<IntervalEstimate> {
        let difference = self.difference(setting, baseline)?;
        Some(self.antilogarithm(&difference, difference.probability))
    }

    /// Returns the same with an interval and a probability that hold for all comparisons of settings together (Tukey
    /// and Kramer): the interval leaves out 1 where the probability is below 0.05.
    pub fn ratio_of_all(&self, setting: u32, baseline: u32) -> Option<IntervalEstimate> {
        self.ratios_of_all(&[(setting, baseline)]).pop()?
    }

    /// Returns the ratios of pairs of a setting and a baseline as [`ratio_of_all`](Self::ratio_of_all) does.
    pub fn ratios_of_all(&self, pairs: &[(u32, u32)]) -> Vec<Option<IntervalEstimate>> {
        let mut range = StudentizedRange::new(self.means.means.len() as f64, self.means.degrees);
        let critical = range.upper_quantile(ALPHA) / std::f64::consts::SQRT_2;
        let ratios = pairs.iter().map(|&(setting, baseline)| {
            let difference = self.difference(setting, baseline)?;
            let half = critical * difference.standard_error;
            Some(IntervalEstimate {
                value: difference.value.exp(),
                interval: Interval {
                    low: (difference.value - half).exp(),
                    high: (difference.value + half).exp(),
                },
                probability: range.upper(difference.t.abs() * std::f64::consts::SQRT_2),
            })
        });
        ratios.collect()
    }

    fn difference(&self, setting: u32, baseline: u32) -> Option<Estimate> {
        let place = |wanted: u32| self.settings().position(|setting| setting == wanted);
        self.means.difference(place(setting)?, place(baseline)?)
    }

    fn antilogarithm(&self, difference: &Estimate, probability: f64) -> IntervalEstimate {
        let (low, high) = self.means.limits(difference, ALPHA);
        IntervalEstimate {
            value: difference.value.exp(),
            interval: Interval {
                low: low.exp(),
                high: high.exp(),
            },
            probability,
        }
    }
}

/// Fits a model of the logarithms of times.
fn fitted(effects: Vec<Effect>, timings: &[Timing]) -> Result<Fit, GlmError> {
    let mut rows = Accumulator::new(Model::new(2, 1, true, effects)?);
    for timing in timings {
        // The logarithm of what is not above 0 is no number, which the fit refuses.
        let (size, time) = (timing.size.ln(), timing.time.ln());
        rows.add(&Observation::new(&[timing.setting, timing.block], &[size], time));
    }
    rows.fit()
}
