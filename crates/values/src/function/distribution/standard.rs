//! The distributions without location and scale on which the others rest.

use std::f64::consts::PI;

use feedrate_stats::distribution::{chi_square, f, normal};

/// The tails of a value that no variate is below.
pub(super) const BELOW: (f64, f64) = (0.0, 1.0);

/// The tails of a value that no variate is above.
const ABOVE: (f64, f64) = (1.0, 0.0);

pub(super) fn normal_tails(z: f64) -> (f64, f64) {
    (normal::lower(z), normal::upper(z))
}

/// The tails of an exponential variate with mean 1.
pub(super) fn exponential_tails(x: f64) -> (f64, f64) {
    if x <= 0.0 { BELOW } else { (-(-x).exp_m1(), (-x).exp()) }
}

pub(super) fn gamma_tails(shape: f64, x: f64) -> (f64, f64) {
    (
        chi_square::lower(2.0 * x, 2.0 * shape),
        chi_square::upper(2.0 * x, 2.0 * shape),
    )
}

/// The tails of a beta variate at `x`; `y` is 1 - `x`.
pub(super) fn beta_tails(a: f64, b: f64, x: f64, y: f64) -> (f64, f64) {
    if x <= 0.0 {
        return BELOW;
    }
    if y <= 0.0 {
        return ABOVE;
    }
    let ratio = x / y * (b / a);
    (f::lower(ratio, 2.0 * a, 2.0 * b), f::upper(ratio, 2.0 * a, 2.0 * b))
}

/// The upper tail of a normal variate at a positive `z`, times the exponential of `exponent`, which may overflow.
pub(super) fn scaled_upper(exponent: f64, z: f64) -> f64 {
    if z < 30.0 {
        return (exponent + normal::upper(z).ln()).exp();
    }
    let squared = (z * z).recip();
    let series = 1.0 - squared * (1.0 - 3.0 * squared * (1.0 - 5.0 * squared));
    (exponent - z * z / 2.0 - z.ln() - log_root_of_two_pi() + series.ln()).exp()
}

/// The logarithm of `x` to the power of `shape` - 1, where 0 to the power of 0 is 1.
pub(super) fn log_power(shape: f64, x: f64) -> f64 {
    if shape == 1.0 { 0.0 } else { (shape - 1.0) * x.ln() }
}

/// The logarithm of the beta function.
pub(super) fn log_beta(a: f64, b: f64) -> f64 {
    libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b)
}

/// Of a gamma variate with scale 1.
pub(super) fn log_gamma_density(shape: f64, x: f64) -> f64 {
    log_power(shape, x) - x - libm::lgamma(shape)
}

/// ln √2π.
pub(super) fn log_root_of_two_pi() -> f64 {
    0.5 * (2.0 * PI).ln()
}
