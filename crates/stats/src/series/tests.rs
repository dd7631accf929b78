//! Shapes with noise, over many seeds, must be recognized at a given rate.

use proptest::prelude::*;

use super::*;
use crate::testing::{Noise, planted};

const SEEDS: u64 = 100;

/// Requires that the classification satisfies `found` in at least `least` of 100 series.
#[track_caller]
fn require(least: usize, series: impl Fn(u64) -> Vec<f64>, found: impl Fn(&Shape) -> bool) {
    let shapes: Vec<Shape> = (0..SEEDS).map(|seed| classify(&series(seed))).collect();
    let count = shapes.iter().filter(|shape| found(shape)).count();
    let miss = shapes.iter().find(|shape| !found(shape));
    assert!(count >= least, "found in {count} of {SEEDS}; otherwise {miss:?}");
}

fn is_steady(shape: &Shape) -> bool {
    matches!(shape, Shape::Steady { .. })
}

fn is_noisy(shape: &Shape) -> bool {
    matches!(shape, Shape::Noisy { .. })
}

#[test]
fn steady_noise_is_steady() {
    for n in [60, 250] {
        for deviation in [0.01, 0.02, 0.03] {
            require(97, |seed| planted(seed, n, deviation, |_| 1.0), is_steady);
        }
    }
    // The deviation of 30 points is itself known to an eighth only.
    require(95, |seed| planted(seed, 30, 0.02, |_| 1.0), is_steady);
    require(97, |seed| planted(seed, 10_000, 0.03, |_| 1.0), is_steady);
}

#[test]
fn noise_is_noisy_and_neither_drift_nor_step() {
    require(95, |seed| planted(seed, 250, 0.05, |_| 1.0), is_noisy);
    for n in [10, 30, 120] {
        for deviation in [0.1, 0.2, 0.3] {
            let false_alarm = |shape: &Shape| matches!(shape, Shape::Drift { .. } | Shape::Step { .. });
            let series = |seed| planted(seed, n, deviation, |_| 1.0);
            require(if n == 10 { 93 } else { 97 }, series, |shape| !false_alarm(shape));
        }
    }
    require(
        95,
        |seed| planted(seed, 120, 0.2, |_| 1.0),
        |shape| matches!(shape, Shape::Noisy { spread, .. } if (0.10..0.17).contains(spread)),
    );
}

#[test]
fn drift_is_found_with_its_size() {
    let cases = [
        (12, -0.5, 0.03),
        (20, -0.5, 0.05),
        (30, -0.23, 0.03),
        (60, -0.23, 0.05),
        (60, 0.3, 0.05),
        (120, -0.1, 0.05),
        (120, -0.5, 0.15),
        (2000, -0.1, 0.1),
    ];
    for (n, planted_change, deviation) in cases {
        require(
            95,
            |seed| planted(seed, n, deviation, |x| 1.0 + planted_change * x),
            |shape| match shape {
                Shape::Drift { change, .. } => (change - planted_change).abs() < 0.12,
                _ => false,
            },
        );
    }
}

#[test]
fn a_step_is_found_with_its_place_and_levels() {
    // Length, place, rate after, noise, and how far off the place may be.
    let cases = [
        (10, 0.4, 0.5, 0.05, 0.01),
        (30, 0.37, 0.5, 0.05, 0.04),
        (60, 0.37, 0.5, 0.10, 0.04),
        (60, 0.7, 1.4, 0.05, 0.04),
        (120, 0.1, 0.7, 0.05, 0.02),
        (120, 0.5, 0.85, 0.03, 0.02),
        (2000, 0.37, 0.5, 0.2, 0.01),
    ];
    for (n, place, rate_after, deviation, off) in cases {
        require(
            95,
            |seed| planted(seed, n, deviation, |x| if x < place { 1.0 } else { rate_after }),
            |shape| match shape {
                Shape::Step { steps } => {
                    let step = steps[0];
                    let close = |found: f64, rate: f64| (found / (800.0 * rate) - 1.0).abs() < 2.5 * deviation;
                    steps.len() == 1
                        && (step.share - place).abs() <= off + 1.0 / n as f64
                        && step.at as f64 / n as f64 == step.share
                        && close(step.before, 1.0)
                        && close(step.after, rate_after)
                }
                _ => false,
            },
        );
    }
}

#[test]
fn a_write_cache_that_fills_is_a_step() {
    // A short burst at the rate of the cache, then the media, here with stalls.
    let cached = |seed: u64, n: usize| {
        let mut noise = Noise::new(seed ^ 0xCAFE);
        let mut series = planted(seed, n, 0.08, |x| if x < 0.06 { 3.0 } else { 1.0 });
        for value in &mut series {
            if noise.uniform() < 0.02 {
                *value *= 0.1;
            }
        }
        series
    };
    for n in [120, 600, 3000] {
        require(
            95,
            |seed| cached(seed, n),
            |shape| match shape {
                Shape::Step { steps } => {
                    steps.len() == 1 && (0.05..0.07).contains(&steps[0].share) && steps[0].before > 2.0 * steps[0].after
                }
                _ => false,
            },
        );
    }
}

#[test]
fn a_dip_is_two_steps() {
    let dip = |x: f64| if (0.4..0.6).contains(&x) { 0.5 } else { 1.0 };
    require(
        95,
        |seed| planted(seed, 60, 0.05, dip),
        |shape| match shape {
            Shape::Step { steps } => steps.len() == 2 && steps[0].at == 24 && steps[1].at == 36,
            _ => false,
        },
    );
}

#[test]
fn stalls_are_counted_and_no_steps() {
    let series = |seed| {
        let mut noise = Noise::new(seed);
        let mut value = || {
            if noise.uniform() < 0.05 {
                0.0
            } else {
                800.0 * (1.0 + 0.02 * noise.normal())
            }
        };
        (0..120).map(|_| value()).collect()
    };
    require(
        95,
        series,
        |shape| matches!(shape, Shape::Steady { stalls, .. } if *stalls < 15),
    );
}

#[test]
fn noise_that_remembers_gives_few_false_alarms() {
    for memory in [0.5_f64, 0.8] {
        let series = |seed| {
            let mut noise = Noise::new(seed);
            let mut state = noise.normal();
            let fresh = (1.0 - memory * memory).sqrt();
            let mut value = || {
                state = memory * state + fresh * noise.normal();
                800.0 * (1.0 + 0.1 * state)
            };
            (0..250).map(|_| value()).collect()
        };
        require(95, series, is_noisy);
    }
}

#[test]
fn idle_and_bursting_series() {
    assert_eq!(classify(&[5.0; 9]), Shape::TooShort);
    assert_eq!(classify(&[f64::NAN; 20]), Shape::TooShort);
    let still = Shape::Steady {
        level: 0.0,
        within: 0.0,
        stalls: 0,
    };
    assert_eq!(classify(&[0.0; 20]), still);
    let constant = Shape::Steady {
        level: 7.0,
        within: 0.0,
        stalls: 0,
    };
    assert_eq!(classify(&[7.0; 20]), constant);
    // Write-back that moves data in one interval of five.
    let bursts: Vec<f64> = (0..100).map(|i| if i % 5 == 0 { 500.0 } else { 0.0 }).collect();
    assert_eq!(
        classify(&bursts),
        Shape::Noisy {
            level: 100.0,
            spread: 1.0
        }
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_series_has_a_shape_that_makes_sense(
        values in prop::collection::vec(0.0..1e9_f64, 0..150)
    ) {
        let shape = classify(&values);
        prop_assert_eq!(shape == Shape::TooShort, values.len() < MIN_INTERVALS);
        prop_assert!(!shape.describe().contains("NaN"));
        if let Shape::Step { steps } = &shape {
            prop_assert!(steps.is_sorted_by(|a, b| a.at < b.at));
            prop_assert!(steps.iter().all(|step| (1..values.len()).contains(&step.at)));
        }
        if let Some(from) = steady_from(&values) {
            prop_assert!(values.len() - from >= MIN_INTERVALS);
        }
    }

    #[test]
    fn the_unit_is_of_no_account(
        seed in 0..1000_u64, n in 10..150_usize, power in -20..20_i32, change in -0.5..0.5_f64
    ) {
        // Powers of two, which leave the digits alone.
        let values = planted(seed, n, 0.05, |x| 1.0 + change * x);
        let scaled: Vec<f64> = values.iter().map(|value| value * 2_f64.powi(power)).collect();
        let kind = |values: &[f64]| std::mem::discriminant(&classify(values));
        prop_assert_eq!(kind(&values), kind(&scaled));
        prop_assert_eq!(steady_from(&values), steady_from(&scaled));
    }
}
