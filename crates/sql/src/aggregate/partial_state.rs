//! The partial states of summary functions: as few numbers as each function needs, because there may be many groups and
//! states are sent between threads and spilled.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Float64Array};
use feedrate_stats::moments::{greater, lanes, lesser};

/// The moments of `feedrate_stats`, of which a [state](PartialState) keeps some.
pub(super) type FullMoments = feedrate_stats::Moments;

/// A state of `K` numbers that summarizes values.
pub(super) trait PartialState<const K: usize>: Send + Sync + 'static {
    /// The names of the numbers.
    const NAMES: [&'static str; K];

    /// The state of no values.
    const NONE: [f64; K];

    /// Adds a value.
    fn add(kept: &mut [f64; K], value: f64);

    /// Merges the state of other values, or a row of [`of_each`](Self::of_each).
    #[inline]
    fn merge(kept: &mut [f64; K], other: &[f64; K]) {
        for (own, other) in kept.iter_mut().zip(other) {
            *own += other;
        }
    }

    /// Adds the values of a slice.
    fn add_all(kept: &mut [f64; K], values: &[f64]) {
        lanes::fold(kept, Self::NONE, values, Self::add, Self::merge);
    }

    /// Returns the state of each value alone, one column for each number of the state. A number that is the value
    /// itself shares the column of the values, missing values included.
    fn of_each(values: &Float64Array) -> Vec<ArrayRef>;

    /// Returns the moments of the values, as far as the state has them.
    fn moments(kept: &[f64; K]) -> FullMoments;
}

/// Returns the column of the values themselves.
fn same(values: &Float64Array) -> ArrayRef {
    Arc::new(values.clone())
}

/// Returns a column with one where the value's being missing is equal to `is_missing`, and zero elsewhere.
fn ones_where(values: &Float64Array, is_missing: bool) -> ArrayRef {
    let ones = values.values().iter().map(|value| match value.is_nan() == is_missing {
        true => 1.0,
        false => 0.0,
    });
    Arc::new(Float64Array::from(ones.collect::<Vec<f64>>()))
}

/// The number of missing values, or of those that are not.
pub(super) struct Count<const MISSING: bool>;

/// The sum. That of no values is negative zero, which no other sum is, because zeros are added as positive zeros.
pub(super) struct Sum;

/// The number of values, and their sum.
pub(super) struct Mean;

/// The minimum; infinite if there are no values.
pub(super) struct Least;

/// The maximum; negative infinite if there are no values.
pub(super) struct Greatest;

/// The minimum and the maximum.
pub(super) struct Extent;

/// The number of values, their sum, and the sum of squares about the mean.
pub(super) struct Moments;

impl<const MISSING: bool> PartialState<1> for Count<MISSING> {
    const NAMES: [&'static str; 1] = [if MISSING { "missing" } else { "n" }];
    const NONE: [f64; 1] = [0.0];

    #[inline]
    fn add([count]: &mut [f64; 1], value: f64) {
        *count += if value.is_nan() == MISSING { 1.0 } else { 0.0 };
    }

    fn of_each(values: &Float64Array) -> Vec<ArrayRef> {
        vec![ones_where(values, MISSING)]
    }

    fn moments(&[count]: &[f64; 1]) -> FullMoments {
        FullMoments::unweighted(count, 0.0, 0.0)
    }
}

impl PartialState<1> for Sum {
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

    fn moments(&[sum]: &[f64; 1]) -> FullMoments {
        match sum == 0.0 && sum.is_sign_negative() {
            true => FullMoments::NONE,
            false => FullMoments::unweighted(1.0, sum, 0.0),
        }
    }
}

impl PartialState<2> for Mean {
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

    fn moments(&[n, sum]: &[f64; 2]) -> FullMoments {
        FullMoments::unweighted(n, sum, 0.0)
    }
}

impl PartialState<1> for Least {
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

    fn moments(&[least]: &[f64; 1]) -> FullMoments {
        FullMoments {
            n: 1.0,
            min: least,
            ..FullMoments::NONE
        }
    }
}

impl PartialState<1> for Greatest {
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

    fn moments(&[greatest]: &[f64; 1]) -> FullMoments {
        FullMoments {
            n: 1.0,
            max: greatest,
            ..FullMoments::NONE
        }
    }
}

impl PartialState<2> for Extent {
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

    fn moments(&[min, max]: &[f64; 2]) -> FullMoments {
        FullMoments {
            n: 1.0,
            min,
            max,
            ..FullMoments::NONE
        }
    }
}

impl Moments {
    /// Merges the moments of other values. The compensation of rounding is not kept.
    #[inline]
    fn put(kept: &mut [f64; 3], other: &FullMoments) {
        let mut whole = Self::moments(kept);
        whole.merge_without_higher(other);
        *kept = [whole.n, whole.sum, whole.second];
    }
}

impl PartialState<3> for Moments {
    const NAMES: [&'static str; 3] = ["n", "sum", "second"];
    const NONE: [f64; 3] = [0.0; 3];

    #[inline]
    fn add(kept: &mut [f64; 3], value: f64) {
        if !value.is_nan() {
            Self::put(kept, &FullMoments::of(value, 1.0, 1.0));
        }
    }

    #[inline]
    fn merge(kept: &mut [f64; 3], other: &[f64; 3]) {
        // The sum column of a single missing value holds the missing value itself.
        if other[0] > 0.0 {
            Self::put(kept, &Self::moments(other));
        }
    }

    fn add_all(kept: &mut [f64; 3], values: &[f64]) {
        Self::put(kept, &FullMoments::of_column::<false>(values));
    }

    fn of_each(values: &Float64Array) -> Vec<ArrayRef> {
        let no_squares = Float64Array::from(vec![0.0; values.len()]);
        vec![ones_where(values, false), same(values), Arc::new(no_squares)]
    }

    #[inline]
    fn moments(&[n, sum, second]: &[f64; 3]) -> FullMoments {
        FullMoments::unweighted(n, sum, second)
    }
}

#[cfg(test)]
mod tests {
    use datafusion::arrow::array::AsArray;
    use datafusion::arrow::datatypes::Float64Type;
    use feedrate_values::missing::MISSING;

    use super::*;
    use crate::aggregate::Statistic;

    /// Returns the statistic of values added one by one, added at once, merged from two halves, and merged from states
    /// of single values.
    fn four_ways<const K: usize, P: PartialState<K>>(statistic: Statistic, values: &[f64]) -> [f64; 4] {
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
        let each: [&[f64]; K] =
            std::array::from_fn(|field| each[field].as_primitive::<Float64Type>().values().as_ref());
        let mut together = P::NONE;
        for row in 0..values.len() {
            P::merge(&mut together, &each.map(|field| field[row]));
        }
        [one_by_one(values), at_once, halves, together].map(|kept| statistic.of(&P::moments(&kept)))
    }

    fn check<const K: usize, P: PartialState<K>>(statistic: Statistic, values: &[f64], expected: f64) {
        for (way, found) in four_ways::<K, P>(statistic, values).into_iter().enumerate() {
            let is_same = found.to_bits() == expected.to_bits() || (found - expected).abs() <= 1e-12 * expected.abs();
            assert!(is_same, "{} {way}: {found} {expected}", statistic.name());
        }
    }

    #[test]
    fn what_is_kept_is_enough_in_parts_and_at_once() {
        let values = [3.0, MISSING, -1.0, 0.0, 8.0, MISSING];
        check::<1, Count<false>>(Statistic::N, &values, 4.0);
        check::<1, Count<true>>(Statistic::Nmiss, &values, 2.0);
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
        let there: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
        let (n, sum) = (there.len() as f64, there.iter().sum::<f64>());
        let second = there.iter().map(|value| (value - sum / n).powi(2)).sum();
        check::<1, Count<false>>(Statistic::N, &values, 86.0);
        check::<1, Count<true>>(Statistic::Nmiss, &values, 14.0);
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
            check::<1, Count<false>>(Statistic::N, values, 0.0);
            check::<1, Count<true>>(Statistic::Nmiss, values, values.len() as f64);
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
