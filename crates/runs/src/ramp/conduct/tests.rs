use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::super::level::ClassRun;
use super::super::limit::{LimitKind, LimitRequest, limits_of};
use super::*;

/// Random numbers from a seed (SplitMix64).
struct Chance(u64);

impl Chance {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a normal deviate (Box and Muller).
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

/// A storage: its response to a user, for whom nothing is slower, and how many users it has bandwidth for.
#[derive(Clone, Copy)]
struct Storage {
    seconds: f64,
    knee: f64,
    /// The scatter of runs, and of the programs of a run.
    noise: f64,
    of_programs: f64,
}

/// A mix of simulated programs, a class for each storage.
struct Simulated {
    names: Vec<String>,
    storages: Vec<Storage>,
    chance: Chance,
    room: Room,
    /// From so many users on a program fails.
    fails_at: u32,
    /// The users of each run.
    ran: Vec<u32>,
}

impl Simulated {
    fn new(storages: &[Storage], seed: u64) -> Self {
        Self {
            names: (0..storages.len()).map(|number| format!("class{number}")).collect(),
            storages: storages.to_vec(),
            chance: Chance(seed),
            room: Room::default(),
            fails_at: u32::MAX,
            ran: Vec::new(),
        }
    }
}

impl Mix for Simulated {
    fn classes(&self) -> &[String] {
        &self.names
    }

    fn run(&mut self, users: u32) -> Result<Option<MixRun>, String> {
        self.ran.push(users);
        let chance = &mut self.chance;
        let class = |storage: &Storage| {
            let of_run = storage.seconds * (f64::from(users) / storage.knee).max(1.0);
            let of_run = of_run * (storage.noise * chance.normal()).exp();
            ClassRun {
                seconds: (0..users)
                    .map(|_| of_run * (storage.of_programs * chance.normal()).exp())
                    .collect(),
                failure: (users >= self.fails_at).then(|| "it failed".to_owned()),
                ..ClassRun::default()
            }
        };
        let classes: Vec<ClassRun> = self.storages.iter().map(class).collect();
        let seconds = classes.iter().flat_map(|class| &class.seconds).copied();
        Ok(Some(MixRun {
            seconds: seconds.fold(0.0, f64::max),
            classes,
            megabytes_per_second_and_core: Some(400.0 / f64::from(users)),
            space_bytes: Some(u64::from(users) * 1000),
            ..MixRun::default()
        }))
    }

    fn room(&self) -> Room {
        self.room
    }
}

struct Silent;

impl RampObserver for Silent {
    fn run_begins(&mut self, _: u32, _: usize, _: u32, _: Option<Duration>) {}
    fn first_ended(&mut self, _: f64, _: &RampOptions) {}
}

fn options(mix: &Simulated, requests: &[(LimitKind, f64)]) -> RampOptions {
    let request = |(kind, bound): &(LimitKind, f64)| LimitRequest {
        kind: *kind,
        class: None,
        bound: *bound,
    };
    let requests: Vec<_> = requests.iter().map(request).collect();
    RampOptions {
        most_users: 1000,
        repeats: 6,
        budget: None,
        limits: limits_of(&requests, &mix.names).unwrap(),
    }
}

fn ran(mix: &mut Simulated, options: &RampOptions) -> Ramp {
    conduct(mix, options, &AtomicBool::new(false), &mut Silent).unwrap()
}

/// Returns the most users whose runs are within a bound, of the mean of the logarithms of many.
fn truth(storage: Storage, kind: LimitKind, bound: f64) -> u32 {
    let mut mix = Simulated::new(&[storage], 99);
    let mut mean = |users: u32| {
        let logarithm = |_| {
            let run = mix.run(users).unwrap().unwrap();
            run.classes[0].response().unwrap().ln()
        };
        (0..4000).map(logarithm).sum::<f64>() / 4000.0
    };
    let bound = match kind {
        LimitKind::Slowdown => bound.ln() + mean(1),
        _ => bound.ln(),
    };
    let breaks = (1..).find(|users| mean(*users) > bound);
    breaks.unwrap() - 1
}

#[test]
fn the_answer_is_within_the_interval_in_95_of_100_ramps() {
    let storage = |knee: f64, noise: f64, of_programs: f64| Storage {
        seconds: 3.0,
        knee,
        noise,
        of_programs,
    };
    let cases = [
        (storage(1.0, 0.02, 0.01), LimitKind::Response, 20.0),
        (storage(3.5, 0.05, 0.05), LimitKind::Response, 14.0),
        (storage(4.0, 0.15, 0.1), LimitKind::Response, 12.0),
        (storage(2.0, 0.05, 0.0), LimitKind::Slowdown, 3.0),
        (storage(5.0, 0.1, 0.2), LimitKind::Slowdown, 2.5),
    ];
    for (number, (storage, kind, bound)) in cases.into_iter().enumerate() {
        let truth = truth(storage, kind, bound);
        let (mut right, mut width) = (0, 0);
        for seed in 0..100 {
            let mut mix = Simulated::new(&[storage], 1000 * number as u64 + seed);
            let options = options(&mix, &[(kind, bound)]);
            let (low, high) = ran(&mut mix, &options).answer(&options.limits, None).range();
            let high = high.unwrap_or(u32::MAX);
            right += u32::from(low <= truth && truth <= high);
            width += high.saturating_sub(low).min(100);
        }
        assert!(right >= 95, "case {number}: {right} of 100");
        assert!(width <= 75 * truth, "case {number}: {width} for {truth}");
    }
}

#[test]
fn each_class_has_an_answer_of_its_own() {
    let calm = |knee: f64| Storage {
        seconds: 1.0,
        knee,
        noise: 0.001,
        of_programs: 0.0,
    };
    let mut mix = Simulated::new(&[calm(4.0), calm(10.0), calm(1000.0)], 1);
    let options = options(&mix, &[(LimitKind::Response, 1.55)]);
    let ramp = ran(&mut mix, &options);
    let range = |class| ramp.answer(&options.limits, class).range();
    assert_eq!(ramp.ended, RampEnd::Found);
    assert_eq!(range(None), (6, Some(6)));
    assert_eq!(range(Some(0)), (6, Some(6)));
    assert_eq!(range(Some(1)), (15, Some(15)));
    // It is not looked for at more than four times the users that break the first limit.
    let (least, most) = range(Some(2));
    assert!((16..=28).contains(&least) && most.is_none(), "{least} to {most:?}");
}

#[test]
fn a_rate_for_each_core_is_a_limit_too() {
    let calm = Storage {
        seconds: 1.0,
        knee: 1000.0,
        noise: 0.001,
        of_programs: 0.0,
    };
    let mut mix = Simulated::new(&[calm], 1);
    let options = options(&mix, &[(LimitKind::Rate, 45.0)]);
    let ramp = ran(&mut mix, &options);
    assert_eq!(ramp.answer(&options.limits, None).range(), (8, Some(8)));
}

#[test]
fn a_program_that_fails_breaks_and_none_runs_beyond() {
    let calm = Storage {
        seconds: 1.0,
        knee: 1000.0,
        noise: 0.01,
        of_programs: 0.0,
    };
    let mut mix = Simulated::new(&[calm, calm], 1);
    mix.fails_at = 11;
    let options = options(&mix, &[(LimitKind::Response, 60.0)]);
    let ramp = ran(&mut mix, &options);
    assert_eq!(ramp.answer(&options.limits, None).range(), (10, Some(10)));
    assert_eq!(mix.ran.iter().max(), Some(&16));
    assert_eq!(mix.ran.iter().filter(|users| **users == 16).count(), 1);
}

#[test]
fn room_and_time_end_a_ramp_before_they_are_exceeded() {
    let calm = Storage {
        seconds: 1.0,
        knee: 1000.0,
        noise: 0.01,
        of_programs: 0.0,
    };
    let mut mix = Simulated::new(&[calm], 1);
    mix.room.space_bytes = Some(14_000);
    let mut options = options(&mix, &[(LimitKind::Response, 60.0)]);
    let ramp = ran(&mut mix, &options);
    assert_eq!(ramp.ended, RampEnd::Shortage(Shortage::Space));
    assert_eq!(ramp.answer(&options.limits, None).range(), (12, None));
    assert_eq!(mix.ran.iter().max(), Some(&12));
    options.budget = Some(Duration::from_secs(5));
    let slow = Storage { seconds: 3.0, ..calm };
    let mut mix = Simulated::new(&[slow], 1);
    let ramp = ran(&mut mix, &options);
    assert_eq!(ramp.ended, RampEnd::Time);
    assert_eq!(mix.ran, [1, 1, 1]);
    options.most_users = 3;
    options.budget = None;
    let mut mix = Simulated::new(&[calm], 1);
    let ramp = ran(&mut mix, &options);
    assert_eq!((ramp.ended.clone(), mix.ran.iter().max()), (RampEnd::Found, Some(&3)));
}
