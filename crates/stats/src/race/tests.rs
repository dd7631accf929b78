//! Races over simulated surfaces on a drifting device.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::testing::Noise;

/// A surface of true rates, and the cost of each setting.
struct Surface {
    rates: Vec<f64>,
    costs: Vec<f64>,
}

impl Surface {
    /// Throughput by transfer size and depth: it saturates with the bytes in flight, of which `half` MiB give half the
    /// rate, and each doubling of the depth costs 1 %. The cost is the memory.
    fn saturating(half: f64) -> Self {
        let mut surface = Self {
            rates: Vec::new(),
            costs: Vec::new(),
        };
        for transfer in 0..7 {
            for depth in 0..6 {
                let in_flight = 2_f64.powi(transfer + depth) / 16.0;
                let overhead = 1.0 - 0.01 * f64::from(depth);
                surface
                    .rates
                    .push(3000.0 * overhead * in_flight / (in_flight + half));
                surface.costs.push(in_flight);
            }
        }
        surface
    }

    fn within_tolerance(&self, candidate: usize) -> bool {
        let best = self.rates.iter().copied().fold(0.0, f64::max);
        self.rates[candidate] >= 0.97 * best
    }

    fn cheapest(&self, candidates: &[usize]) -> usize {
        let cost = |&&candidate: &&usize| self.costs[candidate];
        let cheapest = candidates.iter().min_by(|a, b| cost(a).total_cmp(&cost(b)));
        *cheapest.expect("somebody is left")
    }
}

/// Runs a race on a device whose rate varies by up to a factor of two during the race, slowly within a round too, with
/// 5 % of noise on each value and a share of stalls.
fn run(surface: &Surface, seed: u64, stalls: f64) -> Race {
    let mut race = Race::new(surface.rates.len(), RaceOptions::default());
    let mut noise = Noise::new(seed);
    let mut level = 0.0_f64;
    let stride = std::f64::consts::LN_2 / (RaceOptions::default().max_rounds as f64).sqrt();
    while !race.finished() {
        let order = race.next_round(seed);
        let count = order.len() as f64;
        let next = (level + stride * noise.normal()).clamp(-0.35, 0.35);
        for (place, candidate) in order.into_iter().enumerate() {
            let now = level + (next - level) * place as f64 / count;
            let stall = if noise.uniform() < stalls { 0.5 } else { 1.0 };
            let rate = surface.rates[candidate] * (now + 0.05 * noise.normal()).exp();
            assert!(race.record(candidate, stall * rate));
        }
        level = next;
        race.eliminate();
    }
    race
}

#[test]
fn the_choice_is_within_three_percent_of_the_best_in_19_of_20_races() {
    const SEEDS: u64 = 200;
    for (half, stalls) in [(0.25, 0.0), (0.06, 0.0), (2.0, 0.0), (0.25, 0.03)] {
        let surface = Surface::saturating(half);
        let (mut led, mut chose, mut trials, mut left) = (0, 0, 0, 0);
        for seed in 0..SEEDS {
            let race = run(&surface, seed, stalls);
            let as_good = race.within_noise_of_best();
            led += usize::from(surface.within_tolerance(race.standing()[0].candidate));
            chose += usize::from(surface.within_tolerance(surface.cheapest(&as_good)));
            trials += race.trials();
            left += as_good.len();
        }
        let mean = |total: usize| total as f64 / SEEDS as f64;
        println!(
            "half {half} MiB, stalls {stalls}: leader right in {led} of {SEEDS}, \
             cheapest in {chose}; {:.0} trials, {:.1} as good",
            mean(trials),
            mean(left)
        );
        assert!(led >= 190 && chose >= 190, "leader {led}, cheapest {chose}");
        assert!(mean(trials) < 0.8 * 42.0 * 16.0, "{} trials", mean(trials));
    }
}

/// Returns what a race with `trials` trials chooses among settings of which a dozen are nearly as good, with 8 % of
/// noise; after `narrow_at` trials only the best few continue.
fn choice_in(trials: usize, narrow_at: usize, seed: u64) -> f64 {
    let rates: Vec<f64> = (0..12)
        .map(|step| 1.0 - 0.008 * f64::from(step))
        .chain((0..10).map(|step| 0.8 - 0.05 * f64::from(step)))
        .collect();
    let options = RaceOptions {
        max_rounds: 100,
        ..RaceOptions::default()
    };
    let mut race = Race::new(rates.len(), options);
    let mut noise = Noise::new(seed);
    let mut made = 0;
    'race: while !race.finished() {
        for candidate in race.next_round(seed) {
            if made == trials {
                break 'race;
            }
            made += 1;
            race.record(candidate, rates[candidate] * (0.08 * noise.normal()).exp());
        }
        race.eliminate();
        if made >= narrow_at {
            race.narrow(5);
        }
    }
    // Of the good settings, the later ones are cheaper.
    let chosen = race.within_noise_of_best().into_iter().max();
    rates[chosen.expect("somebody is left")]
}

#[test]
fn a_few_that_go_on_are_better_told_apart_than_many() {
    let right = |narrow_at| {
        let seeds = 0..100;
        seeds
            .filter(|&seed| choice_in(165, narrow_at, seed) >= 0.97)
            .count()
    };
    let (never, late) = (right(usize::MAX), right(110));
    println!("right without narrowing in {never} of 100, with it in {late}");
    assert!(late > never, "{late} against {never}");
}

#[test]
fn narrowing_keeps_the_best_and_waits_for_the_end_of_a_round() {
    let mut race = Race::new(4, RaceOptions::default());
    let order = race.next_round(1);
    race.record(order[0], 1.0);
    assert_eq!(race.narrow(2), []);
    for &candidate in &order[1..] {
        race.record(candidate, 1.0);
    }
    let mut dropped = race.narrow(1);
    dropped.sort_unstable();
    assert_eq!(dropped, [1, 2, 3]);
    assert!(race.finished());
}

#[test]
fn the_far_behind_go_first() {
    let mut race = Race::new(3, RaceOptions::default());
    let mut round = |values: [f64; 3]| {
        for candidate in race.next_round(1) {
            race.record(candidate, values[candidate]);
        }
        race.eliminate()
    };
    assert_eq!(round([100.0, 65.0, 30.0]), [2]);
    assert_eq!(round([50.0, 32.0, f64::NAN]), [1]);
    assert!(race.finished());
    let standing = race.standing();
    assert_eq!(
        standing.iter().map(|s| s.candidate).collect::<Vec<_>>(),
        [0, 1, 2]
    );
    assert_eq!(
        standing.iter().map(|s| s.rounds).collect::<Vec<_>>(),
        [2, 2, 1]
    );
    assert_eq!(standing[0].median, Some(75.0));
    assert!((standing[2].ratio.unwrap() - 0.3).abs() < 1e-12);
}

#[test]
fn equals_end_early_and_are_all_as_good() {
    let mut race = Race::new(4, RaceOptions::default());
    while !race.finished() {
        for candidate in race.next_round(5) {
            race.record(candidate, 100.0 + 0.1 * candidate as f64);
        }
        assert_eq!(race.eliminate(), []);
    }
    assert_eq!(race.rounds(), 8);
    assert_eq!(race.trials(), 32);
    assert_eq!(race.within_noise_of_best(), [0, 1, 2, 3]);
    assert_eq!(race.standing()[0].candidate, 3);
}

#[test]
fn a_race_of_none_is_over() {
    let mut none = Race::new(0, RaceOptions::default());
    assert!(none.finished());
    assert_eq!(none.next_round(0), []);
    assert_eq!(none.within_noise_of_best(), []);
}

#[test]
fn a_race_of_one_is_one_round() {
    let mut one = Race::new(1, RaceOptions::default());
    // A choice before any measurement is arbitrary.
    assert_eq!((one.within_noise_of_best(), one.rounds()), (vec![0], 0));
    assert!(!one.finished());
    assert_eq!(one.next_round(0), [0]);
    assert!(!one.finished(), "a round that was begun is completed");
    assert!(one.record(0, 42.0));
    assert!(one.finished());
    assert_eq!(one.next_round(0), []);
    assert_eq!(one.within_noise_of_best(), [0]);
    let standing = one.standing()[0];
    assert_eq!((standing.median, standing.rounds), (Some(42.0), 1));

    let mut refused = Race::new(1, RaceOptions::default());
    refused.next_round(0);
    refused.record_failure(0);
    assert!(refused.finished());
    assert_eq!(refused.within_noise_of_best(), []);

    let options = RaceOptions {
        max_rounds: 0,
        ..RaceOptions::default()
    };
    assert!(Race::new(1, options).finished());
}

#[test]
fn who_is_left_alone_amid_the_first_round_is_measured() {
    let mut race = Race::new(2, RaceOptions::default());
    race.next_round(0);
    race.record_failure(0);
    assert!(!race.finished());
    assert_eq!(race.next_round(0), [1]);
    race.record(1, 7.0);
    assert!(race.finished());
    assert_eq!(race.standing()[0].median, Some(7.0));
}

#[test]
fn failures_leave_and_zeros_stay_last() {
    let mut race = Race::new(3, RaceOptions::default());
    for candidate in race.next_round(0) {
        match candidate {
            0 => race.record_failure(0),
            1 => race.record(1, 0.0),
            _ => race.record(2, 10.0),
        };
    }
    assert!(!race.record(0, 5.0), "a failed candidate is not awaited");
    assert_eq!(race.eliminate(), [1]);
    assert!(
        race.standing()
            .iter()
            .any(|s| s.candidate == 0 && s.failed && !s.live)
    );

    let mut failing = Race::new(2, RaceOptions::default());
    for candidate in failing.next_round(0) {
        failing.record(candidate, f64::NAN);
    }
    assert!(failing.finished());
    assert_eq!(failing.within_noise_of_best(), []);
    assert_eq!(failing.eliminate(), []);
}

#[test]
fn a_device_that_stands_still_is_no_reason_to_choose() {
    let mut race = Race::new(2, RaceOptions::default());
    while !race.finished() {
        for candidate in race.next_round(0) {
            race.record(candidate, 0.0);
        }
        assert_eq!(race.eliminate(), []);
    }
    assert_eq!(race.rounds(), 16);
    assert_eq!(race.within_noise_of_best(), [0]);
}

#[test]
fn an_interrupted_round_goes_on_or_is_forgotten() {
    let mut race = Race::new(3, RaceOptions::default());
    let order = race.next_round(3);
    race.record(order[0], 1.0);
    assert_eq!(race.rounds(), 0);
    assert_eq!(race.eliminate(), []);
    let rest: BTreeSet<usize> = race.next_round(4).into_iter().collect();
    assert_eq!(rest, order[1..].iter().copied().collect());
    assert!(!race.record(order[0], 2.0), "it was measured in this round");
    race.abandon_round();
    assert_eq!(race.next_round(5).len(), 3);
    assert_eq!(race.trials(), 0);
}

proptest! {
    #[test]
    fn whatever_happens_the_books_are_right(
        candidates in 0..8_usize,
        events in prop::collection::vec((0..9_usize, -0.1..2.0_f64, 0..12_u8), 0..300),
    ) {
        let mut race = Race::new(candidates, RaceOptions::default());
        for (index, (candidate, value, kind)) in events.into_iter().enumerate() {
            match kind {
                0 => { race.record_failure(candidate); }
                1 => race.abandon_round(),
                2 => { race.eliminate(); }
                3..6 => {
                    let order = race.next_round(index as u64);
                    let unique: BTreeSet<usize> = order.iter().copied().collect();
                    prop_assert_eq!(unique.len(), order.len());
                }
                _ => { race.record(candidate, value); }
            }
            let standing = race.standing();
            prop_assert_eq!(standing.len(), candidates);
            let rounds = |s: &Standing| s.rounds == race.rounds();
            prop_assert!(standing.iter().filter(|s| s.live).all(rounds));
            prop_assert!(standing.is_sorted_by_key(|s| !s.live));
            let live = standing.iter().filter(|s| s.live).count();
            prop_assert_eq!(race.within_noise_of_best().is_empty(), live == 0);
            prop_assert!(live > 0 || standing.iter().any(|s| s.failed) || candidates == 0);
        }
    }
}
