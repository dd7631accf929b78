use proptest::prelude::*;

use super::*;

fn one_by_one(values: &[(f64, f64)]) -> Moments {
    let mut all = Moments::NONE;
    for &(value, weight) in values {
        all.merge(&Moments::of(value, 1.0, weight));
    }
    all
}

/// Computes the moments in two passes, without regard for rounding.
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

/// Returns whether moments are those of the values up to rounding, ignoring their bounds.
fn are_of(found: &Moments, values: &[(f64, f64)]) -> bool {
    let want = directly(values);
    let near = |a: f64, b: f64, power: i32| {
        let sizes = values.iter().map(|(value, weight)| weight * value.abs().powi(power));
        a == b || (a - b).abs() <= 1e-12 * sizes.sum::<f64>()
    };
    found.n == want.n
        && near(found.weight, want.weight, 0)
        && near(found.total(), want.total(), 1)
        && near(found.second, want.second, 2)
        && near(found.third, want.third, 3)
        && near(found.fourth, want.fourth, 4)
}

fn bounds(moments: &Moments) -> (f64, f64) {
    (moments.min, moments.max)
}

proptest! {
    #[test]
    fn any_split_gives_the_same(
        values in prop::collection::vec((-1e3..1e3_f64, 0.0..5.0_f64), 0..200),
        cuts in prop::collection::vec(0..200_usize, 0..6),
    ) {
        let mut cuts: Vec<_> = cuts.into_iter().map(|cut| cut.min(values.len())).collect();
        cuts.extend([0, values.len()]);
        cuts.sort_unstable();
        let mut merged = Moments::NONE;
        for pair in cuts.windows(2) {
            merged.merge(&one_by_one(&values[pair[0]..pair[1]]));
        }
        prop_assert!(are_of(&merged, &values), "{merged:?}");
        prop_assert_eq!(bounds(&merged), bounds(&directly(&values)));
        let mut lower = Moments::NONE;
        for &(value, weight) in &values {
            lower.add(value, 1.0, weight);
        }
        let whole = one_by_one(&values);
        prop_assert_eq!(lower, Moments { third: 0.0, fourth: 0.0, ..whole });
    }

    #[test]
    fn columns_are_as_each_of_their_values(
        values in prop::collection::vec((prop_oneof![6 => -1e3..1e3_f64, 1 => Just(f64::NAN)], 0.0..5.0_f64), 0..100),
    ) {
        let unweighted: Vec<_> = values.iter().map(|&(value, _)| (value, 1.0)).collect();
        let there = |values: &[(f64, f64)]| -> Vec<_> {
            values.iter().copied().filter(|(value, _)| !value.is_nan()).collect()
        };
        let column: Vec<f64> = values.iter().map(|&(value, _)| value).collect();
        prop_assert!(are_of(&Moments::of_column::<true>(&column), &there(&unweighted)));
        let rows: Vec<_> = column.iter().map(|value| [-value, *value, f64::NAN, 0.0]).collect();
        let rows = rows.iter().zip(&values).map(|(row, (_, weight))| (row, 1.0, *weight));
        let weighted = Columns::of::<true, true>(rows.clone());
        prop_assert!(are_of(&weighted.moments(1), &there(&values)));
        prop_assert_eq!(bounds(&weighted.moments(1)), bounds(&directly(&there(&values))));
        prop_assert_eq!(weighted.moments(2), Moments::NONE);
        let columns = Columns::of::<false, true>(rows.clone());
        prop_assert!(are_of(&columns.moments(1), &there(&unweighted)));
        let lower = Columns::of::<false, false>(rows);
        prop_assert_eq!(lower.moments(1), Moments { third: 0.0, fourth: 0.0, ..columns.moments(1) });
    }
}

#[test]
fn a_sum_keeps_what_a_double_would_lose() {
    let mut all = Moments::NONE;
    for value in [1e16, 1.0, 1.0, 1.0, 1.0, -1e16] {
        all.add(value, 1.0, 1.0);
    }
    assert_eq!(all.total(), 4.0);
}

#[test]
fn values_that_are_all_the_same_have_no_variance() {
    // The sum of ten times 0.1 is less than 1, and so is the mean less than 0.1.
    let column = Moments::of_column::<false>(&[0.1; 10]);
    assert!(column.mean() < 0.1);
    assert_eq!(column.second, 0.0);
}

#[test]
fn squares_that_are_too_large_stay_so() {
    let values = [1e200, 3e200, 1.1e200];
    let column = Moments::of_column::<false>(&values);
    let rows = values.map(|value| [value; COLUMNS]);
    let columns = Columns::of::<false, false>(rows.iter().map(|row| (row, 1.0, 1.0)));
    for moments in [column, columns.moments(0)] {
        assert_eq!(moments.variance(Divisor::Degrees), f64::INFINITY);
        assert!(moments.mean().is_finite());
    }
}

#[test]
fn figures_are_those_of_their_formulas() {
    // By hand from the formulas; the quantile of t with 7 degrees of freedom as tables have it.
    let moments = Moments::of_column::<true>(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
    let near = |got: f64, want: f64| assert!((got - want).abs() < 1e-12, "{got} {want}");
    let degrees = Divisor::Degrees;
    assert_eq!((moments.mean(), moments.squares()), (5.0, 232.0));
    assert_eq!(moments.corrected_squares(), 32.0);
    near(moments.variance(degrees), 32.0 / 7.0);
    assert_eq!(moments.deviation(Divisor::Number), 2.0);
    near(moments.variation(Divisor::Number), 40.0);
    near(moments.error(degrees), (4.0_f64 / 7.0).sqrt());
    near(moments.t(degrees), 5.0 / (4.0_f64 / 7.0).sqrt());
    near(moments.skewness(degrees), 0.818_487_553_356_799_7);
    near(moments.kurtosis(degrees), 0.940_625);
    near(moments.skewness(Divisor::Number), 0.656_25);
    near(moments.kurtosis(Divisor::Number), -0.218_75);
    let (low, high) = moments.mean_limits(degrees, 0.05);
    near((low + high) / 2.0, 5.0);
    near((high - low) / 2.0, 2.364_624_251_592_785 * moments.error(degrees));
    // One limit alone that is wrong with a probability of 0.6 lies on the other side of the mean.
    assert!(moments.mean_limits(degrees, 1.2).0 > 5.0);
    assert!(moments.error(Divisor::Weight).is_nan());
    assert!(Moments::NONE.mean().is_nan() && Moments::NONE.variance(degrees).is_nan());
}
