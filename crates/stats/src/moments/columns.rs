//! Moments of numbers in memory, in two passes: the first for the mean, the second for the powers about it. NaNs are
//! skipped without a branch, because no comparison holds for them.
//!
//! The mean is rounded, and the resulting first power about it is used to correct the second (the corrected two-pass
//! algorithm; T. F. Chan, G. H. Golub and R. J. LeVeque, "Algorithms for computing the sample variance", The American
//! Statistician 37, 1983).

use super::{Moments, greater, lanes, lesser};

/// The number of columns that are processed together. Their state fits in the registers that every processor of the
/// kind has; more columns were measured and are not faster.
pub const COLUMNS: usize = 4;

/// The moments of several columns.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    n: [f64; COLUMNS],
    weight: [f64; COLUMNS],
    sum: [f64; COLUMNS],
    min: [f64; COLUMNS],
    max: [f64; COLUMNS],
    second: [f64; COLUMNS],
    third: [f64; COLUMNS],
    fourth: [f64; COLUMNS],
}

impl Columns {
    const NONE: Self = Self {
        n: [0.0; COLUMNS],
        weight: [0.0; COLUMNS],
        sum: [0.0; COLUMNS],
        min: [f64::INFINITY; COLUMNS],
        max: [f64::NEG_INFINITY; COLUMNS],
        second: [0.0; COLUMNS],
        third: [0.0; COLUMNS],
        fourth: [0.0; COLUMNS],
    };

    /// Returns the moments of the columns of rows, each with its frequency and its whole weight. Without `WEIGHTED` the
    /// weights are the frequencies, which are then all 1; without `HIGHER` the third and fourth moments are 0.
    #[inline]
    #[expect(
        clippy::needless_range_loop,
        reason = "the lanes of several arrays go together, and so become vector instructions"
    )]
    pub fn of<'v, const WEIGHTED: bool, const HIGHER: bool>(
        rows: impl Iterator<Item = (&'v [f64; COLUMNS], f64, f64)> + Clone,
    ) -> Self {
        let mut columns = Self::NONE;
        for (values, n, weight) in rows.clone() {
            for lane in 0..COLUMNS {
                let value = values[lane];
                let is_there = !value.is_nan();
                if WEIGHTED {
                    columns.n[lane] += if is_there { n } else { 0.0 };
                    columns.weight[lane] += if is_there { weight } else { 0.0 };
                    columns.sum[lane] += if is_there { weight * value } else { 0.0 };
                } else {
                    columns.n[lane] += if is_there { 1.0 } else { 0.0 };
                    columns.sum[lane] += if is_there { value } else { 0.0 };
                }
                columns.min[lane] = lesser(columns.min[lane], value);
                columns.max[lane] = greater(columns.max[lane], value);
            }
        }
        if !WEIGHTED {
            columns.weight = columns.n;
        }
        let mut mean = [0.0; COLUMNS];
        for lane in 0..COLUMNS {
            if columns.weight[lane] > 0.0 {
                mean[lane] = columns.sum[lane] / columns.weight[lane];
            }
        }
        let mut first = [0.0; COLUMNS];
        for (values, _, weight) in rows {
            for lane in 0..COLUMNS {
                let from_mean = values[lane] - mean[lane];
                let from_mean = if from_mean.is_nan() { 0.0 } else { from_mean };
                let weighted = if WEIGHTED { weight * from_mean } else { from_mean };
                first[lane] += weighted;
                columns.second[lane] += weighted * from_mean;
                if HIGHER {
                    let square = weighted * from_mean * from_mean;
                    columns.third[lane] += square;
                    columns.fourth[lane] += square * from_mean;
                }
            }
        }
        for lane in 0..COLUMNS {
            let (second, weight) = (columns.second[lane], columns.weight[lane]);
            columns.second[lane] = corrected(second, first[lane], weight);
        }
        columns
    }

    /// Returns the moments of a column.
    pub fn moments(&self, column: usize) -> Moments {
        Moments {
            n: self.n[column],
            weight: self.weight[column],
            sum: self.sum[column],
            lost: 0.0,
            min: self.min[column],
            max: self.max[column],
            second: self.second[column],
            third: self.third[column],
            fourth: self.fourth[column],
        }
    }
}

impl Moments {
    /// Returns the moments of the values of one column without weights, except its bounds. Without `HIGHER` the third
    /// and fourth moments are 0.
    #[inline]
    pub fn of_column<const HIGHER: bool>(values: &[f64]) -> Self {
        let mut whole = [0.0; 2];
        let add = |[n, sum]: &mut [f64; 2], value: f64| {
            let is_there = !value.is_nan();
            *n += if is_there { 1.0 } else { 0.0 };
            *sum += if is_there { value } else { 0.0 };
        };
        lanes::fold(&mut whole, [0.0; 2], values, add, add_each);
        let [n, sum] = whole;
        let mean = if n > 0.0 { sum / n } else { 0.0 };
        let mut powers = [0.0; 4];
        let add = |[first, second, third, fourth]: &mut [f64; 4], value: f64| {
            let from_mean = value - mean;
            let from_mean = if from_mean.is_nan() { 0.0 } else { from_mean };
            let square = from_mean * from_mean;
            *first += from_mean;
            *second += square;
            if HIGHER {
                *third += square * from_mean;
                *fourth += square * square;
            }
        };
        lanes::fold(&mut powers, [0.0; 4], values, add, add_each);
        let [first, second, third, fourth] = powers;
        Self {
            third,
            fourth,
            ..Self::unweighted(n, sum, corrected(second, first, n))
        }
    }
}

#[inline]
fn add_each<const K: usize>(own: &mut [f64; K], other: &[f64; K]) {
    for (own, other) in own.iter_mut().zip(other) {
        *own += other;
    }
}

/// Returns the sum of squares about the mean, from that about the rounded mean and the first power about it. A sum that
/// overflowed stays infinite.
#[inline]
fn corrected(second: f64, first: f64, weight: f64) -> f64 {
    let rest = second - first * first / weight;
    match weight > 0.0 && !rest.is_nan() {
        true => greater(0.0, rest),
        false => second,
    }
}
