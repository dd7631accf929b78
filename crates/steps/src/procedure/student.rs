//! Student's t distribution, for tests and confidence limits of means.
//!
//! Probabilities are regularized incomplete beta functions, by the continued fraction of the NIST Digital
//! Library of Mathematical Functions, 8.17.22, evaluated as W. J. Lentz did (Applied Optics 15, 1976).

/// The probability that the absolute t of so many degrees of freedom is greater than `t`.
pub fn two_sided(t: f64, degrees: f64) -> f64 {
    if t.is_infinite() {
        return 0.0;
    }
    let squared = t * t;
    // Both shares are computed without a difference, so that neither loses its digits near 0.
    let (rest, share) = (degrees / (degrees + squared), squared / (degrees + squared));
    incomplete_beta(degrees / 2.0, 0.5, rest, share)
}

/// The absolute t of so many degrees of freedom that is exceeded with a probability between 0 and 1.
pub fn two_sided_quantile(probability: f64, degrees: f64) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    while two_sided(high, degrees) > probability && high < 1e300 {
        low = high;
        high *= 2.0;
    }
    // Halving an interval of doubles ends where no double is between its ends.
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if two_sided(middle, degrees) > probability {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The regularized incomplete beta function of `x`, where `y` is 1 - `x`.
fn incomplete_beta(a: f64, b: f64, x: f64, y: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if y <= 0.0 {
        return 1.0;
    }
    // The fraction converges fast on one side of the mean only; the other side is its complement.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, y, x);
    }
    let logarithm = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b)
        + a * logarithm_of(x, y)
        + b * logarithm_of(y, x);
    logarithm.exp() * fraction(a, b, x) / a
}

/// The logarithm of `x`, which is 1 - `y`.
fn logarithm_of(x: f64, y: f64) -> f64 {
    if x > 0.5 { (-y).ln_1p() } else { x.ln() }
}

/// The continued fraction of the incomplete beta function.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    const MOST_TERMS: u32 = 100_000;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut numerator = 1.0;
    let mut denominator = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = denominator;
    for term in 1..MOST_TERMS {
        let m = f64::from(term);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut factor = 1.0;
        for coefficient in [even, odd] {
            denominator = 1.0 / away_from_zero(1.0 + coefficient * denominator);
            numerator = away_from_zero(1.0 + coefficient / numerator);
            factor = denominator * numerator;
            value *= factor;
        }
        if (factor - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(got: f64, want: f64) {
        assert!((got / want - 1.0).abs() < 1e-11, "{got} {want}");
    }

    #[test]
    fn distributions_that_are_known_in_closed_form() {
        use std::f64::consts::PI;
        for t in [0.01, 0.3, 1.0, 2.5, 12.0, 1e3] {
            // One degree of freedom is Cauchy's distribution; two and four are algebraic.
            near(two_sided(t, 1.0), 2.0 / PI * (1.0 / t).atan());
            let two = 1.0 - t / (2.0 + t * t).sqrt();
            if two > 1e-4 {
                near(two_sided(t, 2.0), two);
            }
            near(two_sided(-t, 5.0), two_sided(t, 5.0));
        }
        assert_eq!(two_sided(0.0, 7.0), 1.0);
        assert_eq!(two_sided(f64::INFINITY, 7.0), 0.0);
    }

    #[test]
    fn quantiles_turn_probabilities_around() {
        near(two_sided_quantile(0.05, 1.0), 12.706_204_736_174_7);
        near(two_sided_quantile(0.05, 10.0), 2.228_138_851_986_27);
        near(two_sided_quantile(0.01, 30.0), 2.749_995_653_567_23);
        for degrees in [1.0, 3.0, 18.0, 1e6] {
            for probability in [1e-6, 0.05, 0.5, 0.999] {
                near(
                    two_sided(two_sided_quantile(probability, degrees), degrees),
                    probability,
                );
            }
        }
    }
}
