//! An unbalanced design of two classes.

use super::*;

/// Changes of blood pressure by drug and disease, unbalanced (M. H. Kutner, The American Statistician 28,
/// 1974), which the documentation of PROC GLM analyses too.
fn drugs() -> Vec<(Vec<u32>, Vec<f64>, f64, f64)> {
    let cells: [(u32, u32, &[i32]); 12] = [
        (0, 0, &[42, 44, 36, 13, 19, 22]),
        (0, 1, &[33, 26, 33, 21]),
        (0, 2, &[31, -3, 25, 25, 24]),
        (1, 0, &[28, 23, 34, 42, 13]),
        (1, 1, &[34, 33, 31, 36]),
        (1, 2, &[3, 26, 28, 32, 4, 16]),
        (2, 0, &[1, 29, 19]),
        (2, 1, &[11, 9, 7, 1, -6]),
        (2, 2, &[21, 1, 9, 3]),
        (3, 0, &[24, 9, 22, -2, 15]),
        (3, 1, &[27, 12, 12, -5, 16, 15]),
        (3, 2, &[22, 7, 25, 5, 12]),
    ];
    cells
        .iter()
        .flat_map(|(drug, disease, changes)| {
            changes
                .iter()
                .map(|change| (vec![*drug, *disease], vec![], f64::from(*change), 1.0))
        })
        .collect()
}

#[test]
fn an_unbalanced_design_as_published() {
    let fit = fitted(crossed(), &drugs());
    let analysis = fit.analysis();
    // statsmodels 0.15.0, which agrees with what SAS prints.
    near(analysis.model.squares, 4_259.338_505_747_13);
    near(analysis.model.degrees, 11.0);
    near(analysis.error_squares, 5_080.816_666_666_67);
    near(analysis.r_square, 0.456_024_383_655_542_54);
    near(analysis.mean_square_error.sqrt(), 10.509_640_157_107_38);
    near(analysis.total_degrees, 57.0);
    let first = [
        (3.0, 3_133.238_505_747_13, 9.455_761_459_894_43, 5.580_450_790_466_09e-5),
        (2.0, 418.833_740_691_641, 1.895_989_693_764_66, 0.161_720_148_462_217),
        (6.0, 707.266_259_308_358, 1.067_225_017_244_09, 0.395_845_825_432_216),
    ];
    let third = [
        (3.0, 2_997.471_860_484_74, 9.046_032_992_222_24, 8.086_387_979_802_68e-5),
        (2.0, 415.873_046_321_751, 1.882_587_129_772_5, 0.163_735_540_675_587),
        (6.0, 707.266_259_308_357, 1.067_225_017_244_09, 0.395_845_825_432_217),
    ];
    for (tests, wanted) in [(fit.type_one(), first), (fit.type_three(), third)] {
        for (test, (degrees, squares, f, probability)) in tests.iter().zip(wanted) {
            assert_eq!(test.degrees, degrees);
            near(test.squares, squares);
            near(test.f, f);
            near(test.probability, probability);
        }
    }
}

#[test]
fn means_of_an_unbalanced_design() {
    let fit = fitted(crossed(), &drugs());
    let means = fit.least_squares_means(0, None).unwrap();
    // statsmodels 0.15.0.
    let wanted = [
        (
            25.994_444_444_444_444,
            2.751_007_842_450_052_4,
            2.391_077_457_835_633_6e-12,
        ),
        (
            26.555_555_555_555_568,
            2.751_007_842_450_053_7,
            1.236_119_020_513_792_2e-12,
        ),
        (
            9.744_444_444_444_456,
            3.100_558_254_064_768_7,
            0.002_926_792_021_706_437_5,
        ),
        (
            13.544_444_444_444_437,
            2.637_123_233_361_200_5,
            5.560_247_884_735_398e-6,
        ),
    ];
    for (mean, (value, error, probability)) in means.means.iter().zip(wanted) {
        let estimate = mean.estimate.unwrap();
        near(estimate.value, value);
        near(estimate.standard_error, error);
        near(estimate.probability, probability);
    }
    let difference = means.difference(0, 2).unwrap();
    near(difference.standard_error, 4.145_057_977_407_657);
    near(difference.probability, 0.000_292_123_718_238_933_64);
    let (low, high) = means.limits(&difference, 0.05);
    assert!((low - 7.906_431_04).abs() < 1e-8 && (high - 24.593_568_96).abs() < 1e-8);
    // An ESTIMATE statement that names the drugs only is the same difference.
    let function = fit.function(&Coefficients {
        intercept: 0.0,
        effects: vec![(0, vec![1.0, 0.0, -1.0])],
    });
    let estimate = fit.estimate(&function).unwrap();
    near(estimate.value, difference.value);
    near(estimate.standard_error, difference.standard_error);
    near(fit.contrast(&[function]).unwrap().f, difference.t * difference.t);
}

#[test]
fn parameters_of_a_design_of_less_than_full_rank() {
    let fit = fitted(crossed(), &drugs());
    let parameters = fit.parameters();
    assert_eq!(parameters.len(), 1 + 4 + 3 + 12);
    assert!(parameters.iter().all(|parameter| parameter.biased));
    // The last level is what the others are compared with.
    let last_cell = (22.0 + 7.0 + 25.0 + 5.0 + 12.0) / 5.0;
    near(parameters[0].estimate, last_cell);
    assert_eq!(parameters[4].estimate, 0.0);
    assert!(parameters[4].dependent && parameters[4].standard_error.is_nan());
    let only_first = fit.function(&Coefficients {
        intercept: 1.0,
        effects: vec![],
    });
    assert_eq!(fit.estimate(&only_first), None);
    assert_eq!(fit.contrast(&[only_first]), None);
}
