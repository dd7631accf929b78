//! The bivariate normal distribution.

use std::f64::consts::PI;

use feedrate_stats::distribution::normal;

/// The nodes and weights of Gauss's rule with five points on -1 to 1.
const NODES: [(f64, f64); 5] = [
    (0.0, 0.568_888_888_888_888_9),
    (0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
    (-0.538_469_310_105_683_1, 0.478_628_670_499_366_5),
    (0.906_179_845_938_664, 0.236_926_885_056_189_1),
    (-0.906_179_845_938_664, 0.236_926_885_056_189_1),
];

/// The parts into which the range of integration is divided.
const PARTS: u32 = 400;

/// Returns the probability of at most `x` and at most `y` with a correlation between -1 and 1: the product of both
/// probabilities, and the integral of the density over the correlation, as the sine of an angle (R. L. Plackett, "A
/// Reduction Formula for Normal Multivariate Integrals", Biometrika 41, 1954).
pub(super) fn lower(x: f64, y: f64, correlation: f64) -> f64 {
    if correlation == 1.0 {
        return normal::lower(x.min(y));
    }
    if correlation == -1.0 {
        return (normal::lower(x) - normal::upper(y)).max(0.0);
    }
    let angle = correlation.asin();
    let half = angle / f64::from(PARTS) / 2.0;
    let mut sum = 0.0;
    for part in 0..PARTS {
        let middle = half * (2.0 * f64::from(part) + 1.0);
        for (node, weight) in NODES {
            let (sine, cosine) = (middle + half * node).sin_cos();
            let exponent = (x * x + y * y - 2.0 * x * y * sine) / (2.0 * cosine * cosine);
            sum += weight * (-exponent).exp();
        }
    }
    (normal::lower(x) * normal::lower(y) + sum * half / (2.0 * PI)).clamp(0.0, 1.0)
}
