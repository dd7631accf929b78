//! Moments of one variable over some observations, and how those of two parts make those of the whole.
//!
//! The parts are merged by pairwise updates: the second moment as T. F. Chan, G. H. Golub and R. J. LeVeque
//! have it ("Updating formulae and a pairwise algorithm for computing sample variances", 1979), the third
//! and fourth as P. Pébay has them ("Formulas for robust, one-pass parallel computation of covariances and
//! arbitrary-order statistical moments", Sandia report SAND2008-6212, 2008). Nothing large is ever
//! subtracted from something as large, and the sum carries its rounding error along (O. Møller and
//! D. E. Knuth's exact sum of two numbers).

use std::ops::Range;

use super::details::Details;

/// What is known of a variable over some observations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moments {
    /// Observations with a value, each as often as FREQ says.
    pub n: f64,
    /// Their weights in sum: `n` where there are none.
    pub weight: f64,
    /// Their weighted sum.
    pub sum: f64,
    /// What rounding has lost of that.
    pub lost: f64,
    /// The least value; infinite where there is none.
    pub min: f64,
    /// The greatest value; negative and infinite where there is none.
    pub max: f64,
    /// The weighted sum of squares about the mean.
    pub second: f64,
    /// The sum of third powers about the mean, where it is wanted.
    pub third: f64,
    /// The sum of fourth powers about the mean, where it is wanted.
    pub fourth: f64,
}

impl Moments {
    /// Those of no observation.
    pub(super) const NONE: Self = Self {
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

    /// Those of a value that is there `n` times, with `weight` in all.
    pub(super) fn of(value: f64, n: f64, weight: f64) -> Self {
        Self {
            n,
            weight,
            sum: value * weight,
            lost: 0.0,
            min: value,
            max: value,
            second: 0.0,
            third: 0.0,
            fourth: 0.0,
        }
    }

    /// The sum with what rounding would have lost.
    pub(super) fn total(&self) -> f64 {
        self.sum + self.lost
    }

    /// The weighted mean; 0 where nothing weighs.
    pub(super) fn mean(&self) -> f64 {
        if self.weight > 0.0 {
            self.total() / self.weight
        } else {
            0.0
        }
    }

    /// Adds those of other observations.
    #[inline]
    pub(super) fn merge(&mut self, other: &Self) {
        let (a, b) = (self.weight, other.weight);
        if a > 0.0 && b > 0.0 {
            let whole = a + b;
            let delta = other.mean() - self.mean();
            let part = delta / whole;
            let squared = delta * part * a * b;
            // The third and fourth come first, for they need the lower ones of both parts.
            self.fourth += other.fourth
                + squared * part * part * (a * a - a * b + b * b)
                + 6.0 * part * part * (a * a * other.second + b * b * self.second)
                + 4.0 * part * (a * other.third - b * self.third);
            self.third += other.third
                + squared * part * (a - b)
                + 3.0 * part * (a * other.second - b * self.second);
            self.second += other.second + squared;
        } else if b > 0.0 {
            self.second = other.second;
            self.third = other.third;
            self.fourth = other.fourth;
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

/// The rounded sum of two numbers, and what rounding has lost. Nothing is lost of an infinite one.
#[inline]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    let error = (a - (sum - of_b)) + (b - of_b);
    (sum, if error.is_finite() { error } else { 0.0 })
}

/// The lesser of two numbers; the first where the second is missing.
#[inline]
pub(super) fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The greater of two numbers; the first where the second is missing.
#[inline]
pub(super) fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// Where the moments of the variables of a cell lie among its numbers: first how many observations the cell
/// has, then field by field those of all variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// How many variables there are.
    pub variables: usize,
    /// Whether weights differ from one another, and are kept beside the counts.
    pub weighted: bool,
    /// Whether the third and fourth moments are kept.
    pub higher: bool,
    /// What is kept beside the moments.
    pub details: Details,
}

/// Fields that are always kept: n, sum, what it lost, min, max and the second moment.
const FIELDS: usize = 6;

impl Layout {
    /// Numbers of a cell.
    pub(super) fn width(self) -> usize {
        self.details_start() + self.details.width() * self.variables
    }

    /// Where what is kept beside the moments begins, variable by variable.
    fn details_start(self) -> usize {
        let fields = FIELDS + usize::from(self.weighted) + 2 * usize::from(self.higher);
        1 + fields * self.variables
    }

    /// Where the details of a variable lie.
    #[inline]
    pub(super) fn details_of(self, variable: usize) -> Range<usize> {
        let width = self.details.width();
        let start = self.details_start() + variable * width;
        start..start + width
    }

    /// The numbers of a cell without observations.
    pub(super) fn clear(self, cell: &mut [f64]) {
        cell.fill(0.0);
        for variable in 0..self.variables {
            self.set(cell, variable, &Moments::NONE);
            self.details.clear(&mut cell[self.details_of(variable)]);
        }
    }

    /// The moments of a variable.
    #[inline]
    pub(super) fn get(self, cell: &[f64], variable: usize) -> Moments {
        let field = |index: usize| cell[1 + index * self.variables + variable];
        let n = field(0);
        let higher = FIELDS + usize::from(self.weighted);
        let (third, fourth) = match self.higher {
            true => (field(higher), field(higher + 1)),
            false => (0.0, 0.0),
        };
        Moments {
            n,
            weight: if self.weighted { field(FIELDS) } else { n },
            sum: field(1),
            lost: field(2),
            min: field(3),
            max: field(4),
            second: field(5),
            third,
            fourth,
        }
    }

    /// Sets the moments of a variable.
    #[inline]
    pub(super) fn set(self, cell: &mut [f64], variable: usize, moments: &Moments) {
        let mut field = |index: usize, value| cell[1 + index * self.variables + variable] = value;
        field(0, moments.n);
        field(1, moments.sum);
        field(2, moments.lost);
        field(3, moments.min);
        field(4, moments.max);
        field(5, moments.second);
        if self.weighted {
            field(FIELDS, moments.weight);
        }
        if self.higher {
            let higher = FIELDS + usize::from(self.weighted);
            field(higher, moments.third);
            field(higher + 1, moments.fourth);
        }
    }

    /// Adds the moments of further observations of a variable.
    #[inline]
    pub(super) fn add(self, cell: &mut [f64], variable: usize, moments: &Moments) {
        let mut whole = self.get(cell, variable);
        whole.merge(moments);
        self.set(cell, variable, &whole);
    }

    /// Adds another cell.
    pub(super) fn merge(self, cell: &mut [f64], other: &[f64]) {
        cell[0] += other[0];
        for variable in 0..self.variables {
            self.add(cell, variable, &self.get(other, variable));
            let place = self.details_of(variable);
            self.details.merge(&mut cell[place.clone()], &other[place]);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn one_by_one(values: &[(f64, f64)]) -> Moments {
        let mut all = Moments::NONE;
        for &(value, weight) in values {
            all.merge(&Moments::of(value, 1.0, weight));
        }
        all
    }

    fn directly(values: &[(f64, f64)]) -> Moments {
        let weight: f64 = values.iter().map(|(_, weight)| weight).sum();
        let sum: f64 = values.iter().map(|(value, weight)| value * weight).sum();
        let mean = if weight > 0.0 { sum / weight } else { 0.0 };
        let power = |power| {
            values
                .iter()
                .map(|(value, weight)| weight * (value - mean).powi(power))
                .sum::<f64>()
        };
        let least = |a: f64, b: &(f64, f64)| a.min(b.0);
        let greatest = |a: f64, b: &(f64, f64)| a.max(b.0);
        Moments {
            n: values.len() as f64,
            weight,
            sum,
            lost: 0.0,
            min: values.iter().fold(f64::INFINITY, least),
            max: values.iter().fold(f64::NEG_INFINITY, greatest),
            second: power(2),
            third: power(3),
            fourth: power(4),
        }
    }

    fn near(a: f64, b: f64, scale: f64) -> bool {
        a == b || (a - b).abs() <= 1e-12 * scale
    }

    proptest! {
        #[test]
        fn any_split_gives_the_same(
            values in prop::collection::vec((-1e3..1e3_f64, 0.0..5.0_f64), 0..200),
            cuts in prop::collection::vec(0..200_usize, 0..6),
        ) {
            let whole = directly(&values);
            let mut cuts: Vec<_> = cuts.into_iter().map(|cut| cut.min(values.len())).collect();
            cuts.extend([0, values.len()]);
            cuts.sort_unstable();
            let mut merged = Moments::NONE;
            for pair in cuts.windows(2) {
                merged.merge(&one_by_one(&values[pair[0]..pair[1]]));
            }
            prop_assert_eq!(merged.n, whole.n);
            prop_assert_eq!((merged.min, merged.max), (whole.min, whole.max));
            let absolute = |power: i32| values.iter().map(|(value, weight)| weight * value.abs().powi(power)).sum::<f64>();
            prop_assert!(near(merged.weight, whole.weight, whole.weight));
            prop_assert!(near(merged.total(), whole.total(), absolute(1)));
            prop_assert!(near(merged.second, whole.second, absolute(2)));
            prop_assert!(near(merged.third, whole.third, absolute(3)));
            prop_assert!(near(merged.fourth, whole.fourth, absolute(4)));
        }

        #[test]
        fn what_is_laid_out_comes_back(n in 0..9_u8, weighted: bool, higher: bool, value in -1e9..1e9_f64) {
            let layout = Layout { variables: 3, weighted, higher, details: Details::NONE };
            let mut cell = vec![0.0; layout.width()];
            layout.clear(&mut cell);
            let mut moments = Moments::of(value, f64::from(n), f64::from(n));
            if higher {
                (moments.third, moments.fourth) = (3.0, 4.0);
            }
            layout.set(&mut cell, 1, &moments);
            prop_assert_eq!(layout.get(&cell, 1), moments);
            prop_assert_eq!(layout.get(&cell, 0), Moments::NONE);
            prop_assert_eq!(layout.get(&cell, 2), Moments::NONE);
        }
    }

    #[test]
    fn a_sum_keeps_what_a_double_would_lose() {
        let mut all = Moments::NONE;
        for value in [1e16, 1.0, 1.0, 1.0, 1.0, -1e16] {
            all.merge(&Moments::of(value, 1.0, 1.0));
        }
        assert_eq!(all.total(), 4.0);
    }
}
