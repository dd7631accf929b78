//! Levels with noise, over many seeds, and series whose levels are known.

use super::*;
use crate::testing::{Noise, planted};

const SEEDS: u64 = 100;

/// A series of noise with the deviation and the correlation of neighbours that are given, about a rate.
fn remembering(seed: u64, n: usize, deviation: f64, memory: f64, rate: impl Fn(f64) -> f64) -> Vec<f64> {
    let mut noise = Noise::new(seed ^ 0x4C56);
    let mut state = noise.normal();
    let fresh = (1.0 - memory * memory).sqrt();
    (0..n)
        .map(|i| {
            state = memory * state + fresh * noise.normal();
            800.0 * rate(i as f64 / n as f64) * (1.0 + deviation * state)
        })
        .collect()
}

/// Returns the levels of values of equal length.
fn even(values: &[f64]) -> Vec<Level> {
    levels(values, &vec![1.0; values.len()])
}

fn places(levels: &[Level]) -> Vec<usize> {
    levels.iter().map(|level| level.to).collect()
}

#[test]
fn noise_about_one_level_is_one_level() {
    for n in [36, 60, 120, 600, 1800] {
        // Less noise never gives more false alarms.
        let deviations: &[f64] = if n < 600 { &[0.01, 0.03, 0.1] } else { &[0.1] };
        for &deviation in deviations {
            for memory in [0.0, 0.5, 0.8] {
                let wrong = (0..SEEDS)
                    .filter(|&seed| even(&remembering(seed, n, deviation, memory, |_| 1.0)).len() != 1)
                    .count();
                assert!(wrong <= 5, "{n} {deviation} {memory}: {wrong} of {SEEDS}");
            }
        }
    }
}

#[test]
fn a_drop_of_three_tenths_is_found_where_it_is() {
    for (n, place) in [
        (36, 0.5),
        (60, 0.5),
        (60, 0.3),
        (120, 0.3),
        (600, 0.5),
        (600, 0.05),
        (1800, 0.7),
        (1800, 0.01),
        (1800, 0.98),
    ] {
        let noises = [(0.05, 0.5), (0.1, 0.0), (0.01, 0.0)];
        for &(deviation, memory) in &noises[..if n < 1800 { 3 } else { 1 }] {
            let found = (0..SEEDS)
                .filter(|&seed| {
                    let rate = |x| if x < place { 1.0 } else { 0.7 };
                    let found = even(&remembering(seed, n, deviation, memory, rate));
                    let at = (n as f64 * place).round();
                    found.len() == 2
                        && (found[0].to as f64 - at).abs() <= 2.0 + n as f64 / 200.0
                        && (found[1].mean / 560.0 - 1.0).abs() < 0.05 + deviation / 2.0
                })
                .count();
            // A minute of seconds is enough to be sure of it.
            let least = if n < 60 { 85 } else { 95 };
            assert!(found >= least, "{n} {place} {deviation} {memory}: {found} of {SEEDS}");
        }
    }
}

#[test]
fn short_and_long_levels_are_found_in_one_series() {
    // A burst, two rates that last, and an interruption in the second.
    let rate = |x: f64| match x {
        x if x < 0.02 => 3.0,
        x if x < 0.5 => 1.0,
        x if (0.8..0.85).contains(&x) => 0.2,
        _ => 0.6,
    };
    let found = (0..SEEDS)
        .filter(|&seed| {
            let found = even(&planted(seed, 1800, 0.08, rate));
            let near = |level: &Level, end: usize| level.to.abs_diff(end) <= 3;
            found.len() == 5
                && [36, 900, 1440, 1530, 1800]
                    .iter()
                    .zip(&found)
                    .all(|(&end, level)| near(level, end))
        })
        .count();
    assert!(found >= 95, "{found} of {SEEDS}");
}

#[test]
fn a_decay_is_one_level_that_drifts() {
    let found = (0..SEEDS)
        .filter(|&seed| {
            let found = even(&planted(seed, 600, 0.05, |x| 1.0 - 0.4 * x));
            matches!(&found[..], [Level { drift: Some(change), .. }] if (change + 0.4).abs() < 0.08)
        })
        .count();
    assert!(found >= 95, "{found} of {SEEDS}");
}

#[test]
fn the_interval_of_a_level_has_its_mean() {
    for memory in [0.0, 0.5] {
        let covered = (0..10 * SEEDS)
            .filter(|&seed| {
                let values = remembering(seed, 400, 0.1, memory, |_| 1.0);
                Level::of(&values, &[1.0; 400], (0, 400), None)
                    .interval
                    .unwrap()
                    .contains(800.0)
            })
            .count();
        assert!((920..=980).contains(&covered), "{memory}: {covered} of 1000");
    }
    assert_eq!(Level::of(&[1.0; 9], &[1.0; 9], (0, 9), None).interval, None);
}

/// Rounds of the same amount, at rates that remember, some of which stall: slow ones take longer, and are cut off after
/// three seconds. Returns their rates and seconds.
fn rounds(seed: u64, n: usize, memory: f64, stalls: f64) -> (Vec<f64>, Vec<f64>) {
    let mut noise = Noise::new(seed ^ 0x5254);
    let mut state = noise.normal();
    let fresh = (1.0 - memory * memory).sqrt();
    (0..n)
        .map(|_| {
            state = memory * state + fresh * noise.normal();
            let stall = if noise.uniform() < stalls { 0.1 } else { 1.0 };
            let rate = 800.0 * (0.3 * state).exp() * stall;
            (rate, (800.0 / rate).clamp(0.5, 3.0))
        })
        .unzip()
}

#[test]
fn the_interval_has_the_rate_by_time_where_lengths_differ() {
    for (n, memory, stalls, least) in [
        (60, 0.0, 0.0, 910),
        (60, 0.0, 0.1, 910),
        (60, 0.5, 0.2, 900),
        (400, 0.5, 0.2, 920),
        (400, 0.8, 0.05, 900),
    ] {
        // The truth is that of a very long run.
        let (values, lengths) = rounds(u64::MAX, 400_000, memory, stalls);
        let truth = mean(&values, &lengths);
        let found: Vec<Level> = (0..10 * SEEDS)
            .map(|seed| {
                let (values, lengths) = rounds(seed, n, memory, stalls);
                Level::of(&values, &lengths, (0, n), None)
            })
            .collect();
        assert!(found.iter().all(|level| level.interval.unwrap().contains(level.mean)));
        let covered = found
            .iter()
            .filter(|level| level.interval.unwrap().contains(truth))
            .count();
        assert!(
            (least..=985).contains(&covered),
            "{n} {memory} {stalls}: {covered} of 1000"
        );
    }
}

#[test]
fn lengths_that_are_none_have_no_levels() {
    assert!(levels(&[1.0; 3], &[1.0; 2]).is_empty());
    assert!(levels(&[1.0; 2], &[1.0, 0.0]).is_empty());
    let [level] = levels(&[300.0, 100.0], &[1.0, 3.0])[..] else {
        panic!("one level");
    };
    assert_eq!(level.mean, 150.0);
}

#[test]
fn the_nile_falls_where_others_find_it() {
    // The yearly flow of the Nile at Aswan, 1871 to 1970, in 10^8 cubic metres (Cobb 1978). The change is known to be
    // that of 1899, in which the dam was begun; ruptures 1.1.10 (Dynp, l1 and l2) finds it after 28 years, too.
    #[rustfmt::skip]
    let nile = [
        1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140,
        1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969,
        831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759, 781, 865,
        845, 944, 984, 897, 822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050,
        918, 986, 797, 923, 975, 815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740,
    ];
    let nile: Vec<f64> = nile.into_iter().map(f64::from).collect();
    assert_eq!(places(&even(&nile)), [28, 100]);
}

#[test]
fn levels_end_where_an_independent_segmentation_ends_them() {
    let rate = |x: f64| match x {
        x if x < 0.25 => 1.0,
        x if x < 0.55 => 0.6,
        x if x < 0.8 => 0.75,
        _ => 0.4,
    };
    // The best segmentation by ruptures 1.1.10, Dynp(model="l1", min_size=5, jump=1).predict(3), of the same series.
    for (seed, ends) in [
        (0, [30, 66, 96, 120]),
        (1, [30, 75, 96, 120]),
        (2, [30, 66, 96, 120]),
        (3, [30, 66, 96, 120]),
        (4, [30, 63, 96, 120]),
        (5, [30, 65, 96, 120]),
        (6, [30, 66, 96, 120]),
        (7, [30, 66, 96, 120]),
    ] {
        assert_eq!(places(&even(&planted(seed, 120, 0.12, rate))), ends, "seed {seed}");
    }
}

#[test]
fn dips_that_return_are_no_levels() {
    let found = (0..SEEDS)
        .filter(|&seed| {
            let mut values = planted(seed, 600, 0.05, |_| 1.0);
            (46..600).step_by(50).for_each(|start| {
                values[start..start + 4].iter_mut().for_each(|value| *value *= 0.2);
            });
            matches!(&even(&values)[..], [level] if (level.mean / 749.0 - 1.0).abs() < 0.02)
        })
        .count();
    assert!(found >= 95, "{found} of {SEEDS}");
}

#[test]
fn nothing_has_no_levels() {
    assert_eq!(even(&[]), []);
    assert_eq!(even(&[1.0, f64::NAN]), []);
    assert_eq!(places(&even(&[5.0; 3])), [3]);
    assert_eq!(places(&even(&[0.0; 50])), [50]);
}
