//! Noncentral distributions as mixtures of central ones, whose weights are Poisson probabilities.

use std::f64::consts::{PI, SQRT_2};

use feedrate_stats::distribution::normal;

use super::standard::{beta_tails, gamma_tails, log_beta, log_gamma_density};

/// Returns the logarithm of a Poisson probability.
fn log_weight(count: f64, mean: f64) -> f64 {
    if mean == 0.0 {
        return if count == 0.0 { 0.0 } else { f64::NEG_INFINITY };
    }
    count * mean.ln() - mean - libm::lgamma(count + 1.0)
}

/// The counts whose weights are not negligible: 13 deviations around the mean.
fn counts(mean: f64) -> impl Iterator<Item = f64> {
    let reach = 13.0 * mean.sqrt() + 40.0;
    let first = (mean - reach).max(0.0).floor();
    let last = (mean + reach).ceil();
    (0..=(last - first) as u32).map(move |step| first + f64::from(step))
}

/// Adds up both tails of the parts of a mixture.
fn mixed(mean: f64, part: impl Fn(f64) -> (f64, f64)) -> (f64, f64) {
    counts(mean).fold((0.0, 0.0), |(lower, upper), count| {
        let (weight, (below, above)) = (log_weight(count, mean).exp(), part(count));
        (lower + weight * below, upper + weight * above)
    })
}

fn mixed_density(mean: f64, log_part: impl Fn(f64) -> f64) -> f64 {
    counts(mean)
        .map(|count| (log_weight(count, mean) + log_part(count)).exp())
        .sum()
}

pub(super) fn chi_square(x: f64, degrees: f64, noncentrality: f64) -> (f64, f64) {
    mixed(noncentrality / 2.0, |count| gamma_tails(degrees / 2.0 + count, x / 2.0))
}

pub(super) fn chi_square_density(x: f64, degrees: f64, noncentrality: f64) -> f64 {
    mixed_density(noncentrality / 2.0, |count| {
        log_gamma_density(degrees / 2.0 + count, x / 2.0)
    }) / 2.0
}

pub(super) fn f(x: f64, numerator: f64, denominator: f64, noncentrality: f64) -> (f64, f64) {
    let ratio = x * numerator / denominator;
    let (u, v) = (ratio / (1.0 + ratio), (1.0 + ratio).recip());
    mixed(noncentrality / 2.0, |count| {
        beta_tails(numerator / 2.0 + count, denominator / 2.0, u, v)
    })
}

pub(super) fn f_density(x: f64, numerator: f64, denominator: f64, noncentrality: f64) -> f64 {
    let ratio = numerator / denominator;
    mixed_density(noncentrality / 2.0, |count| {
        let (a, b) = (numerator / 2.0 + count, denominator / 2.0);
        let head = if a == 1.0 { 0.0 } else { (a - 1.0) * (ratio * x).ln() };
        head + ratio.ln() - (a + b) * (ratio * x).ln_1p() - log_beta(a, b)
    })
}

/// The tails of the noncentral t distribution (R. V. Lenth, "Cumulative Distribution Function of the Non-Central t
/// Distribution", Applied Statistics 38, 1989).
pub(super) fn student(t: f64, degrees: f64, noncentrality: f64) -> (f64, f64) {
    if t < 0.0 {
        let (lower, upper) = student(-t, degrees, -noncentrality);
        return (upper, lower);
    }
    let squared = t * t;
    let (u, v) = (squared / (degrees + squared), degrees / (degrees + squared));
    let mean = noncentrality * noncentrality / 2.0;
    let sum = counts(mean).fold(0.0, |sum, count| {
        let even = log_weight(count, mean).exp() * beta_tails(count + 0.5, degrees / 2.0, u, v).0;
        let odd_weight = if mean == 0.0 {
            0.0
        } else {
            noncentrality / SQRT_2 * (count * mean.ln() - mean - libm::lgamma(count + 1.5)).exp()
        };
        sum + even + odd_weight * beta_tails(count + 1.0, degrees / 2.0, u, v).0
    });
    let lower = (normal::lower(-noncentrality) + sum / 2.0).clamp(0.0, 1.0);
    (lower, 1.0 - lower)
}

/// The derivative of the lower tail, which follows from those with `degrees` and with two more.
pub(super) fn student_density(t: f64, degrees: f64, noncentrality: f64) -> f64 {
    if t.abs() < 1e-6 {
        let ratio = (libm::lgamma((degrees + 1.0) / 2.0) - libm::lgamma(degrees / 2.0)).exp();
        return ratio / (PI * degrees).sqrt() * (-noncentrality * noncentrality / 2.0).exp();
    }
    let more = student(t * (1.0 + 2.0 / degrees).sqrt(), degrees + 2.0, noncentrality).0;
    degrees / t * (more - student(t, degrees, noncentrality).0)
}
