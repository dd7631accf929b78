//! Moments of one variable: what is known of some values by their number, sum, bounds and powers about the
//! mean, and the figures that follow from it.
//!
//! [`Moments`] accumulates values one by one ([`add`](Moments::add)), or whole columns of them in two passes
//! ([`of_column`](Moments::of_column), [`Columns`]), and parts are merged by pairwise updates: the second
//! moment as T. F. Chan, G. H. Golub and R. J. LeVeque have it ("Updating formulae and a pairwise algorithm
//! for computing sample variances", 1979), the third and fourth as P. Pébay has them ("Formulas for robust,
//! one-pass parallel computation of covariances and arbitrary-order statistical moments", Sandia report
//! SAND2008-6212, 2008). Nothing large is ever subtracted from something as large, and the sum carries its
//! rounding error along (O. Møller and D. E. Knuth's exact sum of two numbers).
//!
//! The figures (mean, variance, skewness, confidence limits and so on) are methods of [`Moments`]. A figure
//! that is not defined is NaN.

mod columns;
mod figures;
pub mod lanes;
pub mod limits;
#[cfg(test)]
mod tests;

pub use columns::{COLUMNS, Columns};
pub use figures::Divisor;

/// The moments of a variable over observations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The number of observations, each counted with its frequency.
    pub n: f64,
    /// The sum of their weights: `n` if there are none.
    pub weight: f64,
    /// The weighted sum of the values, rounded; see [`total`](Self::total).
    pub sum: f64,
    /// The rounding error of the sum.
    pub lost: f64,
    /// The minimum; infinite if there are no values, and NaN if it is not known.
    pub min: f64,
    /// The maximum; negative infinity if there are no values, and NaN if it is not known.
    pub max: f64,
    /// The weighted sum of squares about the mean.
    pub second: f64,
    /// The weighted sum of third powers about the mean, if it is kept.
    pub third: f64,
    /// The weighted sum of fourth powers about the mean, if it is kept.
    pub fourth: f64,
}

impl Moments {
    /// The moments of no observations.
    pub const NONE: Self = Self {
        n: 0.0,
        weight: 0.0,
        sum: 0.0,
        lost: 0.0,
        min: f64::INFINITY,
        max: f64::NEG_INFINITY,
        second: 0.0,
        third: 0.0,
        fourth: 0.0,
    };

    /// Returns the moments of a value that occurs `n` times, with `weight` in all.
    #[inline]
    pub fn of(value: f64, n: f64, weight: f64) -> Self {
        Self {
            n,
            weight,
            sum: value * weight,
            min: value,
            max: value,
            ..Self::NONE
        }
    }

    /// Returns the moments of `n` values without weights of which only their sum and the sum of their squares about the
    /// mean are known.
    #[inline]
    pub fn unweighted(n: f64, sum: f64, second: f64) -> Self {
        Self {
            n,
            weight: n,
            sum,
            min: f64::NAN,
            max: f64::NAN,
            second,
            ..Self::NONE
        }
    }

    /// Adds a value that occurs `n` times, with `weight` in all, to all except the third and fourth moments.
    #[inline]
    pub fn add(&mut self, value: f64, n: f64, weight: f64) {
        self.merge_without_higher(&Self::of(value, n, weight));
    }

    /// Adds the moments of other observations.
    #[inline]
    pub fn merge(&mut self, other: &Self) {
        self.merge_powers::<true>(other);
    }

    /// Adds the moments of other observations, except the third and fourth, which stay as they are.
    #[inline]
    pub fn merge_without_higher(&mut self, other: &Self) {
        self.merge_powers::<false>(other);
    }

    #[inline]
    fn merge_powers<const HIGHER: bool>(&mut self, other: &Self) {
        let (a, b) = (self.weight, other.weight);
        if a > 0.0 && b > 0.0 {
            let whole = a + b;
            let delta = other.mean() - self.mean();
            let part = delta / whole;
            let squared = delta * part * a * b;
            // The third and fourth are merged first, because they need the lower ones of both parts.
            if HIGHER {
                self.fourth += other.fourth
                    + squared * part * part * (a * a - a * b + b * b)
                    + 6.0 * part * part * (a * a * other.second + b * b * self.second)
                    + 4.0 * part * (a * other.third - b * self.third);
                self.third +=
                    other.third + squared * part * (a - b) + 3.0 * part * (a * other.second - b * self.second);
            }
            self.second += other.second + squared;
        } else if b > 0.0 {
            self.second = other.second;
            if HIGHER {
                self.third = other.third;
                self.fourth = other.fourth;
            }
        }
        let (sum, error) = two_sum(self.sum, other.sum);
        self.sum = sum;
        self.lost += other.lost + error;
        self.n += other.n;
        self.weight += b;
        self.min = lesser(self.min, other.min);
        self.max = greater(self.max, other.max);
    }
}

/// Returns the rounded sum of two numbers, and its rounding error, which is 0 for an infinite sum.
#[inline]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    let error = (a - (sum - of_b)) + (b - of_b);
    (sum, if error.is_finite() { error } else { 0.0 })
}

/// Returns the lesser of two numbers; the first if the second is NaN.
#[inline]
pub fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// Returns the greater of two numbers; the first if the second is NaN.
#[inline]
pub fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
