//! Confidence limits of a mean and of a variance of normal values.

use crate::distribution::{chi_square, student};

/// Returns the limits of a mean with this standard error and degrees of freedom, with error probability `alpha` on both
/// sides together. For more than 1 the lower limit is above the mean: one-sided limits are those of twice their error
/// probability.
pub fn of_mean(mean: f64, error: f64, degrees: f64, alpha: f64) -> (f64, f64) {
    if error.is_nan() {
        return (f64::NAN, f64::NAN);
    }
    let half = match alpha <= 1.0 {
        true => error * student::two_sided_quantile(alpha, degrees),
        false => -error * student::two_sided_quantile(2.0 - alpha, degrees),
    };
    (mean - half, mean + half)
}

/// Returns the limits of the variance of values whose sum of squares about the mean has these degrees of freedom, with
/// error probability `alpha` on both sides together.
pub fn of_variance(squares: f64, degrees: f64, alpha: f64) -> (f64, f64) {
    let limit = |probability| squares / chi_square::upper_quantile(probability, degrees);
    (limit(alpha / 2.0), limit(1.0 - alpha / 2.0))
}
