//! The chi-square distribution.

use super::gamma::incomplete_gamma;
use super::inverse::{Tail, value_of};
use super::loader::poisson;

/// Returns the probability of at most `x`.
pub fn lower(x: f64, degrees: f64) -> f64 {
    both(x, degrees).0
}

/// Returns the probability of more than `x`.
pub fn upper(x: f64, degrees: f64) -> f64 {
    both(x, degrees).1
}

fn both(x: f64, degrees: f64) -> (f64, f64) {
    if x.is_nan() || degrees.is_nan() || degrees <= 0.0 || degrees.is_infinite() {
        return (f64::NAN, f64::NAN);
    }
    incomplete_gamma(degrees / 2.0, x / 2.0)
}

/// Returns the value with `probability` at or below it.
pub fn lower_quantile(probability: f64, degrees: f64) -> f64 {
    if probability.is_nan() || probability >= 0.5 || probability <= 0.0 || degrees.is_nan() || degrees <= 0.0 {
        // The complement of at least one half is exact.
        return upper_quantile(1.0 - probability, degrees);
    }
    value_of_tail(probability, degrees, true)
}

/// Returns the value that is exceeded with `probability`.
pub fn upper_quantile(probability: f64, degrees: f64) -> f64 {
    let valid = degrees > 0.0 && degrees.is_finite();
    if !(valid && (0.0..=1.0).contains(&probability)) {
        return f64::NAN;
    }
    if probability == 0.0 {
        return f64::INFINITY;
    }
    if probability == 1.0 {
        return 0.0;
    }
    // The smaller tail is more precise; a complement of at least one half is exact.
    let rising = probability > 0.5;
    let target = if rising { 1.0 - probability } else { probability };
    value_of_tail(target, degrees, rising)
}

/// Returns the value whose lower tail, if `rising`, or upper tail is `target`.
fn value_of_tail(target: f64, degrees: f64, rising: bool) -> f64 {
    value_of(target, degrees, rising, |x| {
        let (lower, upper) = both(x, degrees);
        Tail {
            probability: if rising { lower } else { upper },
            density_times_value: degrees / 2.0 * poisson(degrees / 2.0, x / 2.0),
        }
    })
}

/// A chi-square test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
    /// The statistic.
    pub statistic: f64,
    /// Degrees of freedom.
    pub degrees: f64,
    /// The probability of a greater statistic; NaN without degrees of freedom.
    pub probability: f64,
}

impl ChiSquare {
    /// Creates the test of a statistic with these degrees of freedom.
    pub fn new(statistic: f64, degrees: f64) -> Self {
        Self {
            statistic,
            degrees,
            probability: upper(statistic, degrees),
        }
    }
}
