//! What a summary function keeps of the values of a group: as few numbers as it needs, for there may be many groups, and
//! what is kept goes between threads and files.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Float64Array};
use feedrate_stats::moments::{greater, lanes, lesser};

/// The moments of `feedrate_stats`, of which a [part](Part) keeps some.
pub(super) type Whole = feedrate_stats::Moments;

/// How `K` numbers are kept of values.
pub(super) trait Part<const K: usize>: Send + Sync + 'static {
    /// What the numbers are called.
    const NAMES: [&'static str; K];

    /// Those of no values.
    const NONE: [f64; K];

    /// Adds a value.
    fn add(kept: &mut [f64; K], value: f64);

    /// Adds what is kept of other values, or of [each](Self::of_each) alone.
    #[inline]
    fn merge(kept: &mut [f64; K], other: &[f64; K]) {
        for (own, other) in kept.iter_mut().zip(other) {
            *own += other;
        }
    }

    /// Adds values that lie side by side.
    fn add_all(kept: &mut [f64; K], values: &[f64]) {
        lanes::fold(kept, Self::NONE, values, Self::add, Self::merge);
    }

    /// What is kept of each of the values alone, a column of each number. Where a number is the value itself, the
    /// column is that of the values, missing ones and all.
    fn of_each(values: &Float64Array) -> Vec<ArrayRef>;

    /// The moments of the values, as far as they are kept.
    fn moments(kept: &[f64; K]) -> Whole;
}

/// A column of the values themselves.
fn same(values: &Float64Array) -> ArrayRef {
    Arc::new(values.clone())
}

/// A column of ones where a value is there or is not, as is asked, and else of zeros.
fn ones_where(values: &Float64Array, is_missing: bool) -> ArrayRef {
    let ones = values
        .values()
        .iter()
        .map(|value| match value.is_nan() == is_missing {
            true => 1.0,
            false => 0.0,
        });
    Arc::new(Float64Array::from(ones.collect::<Vec<f64>>()))
}

/// How many values are not missing.
pub(super) struct Count;

/// How many values are missing.
pub(super) struct Absent;

/// The sum. That of no values is a negative zero, which no other sum is: what is added to it is never one.
pub(super) struct Sum;

/// The number of values, and their sum.
pub(super) struct Mean;

/// The least value; infinite where there is none.
pub(super) struct Least;

/// The greatest value; negative and infinite where there is none.
pub(super) struct Greatest;

/// Both.
pub(super) struct Extent;

/// The number of values, their sum, and the sum of squares about the mean.
pub(super) struct Moments;

impl Part<1> for Count {
    const NAMES: [&'static str; 1] = ["n"];
    const NONE: [f64; 1] = [0.0];

    #[inline]
    fn add([n]: &mut [f64; 1], value: f64) {
        *n += if value.is_nan() { 0.0 } else { 1.0 };
    }

    fn of_each(values: &Float64Array) -> Vec<ArrayRef> {
        vec![ones_where(values, false)]
    }

    fn moments(&[n]: &[f64; 1]) -> Whole {
        Whole::unweighted(n, 0.0, 0.0)
    }
}

impl Part<1> for Absent {
    const NAMES: [&'static str; 1] = ["missing"];
    const NONE: [f64; 1] = [0.0];

    #[inline]
    fn add([missing]: &mut [f64; 1], value: f64) {
        *missing += if value.is_nan() { 1.0 } else { 0.0 };
    }

    fn of_each(values: &Float64Array) -> Vec<ArrayRef> {
        vec![ones_where(values, true)]
    }

    fn moments(&[missing]: &[f64; 1]) -> Whole {
        Whole::unweighted(missing, 0.0, 0.0)
    }
}

impl Part<1> for Sum {
    const NAMES: [&'static str; 1] = ["sum"];
    const NONE: [f64; 1] = [-0.0];

    #[inline]
    fn add([sum]: &mut [f64; 1], value: f64) {
        *sum += if value.is_nan() { -0.0 } else { value + 0.0 };
    }

    #[inline]
    fn merge([own]: &mut [f64; 1], &[sum]: &[f64; 1]) {
        *own += if sum.is_nan() { -0.0 } else { sum };
    }

    fn of_each(values: &Float64Array) -> Vec<ArrayRef> {
        vec![same(values)]
    }

    fn moments(&[sum]: &[f64; 1]) -> Whole {
        match sum == 0.0 && sum.is_sign_negative() {
            true => Whole::NONE,
            false => Whole::unweighted(1.0, sum, 0.0),
        }
    }
}

impl Part<2> for Mean {
    const NAMES: [&'static str; 2] = ["n", "sum"];
    const NONE: [f64; 2] = [0.0; 2];

    #[inline]
    fn add([n, sum]: &mut [f64; 2], value: f64) {
        let is_there = !value.is_nan();
        *n += if is_there { 1.0 } else { 0.0 };
        *sum += if is_there { value } else { 0.0 };
    }

    #[inline]
    fn merge([own_n, own_sum]: &mut [f64; 2], &[n, sum]: &[f64; 2]) {
        *own_n += n;
        *own_sum += if sum.is_nan() { 0.0 } else { sum };
    }

    fn of_each(values: &Float64Array) -> Vec<ArrayRef> {
        vec![ones_where(values, false), same(values)]
    }

    fn moments(&[n, sum]: &[f64; 2]) -> Whole {
        Whole::unweighted(n, sum, 0.0)
    }
}

impl Part<1> for Least {
    const NAMES: [&'static str; 1] = ["least"];
    const NONE: [f64; 1] = [f64::INFINITY];

    #[inline]
    fn add([least]: &mut [f64; 1], value: f64) {
        *least = lesser(*least, value);
    }

    #[inline]
    fn merge(kept: &mut [f64; 1], &[least]: &[f64; 1]) {
        Self::add(kept, least);
    }

    fn of_each(values: &Float64Array) -> Vec<ArrayRef> {
        vec![same(values)]
    }

    fn moments(&[least]: &[f64; 1]) -> Whole {
        Whole {
            n: 1.0,
            min: least,
            ..Whole::NONE
        }
    }
}

impl Part<1> for Greatest {
    const NAMES: [&'static str; 1] = ["greatest"];
    const NONE: [f64; 1] = [f64::NEG_INFINITY];

    #[inline]
    fn add([greatest]: &mut [f64; 1], value: f64) {
        *greatest = greater(*greatest, value);
    }

    #[inline]
    fn merge(kept: &mut [f64; 1], &[greatest]: &[f64; 1]) {
        Self::add(kept, greatest);
    }

    fn of_each(values: &Float64Array) -> Vec<ArrayRef> {
        vec![same(values)]
    }

    fn moments(&[greatest]: &[f64; 1]) -> Whole {
        Whole {
            n: 1.0,
            max: greatest,
            ..Whole::NONE
        }
    }
}

impl Part<2> for Extent {
    const NAMES: [&'static str; 2] = ["least", "greatest"];
    const NONE: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];

    #[inline]
    fn add(kept: &mut [f64; 2], value: f64) {
        Self::merge(kept, &[value, value]);
    }

    #[inline]
    fn merge([own_least, own_greatest]: &mut [f64; 2], &[least, greatest]: &[f64; 2]) {
        *own_least = lesser(*own_least, least);
        *own_greatest = greater(*own_greatest, greatest);
    }

    fn of_each(values: &Float64Array) -> Vec<ArrayRef> {
        vec![same(values), same(values)]
    }

    fn moments(&[min, max]: &[f64; 2]) -> Whole {
        Whole {
            n: 1.0,
            min,
            max,
            ..Whole::NONE
        }
    }
}

impl Moments {
    /// Adds the moments of other values. What rounding loses of the sum is not kept.
    #[inline]
    fn put(kept: &mut [f64; 3], other: &Whole) {
        let mut whole = Self::moments(kept);
        whole.merge_without_higher(other);
        *kept = [whole.n, whole.sum, whole.second];
    }
}

impl Part<3> for Moments {
    const NAMES: [&'static str; 3] = ["n", "sum", "second"];
    const NONE: [f64; 3] = [0.0; 3];

    #[inline]
    fn add(kept: &mut [f64; 3], value: f64) {
        if !value.is_nan() {
            Self::put(kept, &Whole::of(value, 1.0, 1.0));
        }
    }

    #[inline]
    fn merge(kept: &mut [f64; 3], other: &[f64; 3]) {
        // The sum of a missing value alone is the value itself.
        if other[0] > 0.0 {
            Self::put(kept, &Self::moments(other));
        }
    }

    fn add_all(kept: &mut [f64; 3], values: &[f64]) {
        Self::put(kept, &Whole::of_column::<false>(values));
    }

    fn of_each(values: &Float64Array) -> Vec<ArrayRef> {
        let no_squares = Float64Array::from(vec![0.0; values.len()]);
        vec![
            ones_where(values, false),
            same(values),
            Arc::new(no_squares),
        ]
    }

    #[inline]
    fn moments(&[n, sum, second]: &[f64; 3]) -> Whole {
        Whole::unweighted(n, sum, second)
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::AsArray;
    use datafusion::arrow::datatypes::Float64Type;
    use feedrate_values::missing::MISSING;

    use super::*;
    use crate::aggregate::Statistic;

    /// The statistic by what is kept of values one by one, of all at once, of two halves, and of each put together.
    fn four_ways<const K: usize, P: Part<K>>(statistic: Statistic, values: &[f64]) -> [f64; 4] {
        let one_by_one = |values: &[f64]| {
            let mut kept = P::NONE;
            values.iter().for_each(|&value| P::add(&mut kept, value));
            kept
        };
        let mut at_once = P::NONE;
        P::add_all(&mut at_once, values);
        let (front, back) = values.split_at(values.len() / 2);
        let mut halves = one_by_one(front);
        P::merge(&mut halves, &one_by_one(back));
        let each = P::of_each(&Float64Array::from(values.to_vec()));
        let each: [&[f64]; K] = std::array::from_fn(|field| {
            each[field].as_primitive::<Float64Type>().values().as_ref()
        });
        let mut together = P::NONE;
        for row in 0..values.len() {
            P::merge(&mut together, &each.map(|field| field[row]));
        }
        [one_by_one(values), at_once, halves, together].map(|kept| statistic.of(&P::moments(&kept)))
    }

    fn check<const K: usize, P: Part<K>>(statistic: Statistic, values: &[f64], expected: f64) {
        for (way, found) in four_ways::<K, P>(statistic, values).into_iter().enumerate() {
            let is_same = found.to_bits() == expected.to_bits()
                || (found - expected).abs() <= 1e-12 * expected.abs();
            assert!(is_same, "{} {way}: {found} {expected}", statistic.name());
        }
    }

    #[test]
    fn what_is_kept_is_enough_in_parts_and_at_once() {
        let values = [3.0, MISSING, -1.0, 0.0, 8.0, MISSING];
        check::<1, Count>(Statistic::N, &values, 4.0);
        check::<1, Absent>(Statistic::Nmiss, &values, 2.0);
        check::<1, Sum>(Statistic::Sum, &values, 10.0);
        check::<2, Mean>(Statistic::Mean, &values, 2.5);
        check::<1, Least>(Statistic::Min, &values, -1.0);
        check::<1, Greatest>(Statistic::Max, &values, 8.0);
        check::<2, Extent>(Statistic::Range, &values, 9.0);
        check::<3, Moments>(Statistic::Css, &values, 49.0);
        check::<3, Moments>(Statistic::Uss, &values, 74.0);
    }

    #[test]
    fn many_values_are_as_each_of_them() {
        let values: Vec<f64> = (0..100)
            .map(|index| match index % 7 {
                3 => MISSING,
                _ => f64::from(index) * 1.5 - 20.0,
            })
            .collect();
        let there: Vec<f64> = values
            .iter()
            .copied()
            .filter(|value| !value.is_nan())
            .collect();
        let (n, sum) = (there.len() as f64, there.iter().sum::<f64>());
        let second = there.iter().map(|value| (value - sum / n).powi(2)).sum();
        check::<1, Count>(Statistic::N, &values, 86.0);
        check::<1, Absent>(Statistic::Nmiss, &values, 14.0);
        check::<1, Sum>(Statistic::Sum, &values, sum);
        check::<2, Mean>(Statistic::Mean, &values, sum / n);
        check::<1, Least>(Statistic::Min, &values, -20.0);
        check::<1, Greatest>(Statistic::Max, &values, 128.5);
        check::<2, Extent>(Statistic::Range, &values, 148.5);
        check::<3, Moments>(Statistic::Css, &values, second);
    }

    #[test]
    fn of_missing_values_and_none_all_but_counts_are_missing() {
        for values in [&[][..], &[MISSING, MISSING], &[MISSING]] {
            check::<1, Count>(Statistic::N, values, 0.0);
            check::<1, Absent>(Statistic::Nmiss, values, values.len() as f64);
            check::<1, Sum>(Statistic::Sum, values, MISSING);
            check::<2, Mean>(Statistic::Mean, values, MISSING);
            check::<1, Least>(Statistic::Min, values, MISSING);
            check::<1, Greatest>(Statistic::Max, values, MISSING);
            check::<2, Extent>(Statistic::Range, values, MISSING);
            check::<3, Moments>(Statistic::Std, values, MISSING);
        }
    }

    #[test]
    fn sums_of_zero_are_there() {
        for values in [&[0.0][..], &[0.0, MISSING], &[1.0, -1.0]] {
            check::<1, Sum>(Statistic::Sum, values, 0.0);
        }
    }
}
