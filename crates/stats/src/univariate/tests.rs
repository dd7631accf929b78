//! Tests of location and normality against scipy 1.17.1 and all sign patterns.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn near(got: f64, want: f64) {
    assert!((got / want - 1.0).abs() < 1e-9, "{got} {want}");
}

const DIFFERENCES: [f64; 11] = [1.5, -0.5, 2.0, 3.0, -1.0, 4.0, 2.0, -2.5, 0.0, 6.0, 1.0];

#[test]
fn location_of_a_few_values() {
    let t = student(1.409_090_909_090_909_2, 2.406_430_778_333_150_2, 11.0).unwrap();
    near(t.statistic, 1.942_057_042_751_279);
    near(t.probability, 0.080_805_129_129_999_36);
    let sign = sign(&DIFFERENCES).unwrap();
    assert_eq!(sign.statistic, 2.0);
    near(sign.probability, 0.343_75);
    // Of all 1024 patterns of signs, 94 are at least as far from the mean.
    let rank = signed_rank(&DIFFERENCES).unwrap();
    assert_eq!(rank.statistic, 17.0);
    near(rank.probability, 0.091_796_875);
}

#[test]
fn location_of_many_values() {
    let values = [
        12, -9, -8, 13, 12, -3, -6, -2, -9, 11, 6, 4, -4, 1, -5, 8, 1, -9, -4, 7, 2, -1, -4, -7, 4, 6, 2, 12, 12, -5,
    ]
    .map(f64::from);
    let rank = signed_rank(&values).unwrap();
    assert_eq!(rank.statistic, 37.5);
    near(rank.probability, 0.449_283_355_822_908_96);
    // The exact distribution and the approximation agree at the limit.
    let few = signed_rank(&values[..20]).unwrap();
    let approximate = {
        let values = [&values[..20], &[0.001]].concat();
        signed_rank(&values).unwrap()
    };
    assert!((few.probability - approximate.probability).abs() < 0.03);
}

#[test]
fn location_of_nothing() {
    assert_eq!(sign(&[0.0, f64::NAN]), None);
    assert_eq!(signed_rank(&[0.0]), None);
    assert_eq!(student(1.0, 0.0, 5.0), None);
    assert_eq!(student(1.0, 1.0, 1.0), None);
    near(sign(&[1.0]).unwrap().probability, 1.0);
    near(signed_rank(&[-1.0]).unwrap().probability, 1.0);
    assert_eq!(signed_rank(&[-1.0]).unwrap().statistic, -0.5);
    // All signs are equal: the probability is exact.
    near(sign(&[2.0; 30]).unwrap().probability, 0.5_f64.powi(29));
    near(signed_rank(&[2.0; 12]).unwrap().probability, 0.5_f64.powi(11));
}

#[test]
fn normality() {
    let wanted: [(&[f64], f64, f64); 4] = [
        (
            &[
                148.0, 154.0, 158.0, 160.0, 161.0, 162.0, 166.0, 170.0, 182.0, 195.0, 236.0,
            ],
            0.788_814_694_863_171_6,
            0.006_703_814_061_898_823,
        ),
        (&[1.0, 2.0, 4.0], 0.964_285_714_285_714_2, 0.636_886_845_028_968_9),
        (&[1.0, 2.0, 4.0, 9.5], 0.882_742_763_036_741_5, 0.350_482_672_066_843_97),
        (
            &[1.5, 2.0, 4.0, 7.0, 9.0, 15.0],
            0.914_111_744_458_462,
            0.463_994_103_725_835_1,
        ),
    ];
    for (values, statistic, probability) in wanted {
        let found = shapiro_wilk(values).unwrap();
        near(found.statistic, statistic);
        near(found.probability, probability);
    }
    let many = [
        6, 7, 17, 18, 22, 31, 34, 35, 36, 47, 52, 56, 58, 63, 66, 78, 84, 86, 86, 90, 95, 103, 116, 117, 124, 129, 130,
        133, 138, 139, 146, 147, 151, 157, 160, 162, 173, 173, 177, 191,
    ]
    .map(f64::from);
    let found = shapiro_wilk(&many).unwrap();
    near(found.statistic, 0.950_504_909_369_175_2);
    // scipy's normal scores have fewer digits.
    assert!((found.probability - 0.078_926_243_361_614_01).abs() < 1e-8);
    assert_eq!(shapiro_wilk(&[1.0, 2.0]), None);
    assert_eq!(shapiro_wilk(&[3.0; 10]), None);
    assert_eq!(shapiro_wilk(&[]), None);
    assert_eq!(shapiro_wilk(&[0.0, 1.0, f64::INFINITY]), None);
}

proptest! {
    #[test]
    fn signs_turned_around_change_the_statistic_only(values in prop::collection::vec(-9..9_i32, 1..40)) {
        let values: Vec<f64> = values.into_iter().map(f64::from).collect();
        let turned: Vec<f64> = values.iter().map(|value| -value).collect();
        for test in [sign, signed_rank] {
            match (test(&values), test(&turned)) {
                (Some(one), Some(other)) => {
                    prop_assert_eq!(one.statistic, -other.statistic);
                    prop_assert!((one.probability - other.probability).abs() < 1e-12);
                    prop_assert!((0.0..=1.0).contains(&one.probability));
                }
                (one, other) => prop_assert_eq!(one, other),
            }
        }
    }

    #[test]
    fn normality_does_not_depend_on_units(values in prop::collection::vec(-1e3..1e3_f64, 3..60), by in 0.1..9.0_f64) {
        let mut values = values;
        values.sort_by(f64::total_cmp);
        let scaled: Vec<f64> = values.iter().map(|value| 7.0 + by * value).collect();
        if let (Some(one), Some(other)) = (shapiro_wilk(&values), shapiro_wilk(&scaled)) {
            prop_assert!((one.statistic - other.statistic).abs() < 1e-9);
            prop_assert!(one.statistic > 0.0 && one.statistic <= 1.0);
            prop_assert!((0.0..=1.0).contains(&one.probability));
        }
    }
}
