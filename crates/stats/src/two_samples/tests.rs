//! Ratios of two samples against published examples, and of simulated ones whose ratio is known.

use proptest::prelude::*;

use super::*;
use crate::testing::Noise;

#[test]
fn a_published_example_has_its_estimate() {
    // Permeability of human chorioamnion at term and at 12 to 26 weeks (Hollander and Wolfe, table 4.1) with its
    // published estimate, and the 9th and the 42nd of its 50 differences.
    let term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
    let early = [1.15, 0.88, 0.90, 0.74, 1.21];
    let powers = |values: &[f64]| values.iter().map(|value| value.exp()).collect::<Vec<f64>>();
    let ratio = UnpairedRatio::of(&powers(&term), &powers(&early)).unwrap();
    assert!((ratio.ratio.ln() - 0.305).abs() < 1e-9, "{ratio:?}");
    let interval = ratio.interval.unwrap();
    assert!((interval.low.ln() + 0.15).abs() < 1e-9, "{interval:?}");
    assert!((interval.high.ln() - 0.76).abs() < 1e-9, "{interval:?}");
    assert_eq!((ratio.ours, ratio.theirs), (10, 5));
}

#[test]
fn no_ratio_of_what_does_not_compare() {
    assert_eq!(UnpairedRatio::of(&[], &[1.0]), None);
    assert_eq!(UnpairedRatio::of(&[1.0], &[]), None);
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(UnpairedRatio::of(&[1.0, bad], &[1.0]), None);
        assert_eq!(UnpairedRatio::of(&[1.0], &[bad]), None);
    }
}

#[test]
fn three_against_three_decide_nothing() {
    let ratio = UnpairedRatio::of(&[2.0; 3], &[1.0; 3]).unwrap();
    assert_eq!(ratio.interval, None);
    let ratio = UnpairedRatio::of(&[2.0; 4], &[1.0; 4]).unwrap();
    let interval = ratio.interval.unwrap();
    assert!((interval.low - 2.0).abs() < 1e-12 && (interval.high - 2.0).abs() < 1e-12);
}

/// Times with 5 % of noise and a stall in one of twenty, rounded to the given steps.
fn times(noise: &mut Noise, count: usize, level: f64, step: f64) -> Vec<f64> {
    let time = |noise: &mut Noise| {
        let stall = if noise.uniform() < 0.05 { 1.5 } else { 1.0 };
        let exact = level * stall * (0.05 * noise.normal()).exp();
        (exact / step).round() * step
    };
    (0..count).map(|_| time(noise)).collect()
}

#[test]
fn the_interval_covers_the_truth() {
    for (ours, theirs, step) in [
        (4, 4, 1e-6),
        (3, 8, 1e-6),
        (6, 6, 1e-6),
        (12, 20, 1e-6),
        (30, 30, 1e-6),
        // With ties.
        (6, 6, 0.5),
        (12, 20, 0.5),
    ] {
        let covered = (0..1000)
            .filter(|&seed| {
                let mut noise = Noise::new(seed);
                let first = times(&mut noise, ours, 10.0, step);
                let second = times(&mut noise, theirs, 10.0, step);
                let ratio = UnpairedRatio::of(&first, &second).unwrap();
                ratio.interval.unwrap().contains(1.0)
            })
            .count();
        assert!(covered >= 935, "{ours}, {theirs}, {step}: {covered} of 1000");
    }
}

#[test]
fn six_against_six_mostly_tell_a_fifth() {
    let told = (0..500)
        .filter(|&seed| {
            let mut noise = Noise::new(seed);
            let ours = times(&mut noise, 6, 12.0, 1e-6);
            let theirs = times(&mut noise, 6, 10.0, 1e-6);
            let interval = UnpairedRatio::of(&ours, &theirs).unwrap().interval;
            interval.unwrap().low > 1.0
        })
        .count();
    assert!(told >= 350, "{told} of 500");
}

#[test]
fn large_samples_are_fast_and_narrow() {
    let mut noise = Noise::new(7);
    let ours = times(&mut noise, 5000, 11.0, 1e-6);
    let theirs = times(&mut noise, 7000, 10.0, 1e-6);
    let interval = UnpairedRatio::of(&ours, &theirs).unwrap().interval.unwrap();
    assert!(interval.contains(1.1) && interval.half_width() < 0.005, "{interval:?}");
}

proptest! {
    #[test]
    fn exchanging_the_two_inverts_the_ratio(
        ours in prop::collection::vec(1e-3..1e6_f64, 1..20),
        theirs in prop::collection::vec(1e-3..1e6_f64, 1..20),
    ) {
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
        let ratio = UnpairedRatio::of(&ours, &theirs).unwrap();
        let inverse = UnpairedRatio::of(&theirs, &ours).unwrap().inverse();
        prop_assert!(close(ratio.ratio, inverse.ratio));
        prop_assert_eq!(ratio.interval.is_some(), inverse.interval.is_some());
        if let (Some(a), Some(b)) = (ratio.interval, inverse.interval) {
            prop_assert!(close(a.low, b.low) && close(a.high, b.high));
            prop_assert!(a.low <= ratio.ratio * (1.0 + 1e-9) && ratio.ratio <= a.high * (1.0 + 1e-9));
        }
    }

    #[test]
    fn huge_values_have_a_ratio(exponent in -300..300_i32) {
        let scale = 10_f64.powi(exponent);
        let ratio = UnpairedRatio::of(&[2.0 * scale; 5], &[scale; 5]).unwrap();
        prop_assert!((ratio.ratio - 2.0).abs() < 1e-9);
    }
}
