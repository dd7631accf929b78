//! Covariates: slopes by class, and regression.

use super::*;

/// Weighted, with a slope for each class and a square; levels, covariates, response and weight.
fn slopes() -> Vec<(Vec<u32>, Vec<f64>, f64, f64)> {
    [
        (2, 21, 6, 235, 2),
        (1, 8, 3, 83, 1),
        (2, 29, 4, 301, 1),
        (2, 13, 0, 170, 3),
        (1, 14, 5, 128, 4),
        (2, 15, 7, 163, 2),
        (2, 17, 5, 195, 4),
        (0, 17, 1, 90, 4),
        (0, 15, 4, 60, 4),
        (0, 29, 2, 99, 3),
        (0, 24, 8, 115, 2),
        (2, 23, 7, 236, 3),
        (2, 21, 1, 228, 2),
        (0, 19, 4, 83, 2),
        (1, 10, 8, 81, 2),
        (2, 29, 7, 278, 1),
        (0, 14, 6, 71, 4),
        (2, 7, 5, 113, 1),
        (0, 25, 0, 105, 1),
        (1, 5, 6, 58, 1),
        (2, 25, 4, 263, 4),
        (0, 18, 0, 112, 3),
        (1, 4, 2, 53, 4),
        (0, 2, 4, 45, 1),
    ]
    .map(|(class, x, z, y, weight): (u32, i32, i32, i32, i32)| {
        let covariates = vec![f64::from(x), f64::from(z)];
        (vec![class], covariates, f64::from(y), f64::from(weight))
    })
    .to_vec()
}

#[test]
fn slopes_by_class_with_weights() {
    let effects = vec![
        Effect::class(0),
        Effect::covariate(0),
        Effect::class(0).times(0),
        Effect::covariate(1),
        Effect::covariate(1).times(1),
    ];
    let fit = fitted(Model::new(1, 2, true, effects).unwrap(), &slopes());
    // statsmodels 0.15.0: WLS, type III with sums to zero, and residuals of each model in turn.
    let first = [
        (2.0, 241_930.499_355_195_32),
        (1.0, 49_210.539_419_046_94),
        (2.0, 12_932.662_736_865_059),
        (1.0, 1_323.519_381_609_578_9),
        (1.0, 722.263_959_781_257_7),
    ];
    let third = [
        (2.0, 1_302.814_951_362_01),
        (1.0, 45_759.461_755_735_3),
        (2.0, 14_898.903_486_983_4),
        (1.0, 1_326.722_530_644_34),
        (1.0, 722.263_959_781_261),
    ];
    for (tests, wanted) in [(fit.type_one(), first), (fit.type_three(), third)] {
        for (test, (degrees, squares)) in tests.iter().zip(wanted) {
            assert_eq!(test.degrees, degrees);
            near(test.squares, squares);
        }
    }
    let analysis = fit.analysis();
    near(analysis.r_square, 0.985_723_858_921_608_2);
    near(analysis.adjusted_r_square, 0.979_478_047_199_811_8);
    near(analysis.mean_square_error, 277.093_637_396_832_55);
    let means = fit.least_squares_means(0, None).unwrap();
    let wanted = [
        (81.344_187_705_129_68, 3.528_371_976_544_207_6),
        (152.523_546_450_272_08, 10.746_049_976_556_55),
        (193.692_251_044_323_29, 3.931_967_926_029_831),
    ];
    for (mean, (value, error)) in means.means.iter().zip(wanted) {
        near(mean.estimate.unwrap().value, value);
        near(mean.estimate.unwrap().standard_error, error);
    }
    let here = fit.least_squares_means(0, Some(&[10.0, 2.0])).unwrap();
    let predicted = fit.prediction(&[1], &[10.0, 2.0]).unwrap();
    near(here.means[1].estimate.unwrap().value, predicted.value);
    near(here.means[1].estimate.unwrap().standard_error, predicted.standard_error);
    assert_eq!(fit.prediction(&[7], &[10.0, 2.0]), None);
}

#[test]
fn regression_is_a_model_without_classes() {
    let effects = vec![
        Effect::covariate(0),
        Effect::covariate(1),
        Effect::covariate(1).times(1),
    ];
    let rows: Vec<_> = slopes()
        .into_iter()
        .map(|(_, covariates, response, _)| (vec![], covariates, response, 1.0))
        .collect();
    let fit = fitted(Model::new(0, 2, true, effects).unwrap(), &rows);
    // statsmodels 0.15.0.
    let wanted = [
        (-7.029_576_732_304_591, 42.884_671_177_567_15, 0.871_440_763_409_976_2),
        (
            6.788_858_791_050_259,
            1.598_541_125_182_891_8,
            0.000_394_945_196_018_728_33,
        ),
        (16.547_837_676_549_01, 17.230_493_656_855_376, 0.348_331_273_793_607_8),
        (-1.521_050_341_090_388_2, 2.142_542_693_589_746, 0.485_944_710_914_936_1),
    ];
    for (parameter, (estimate, error, probability)) in fit.parameters().iter().zip(wanted) {
        near(parameter.estimate, estimate);
        near(parameter.standard_error, error);
        near(parameter.probability, probability);
        assert!(!parameter.biased && !parameter.dependent);
    }
    let inflation = fit.variance_inflation();
    assert!(inflation[0].is_nan());
    near(inflation[1], 1.038_149_255_251_988_9);
    near(inflation[2], 12.020_561_434_831_752);
    near(inflation[3], 12.037_613_392_227_85);
    let prediction = fit.prediction(&[], &[21.0, 6.0]).unwrap();
    near(prediction.leverage, 0.083_775_819_849_874_56);
    near(prediction.value, 180.065_671_659_790_9);
}
