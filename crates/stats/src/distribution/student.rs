//! Student's t distribution, for tests and confidence limits of means and parameters.

use super::f;

/// Returns the probability that the absolute value of Student's t is greater than that of `t`.
pub fn two_sided(t: f64, degrees: f64) -> f64 {
    f::upper(t * t, 1.0, degrees)
}

/// Returns the probability of a t of at most `t`.
pub fn lower(t: f64, degrees: f64) -> f64 {
    let beyond = two_sided(t, degrees) / 2.0;
    if t > 0.0 { 1.0 - beyond } else { beyond }
}

/// Returns the probability of a t of more than `t`.
pub fn upper(t: f64, degrees: f64) -> f64 {
    lower(-t, degrees)
}

/// Returns the absolute t that is exceeded with `probability`, both sides together.
pub fn two_sided_quantile(probability: f64, degrees: f64) -> f64 {
    f::upper_quantile(probability, 1.0, degrees).sqrt()
}
