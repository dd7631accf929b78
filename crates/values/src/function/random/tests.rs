//! Tests of the streams against numbers printed for the same seeds, and of the distributions against their means and
//! variances.

use super::super::testing::{NOW, run};
use super::super::{Body, Context, NoSymbols, RoutineArgument, find};
use crate::format::Formats;
use crate::value::Value;

fn draws(count: usize, seed: i32, call: &[Value<'_>]) -> Vec<f64> {
    let mut symbols = NoSymbols;
    let mut context = Context::new(&NOW, &mut symbols, Formats::of_language());
    context.streams.seed(seed);
    let Some(Body::Number(rand)) = find("RAND").map(|function| function.body) else {
        panic!("RAND takes any arguments")
    };
    (0..count).map(|_| rand(&mut context, call)).collect()
}

fn rand(name: &str, parameters: &[f64], count: usize) -> Vec<f64> {
    let mut call = vec![Value::Text(name.as_bytes())];
    call.extend(parameters.iter().copied().map(Value::Number));
    draws(count, 20_240_315, &call)
}

fn assert_printed(got: &[f64], printed: &[f64], precision: f64) {
    assert_eq!(got.len(), printed.len());
    for (got, printed) in got.iter().zip(printed) {
        assert!((got - printed).abs() <= precision, "{got} for {printed}");
    }
}

fn routine(name: &str, seed: f64, count: usize) -> Vec<(f64, f64)> {
    let (mut seed, mut value) = (seed, 0.0);
    (0..count)
        .map(|_| {
            run(
                name,
                &mut [RoutineArgument::Number(&mut seed), RoutineArgument::Number(&mut value)],
            );
            (seed, value)
        })
        .collect()
}

/// The reference's example of `CALL RANUNI`.
#[test]
fn multiplicative_uniform_numbers_are_the_published_ones() {
    let (seeds, values): (Vec<_>, Vec<_>) = routine("RANUNI", 45.0, 10).into_iter().unzip();
    assert_eq!(
        seeds,
        [
            694_315_054.0,
            1_404_437_564.0,
            2_130_505_156.0,
            1_445_125_588.0,
            1_013_861_398.0,
            1_326_029_789.0,
            932_142_747.0,
            1_988_843_719.0,
            516_966_271.0,
            2_137_808_851.0,
        ]
    );
    let printed = [
        0.32332, 0.65399, 0.99209, 0.67294, 0.47212, 0.61748, 0.43406, 0.92613, 0.24073, 0.99549,
    ];
    assert_printed(&values, &printed, 0.5e-5);
}

/// The reference's examples of `CALL RANNOR`.
#[test]
fn multiplicative_normal_numbers_are_the_published_ones() {
    let (seeds, values): (Vec<_>, Vec<_>) = routine("RANNOR", 45.0, 5).into_iter().unzip();
    assert_eq!(seeds[4], 2_137_808_851.0);
    assert_printed(&values, &[-0.85252, -0.05865, -0.90628, 1.15526, 1.68697], 0.5e-5);
    let values: Vec<_> = routine("RANNOR", 104.0, 10)
        .into_iter()
        .map(|(_, value)| value)
        .collect();
    let printed = [
        1.30390, 1.03049, 0.19491, -0.34987, 1.64273, -1.75842, 0.75080, 0.94375, 0.02436, -0.97256,
    ];
    assert_printed(&values, &printed, 0.5e-5);
}

#[test]
fn the_first_seed_begins_the_only_stream() {
    let mut symbols = NoSymbols;
    let mut context = Context::new(&NOW, &mut symbols, Formats::of_language());
    let Some(Body::Numbers(ranuni)) = find("RANUNI").map(|function| function.body) else {
        panic!("RANUNI takes numbers")
    };
    let values: Vec<_> = [45.0, 18.0, 45.0].map(|seed| ranuni(&mut context, &[seed])).to_vec();
    assert_printed(&values, &[0.32332, 0.65399, 0.99209], 0.5e-5);
}

/// Printed by users of the language for `CALL STREAMINIT(5489)` and `CALL STREAMINIT(6)`.
#[test]
fn numbers_of_rand_are_those_that_users_print() {
    let uniform = [Value::Text(b"Uniform")];
    let printed = [0.204043448, 0.4575133489, 0.3245377645, 0.1522461593, 0.6659437388];
    assert_printed(&draws(5, 5489, &uniform), &printed, 0.5e-10);
    let printed = [
        0.66097, 0.48044, 0.87849, 0.19916, 0.04838, 0.19966, 0.81353, 0.53807, 0.01105, 0.53753,
    ];
    assert_printed(&draws(10, 6, &uniform), &printed, 0.5e-5);
    let printed = [
        2.10680, -0.25604, 0.28692, -0.22806, 1.34569, 0.16341, -0.27788, 0.02133, 1.24050, 1.01054,
    ];
    assert_printed(&draws(10, 6, &[Value::Text(b"NORMAL")]), &printed, 0.5e-5);
}

/// Each sample's mean is within five standard errors, and its variance within a tenth.
#[test]
fn distributions_have_their_means_and_variances() {
    let n = 40_000;
    for (name, parameters, mean, variance) in [
        ("UNIFORM", &[][..], 0.5, 1.0 / 12.0),
        ("UNIF", &[2.0, 5.0], 3.5, 0.75),
        ("NORMAL", &[3.0, 2.0], 3.0, 4.0),
        ("LOGNORMAL", &[0.0, 0.25], 0.031_25_f64.exp(), 0.068_654),
        ("INTEGER", &[1.0, 6.0], 3.5, 35.0 / 12.0),
        ("BERNOULLI", &[0.3], 0.3, 0.21),
        ("TABLE", &[0.2, 0.5], 2.1, 0.49),
        ("EXPO", &[2.0], 2.0, 4.0),
        ("BINOMIAL", &[0.25, 10.0], 2.5, 1.875),
        ("BINOMIAL", &[0.25, 1e6], 250_000.0, 187_500.0),
        ("POISSON", &[3.0], 3.0, 3.0),
        ("POISSON", &[1e6], 1e6, 1e6),
        ("GAMMA", &[0.5], 0.5, 0.5),
        ("GAMMA", &[5.0, 2.0], 10.0, 20.0),
        ("BETA", &[2.0, 3.0], 0.4, 0.04),
        ("CHISQUARE", &[4.0], 4.0, 8.0),
        ("T", &[12.0], 0.0, 1.2),
        ("GEOMETRIC", &[0.25], 4.0, 12.0),
        ("TRIANGLE", &[0.5], 0.5, 1.0 / 24.0),
        ("WEIBULL", &[1.0, 3.0], 3.0, 9.0),
    ] {
        let sample = rand(name, parameters, n);
        let count = n as f64;
        let got = sample.iter().sum::<f64>() / count;
        let spread = sample.iter().map(|x| (x - got).powi(2)).sum::<f64>() / count;
        let error = (variance / count).sqrt();
        assert!((got - mean).abs() < 5.0 * error, "{name} {parameters:?}: mean {got}");
        assert!(
            (spread / variance - 1.0).abs() < 0.1,
            "{name} {parameters:?}: variance {spread}"
        );
    }
}

#[test]
fn impossible_parameters_are_refused() {
    for (name, parameters) in [
        ("NORMAL", &[0.0, -1.0][..]),
        ("BERNOULLI", &[1.5]),
        ("INTEGER", &[5.0, 1.0]),
        ("INTEGER", &[f64::MIN, f64::MAX]),
        ("BINOMIAL", &[0.5, 1e300]),
        ("POISSON", &[1e300]),
        ("TABLE", &[0.7, 0.7]),
        ("GAMMA", &[]),
        ("UNIFORM", &[1.0]),
        ("UNI", &[]),
        ("ERLANG", &[1.0]),
    ] {
        assert!(rand(name, parameters, 1)[0].is_nan(), "{name} {parameters:?}");
    }
}
