//! The regularized incomplete beta function.

use super::loader::binomial;

/// More terms than any argument below 1e10 needs; they grow with its square root.
const MOST_TERMS: u32 = 1_000_000;

/// Returns I(x; a, b) and its complement I(y; b, a), where `y` is 1 - `x`; positive `a` and `b`.
pub(super) fn incomplete_beta(a: f64, b: f64, x: f64, y: f64) -> (f64, f64) {
    if x <= 0.0 {
        return (0.0, 1.0);
    }
    if y <= 0.0 {
        return (1.0, 0.0);
    }
    // The fraction converges fast only on one side of the mean; the other side is its complement.
    if x <= (a + 1.0) / (a + b + 2.0) {
        let part = leading(a, b, x, y) * a * fraction(a, b, x, y);
        (part, 1.0 - part)
    } else {
        let part = leading(b, a, y, x) * b * fraction(b, a, y, x);
        (1.0 - part, part)
    }
}

/// xᵃ yᵇ / (a B(a, b)).
pub(super) fn leading(a: f64, b: f64, x: f64, y: f64) -> f64 {
    binomial(a, b, x, y) * (b / (a + b))
}

/// The continued fraction of B(a, b) I(x; a, b) / (xᵃ yᵇ) by A. R. DiDonato and A. H. Morris ("Significant
/// Digit Computation of the Incomplete Beta Function Ratios", ACM Transactions on Mathematical Software 18,
/// 1992, equation 9), evaluated as W. J. Lentz did (Applied Optics 15, 1976). Unlike the better known one it
/// takes no small difference of numbers near 1 where degrees of freedom are many.
fn fraction(a: f64, b: f64, x: f64, y: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let distance = a * y - b * x;
    let mut numerator = 1.0 / TINY;
    let mut denominator = 1.0 / away_from_zero(a / (a + 1.0) * (distance + 1.0));
    let mut value = denominator;
    for term in 1..MOST_TERMS {
        let n = f64::from(term);
        let between = a + 2.0 * n - 1.0;
        let share = n * (b - n) * x / between;
        let top = (a + n - 1.0) / between * (a + b + n - 1.0) * x * share;
        let bottom = n + share + (a + n) / (a + 2.0 * n + 1.0) * (distance + 1.0 + n * (1.0 + y));
        denominator = 1.0 / away_from_zero(bottom + top * denominator);
        numerator = away_from_zero(bottom + top / numerator);
        let factor = denominator * numerator;
        value *= factor;
        if (factor - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}
