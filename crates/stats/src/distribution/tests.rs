//! All distributions against values of 40 and more digits (mpmath 1.4: incomplete gamma and beta functions,
//! and quadrature of the density or a continued fraction where degrees of freedom are many).

use proptest::prelude::*;

use super::hypergeometric::Hypergeometric;
use super::{StudentizedRange, chi_square, f, normal, student};

#[track_caller]
fn near(got: f64, want: f64) {
    assert!((got / want - 1.0).abs() < 3e-12, "{got:e} {want:e}");
}

#[test]
fn both_tails_of_chi_square() {
    for (x, degrees, lower, upper) in [
        (0.5, 1.0, 0.520_499_877_813_046_5, 0.479_500_122_186_953_5),
        (3.84, 1.0, 0.949_956_478_751_294_9, 0.050_043_521_248_705_106),
        (200.0, 1.0, 1.0, 2.088_487_583_762_545e-45),
        (1200.0, 1.0, 1.0, 6.099_568_814_808_433_4e-263),
        (7.0, 5.0, 0.779_359_692_063_289_3, 0.220_640_307_936_710_8),
        (1e-6, 3.0, 2.659_614_404_791_799e-10, 0.999_999_999_734_038_5),
        (100.0, 50.0, 0.999_965_450_686_170_2, 3.454_931_382_984_864e-5),
        (900.0, 1000.0, 0.010_717_238_091_289_742, 0.989_282_761_908_710_2),
        (1200.0, 1000.0, 0.999_987_744_057_669_3, 1.225_594_233_062_290_5e-5),
        (1_010_000.0, 1e6, 0.999_999_999_999_093_2, 9.068_528_823_262_077e-13),
        (0.3, 0.7, 0.556_140_752_485_787_4, 0.443_859_247_514_212_6),
    ] {
        near(chi_square::lower(x, degrees), lower);
        near(chi_square::upper(x, degrees), upper);
    }
}

#[test]
fn both_tails_of_f() {
    for (x, numerator, denominator, lower, upper) in [
        (1.0, 1.0, 1.0, 0.5, 0.5),
        (4.5, 3.0, 17.0, 0.983_120_754_539_879_8, 0.016_879_245_460_120_18),
        (200.0, 2.0, 5.0, 0.999_983_064_912_191_6, 1.693_508_780_843_028_6e-5),
        (0.0001, 4.0, 9.0, 2.443_973_721_393_249_2e-8, 0.999_999_975_560_262_8),
        (30.0, 12.0, 300.0, 1.0, 1.501_949_111_224_080_6e-44),
        (0.2, 40.0, 60.0, 2.362_837_179_282_731_8e-7, 0.999_999_763_716_282_1),
        (1.02, 1e4, 1e4, 0.838_937_017_476_598_1, 0.161_062_982_523_401_93),
        (1.1, 1e5, 1e5, 1.0, 1.335_330_936_969_085_9e-51),
        (5.0, 4.0, 1e7, 0.999_500_596_686_608, 0.000_499_403_313_392_059_3),
        (1500.0, 1.0, 10.0, 0.999_999_999_996_856_5, 3.143_530_614_042_004_4e-12),
        (300.0, 3.0, 1e4, 1.0, 1.691_891_800_602_600_3e-186),
    ] {
        near(f::lower(x, numerator, denominator), lower);
        near(f::upper(x, numerator, denominator), upper);
    }
}

#[test]
fn both_sides_of_student() {
    for (t, degrees, both) in [
        (0.3, 1.0, 0.814_452_841_844_515_3),
        (2.0, 3.0, 0.139_325_968_558_843_2),
        (12.0, 4.0, 0.000_276_428_548_502_972_97),
        (50.0, 20.0, 1.753_338_044_924_229e-22),
        (1e-9, 7.0, 0.999_999_999_230_017_1),
        (30.0, 500.0, 7.214_288_888_428_019e-114),
        (1e8, 2.0, 9.999_999_999_999_999e-17),
        (1.96, 1e6, 0.049_996_067_585_269_79),
        (8.0, 1e6, 1.245_506_343_320_252e-15),
    ] {
        near(student::two_sided(t, degrees), both);
        near(student::two_sided(-t, degrees), both);
        near(student::upper(t, degrees), both / 2.0);
        near(student::lower(t, degrees), 1.0 - both / 2.0);
    }
    assert_eq!(student::two_sided(0.0, 7.0), 1.0);
    assert_eq!(student::two_sided(f64::INFINITY, 7.0), 0.0);
}

#[test]
fn tails_and_quantiles_of_the_normal_distribution() {
    for (x, upper) in [
        (0.1, 0.460_172_162_722_971),
        (1.0, 0.158_655_253_931_457_05),
        (1.96, 0.024_997_895_148_220_435),
        (5.0, 2.866_515_718_791_939e-7),
        (10.0, 7.619_853_024_160_525e-24),
        (37.0, 5.725_571_222_524_577e-300),
    ] {
        near(normal::upper(x), upper);
        near(normal::lower(-x), upper);
        near(normal::two_sided(x), 2.0 * upper);
    }
    for (probability, quantile) in [
        (1e-300, -37.047_096_299_361_2),
        (1e-20, -9.262_340_089_798_407),
        (0.001, -3.090_232_306_167_813_6),
        (0.025, -1.959_963_984_540_054_3),
        (0.3, -0.524_400_512_708_040_8),
        (0.499_999_99, -2.506_628_273_311_622_2e-8),
        (0.975, 1.959_963_984_540_053_8),
    ] {
        near(normal::quantile(probability), quantile);
    }
    assert_eq!(normal::quantile(0.5), 0.0);
    assert_eq!(normal::quantile(0.0), f64::NEG_INFINITY);
    assert_eq!(normal::quantile(1.0), f64::INFINITY);
}

#[test]
fn quantiles_of_published_tables() {
    near(student::two_sided_quantile(0.05, 1.0), 12.706_204_736_174_7);
    near(student::two_sided_quantile(0.05, 10.0), 2.228_138_851_986_27);
    near(student::two_sided_quantile(0.01, 30.0), 2.749_995_653_567_23);
    near(chi_square::upper_quantile(0.05, 1.0), 3.841_458_820_694_12);
    near(f::upper_quantile(0.05, 3.0, 10.0), 3.708_264_819_046_88);
}

#[test]
fn what_has_no_meaning_is_not_a_number() {
    for value in [
        chi_square::upper(1.0, 0.0),
        chi_square::upper(f64::NAN, 1.0),
        chi_square::upper_quantile(1.5, 1.0),
        f::upper(1.0, -1.0, 3.0),
        f::upper(1.0, 1.0, f64::INFINITY),
        f::upper_quantile(0.5, 1.0, 0.0),
        student::two_sided(f64::NAN, 3.0),
        normal::quantile(-0.1),
    ] {
        assert!(value.is_nan());
    }
    assert_eq!(chi_square::upper(-1.0, 2.0), 1.0);
    assert_eq!(f::upper(-1.0, 2.0, 2.0), 1.0);
    assert_eq!(f::upper_quantile(0.0, 1.0, 1.0), f64::INFINITY);
}

#[test]
fn tails_of_the_hypergeometric_distribution() {
    let small = Hypergeometric {
        marked: 10.0,
        others: 20.0,
        drawn: 12.0,
    };
    near(small.at_least(4.0), 0.649_975_012_493_753_1);
    near(small.at_least(9.0), 0.000_133_998_934_598_634_76);
    let large = Hypergeometric {
        marked: 1000.0,
        others: 2000.0,
        drawn: 1500.0,
    };
    near(large.at_least(600.0), 5.538_213_297_718_623e-15);
    near(large.probability(300.0), 2.051_484_460_012_741_3e-55);
    assert!(large.probability(f64::NAN).is_nan());
    let certain = Hypergeometric {
        marked: 3.0,
        others: 0.0,
        drawn: 2.0,
    };
    assert_eq!(certain.probability(2.0), 1.0);
    assert_eq!((certain.at_most(2.0), certain.at_most(1.0)), (1.0, 0.0));
}

proptest! {
    #[test]
    fn quantiles_turn_tails_around(
        logarithm in -600.0..-1e-3_f64,
        numerator in 0.5..500.0_f64,
        denominator in 0.5..5e6_f64,
    ) {
        let probability = logarithm.exp();
        let chi = chi_square::upper_quantile(probability, numerator);
        // The change of the tail by the quantile's own rounding.
        let slack = 1e-12 * (1.0 + chi + numerator);
        prop_assert!((chi_square::upper(chi, numerator) / probability - 1.0).abs() < slack);
        let ratio = f::upper_quantile(probability, numerator, denominator);
        if ratio.is_finite() {
            let slack = 1e-12 * (1.0 + numerator * (1.0 + ratio) + denominator.sqrt() - logarithm);
            let back = f::upper(ratio, numerator, denominator);
            prop_assert!((back / probability - 1.0).abs() < slack, "{back:e} {probability:e}");
        }
    }

    #[test]
    fn hypergeometric_probabilities_are_all_there_is(
        marked in 0..60_u32, others in 0..60_u32, share in 0.0..=1.0_f64,
    ) {
        let all = f64::from(marked + others);
        let sample = Hypergeometric {
            marked: f64::from(marked),
            others: f64::from(others),
            drawn: (all * share).round(),
        };
        let sum: f64 = (0..=marked).map(|count| sample.probability(f64::from(count))).sum();
        prop_assert!((sum - 1.0).abs() < 1e-12);
        for count in 0..=marked {
            let count = f64::from(count);
            let both = sample.at_most(count) + sample.at_least(count) - sample.probability(count);
            prop_assert!((both - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn tails_and_quantiles_of_the_studentized_range() {
    for (q, values, degrees, upper) in [
        (3.5, 3.0, 10.0, 0.077_103_310_838_411_82),
        (5.0, 10.0, 20.0, 0.050_567_923_416_874_82),
        (1.0, 5.0, 7.0, 0.948_370_741_162_547),
        (20.0, 4.0, 12.0, 4.034_936_154_698_132e-8),
        (4.5, 50.0, 100.0, 0.484_374_051_673_845_8),
        (6.0, 300.0, 30.0, 0.416_429_210_489_634_1),
        (30.0, 3.0, 3.0, 0.000_472_118_524_665_600_6),
        (40.0, 6.0, 1.0, 0.050_508_532_318_349_375),
    ] {
        near(StudentizedRange::new(values, degrees).upper(q), upper);
        near(StudentizedRange::new(values, degrees).upper_quantile(upper), q);
    }
    // The range of two values is their distance.
    for (t, degrees) in [(0.7, 1.0), (2.5, 9.0), (60.0, 30.0), (2.0, 1e6)] {
        let range = StudentizedRange::new(2.0, degrees).upper(t * std::f64::consts::SQRT_2);
        near(range, student::two_sided(t, degrees));
    }
    let mut range = StudentizedRange::new(3.0, 5.0);
    assert_eq!(range.upper(-1.0), 1.0);
    assert_eq!(range.upper(f64::INFINITY), 0.0);
    assert_eq!(range.upper_quantile(0.0), f64::INFINITY);
    assert_eq!(range.upper_quantile(1.0), 0.0);
    assert!(range.upper(f64::NAN).is_nan());
    for (values, degrees) in [(1.0, 5.0), (3.0, 0.0), (3.0, f64::NAN), (f64::INFINITY, 3.0)] {
        let mut none = StudentizedRange::new(values, degrees);
        assert!(none.upper(2.0).is_nan());
        assert!(none.upper_quantile(0.05).is_nan());
    }
}
