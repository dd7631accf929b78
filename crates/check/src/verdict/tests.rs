//! Tests of verdicts.

use feedrate_stats::Certainty;

use super::*;
use crate::doubt::Doubt;
use crate::testing::{folder, machine, measured};
use crate::trial::Pattern;

const DIRECT: Setting = Setting::direct_as_sas(64 << 10, 17);
const OVERLAPPED: Setting = Setting::direct_overlapped(1 << 20, 1, 8);

fn verdict_of(cores: usize, confirmed: &[(Setting, f64, f64)], scaling: (f64, f64)) -> FolderVerdict {
    let options = Options::new(vec!["/data".into()]);
    folder(&machine(cores), &options, confirmed, scaling).verdict.unwrap()
}

#[test]
fn the_rate_is_shared_among_the_cores() {
    let verdict = verdict_of(4, &[(OVERLAPPED, 500.0, 0.1)], (0.8, 1.0));
    assert_eq!(verdict.best.mb_per_core, 125.0);
    assert!(verdict.best.meets && verdict.best.certain);
    assert_eq!(verdict.best.cores_fed, 5);
    let verdict = verdict_of(8, &[(OVERLAPPED, 500.0, 0.1)], (0.8, 1.0));
    assert!(!verdict.best.meets && verdict.best.certain);
    let verdict = verdict_of(5, &[(OVERLAPPED, 500.0, 0.1)], (0.8, 1.0));
    assert!(verdict.best.meets && !verdict.best.certain);
}

#[test]
fn the_device_limits_when_nothing_gives_more() {
    let settings = [(DIRECT, 980.0, 0.1), (OVERLAPPED, 1000.0, 0.1)];
    let verdict = verdict_of(2, &settings, (0.9, 1.02));
    assert_eq!(verdict.limit, Limit::Device);
    assert_eq!(verdict.as_sas_limit, Some(Limit::Device));
}

#[test]
fn waiting_limits_when_overlap_or_more_streams_give_more() {
    let settings = [(DIRECT, 600.0, 0.1), (OVERLAPPED, 1000.0, 0.1)];
    let verdict = verdict_of(2, &settings, (0.9, 1.02));
    assert_eq!(verdict.as_sas_limit, Some(Limit::Latency));
    assert_eq!(verdict.limit, Limit::Device);
    assert!((verdict.overlap_gain.unwrap() - 1000.0 / 600.0).abs() < 1e-9);
    let verdict = verdict_of(2, &[(DIRECT, 600.0, 0.1)], (0.5, 1.9));
    assert_eq!(verdict.limit, Limit::Latency);
    let each: Vec<_> = verdict
        .sessions
        .iter()
        .map(|sessions| (sessions.sessions, sessions.mb_per_second_each.round()))
        .collect();
    assert_eq!(each, [(1, 300.0), (2, 300.0), (4, 285.0)]);
}

#[test]
fn the_cache_limits_when_the_same_streams_do_better_past_it() {
    let settings = [(Setting::SAS_DEFAULT, 500.0, 0.5), (DIRECT, 980.0, 0.1)];
    let verdict = verdict_of(2, &settings, (0.9, 1.0));
    assert_eq!(verdict.sas_default_limit, Some(Limit::Cache));
}

#[test]
fn processors_limit_when_they_are_all_busy() {
    let settings = [(Setting::SAS_DEFAULT, 500.0, 1.9), (DIRECT, 980.0, 0.1)];
    let verdict = verdict_of(2, &settings, (0.9, 1.0));
    assert_eq!(verdict.sas_default_limit, Some(Limit::Cpu));
}

#[test]
fn what_the_trials_do_not_show_is_not_claimed() {
    let verdict = verdict_of(2, &[(OVERLAPPED, 1000.0, 0.1)], (0.9, 1.10));
    assert_eq!(verdict.limit, Limit::Unknown);
}

/// The verdict on folders with these rates for all their streams, `None` if a folder was not judged, and on all of
/// them together, on two processors.
fn verdict_on(folders: &[&str], rates: &[Option<f64>], together: Option<f64>) -> Verdict {
    let (options, machine) = (Options::new(folders.iter().map(Into::into).collect()), machine(2));
    let verdicts: Vec<_> = rates
        .iter()
        .map(|rate| folder(&machine, &options, &[(DIRECT, (*rate)?, 0.1)], (1.0, 1.0)).verdict)
        .collect();
    let begun = options.folders.iter().zip(&verdicts);
    let begun: Vec<_> = begun
        .map(|(folder, verdict)| (folder.as_path(), verdict.as_ref()))
        .collect();
    let together = together.map(|rate| measured(Pattern::Mixed, DIRECT, 2, &[rate], 0.1));
    of_all(&options, &machine, &begun, together.as_ref())
}

#[test]
fn what_was_not_measured_is_named_and_neither_meets_nor_fails() {
    let both = ["/a", "/b"];
    for (rates, together, not_measured) in [
        (&[Some(900.0)][..], None, &["/b", "all together"][..]),
        (&[Some(900.0), None], None, &["/b", "all together"]),
        (&[Some(900.0), Some(900.0)], None, &["all together"]),
        (&[], None, &["/a", "/b", "all together"]),
    ] {
        let verdict = verdict_on(&both, rates, together);
        assert!(!verdict.meets && verdict.undecided, "{verdict:?}");
        assert_eq!(verdict.not_measured, not_measured);
    }
    // One that was measured falls short for certain, whatever the rest has.
    let verdict = verdict_on(&both, &[Some(100.0)], None);
    assert!(!verdict.meets && !verdict.undecided, "{verdict:?}");
    let verdict = verdict_on(&["/a"], &[Some(900.0)], None);
    assert!(verdict.meets && verdict.not_measured.is_empty(), "{verdict:?}");
}

#[test]
fn one_folder_that_falls_short_fails_all() {
    let both = ["/a", "/b"];
    assert!(verdict_on(&both, &[Some(900.0), Some(900.0)], Some(900.0)).meets);
    for (slow, together) in [(100.0, 900.0), (900.0, 100.0)] {
        let verdict = verdict_on(&both, &[Some(900.0), Some(slow)], Some(together));
        assert!(!verdict.meets && !verdict.undecided, "{verdict:?}");
    }
}

/// A folder of this rate on two processors, of which others had so many seconds in each second of the trials.
fn beside(rate: f64, others: f64) -> FolderVerdict {
    let (options, machine) = (Options::new(vec!["/data".into()]), machine(2));
    let mut folder = folder(&machine, &options, &[(DIRECT, rate, 0.1)], (1.0, 1.0));
    for trial in &mut folder.findings.confirmed[0].trials {
        trial.other_load = Some(feedrate_machine::OtherLoad {
            programs_seconds: others,
            stolen_seconds: 0.0,
            processors_seconds: 2.0,
            elapsed_seconds: 1.0,
        });
    }
    of_folder(&options, &machine, &folder.findings).unwrap()
}

#[test]
fn what_falls_short_after_a_search_that_is_not_sure_may_be_undecided() {
    let undecided = |rate: f64, of_best: Option<f64>, doubts: &[Doubt]| {
        let (options, machine) = (Options::new(vec!["/data".into()]), machine(2));
        let mut folder = folder(&machine, &options, &[(DIRECT, rate, 0.1)], (1.0, 1.0));
        for search in &mut folder.findings.searched {
            search.doubts = doubts.to_vec();
            search.certainty = of_best.map(|low| Certainty {
                rounds: 9,
                within_tolerance: 0.5,
                same_choice: 0.5,
                of_best: Interval { low, high: 1.0 },
            });
        }
        let verdict = of_folder(&options, &machine, &folder.findings).unwrap();
        (verdict.best.undecided, verdict.undecided_setting)
    };
    assert_eq!(undecided(190.0, Some(0.99), &[]), (false, false));
    // The best setting may have a tenth more.
    assert_eq!(undecided(190.0, Some(0.90), &[Doubt::Alike]), (true, true));
    // Not by so much.
    assert_eq!(undecided(42.0, Some(0.90), &[Doubt::Alike]), (false, true));
    assert_eq!(undecided(42.0, None, &[Doubt::FewRounds]), (false, true));
    assert_eq!(undecided(42.0, Some(1.0), &[Doubt::Processors]), (true, true));
    // Enough is enough, whichever setting is the best.
    assert_eq!(undecided(900.0, Some(0.5), &[Doubt::Processors]), (false, true));
}

#[test]
fn what_falls_short_without_the_figures_of_a_search_is_undecided() {
    let (options, machine) = (Options::new(vec!["/data".into()]), machine(2));
    let verdict = |rate: f64, change: &dyn Fn(&mut Vec<SearchResult>)| {
        let mut folder = folder(&machine, &options, &[(Setting::SAS_DEFAULT, rate, 0.1)], (1.0, 1.0));
        change(&mut folder.findings.searched);
        folder.judge(&options, &machine);
        folder.verdict.unwrap()
    };
    let sure = verdict(100.0, &|_| ());
    assert!(!sure.best.undecided && !sure.undecided_setting);
    // The default alone was repeated, and the chosen setting was not.
    let stopped = verdict(100.0, &|searched| searched[0].choice = Some(DIRECT));
    assert!(stopped.best.undecided && stopped.as_sas.unwrap().undecided && stopped.undecided_setting);
    assert!(!stopped.sas_default.unwrap().undecided);
    // No overlapped setting was tried.
    let untried = verdict(100.0, &|searched| searched[1].doubts = vec![Doubt::NotTried]);
    assert!(untried.best.undecided && untried.undecided_setting);
    assert!(!untried.as_sas.unwrap().undecided);
    // Others were at work during the search, and the default has more than its choice.
    let busy = verdict(100.0, &|searched| searched[0].doubts = vec![Doubt::Processors]);
    assert!(busy.best.undecided);
    assert!(verdict(900.0, &|searched| searched[0].choice = Some(DIRECT)).best.meets);
}

#[test]
fn what_falls_short_while_others_have_the_processors_is_undecided() {
    for (rate, others, undecided) in [
        (42.0, 1.5, true),
        (42.0, 0.21, true),
        (42.0, 0.19, false),
        // Others only make it slower.
        (900.0, 1.5, false),
    ] {
        let verdict = beside(rate, others);
        assert_eq!(verdict.best.undecided, undecided, "{rate} {others}");
        let options = Options::new(vec!["/data".into()]);
        let all = of_all(&options, &machine(2), &[(Path::new("/data"), Some(&verdict))], None);
        assert_eq!(all.undecided, undecided, "{rate} {others}");
        assert_eq!(all.meets, rate > 200.0);
    }
    let (hindered, slow) = (beside(42.0, 1.5), beside(42.0, 0.0));
    let options = Options::new(vec!["/a".into(), "/b".into()]);
    let both = [(Path::new("/a"), Some(&hindered)), (Path::new("/b"), Some(&slow))];
    let all = of_all(&options, &machine(2), &both, None);
    assert!(!all.meets && !all.undecided);
}

#[test]
fn an_interval_on_the_other_side_is_not_certain() {
    let interval = |low, high| Some(Interval { low, high });
    for (rate, interval, certain) in [
        (95.0, interval(90.0, 99.0), true),
        (95.0, interval(101.0, 120.0), false),
        (105.0, interval(101.0, 120.0), true),
        (105.0, interval(80.0, 99.0), false),
        (105.0, None, false),
    ] {
        let (options, machine) = (Options::new(vec!["/data".into()]), machine(1));
        let judged = judge_rate(&options, &machine, (rate, interval), (DIRECT, 1, true), (None, false));
        assert_eq!(judged.certain, certain, "{rate} {interval:?}");
        assert_eq!(judged.is_apart(100.0), certain);
    }
}
