//! Models against statsmodels and 30-digit arithmetic.

use proptest::prelude::*;

use super::*;

mod cheese;

/// Two columns, whether there is a response of 1, the weight, and an ordered response.
const ROWS: [(i32, i32, usize, i32, usize); 40] = [
    (4, 1, 1, 2, 0),
    (4, 1, 1, 1, 1),
    (24, 0, 1, 2, 3),
    (15, 0, 0, 3, 3),
    (18, 0, 0, 2, 2),
    (18, 1, 1, 3, 0),
    (21, 1, 1, 2, 2),
    (1, 0, 1, 2, 0),
    (15, 1, 1, 3, 3),
    (5, 0, 0, 2, 0),
    (12, 1, 1, 3, 1),
    (27, 1, 1, 1, 2),
    (16, 1, 1, 3, 0),
    (3, 0, 1, 3, 2),
    (16, 1, 0, 3, 2),
    (4, 1, 0, 1, 0),
    (22, 1, 1, 1, 2),
    (28, 1, 1, 1, 1),
    (29, 1, 1, 2, 3),
    (19, 0, 1, 2, 1),
    (26, 1, 1, 3, 0),
    (11, 0, 0, 1, 0),
    (5, 1, 0, 1, 1),
    (15, 0, 1, 3, 2),
    (13, 0, 0, 1, 1),
    (20, 0, 1, 3, 2),
    (29, 1, 1, 1, 2),
    (8, 1, 0, 2, 0),
    (25, 0, 0, 1, 1),
    (5, 0, 1, 2, 0),
    (11, 0, 0, 3, 3),
    (23, 0, 1, 3, 0),
    (8, 1, 1, 3, 0),
    (20, 1, 1, 3, 2),
    (14, 0, 1, 2, 3),
    (15, 0, 0, 3, 3),
    (28, 1, 1, 2, 3),
    (24, 1, 0, 1, 0),
    (25, 1, 1, 2, 3),
    (16, 0, 1, 2, 2),
];

#[track_caller]
fn near(got: f64, want: f64) {
    assert!((got / want - 1.0).abs() < 1e-8, "{got} {want}");
}

fn tight() -> Options {
    Options {
        relative_gain: 1e-18,
        ..Options::default()
    }
}

/// Runs the passes, each in two parts.
fn run(model: &mut Logistic, rows: &[(Vec<f64>, usize, f64)]) -> Progress {
    while model.progress() == Progress::Again {
        let (mut pass, mut part) = (model.pass(), model.pass());
        for (index, (columns, category, weight)) in rows.iter().enumerate() {
            let to = if index % 3 == 0 { &mut part } else { &mut pass };
            to.add(columns, *category, *weight, 1.0);
        }
        pass.merge(&part);
        model.end(pass);
    }
    model.progress()
}

fn binary() -> Vec<(Vec<f64>, usize, f64)> {
    ROWS.iter()
        .map(|(x, z, y, weight, _)| (vec![f64::from(*x), f64::from(*z)], 1 - y, f64::from(*weight)))
        .collect()
}

fn weights(rows: &[(Vec<f64>, usize, f64)], categories: usize) -> Vec<f64> {
    let mut weights = vec![0.0; categories];
    rows.iter()
        .for_each(|(_, category, weight)| weights[*category] += weight);
    weights
}

#[test]
fn two_categories() {
    let rows = binary();
    let mut model = Logistic::new(&weights(&rows, 2), 2, tight()).unwrap();
    assert_eq!(run(&mut model, &rows), Progress::Converged);
    assert!(model.passes() < 8, "{}", model.passes());
    let fit = model.fit().unwrap();
    // statsmodels 0.15.0: GLM with a binomial family and frequencies.
    let wanted = [
        (-0.383_018_370_518_261_15, 0.580_685_430_993_630_3),
        (0.057_367_403_236_370_657, 0.035_334_549_023_695_62),
        (0.952_233_747_630_095_8, 0.518_619_527_962_312),
    ];
    for (parameter, (estimate, error)) in fit.parameters().iter().zip(wanted) {
        near(parameter.estimate, estimate);
        near(parameter.standard_error, error);
        near(parameter.chi_square, (estimate / error).powi(2));
    }
    near(fit.deviance(), 92.842_562_666_430_65);
    near(fit.null_deviance(), 100.509_290_882_323_23);
    near(fit.score().statistic, 7.357_745_757_771_352);
    near(fit.wald().statistic, 6.769_279_050_356_12);
    near(
        fit.likelihood_ratio().statistic,
        100.509_290_882_323_23 - 92.842_562_666_430_65,
    );
    assert_eq!(fit.wald().degrees, 2.0);
    near(fit.akaike().1, 98.842_562_666_430_65);
    near(fit.schwarz().0, 100.509_290_882_323_23 + 40_f64.ln());
    let ratio = fit.odds_ratio(&[0.0, 1.0], 0.05);
    near(ratio.value, 0.952_233_747_630_095_8f64.exp());
    near(
        ratio.high,
        (0.952_233_747_630_095_8 + 1.959_963_984_540_054 * 0.518_619_527_962_312_f64).exp(),
    );
    let probabilities = fit.probabilities(&[4.0, 1.0]);
    let odds = (-0.383_018_370_518_261_15 + 4.0 * 0.057_367_403_236_370_657 + 0.952_233_747_630_095_8f64).exp();
    near(probabilities[0], odds / (1.0 + odds));
    near(probabilities[1], 1.0 / (1.0 + odds));
}

#[test]
fn four_ordered_categories() {
    let rows: Vec<_> = ROWS
        .iter()
        .map(|(x, z, _, _, y)| (vec![f64::from(*x), f64::from(*z)], *y, 1.0))
        .collect();
    let mut model = Logistic::new(&weights(&rows, 4), 2, tight()).unwrap();
    assert_eq!(run(&mut model, &rows), Progress::Converged);
    let fit = model.fit().unwrap();
    // Fisher's scoring in 30 digits (mpmath 1.4); OrderedModel of statsmodels 0.15.0 agrees in nine.
    let wanted = [
        (0.359_330_643_294_164_86, 0.691_984_071_242_162),
        (1.235_360_656_104_874_9, 0.718_092_598_811_159_5),
        (2.637_511_405_817_781_5, 0.802_870_432_553_575_7),
        (-0.103_025_984_390_860_41, 0.039_660_736_380_835_15),
        (0.780_831_623_862_820_3, 0.614_045_747_964_373_8),
    ];
    for (parameter, (estimate, error)) in fit.parameters().iter().zip(wanted) {
        near(parameter.estimate, estimate);
        near(parameter.standard_error, error);
    }
    near(fit.deviance(), 100.709_927_813_337_9);
    near(fit.null_deviance(), 108.875_192_554_724_5);
    near(fit.score().statistic, 7.947_643_040_643_993);
    let mut pass = model.proportional_odds_pass();
    rows.iter()
        .for_each(|(columns, category, weight)| pass.add(columns, *category, *weight, 1.0));
    let proportional = model.proportional_odds(pass);
    // The second derivatives of the general model at these estimates in 18 digits (numpy).
    near(proportional.statistic, 0.335_883_793_313_381_5);
    assert_eq!(proportional.degrees, 4.0);
    let sum: f64 = fit.probabilities(&[11.0, 1.0]).iter().sum();
    near(sum, 1.0);
}

#[test]
fn a_model_without_an_intercept() {
    let rows = binary();
    let options = Options {
        intercept: false,
        ..tight()
    };
    let mut model = Logistic::new(&weights(&rows, 2), 2, options).unwrap();
    assert_eq!(run(&mut model, &rows), Progress::Converged);
    let fit = model.fit().unwrap();
    let parameters = fit.parameters();
    assert_eq!(parameters[0].estimate, 0.0);
    assert!(parameters[0].standard_error.is_nan());
    // statsmodels 0.15.0.
    assert!((parameters[1].estimate - 0.038_258_67).abs() < 1e-8);
    assert!((parameters[2].estimate - 0.866_628_23).abs() < 1e-8);
    assert!((parameters[1].standard_error - 0.019_947_92).abs() < 1e-8);
    near(fit.deviance(), 93.280_894_763_067_61);
    near(fit.null_deviance(), 116.448_726_334_070_81);
    assert_eq!((fit.score().degrees, fit.wald().degrees), (2.0, 2.0));
    near(fit.akaike().0, 116.448_726_334_070_81);
    near(fit.akaike().1, 97.280_894_763_067_61);
}

#[test]
fn the_usual_criterion_is_near_enough() {
    let rows = binary();
    let mut model = Logistic::new(&weights(&rows, 2), 2, Options::default()).unwrap();
    run(&mut model, &rows);
    let estimate = model.fit().unwrap().parameters()[1].estimate;
    assert!((estimate - 0.057_367_403_236_370_657).abs() < 1e-7);
}

#[test]
fn separation_is_told() {
    let separated: Vec<_> = (0..20).map(|i| (vec![f64::from(i)], usize::from(i < 9), 1.0)).collect();
    let mut model = Logistic::new(&weights(&separated, 2), 1, Options::default()).unwrap();
    assert_eq!(run(&mut model, &separated), Progress::CompleteSeparation);
    assert!(model.fit().unwrap().deviance() < 1.0);
    // Both categories at one value only.
    let mut nearly = separated;
    nearly[9].1 = 1;
    nearly.push((vec![9.0], 0, 1.0));
    let mut model = Logistic::new(&weights(&nearly, 2), 1, Options::default()).unwrap();
    assert_eq!(run(&mut model, &nearly), Progress::QuasiCompleteSeparation);
    // Three categories that a column tells apart.
    let three: Vec<_> = (0..30).map(|i| (vec![f64::from(i)], (i / 10) as usize, 1.0)).collect();
    let mut model = Logistic::new(&weights(&three, 3), 1, Options::default()).unwrap();
    assert_eq!(run(&mut model, &three), Progress::CompleteSeparation);
}

#[test]
fn a_column_that_depends_on_others_gets_nothing() {
    let rows: Vec<_> = binary()
        .into_iter()
        .map(|(columns, category, weight)| {
            let sum = columns[0] + columns[1];
            ([columns, vec![sum]].concat(), category, weight)
        })
        .collect();
    let mut model = Logistic::new(&weights(&rows, 2), 3, tight()).unwrap();
    assert_eq!(run(&mut model, &rows), Progress::Converged);
    let fit = model.fit().unwrap();
    near(fit.parameters()[1].estimate, 0.057_367_403_236_370_657);
    assert_eq!(fit.parameters()[3].estimate, 0.0);
    assert!(fit.parameters()[3].standard_error.is_nan());
    assert_eq!(fit.wald().degrees, 2.0);
    assert_eq!(fit.score().degrees, 2.0);
}

#[test]
fn what_cannot_be_fitted_says_why() {
    let new = |weights: &[f64]| Logistic::new(weights, 1, Options::default());
    assert_eq!(new(&[5.0]).unwrap_err(), LogisticError::OneCategory);
    assert_eq!(new(&[5.0, 0.0]).unwrap_err(), LogisticError::OneCategory);
    let mut model = new(&[2.0, 1.0]).unwrap();
    assert_eq!(model.fit().unwrap_err(), LogisticError::NoPass);
    for (columns, category) in [(&[f64::NAN][..], 0), (&[1.0], 2), (&[], 0)] {
        let mut pass = model.pass();
        pass.add(columns, category, 1.0, 1.0);
        assert!(!pass.valid);
        let mut model = model.clone();
        assert_eq!(model.end(pass), Progress::NotConverged);
        assert_eq!(model.fit().unwrap_err(), LogisticError::NotFinite);
    }
    let mut pass = model.pass();
    pass.add(&[1.0], 0, 0.0, 1.0);
    assert_eq!(pass.observations, 0.0);
    model.end(pass);
    assert!(model.fit().is_ok());
}

#[test]
fn concordant_pairs() {
    let mut association = Association::new(2);
    for (probability, category) in [(0.9, 0), (0.4, 0), (0.4, 1), (0.1, 1), (0.95, 1)] {
        association.add(&[probability, 1.0 - probability], category, 1.0);
    }
    let mut other = Association::new(2);
    other.add(&[0.5, 0.5], 0, 2.0);
    association.merge(&other);
    let found = association.concordance();
    // Of the pairs of 0.9, 0.4, 0.5 and 0.5 with 0.4, 0.1 and 0.95.
    assert_eq!((found.pairs, found.concordant, found.discordant), (12.0, 7.0, 4.0));
    near(found.area, 7.5 / 12.0);
    near(found.somers_d, 0.25);
    near(found.gamma, 3.0 / 11.0);
    near(found.tau_a, 3.0 / 21.0);
}

proptest! {
    #[test]
    fn the_categories_turned_around_turn_the_estimates_around(
        noise in prop::collection::vec((-20..20_i32, 0..3_usize), 30..60),
    ) {
        let rows: Vec<_> = noise.iter().map(|(x, y)| (vec![f64::from(*x)], *y, 1.0)).collect();
        let turned: Vec<_> = rows.iter().map(|(x, y, w)| (x.clone(), 2 - y, *w)).collect();
        let counts = weights(&rows, 3);
        prop_assume!(counts.iter().all(|count| *count > 4.0));
        let mut one = Logistic::new(&counts, 1, tight()).unwrap();
        let mut other = Logistic::new(&weights(&turned, 3), 1, tight()).unwrap();
        prop_assume!(run(&mut one, &rows) == Progress::Converged);
        prop_assert_eq!(run(&mut other, &turned), Progress::Converged);
        let (one, other) = (one.fit().unwrap(), other.fit().unwrap());
        prop_assert!((one.deviance() - other.deviance()).abs() < 1e-9 * one.deviance());
        for (a, b) in [(0, 1), (1, 0), (2, 2)] {
            let (a, b) = (one.parameters()[a], other.parameters()[b]);
            prop_assert!((a.estimate + b.estimate).abs() < 1e-6);
            prop_assert!((a.standard_error / b.standard_error - 1.0).abs() < 1e-6);
        }
    }
}
