use super::*;
use crate::ramp::limit::{LimitRequest, limits_of};

/// Normal deviates from a seed (SplitMix64, Box and Muller).
struct Chance(u64);

impl Chance {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

fn limits(classes: usize, kinds: &[LimitKind]) -> Vec<Limit> {
    let classes: Vec<String> = (0..classes).map(|class| format!("class{class}")).collect();
    let request = |kind: &LimitKind| LimitRequest {
        kind: *kind,
        class: None,
        bound: 2.0,
    };
    let requests: Vec<LimitRequest> = kinds.iter().map(request).collect();
    limits_of(&requests, &classes).unwrap()
}

/// Returns eight numbers of users whose runs scatter about a response of one second, as often as a ramp runs them.
fn levels(classes: usize, chance: &mut Chance) -> Vec<Level> {
    let mut run = || MixRun {
        classes: (0..classes)
            .map(|_| ClassRun {
                seconds: vec![(0.1 * chance.normal()).exp()],
                ..ClassRun::default()
            })
            .collect(),
        ..MixRun::default()
    };
    (0..8)
        .map(|at| Level {
            users: 1 << at,
            runs: (0..if at == 0 { 3 } else { 2 }).map(|_| run()).collect(),
        })
        .collect()
}

/// Returns whether all intervals of what is bounded have the true value, 1, in them.
fn all_hold(levels: &[Level], limits: &[Limit]) -> bool {
    let at_all = |limit: &Limit| {
        let relative_to = (limit.kind == LimitKind::Slowdown).then_some(0);
        let first = usize::from(relative_to.is_some());
        (first..levels.len()).all(|at| {
            let estimate = estimate(levels, at, limit.place, relative_to, limits).unwrap();
            let (low, high) = estimate.interval.unwrap();
            low <= 1.0 && 1.0 <= high
        })
    };
    limits.iter().all(at_all)
}

#[test]
fn all_intervals_hold_together_in_95_of_100_ramps_with_any_number_of_classes() {
    let response = &[LimitKind::Response][..];
    let both = &[LimitKind::Response, LimitKind::Slowdown][..];
    let mut held = Vec::new();
    for classes in [1, 2, 8] {
        for kinds in [response, both] {
            let limits = limits(classes, kinds);
            let mut chance = Chance(classes as u64 * 10 + kinds.len() as u64);
            let ramps = (0..1000).filter(|_| all_hold(&levels(classes, &mut chance), &limits));
            held.push((classes, kinds.len(), ramps.count()));
        }
    }
    // 950 but for the chance of 1,000 ramps: two standard errors.
    assert!(held.iter().all(|(.., right)| *right >= 936), "{held:?}");
}

#[test]
fn intervals_contain_what_all_runs_are_off_by() {
    // Predictions are off by 5 % alike, which their profiles tell, and scatter by 2 %.
    let limits = limits(1, &[LimitKind::Response, LimitKind::Slowdown]);
    let held = |error_share: f64| {
        let mut chance = Chance(47);
        let ramps = (0..1000).filter(|_| {
            let off = 0.05 * chance.normal() / 1.96;
            let mut levels = levels(1, &mut chance);
            for class in levels
                .iter_mut()
                .flat_map(|level| &mut level.runs)
                .flat_map(|run| &mut run.classes)
            {
                class.seconds[0] = class.seconds[0].powf(0.2) * off.exp();
                class.error_share = error_share;
            }
            all_hold(&levels, &limits)
        });
        ramps.count()
    };
    assert!(held(0.05) >= 936, "{}", held(0.05));
    assert!(held(0.0) < 900, "{}", held(0.0));
    // Off by all that they are: nothing is known.
    let mut levels = levels(1, &mut Chance(1));
    levels[1].runs[0].classes[0].error_share = 1.0;
    assert_eq!(estimate(&levels, 1, Some(0), None, &limits).unwrap().interval, None);
}

#[test]
fn a_rate_of_nothing_breaks_its_limit_after_two_runs() {
    let limits = limits(1, &[LimitKind::Rate]);
    let of_rates = |rates: &[f64]| {
        let run = |rate: &f64| MixRun {
            megabytes_per_second_and_core: Some(*rate),
            classes: vec![ClassRun::default()],
            ..MixRun::default()
        };
        let runs = rates.iter().map(run).collect();
        side_of(&[Level { users: 1, runs }], 0, &limits, None)
    };
    assert_eq!(of_rates(&[0.0]), Side::Undecided);
    assert_eq!(of_rates(&[0.0, 0.0]), Side::Breaks);
    assert_eq!(of_rates(&[0.0, 0.0, 3.0]), Side::Undecided);
    assert_eq!(of_rates(&[3.0, 3.1, 2.9]), Side::Holds);
}
