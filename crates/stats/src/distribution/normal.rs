//! The normal distribution with mean 0 and deviation 1.

use std::f64::consts::FRAC_1_SQRT_2;

use super::chi_square;

/// Returns the probability of at most `x`.
pub fn lower(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// Returns the probability of more than `x`.
pub fn upper(x: f64) -> f64 {
    lower(-x)
}

/// Returns the probability of more than the absolute value of `x` on either side.
pub fn two_sided(x: f64) -> f64 {
    libm::erfc(x.abs() * FRAC_1_SQRT_2)
}

/// Returns the value with `probability` at or below it.
pub fn quantile(probability: f64) -> f64 {
    if !(0.0..=1.0).contains(&probability) {
        return f64::NAN;
    }
    if probability < 0.5 {
        -two_sided_quantile(2.0 * probability)
    } else {
        // The difference is exact, because the probability is at least half of 1.
        two_sided_quantile(2.0 * (1.0 - probability))
    }
}

/// Returns the absolute value that is exceeded on either side with `probability` together.
pub fn two_sided_quantile(probability: f64) -> f64 {
    chi_square::upper_quantile(probability, 1.0).sqrt()
}
