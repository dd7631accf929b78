//! The two terms out of which C. Loader builds binomial probabilities ("Fast and Accurate Computation of
//! Binomial Probabilities", 2000): the error of Stirling's formula and a deviance.

/// From here on the asymptotic series of Stirling's formula is exact to the last digit.
const SERIES_FROM: f64 = 10.0;

/// The coefficients of the series in 1/x, 1/x³, 1/x⁵ and so on (NIST Digital Library of Mathematical
/// Functions, 5.11.1: Bernoulli numbers).
const SERIES: [f64; 8] = [
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360_360.0,
    1.0 / 156.0,
    -3617.0 / 122_400.0,
];

/// ln Γ(x+1) - (x+½) ln x + x - ½ ln 2π, for a positive `x`.
pub(super) fn stirling_error(x: f64) -> f64 {
    // ln Γ(x+1) = ln Γ(x+2) - ln(x+1) turns an error at x into the one at x+1.
    let mut steps = 0.0;
    let mut at = x;
    while at < SERIES_FROM {
        steps += (at + 0.5) * at.recip().ln_1p() - 1.0;
        at += 1.0;
    }
    let squared = (at * at).recip();
    let series = SERIES
        .iter()
        .rev()
        .fold(0.0, |sum, coefficient| sum * squared + coefficient);
    steps + series / at
}

/// x ln(x/m) + m - x for positive `x` and `m`, which is 0 where they are equal.
pub(super) fn deviance(x: f64, m: f64) -> f64 {
    let difference = x - m;
    if difference.abs() >= 0.1 * (x + m) {
        return x * (x / m).ln() - difference;
    }
    // With v = (x-m)/(x+m), ln(x/m) = 2 (v + v³/3 + v⁵/5 + ...), whose first term is taken against m - x.
    let v = difference / (x + m);
    let squared = v * v;
    let mut sum = difference * v;
    let mut term = 2.0 * x * v;
    let mut odd = 3.0;
    loop {
        term *= squared;
        let next = sum + term / odd;
        if next == sum || next.is_nan() {
            return next;
        }
        sum = next;
        odd += 2.0;
    }
}

/// exp(-m) mᵃ / Γ(a+1): for whole `a` the Poisson probability of `a` events where `m` are expected.
pub fn poisson(a: f64, m: f64) -> f64 {
    let logarithm = -stirling_error(a) - deviance(a, m);
    logarithm.exp() / (std::f64::consts::TAU * a).sqrt()
}

/// Γ(a+b+1) / (Γ(a+1) Γ(b+1)) xᵃ yᵇ, where `y` is 1 - `x`: for whole `a` and `b` the binomial probability
/// of `a` successes and `b` failures.
pub fn binomial(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    if a == 0.0 {
        return (n * logarithm_of(y, x)).exp();
    }
    if b == 0.0 {
        return (n * logarithm_of(x, y)).exp();
    }
    let logarithm = stirling_error(n) - stirling_error(a) - stirling_error(b) - deviance(a, n * x) - deviance(b, n * y);
    logarithm.exp() * (n / (std::f64::consts::TAU * a * b)).sqrt()
}

/// The logarithm of `x`, which is 1 - `y`.
fn logarithm_of(x: f64, y: f64) -> f64 {
    if x > 0.5 { (-y).ln_1p() } else { x.ln() }
}
