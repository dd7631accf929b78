//! The F distribution: the ratio of two mean squares.

use super::beta::{incomplete_beta, leading};
use super::inverse::{Tail, value_of};

/// Returns the probability of at most `f`, with the degrees of freedom of the numerator and the denominator.
pub fn lower(f: f64, numerator: f64, denominator: f64) -> f64 {
    both(f, numerator, denominator).0
}

/// Returns the probability of more than `f`, with the degrees of freedom of the numerator and the denominator.
pub fn upper(f: f64, numerator: f64, denominator: f64) -> f64 {
    both(f, numerator, denominator).1
}

fn both(f: f64, numerator: f64, denominator: f64) -> (f64, f64) {
    if f.is_nan() || !valid(numerator) || !valid(denominator) {
        return (f64::NAN, f64::NAN);
    }
    if f == f64::INFINITY {
        return (1.0, 0.0);
    }
    let (x, y) = shares(f, numerator, denominator);
    incomplete_beta(numerator / 2.0, denominator / 2.0, x, y)
}

fn valid(degrees: f64) -> bool {
    degrees > 0.0 && degrees.is_finite()
}

/// Returns the argument of the beta function and its complement, both computed without a difference.
fn shares(f: f64, numerator: f64, denominator: f64) -> (f64, f64) {
    let ratio = f.max(0.0) * (numerator / denominator);
    if ratio > 1.0 {
        let inverse = ratio.recip();
        ((1.0 + inverse).recip(), inverse / (1.0 + inverse))
    } else {
        (ratio / (1.0 + ratio), (1.0 + ratio).recip())
    }
}

/// Returns the value with `probability` at or below it.
pub fn lower_quantile(probability: f64, numerator: f64, denominator: f64) -> f64 {
    // The reciprocal has the same distribution with the degrees of freedom exchanged.
    upper_quantile(probability, denominator, numerator).recip()
}

/// Returns the value that is exceeded with `probability`.
pub fn upper_quantile(probability: f64, numerator: f64, denominator: f64) -> f64 {
    if !(0.0..=1.0).contains(&probability) || !valid(numerator) || !valid(denominator) {
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
    let (a, b) = (numerator / 2.0, denominator / 2.0);
    value_of(target, 1.0, rising, |f| {
        let (x, y) = shares(f, numerator, denominator);
        let (lower, upper) = incomplete_beta(a, b, x, y);
        Tail {
            probability: if rising { lower } else { upper },
            density_times_value: a * leading(a, b, x, y),
        }
    })
}
