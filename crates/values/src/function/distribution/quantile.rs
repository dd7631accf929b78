//! The value with a given probability at or below it.

use std::f64::consts::PI;

use feedrate_stats::distribution::{chi_square, f, normal, student};

use super::law::Law;

/// Counts beyond this one are no integers.
const MOST_COUNT: f64 = 9e15;

/// Below this upper tail, a count is searched by it: the lower one has too few digits of it.
const SMALL_TAIL: f64 = 1e-3;

/// A probability and what it leaves of 1: that which was given is exact, however small it is.
#[derive(Clone, Copy)]
pub(super) struct Tails {
    lower: f64,
    upper: f64,
}

impl Tails {
    /// Creates the tails of a probability at or below a value.
    pub(super) fn below(probability: f64) -> Self {
        Self {
            lower: probability,
            upper: 1.0 - probability,
        }
    }

    /// Creates the tails of a probability above a value.
    pub(super) fn above(probability: f64) -> Self {
        Self {
            lower: 1.0 - probability,
            upper: probability,
        }
    }

    fn is_lower_smaller(self) -> bool {
        self.lower < self.upper
    }

    /// Returns the logarithm of the upper tail.
    fn log_upper(self) -> f64 {
        match self.is_lower_smaller() {
            true => (-self.lower).ln_1p(),
            false => self.upper.ln(),
        }
    }

    /// Returns the quantile of a law that is symmetric around 0; `of_lower` computes those below 0.
    fn symmetric(self, of_lower: impl Fn(f64) -> f64) -> f64 {
        match self.is_lower_smaller() {
            true => of_lower(self.lower),
            false => -of_lower(self.upper),
        }
    }
}

impl Law<'_> {
    /// Returns the least value with the lower tail at or below it; infinite where there is none.
    pub(super) fn quantile(&self, tails: Tails) -> f64 {
        match *self {
            Self::Normal { location, scale } => location + scale * tails.symmetric(normal::quantile),
            Self::Lognormal { location, scale } => (location + scale * tails.symmetric(normal::quantile)).exp(),
            Self::Cauchy { location, scale } => location + scale * tails.symmetric(|lower| -1.0 / (PI * lower).tan()),
            Self::Laplace { location, scale } => location + scale * tails.symmetric(|lower| (2.0 * lower).ln()),
            Self::Logistic { location, scale } => location + scale * (tails.lower / tails.upper).ln(),
            Self::Exponential { scale } => -scale * tails.log_upper(),
            Self::Weibull { shape, scale } => scale * (-tails.log_upper()).powf(shape.recip()),
            Self::Pareto { shape, scale } => scale * (-tails.log_upper() / shape).exp(),
            Self::Uniform { left, right } => left + tails.lower * (right - left),
            Self::Gamma { shape, scale } => scale * chi_square_quantile(tails, 2.0 * shape) / 2.0,
            Self::ChiSquare {
                degrees,
                noncentrality: 0.0,
            } => chi_square_quantile(tails, degrees),
            Self::F {
                numerator,
                denominator,
                noncentrality: 0.0,
            } => f_quantile(tails, numerator, denominator),
            Self::T {
                degrees,
                noncentrality: 0.0,
            } => tails.symmetric(|lower| -student::two_sided_quantile(2.0 * lower, degrees)),
            Self::Beta { a, b, left, right } => {
                let ratio = f_quantile(tails, 2.0 * a, 2.0 * b) * (a / b);
                let share = if ratio > 1.0 {
                    (1.0 + ratio.recip()).recip()
                } else {
                    ratio / (1.0 + ratio)
                };
                left + share * (right - left)
            }
            Self::T { .. } | Self::NormalMixture { .. } => self.searched(tails, f64::NEG_INFINITY),
            Self::ChiSquare { .. } | Self::F { .. } | Self::Wald { .. } => self.searched(tails, 0.0),
            _ => self.count(tails),
        }
    }

    /// Searches the value between `least`, 0 or minus infinity, and infinity.
    fn searched(&self, wanted: Tails, least: f64) -> f64 {
        if wanted.lower == 0.0 {
            return least;
        }
        if wanted.upper == 0.0 {
            return f64::INFINITY;
        }
        // The smaller tail is the more precise one.
        let reaches = |x: f64| {
            let (lower, upper) = self.tails(x);
            match wanted.is_lower_smaller() {
                true => lower >= wanted.lower,
                false => upper <= wanted.upper,
            }
        };
        let mut high = 1.0;
        while !reaches(high) && high < 1e300 {
            high *= 2.0;
        }
        let mut low = if least == 0.0 { 0.0 } else { -1.0 };
        while low < 0.0 && reaches(low) && low > -1e300 {
            low *= 2.0;
        }
        for _ in 0..1100 {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            if reaches(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        high
    }

    /// Searches the least count.
    fn count(&self, wanted: Tails) -> f64 {
        // Sums of probabilities are a little less than the decimal that is meant.
        let reaches = |count: f64| {
            let (lower, upper) = self.tails(count);
            match wanted.upper < SMALL_TAIL {
                true => upper <= wanted.upper * (1.0 + 1e-13),
                false => lower >= wanted.lower * (1.0 - 1e-13),
            }
        };
        let (mut low, mut high) = (-1.0, 1.0);
        while !reaches(high) {
            low = high;
            high *= 2.0;
            if high > MOST_COUNT {
                return f64::INFINITY;
            }
        }
        while high - low > 1.0 {
            let middle = (low + (high - low) / 2.0).floor();
            if reaches(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        high
    }
}

fn chi_square_quantile(tails: Tails, degrees: f64) -> f64 {
    match tails.is_lower_smaller() {
        true => chi_square::lower_quantile(tails.lower, degrees),
        false => chi_square::upper_quantile(tails.upper, degrees),
    }
}

fn f_quantile(tails: Tails, numerator: f64, denominator: f64) -> f64 {
    match tails.is_lower_smaller() {
        true => f::lower_quantile(tails.lower, numerator, denominator),
        false => f::upper_quantile(tails.upper, numerator, denominator),
    }
}
