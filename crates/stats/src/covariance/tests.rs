//! The analysis against times with known effects. The published ones are in `tests/published`.

use super::*;

/// Returns times with a known ratio of settings and known powers of the size.
fn known(powers: [f64; 2], noise: f64, random: &mut impl FnMut() -> f64) -> Vec<Timing> {
    let mut all = Vec::new();
    for setting in 0..2u32 {
        for size in [1.0f64, 2.0, 5.0, 10.0] {
            for _ in 0..3 {
                let ratio = if setting == 1 { 0.8 } else { 1.0 };
                let exact = ratio * size.powf(powers[setting as usize]);
                let time = exact * (noise * random()).exp();
                all.push(Timing {
                    setting,
                    block: 0,
                    size,
                    time,
                });
            }
        }
    }
    all
}

/// Returns normal values of deviation 1, the same in each run.
fn normal_values() -> impl FnMut() -> f64 {
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut uniform = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    move || {
        let radius = (-2.0 * uniform().max(1e-300).ln()).sqrt();
        radius * (std::f64::consts::TAU * uniform()).cos()
    }
}

#[test]
fn intervals_cover_as_often_as_they_claim() {
    let mut random = normal_values();
    let runs = 2000;
    let (mut ratios, mut slopes, mut unequal) = (0, 0, 0);
    for _ in 0..runs {
        let analysis = Covariance::of(&known([1.1, 1.1], 0.1, &mut random)).unwrap();
        ratios += u32::from(analysis.ratio(1, 0).unwrap().interval.contains(0.8));
        slopes += u32::from(analysis.slope().unwrap().interval.contains(1.1));
        unequal += u32::from(analysis.parallel_slopes().unwrap().probability < 0.05);
    }
    // 95 and 5 %, within four standard errors.
    let share = |count: u32| f64::from(count) / f64::from(runs);
    assert!((share(ratios) - 0.95).abs() < 0.02, "{}", share(ratios));
    assert!((share(slopes) - 0.95).abs() < 0.02, "{}", share(slopes));
    assert!((share(unequal) - 0.05).abs() < 0.02, "{}", share(unequal));
}

#[test]
fn slopes_that_differ_are_noticed() {
    let mut random = normal_values();
    let analysis = Covariance::of(&known([1.0, 1.4], 0.05, &mut random)).unwrap();
    assert!(analysis.parallel_slopes().unwrap().probability < 1e-6);
}

#[test]
fn what_cannot_be_analysed_is_an_error_or_missing() {
    assert!(Covariance::of(&[]).is_err());
    let timing = |setting, size, time| Timing {
        setting,
        block: 0,
        size,
        time,
    };
    for wrong in [0.0, -1.0, f64::NAN] {
        assert!(Covariance::of(&[timing(0, 1.0, wrong), timing(1, 2.0, 3.0)]).is_err());
    }
    // One size: no slope, but ratios.
    let one_size = [
        timing(0, 4.0, 2.0),
        timing(0, 4.0, 2.1),
        timing(1, 4.0, 4.0),
        timing(1, 4.0, 4.2),
    ];
    let analysis = Covariance::of(&one_size).unwrap();
    assert_eq!(analysis.slope(), None);
    assert_eq!(analysis.parallel_slopes(), None);
    assert!((analysis.ratio(1, 0).unwrap().value - 2.0).abs() < 1e-9);
}

#[test]
fn what_differs_between_rounds_does_not_widen_intervals() {
    let mut random = normal_values();
    let mut timings = known([1.0, 1.0], 0.02, &mut random);
    for (index, timing) in timings.iter_mut().enumerate() {
        // Each round has all settings and sizes: the device is up to three times as slow in some.
        timing.block = index as u32 % 3;
        timing.time *= [1.0, 3.0, 1.7][index % 3];
    }
    let width = |timings: &[Timing]| {
        let interval = Covariance::of(timings).unwrap().ratio(1, 0).unwrap().interval;
        assert!(interval.contains(0.8), "{interval:?}");
        interval.half_width()
    };
    let within_rounds = width(&timings);
    timings.iter_mut().for_each(|timing| timing.block = 0);
    assert!(within_rounds < 0.03 && width(&timings) > 5.0 * within_rounds);
}
