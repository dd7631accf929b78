//! The analysis against the published one of the same times, and against times with known effects.

use super::*;

/// The sizes of the published times, in millions of records.
const SIZES: [f64; 4] = [10.0, 30.0, 100.0, 322.0];

/// The scenarios on Unix with their times in seconds and their published share of the time of scenario 2, in percent (*Pipes
/// and Threads*, SAS Global Forum 2007, paper 196, tables 1 and 3).
const UNIX: [([u32; 4], f64); 15] = [
    ([112, 355, 1466, 4423], 89.0),
    ([132, 402, 1531, 5064], 100.0),
    ([111, 345, 1376, 4492], 87.2),
    ([111, 349, 1385, 4276], 86.4),
    ([110, 346, 1381, 4188], 85.5),
    ([98, 289, 1041, 3403], 70.4),
    ([75, 249, 838, 2902], 57.6),
    ([75, 249, 827, 2884], 57.5),
    ([75, 249, 834, 2889], 57.5),
    ([112, 351, 1447, 4796], 90.2),
    ([116, 339, 1428, 4721], 89.7),
    ([117, 348, 1494, 4753], 91.7),
    ([79, 258, 857, 2840], 58.9),
    ([83, 272, 899, 3148], 62.8),
    ([90, 287, 956, 3256], 66.5),
];

/// The same on MVS (tables 2 and 3).
const MVS: [([u32; 4], f64); 5] = [
    ([528, 1590, 5166, 12_511], 97.7),
    ([521, 1420, 4800, 16_800], 100.0),
    ([486, 1638, 4842, 15_120], 99.4),
    ([310, 891, 2979, 9021], 59.4),
    ([319, 849, 2814, 8967], 58.2),
];

fn timings(scenarios: &[([u32; 4], f64)]) -> Vec<Timing> {
    let numbered = (0..).zip(scenarios);
    let all = numbered.flat_map(|(setting, (times, _))| {
        let pairs = SIZES.into_iter().zip(times);
        pairs.map(move |(size, &time)| Timing {
            setting,
            size,
            time: time.into(),
        })
    });
    all.collect()
}

/// Returns how far the shares are from the published ones at most, both in percent with one digit.
fn furthest(scenarios: &[([u32; 4], f64)]) -> f64 {
    let analysis = Covariance::of(&timings(scenarios)).unwrap();
    let shares = (0..).zip(scenarios).map(|(setting, (_, published))| {
        let ratio = analysis.ratio(setting, 1).unwrap();
        ((ratio.value * 1000.0).round() / 10.0 - published).abs()
    });
    shares.fold(0.0, f64::max)
}

#[test]
fn published_times_give_the_published_shares() {
    let (unix, mvs) = (furthest(&UNIX), furthest(&MVS));
    assert!(unix < 0.1 + 1e-9, "{unix}");
    assert!(mvs < 1e-9, "{mvs}");
}

#[test]
fn published_times_have_parallel_slopes_and_grow_with_the_size() {
    let analysis = Covariance::of(&timings(&UNIX)).unwrap();
    let test = analysis.parallel_slopes().unwrap();
    assert_eq!(test.degrees, 14.0);
    assert!(test.probability > 0.05, "{test:?}");
    let slope = analysis.slope().unwrap();
    assert!((slope.value - 1.0).abs() < 0.1, "{slope:?}");
    assert!(slope.interval.low < slope.value && slope.value < slope.interval.high);
    // Piping pays, however many comparisons are made; a fourth processor does not.
    let piped = analysis.ratio_of_all(6, 1).unwrap();
    assert!(piped.interval.high < 1.0 && piped.probability < 1e-6);
    let fourth = analysis.ratio_of_all(3, 2).unwrap();
    assert!(fourth.probability > 0.9, "{fourth:?}");
    assert!(fourth.probability >= analysis.ratio(3, 2).unwrap().probability);
    assert_eq!(analysis.settings().count(), 15);
    assert_eq!(analysis.ratio(0, 99), None);
}

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
