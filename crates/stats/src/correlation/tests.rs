//! Correlations against scipy 1.17.1 and NumPy 2.4.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn near(got: f64, want: f64) {
    assert!((got / want - 1.0).abs() < 1e-11, "{got} {want}");
}

const X: [f64; 10] = [44.0, 51.0, 60.0, 32.0, 77.0, 51.0, 20.0, 44.0, 90.0, 63.0];
const Y: [f64; 10] = [12.0, 19.0, 18.0, 7.0, 25.0, 30.0, 4.0, 11.0, 28.0, 19.0];

fn of(rows: impl Iterator<Item = (f64, f64, f64)>) -> CoMoments {
    let mut moments = CoMoments::new(2);
    rows.for_each(|(x, y, weight)| moments.add(&[x, y], weight, 1.0));
    moments
}

#[test]
fn pearson_and_spearman() {
    let mut moments = of(X.into_iter().zip(Y).map(|(x, y)| (x, y, 1.0)));
    let found = moments.correlation(1, 0);
    near(found.coefficient, 0.822_906_054_899_862_5);
    near(found.probability, 0.003_454_498_045_592_301_5);
    near(moments.covariance(0, 1), 148.155_555_555_555_57);
    assert_eq!(moments.correlation(0, 0).coefficient, 1.0);
    assert_eq!(moments.correlation(0, 0).probability, 0.0);
    let (x, y) = (mean_ranks(&X), mean_ranks(&Y));
    assert_eq!(x.ranks[..2], [3.5, 5.5]);
    assert_eq!((x.ties, y.ties), (12.0, 6.0));
    let mut ranks = of(x.ranks.into_iter().zip(y.ranks).map(|(x, y)| (x, y, 1.0)));
    near(ranks.correlation(0, 1).coefficient, 0.816_517_579_512_987_8);
    near(ranks.correlation(0, 1).probability, 0.003_948_071_791_679_99);
}

#[test]
fn weighted() {
    let weights = [1.0, 2.0, 1.0, 3.0, 1.0, 2.0, 2.0, 1.0, 1.0, 2.0];
    let rows = X.into_iter().zip(Y).zip(weights).map(|((x, y), weight)| (x, y, weight));
    let mut moments = of(rows);
    near(moments.mean(0), 48.812_5);
    near(moments.weight(), 16.0);
    near(moments.correlation(0, 1).coefficient, 0.808_284_365_415_891_8);
    assert_eq!(moments.observations(), 10.0);
}

#[test]
fn observations_without_weight_are_counted_only() {
    let rows = [
        (1.0, 2.0, 1.0),
        (9.0, -7.0, 0.0),
        (2.0, 3.0, 1.0),
        (4.0, 4.0, 2.0),
        (5.0, 1.0, -3.0),
    ];
    let counted = of(rows.into_iter()).correlation(0, 1);
    let weighted = rows.into_iter().filter(|row| row.2 > 0.0);
    let without = of(weighted).correlation(0, 1);
    assert_eq!(counted.coefficient, without.coefficient);
    assert_eq!((counted.observations, without.observations), (5.0, 3.0));
}

#[test]
fn what_does_not_vary_correlates_with_nothing() {
    // The mean of 40 times 0.1 is not 0.1.
    let mut moments = of((0..40).map(|x| (f64::from(x), 0.1, 1.0)));
    assert_eq!(moments.product(1, 1), 0.0);
    assert!(moments.correlation(0, 1).coefficient.is_nan());
    assert!(moments.correlation(1, 1).coefficient.is_nan());
    for scale in [1e-300, 1e-160, 1e200] {
        let mut moments = of((0..9).map(|x| (f64::from(x * x), f64::from(x) * scale, 1.0)));
        assert!(moments.correlation(0, 1).coefficient.is_nan(), "{scale:e}");
    }
    let mut moments = of((0..9).map(|x| (f64::from(x), f64::from(x) * 1e-140, 1.0)));
    near(moments.correlation(0, 1).coefficient, 1.0);
}

#[test]
fn a_large_common_part_costs_no_digits() {
    let rows = X.into_iter().zip(Y).map(|(x, y)| (x + 1e9, y - 1e9, 1.0));
    near(of(rows).correlation(0, 1).coefficient, 0.822_906_054_899_862_5);
}

#[test]
fn pairs_have_observations_of_their_own() {
    let mut pairwise = Pairwise::new(3);
    for (place, (x, y)) in X.into_iter().zip(Y).enumerate() {
        let third = if place < 4 { f64::NAN } else { x * x };
        pairwise.add(&[x, y, third], 1.0, 1.0);
    }
    pairwise.add(&[f64::NAN, 4.0, 1.0], 1.0, 1.0);
    near(pairwise.correlation(1, 0).unwrap().coefficient, 0.822_906_054_899_862_5);
    assert_eq!(pairwise.correlation(0, 2).unwrap().observations, 6.0);
    assert_eq!(pairwise.correlation(1, 2).unwrap().observations, 7.0);
    assert_eq!(pairwise.correlation(2, 2).unwrap().coefficient, 1.0);
    assert_eq!(pairwise.correlation(0, 3), None);
    let other = pairwise.clone();
    pairwise.merge(&other);
    assert_eq!(pairwise.correlation(0, 2).unwrap().observations, 12.0);
}

#[test]
fn what_cannot_be_told() {
    let mut none = CoMoments::new(2);
    assert!(none.mean(0).is_nan() && none.correlation(0, 1).coefficient.is_nan());
    none.add(&[1.0], 1.0, 1.0);
    none.add(&[1.0, 2.0], 1.0, 0.0);
    assert_eq!(none.observations(), 0.0);
    none.add(&[1.0, 2.0], 0.0, 1.0);
    assert_eq!(none.observations(), 1.0);
    assert!(none.mean(0).is_nan() && none.correlation(0, 1).coefficient.is_nan());
    let mut constant = of([(1.0, 2.0, 1.0), (1.0, 3.0, 1.0)].into_iter());
    assert!(constant.correlation(0, 1).coefficient.is_nan());
    assert!(
        constant.correlation(1, 1).probability.is_nan(),
        "two observations prove nothing"
    );
    assert!(constant.product(0, 9).is_nan());
    assert!(mean_ranks(&[]).ranks.is_empty());
}

#[test]
fn those_of_some_variables() {
    let mut all = CoMoments::new(3);
    let rows = X.into_iter().zip(Y);
    rows.for_each(|(x, y)| all.add(&[1.0, x, y], 1.0, 1.0));
    let mut some = all.of_variables(&[2, 1]);
    let found = some.correlation(0, 1);
    near(found.coefficient, 0.822_906_054_899_862_5);
    near(some.mean(0), Y.iter().sum::<f64>() / 10.0);
    let mut none = CoMoments::new(3).of_variables(&[0, 2]);
    none.merge(&some);
    assert_eq!(none.correlation(0, 1), found);
}

proptest! {
    #[test]
    fn parts_merged_are_the_whole(
        rows in prop::collection::vec((-1e3..1e3_f64, -1e3..1e3_f64, 0.5..3.0_f64), 0..300),
        cut in 0..300_usize,
    ) {
        let cut = cut.min(rows.len());
        let mut whole = of(rows.iter().copied());
        let mut first = of(rows[..cut].iter().rev().copied());
        first.merge(&of(rows[cut..].iter().copied()));
        prop_assert_eq!(whole.observations(), first.observations());
        for (a, b) in [(0, 0), (0, 1), (1, 1)] {
            let (one, other) = (whole.product(a, b), first.product(a, b));
            prop_assert!((one - other).abs() <= 1e-8 * (1.0 + one.abs()));
        }
    }

    #[test]
    fn ranks_sum_up(values in prop::collection::vec(-9..9_i8, 0..60)) {
        let values: Vec<f64> = values.into_iter().map(f64::from).collect();
        let n = values.len() as f64;
        let ranks = mean_ranks(&values);
        prop_assert_eq!(ranks.ranks.iter().sum::<f64>(), n * (n + 1.0) / 2.0);
        for (a, rank) in values.iter().zip(&ranks.ranks) {
            let below = values.iter().filter(|b| *b < a).count() as f64;
            let same = values.iter().filter(|b| *b == a).count() as f64;
            prop_assert_eq!(*rank, below + (same + 1.0) / 2.0);
        }
    }
}
