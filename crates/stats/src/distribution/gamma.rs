//! The regularized incomplete gamma functions.

use super::loader::poisson;

/// More terms than any argument below 1e10 needs; they grow with its square root.
const MOST_TERMS: u32 = 1_000_000;

/// Returns P(a, x) and Q(a, x), which is 1 - P(a, x), for positive `a` and nonnegative `x`.
pub(super) fn incomplete_gamma(a: f64, x: f64) -> (f64, f64) {
    if x <= 0.0 {
        return (0.0, 1.0);
    }
    if x.is_infinite() {
        return (1.0, 0.0);
    }
    let leading = poisson(a, x);
    if x < a + 1.0 {
        let lower = leading * series(a, x);
        (lower, 1.0 - lower)
    } else {
        let upper = leading * a * fraction(a, x);
        (1.0 - upper, upper)
    }
}

/// 1 + x/(a+1) + x²/((a+1)(a+2)) + ... (NIST Digital Library of Mathematical Functions, 8.11.4).
fn series(a: f64, x: f64) -> f64 {
    let (mut sum, mut term, mut at) = (1.0, 1.0, a);
    for _ in 0..MOST_TERMS {
        at += 1.0;
        term *= x / at;
        sum += term;
        if term < sum * f64::EPSILON / 4.0 {
            break;
        }
    }
    sum
}

/// The continued fraction of Γ(a, x) eˣ x⁻ᵃ in its even form (the same, 8.9.2), evaluated as W. J. Lentz
/// did (Applied Optics 15, 1976).
fn fraction(a: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut bottom = x + 1.0 - a;
    let mut numerator = 1.0 / TINY;
    let mut denominator = 1.0 / away_from_zero(bottom);
    let mut value = denominator;
    for term in 1..MOST_TERMS {
        let i = f64::from(term);
        let top = -i * (i - a);
        bottom += 2.0;
        denominator = 1.0 / away_from_zero(top * denominator + bottom);
        numerator = away_from_zero(bottom + top / numerator);
        let factor = denominator * numerator;
        value *= factor;
        if (factor - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}
