//! The distribution of the studentized range: how far the greatest of some independent normal values with the
//! same mean lies above the least, in units of their deviation as it is estimated from others. Tukey's test of
//! all differences of means rests on it.
//!
//! With W the range of k values of deviation 1, φ and Φ the density and the probability of such a value, and S
//! the estimated deviation (H. A. David and H. N. Nagaraja, Order Statistics, 3rd ed., sections 2.3 and 6.2):
//!
//! P(W > w) = k ∫ φ(z) (Φ(z)ᵏ⁻¹ - (Φ(z) - Φ(z - w))ᵏ⁻¹) dz
//!
//! P(W/S > q) = ∫ P(W > q s) dP(S ≤ s), with S² a chi-square by its degrees of freedom.
//!
//! No part of the first is negative, so that small probabilities have as many digits as others. Both integrands
//! are analytic, and vanish at both ends once the second is taken over the logarithm of s: for such ones sums in
//! equal steps converge exponentially (L. N. Trefethen and J. A. C. Weideman, SIAM Review 56, 2014).

use std::f64::consts::SQRT_2;

use hashbrown::HashMap;

use super::inverse::{Tail, value_of};
use super::loader::poisson;
use super::{normal, student};

/// The distance from the middle of the range at which the integrand vanishes: it falls at least as a normal density,
/// and less than 1e-17 is beyond 9 deviations.
const REACH: f64 = 9.0;

/// The greatest step over the logarithm of the deviation. Its density is bounded up to π/4 beside the real line, and so
/// the error falls as exp(-2π · π/4 / step).
const GREATEST_STEP: f64 = 1.0 / 12.0;

/// More steps on one side than a single degree of freedom needs.
const MOST_STEPS: i64 = 10_000;

/// The studentized range of several values. Results for one probability are reused for others.
#[derive(Clone, Debug)]
pub struct StudentizedRange {
    values: f64,
    degrees: f64,
    /// The step over the logarithm of the deviation.
    step: f64,
    /// The density of that logarithm where the deviation is 1.
    at_one: f64,
    /// The tails of the range at the multiples of the step, which are the logarithms of its values.
    tails: HashMap<i64, Tail>,
}

impl StudentizedRange {
    /// Creates the distribution for this number of values and the degrees of freedom of the deviation. With fewer than
    /// two values there is no range, and all results are NaN.
    pub fn new(values: f64, degrees: f64) -> Self {
        Self {
            values,
            degrees,
            step: GREATEST_STEP.min(0.3 / degrees.sqrt()),
            at_one: degrees * poisson(degrees / 2.0, degrees / 2.0),
            tails: HashMap::new(),
        }
    }

    fn is_valid(&self) -> bool {
        let there = |number: f64, least: f64| number >= least && number.is_finite();
        there(self.values, 2.0) && there(self.degrees, f64::MIN_POSITIVE)
    }

    /// Returns the probability of more than `q`.
    pub fn upper(&mut self, q: f64) -> f64 {
        match q {
            q if q.is_nan() || !self.is_valid() => f64::NAN,
            q if q <= 0.0 => 1.0,
            f64::INFINITY => 0.0,
            // Rounding may exceed 1.
            q => self.tail(q).probability.min(1.0),
        }
    }

    /// Returns the range that is exceeded with `probability`.
    pub fn upper_quantile(&mut self, probability: f64) -> f64 {
        if !(0.0..=1.0).contains(&probability) || !self.is_valid() {
            return f64::NAN;
        }
        if probability == 0.0 {
            return f64::INFINITY;
        }
        if probability == 1.0 {
            return 0.0;
        }
        // A bound by Bonferroni's inequality over all differences, which is often close.
        let differences = self.values * (self.values - 1.0) / 2.0;
        let start = SQRT_2 * student::two_sided_quantile(probability / differences, self.degrees);
        let start = if start.is_finite() { start } else { 1.0 };
        value_of(probability, start, false, |q| self.tail(q))
    }

    /// Returns the tail beyond a positive `q`: the sum over all deviations s = w/q, where ln w is a multiple of the
    /// step, so that the tails at w are the same for all `q`.
    fn tail(&mut self, q: f64) -> Tail {
        let of_q = q.ln();
        let mut whole = Tail {
            probability: 0.0,
            density_times_value: 0.0,
        };
        // P(W > w) falls as exp(-w²/4), which moves the middle from s = 1 down to here.
        let middle = -0.5 * (q * (q / (2.0 * self.degrees))).ln_1p();
        let middle = ((middle + of_q) / self.step).round() as i64;
        for place in (middle - MOST_STEPS..=middle).rev() {
            if self.add(place, of_q, &mut whole) {
                break;
            }
        }
        for place in middle + 1..middle + MOST_STEPS {
            // The range of many values is hardly ever small, and then the middle is between this one and 0.
            if self.add(place, of_q, &mut whole) && place as f64 * self.step > of_q {
                break;
            }
        }
        whole
    }

    /// Adds the contribution of a deviation, and returns whether it is negligible.
    fn add(&mut self, place: i64, of_q: f64, whole: &mut Tail) -> bool {
        let of_w = place as f64 * self.step;
        let values = self.values;
        let of_range = self.tails.entry(place);
        let of_range = of_range.or_insert_with(|| tail_of_range(of_w.exp(), values));
        // The density of x = ln s is that at s = 1 times exp(ν (x - (exp(2x) - 1) / 2)).
        let x = of_w - of_q;
        let density = self.at_one * (self.degrees * (x - (2.0 * x).exp_m1() / 2.0)).exp();
        let probability = self.step * density * of_range.probability;
        let slope = self.step * density * of_range.density_times_value;
        whole.probability += probability;
        whole.density_times_value += slope;
        let least = f64::EPSILON / 64.0;
        probability <= least * whole.probability && slope <= least * whole.density_times_value
    }
}

/// Returns the tail of the range of normal values of deviation 1 beyond `w`.
fn tail_of_range(w: f64, values: f64) -> Tail {
    let step = step(values);
    let steps = (REACH / step) as i32;
    let (mut beyond, mut density) = (0.0, 0.0);
    for number in -steps..=steps {
        let z = w / 2.0 + step * f64::from(number);
        let below = normal::lower(z);
        // The share of values below the greatest, z, that are more than w below it.
        let share = normal::lower(z - w) / below;
        if share.is_nan() {
            continue;
        }
        let all = values * standard_density(z) * below.powf(values - 1.0);
        let near = (-share).ln_1p();
        beyond -= all * ((values - 1.0) * near).exp_m1();
        // With two values none is between, whatever the share.
        let between = match values > 2.0 {
            true => ((values - 2.0) * near).exp(),
            false => 1.0,
        };
        density += all * (values - 1.0) * between * (standard_density(z - w) / below);
    }
    Tail {
        probability: step * beyond,
        density_times_value: step * density * w,
    }
}

/// Returns the step over z: half of it changes only the last digits. The greatest of many values scatters less than
/// each of them; that of 5000 has ten digits with this.
fn step(values: f64) -> f64 {
    match values > 20.0 {
        true => 1.0 / 8.0,
        false => 1.0 / 4.0,
    }
}

fn standard_density(z: f64) -> f64 {
    (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt()
}
