use super::*;
use crate::testing::Noise;

/// Returns the responses of 2 × 3 cells in 5 rounds: the first factor takes 0.8, and with the last level of the second
/// factor `together` times as much.
fn trials(together: f64, noise: f64) -> Vec<([u32; 2], u32, f64)> {
    let mut random = Noise::new(7);
    let mut all = Vec::new();
    for block in 0..5u32 {
        for first in 0..2u32 {
            for second in 0..3u32 {
                let mut value = 10.0 * 1.5f64.powi(block as i32);
                if first == 1 {
                    value *= 0.8;
                }
                if (first, second) == (1, 2) {
                    value *= together;
                }
                all.push(([first, second], block, value * (noise * random.normal()).exp()));
            }
        }
    }
    all
}

fn tests_of(trials: &[([u32; 2], u32, f64)]) -> Vec<EffectTest> {
    let trials: Vec<Trial<'_>> = trials
        .iter()
        .map(|(levels, block, value)| Trial {
            levels,
            block: *block,
            value: *value,
        })
        .collect();
    effects(2, &trials).unwrap()
}

#[test]
fn effects_are_found_and_their_absence_too() {
    let tests = tests_of(&trials(1.0, 0.02));
    let factors: Vec<_> = tests.iter().map(|test| test.factors.clone()).collect();
    assert_eq!(factors, [vec![0], vec![1], vec![0, 1]]);
    assert!(tests[0].test.probability < 1e-9);
    assert!(
        tests[1].test.probability > 0.01 && tests[2].test.probability > 0.01,
        "{tests:?}"
    );
    assert_eq!(tests[0].error_degrees, 30.0 - 1.0 - 4.0 - 1.0 - 2.0 - 2.0);
}

#[test]
fn an_interaction_is_found() {
    let tests = tests_of(&trials(1.3, 0.02));
    assert!(tests[2].test.probability < 1e-6, "{tests:?}");
}

#[test]
fn one_run_of_each_cell_tests_the_factors_alone() {
    let one: Vec<_> = trials(1.0, 0.02)
        .into_iter()
        .filter(|(_, block, _)| *block == 0)
        .collect();
    let tests = tests_of(&one);
    assert_eq!(tests.len(), 2);
    assert!(tests[0].test.probability < 0.05);
}

#[test]
fn what_has_no_logarithm_is_refused() {
    let trial = Trial {
        levels: &[0],
        block: 0,
        value: 0.0,
    };
    assert!(effects(1, &[trial]).is_err());
    assert!(effects(1, &[]).is_err());
}
