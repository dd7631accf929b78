//! The course of races.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

#[test]
fn narrowing_keeps_the_best_and_waits_for_the_end_of_a_round() {
    let mut race = Race::new(13, RaceOptions::default());
    let order = race.next_round(1);
    race.record(order[0], order[0] as f64);
    assert_eq!(race.narrow(0.9), []);
    for &candidate in &order[1..] {
        race.record(candidate, candidate as f64);
    }
    let mut dropped = |spent| {
        let mut dropped = race.narrow(spent);
        dropped.sort_unstable();
        dropped
    };
    assert_eq!(dropped(0.2), []);
    assert_eq!(dropped(0.25), [0, 1, 2, 3, 4, 5]);
    assert_eq!(dropped(0.3), []);
    assert_eq!(dropped(0.5), [6, 7, 8]);
    assert_eq!(dropped(0.75), [9]);
    assert_eq!(dropped(1.5), []);
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
    assert_eq!(standing.iter().map(|s| s.candidate).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(standing.iter().map(|s| s.rounds).collect::<Vec<_>>(), [2, 2, 1]);
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
    assert!(race.standing().iter().any(|s| s.candidate == 0 && s.failed && !s.live));

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

#[test]
fn a_first_round_that_is_ended_has_the_values_so_far() {
    let mut race = Race::new(4, RaceOptions::default());
    race.end_round();
    assert_eq!(race.rounds(), 0);
    let order = race.next_round(3);
    for (&candidate, value) in order[..2].iter().zip([50.0, 100.0]) {
        race.record(candidate, value);
    }
    race.end_round();
    assert_eq!((race.rounds(), race.trials()), (1, 2));
    let choice = race.choice(|candidate| candidate, 1).unwrap();
    assert_eq!((choice.candidate, choice.certainty), (order[1], None));
    let standing = race.standing();
    let measured: Vec<_> = standing.iter().map(|place| place.median.is_some()).collect();
    assert_eq!(measured, [true, true, false, false]);
    assert!(standing.iter().all(|place| !place.failed));
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
                1 if value < 0.2 => race.end_round(),
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
            let rounds = |s: &CandidateStanding| s.rounds == race.rounds();
            prop_assert!(standing.iter().filter(|s| s.live).all(rounds));
            prop_assert!(standing.is_sorted_by_key(|s| !s.live));
            let live = standing.iter().filter(|s| s.live).count();
            prop_assert_eq!(race.within_noise_of_best().is_empty(), live == 0);
            prop_assert!(live > 0 || standing.iter().any(|s| s.failed) || candidates == 0);
        }
    }
}
