//! The interpretation of the figures.

use std::path::Path;

use feedrate_machine::OtherLoad;
use feedrate_pageio::Discipline;
use feedrate_stats::Interval;
use serde::Serialize;

use crate::endurance::Endurance;
use crate::findings::{Findings, SearchResult};
use crate::limit;
use crate::measurement::Measurement;
use crate::options::Options;
use crate::preflight::Machine;
use crate::setting::Setting;

pub use crate::limit::Limit;

/// The verdict on a requirement.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// True if every folder, and all of them together, meet it.
    pub meets: bool,
    /// True if it is not known: nothing that was measured falls short for certain, but a rate is
    /// [undecided](JudgedRate) or something was not measured.
    pub undecided: bool,
    /// The names of what was not measured: folders, or all of them together.
    pub not_measured: Vec<String>,
    /// The required rate, in 10^6 bytes a second for a physical core.
    pub require_mb_per_core: f64,
    /// The rate of all folders together; absent if there is one.
    pub together: Option<JudgedRate>,
}

/// A rate compared with the requirement.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedRate {
    /// The setting; for several folders, that of the first.
    pub setting: Setting,
    /// Concurrent streams.
    pub streams: usize,
    /// The median rate of all streams, reading and writing together, in 10^6 bytes a second.
    pub mb_per_second: f64,
    /// The same for a physical core.
    pub mb_per_core: f64,
    /// The 95 % interval of the latter; absent if there were too few repeats.
    pub interval: Option<Interval>,
    /// True if the median meets the requirement.
    pub meets: bool,
    /// True if the interval is on the rate's side of the requirement, and the repeats were stable enough for it to be
    /// meaningful.
    pub certain: bool,
    /// True if it misses the requirement and that may be because others had more than a tenth of the processors, or
    /// were at work during a search, or because another setting gives enough: by the search, or because that was not
    /// measured.
    pub undecided: bool,
    /// The share that others had of the processors that this process may use, 0 to 1; absent if unknown.
    pub processor_share_of_others: Option<f64>,
    /// The number of cores that the volume can supply with the required rate.
    pub cores_fed: usize,
}

/// The interpretation of one folder's figures.
#[derive(Clone, Debug, Serialize)]
pub struct FolderVerdict {
    /// At the best of the confirmed settings.
    pub best: JudgedRate,
    /// The limit of that.
    pub limit: Limit,
    /// At the best setting with one transfer at a time.
    pub as_sas: Option<JudgedRate>,
    /// The limit of that.
    pub as_sas_limit: Option<Limit>,
    /// At SAS's default setting.
    pub sas_default: Option<JudgedRate>,
    /// The limit of that.
    pub sas_default_limit: Option<Limit>,
    /// The gain by overlap: the best overlapped rate divided by the best rate as SAS.
    pub overlap_gain: Option<f64>,
    /// True if the choice of a setting is undecided, by the doubts of a search.
    pub undecided_setting: bool,
    /// The rate of each session, alone and with others: as SAS if that was measured.
    pub sessions: Vec<Sessions>,
    /// The rate that is left after hours; absent if they were not measured.
    pub lasting: Option<JudgedRate>,
}

impl JudgedRate {
    /// Returns whether the interval is all on the side of the requirement on which the rate is; false without one.
    pub fn is_apart(&self, require: f64) -> bool {
        self.interval
            .is_some_and(|interval| is_apart(interval, self.meets, require))
    }
}

impl FolderVerdict {
    /// Returns the rate by which the folder is judged: the one that lasts, where that was measured.
    pub fn judged(&self) -> &JudgedRate {
        self.lasting.as_ref().unwrap_or(&self.best)
    }
}

/// The rate of each of several sessions.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Sessions {
    /// The number of concurrent sessions.
    pub sessions: usize,
    /// The median rate of each, in 10^6 bytes a second.
    pub mb_per_second_each: f64,
}

/// Judges a folder; `None` if nothing was confirmed.
pub fn of_folder(options: &Options, machine: &Machine, findings: &Findings) -> Option<FolderVerdict> {
    // The best of some settings may be more wherever one of the searches among them is not sure, though it is in none.
    let judge_best = |measured: &Measurement, among: &[Discipline]| {
        let mut searches = findings.searched.iter().filter(|it| among.contains(&it.discipline));
        let may_be_more = searches.any(|search| may_give(options, machine, findings, search));
        judge(options, machine, measured, may_be_more)
    };
    let best = findings.best()?;
    let as_sas = findings.best_of(Discipline::AsSas);
    let overlapped = findings.best_of(Discipline::Overlapped);
    let default = findings.sas_default();
    let limit = |measured: &Measurement| limit::of(machine, findings, measured);
    let sessions = as_sas.or(overlapped).map_or_else(Vec::new, |chosen| {
        findings
            .scaling
            .iter()
            .filter(|measured| measured.setting == chosen.setting)
            .map(|measured| Sessions {
                sessions: measured.streams,
                mb_per_second_each: measured.rate() / measured.streams as f64,
            })
            .collect()
    });
    let judged_best = judge_best(best, &[Discipline::AsSas, Discipline::Overlapped]);
    Some(FolderVerdict {
        limit: limit(best),
        as_sas: as_sas.map(|as_sas| judge_best(as_sas, &[Discipline::AsSas])),
        as_sas_limit: as_sas.map(limit),
        sas_default: default.map(|default| judge(options, machine, default, false)),
        sas_default_limit: default.map(limit),
        overlap_gain: as_sas
            .zip(overlapped)
            .map(|(as_sas, overlapped)| overlapped.rate() / as_sas.rate()),
        undecided_setting: findings.undecided().next().is_some(),
        sessions,
        lasting: findings
            .endurance
            .as_ref()
            .and_then(|run| lasting(options, machine, run, &judged_best)),
        best: judged_best,
    })
}

/// The name of all folders at once.
pub(crate) const ALL_TOGETHER: &str = "all together";

/// Judges all folders: those that were begun, in the order of the options, with their verdicts if there are any.
pub fn of_all(
    options: &Options,
    machine: &Machine,
    begun: &[(&Path, Option<&FolderVerdict>)],
    together: Option<&Measurement>,
) -> Verdict {
    let together = together.map(|measured| judge(options, machine, measured, false));
    let unjudged = begun.iter().filter(|(_, verdict)| verdict.is_none());
    let not_begun = options.folders.iter().skip(begun.len()).map(|folder| folder.as_path());
    let is_alone = options.folders.len() == 1;
    let not_measured: Vec<String> = unjudged
        .map(|(folder, _)| *folder)
        .chain(not_begun)
        .map(|folder| folder.display().to_string())
        .chain((!is_alone && together.is_none()).then(|| ALL_TOGETHER.to_owned()))
        .collect();
    let verdicts = || begun.iter().filter_map(|(_, verdict)| *verdict);
    let judged = || verdicts().map(FolderVerdict::judged).chain(&together);
    let meets = not_measured.is_empty() && judged().all(|judged| judged.meets);
    let undecided = !meets && judged().all(|judged| judged.meets || judged.undecided);
    Verdict {
        meets,
        undecided,
        not_measured,
        require_mb_per_core: options.require_mb_per_core,
        together,
    }
}

/// Returns whether the best setting of a search may meet the requirement though the chosen one does not: there are no
/// figures of its settings or none of its choice, others disturbed it, or the resamples have so much more for the best.
fn may_give(options: &Options, machine: &Machine, findings: &Findings, search: &SearchResult) -> bool {
    let mut doubts = search.doubts.iter();
    if doubts.any(|doubt| doubt.is_of_others() || doubt.is_of_missing_figures()) {
        return true;
    }
    let Some(chosen) = search.choice.and_then(|choice| findings.confirmed_at(choice)) else {
        return false;
    };
    let of_best = match search.certainty {
        Some(certainty) => certainty.of_best.low,
        // A ratio over few rounds; the choice is the fastest of these.
        None => 1.0,
    };
    chosen.rate() / machine.cores_to_feed() as f64 >= options.require_mb_per_core * of_best
}

fn judge(options: &Options, machine: &Machine, measured: &Measurement, may_be_more: bool) -> JudgedRate {
    let rate = (measured.rate(), measured.megabytes_per_second.interval);
    let run = (measured.setting, measured.streams, measured.is_stable);
    judge_rate(options, machine, rate, run, (measured.other_load(), may_be_more))
}

/// Judges the last level of a long run. One that is too short to tell what lasts can only show that it is less than the
/// best.
fn lasting(options: &Options, machine: &Machine, run: &Endurance, best: &JudgedRate) -> Option<JudgedRate> {
    let level = run.last_level()?;
    if !run.is_long_enough() && level.megabytes_per_second >= best.mb_per_second {
        return Some(JudgedRate {
            certain: false,
            ..best.clone()
        });
    }
    let rate = (level.megabytes_per_second, level.interval);
    let run_facts = (run.setting, run.streams, run.is_steady);
    Some(judge_rate(options, machine, rate, run_facts, (run.other_load(), false)))
}

/// Judges a rate of all streams with its interval, the setting, streams and steadiness of its run, and what others had
/// of the processors. It may be more than that if the run says so.
fn judge_rate(
    options: &Options,
    machine: &Machine,
    (rate, interval): (f64, Option<Interval>),
    (setting, streams, is_stable): (Setting, usize, bool),
    (other_load, may_be_more): (Option<OtherLoad>, bool),
) -> JudgedRate {
    let require = options.require_mb_per_core;
    let cores = machine.cores_to_feed() as f64;
    let interval = interval.map(|interval| Interval {
        low: interval.low / cores,
        high: interval.high / cores,
    });
    let of_others = other_load.map(|load| load.share(machine.cores.quota));
    let meets = rate / cores >= require;
    JudgedRate {
        setting,
        streams,
        mb_per_second: rate,
        mb_per_core: rate / cores,
        interval,
        meets,
        certain: is_stable && interval.is_some_and(|interval| is_apart(interval, meets, require)),
        // Others only ever make it slower.
        undecided: !meets && (may_be_more || of_others.is_some_and(|share| share > OtherLoad::HINDERS)),
        processor_share_of_others: of_others,
        cores_fed: (rate / require).floor() as usize,
    }
}

/// Returns whether an interval is all on the side of the requirement on which its rate is.
fn is_apart(interval: Interval, meets: bool, require: f64) -> bool {
    match meets {
        true => interval.low >= require,
        false => interval.high < require,
    }
}

#[cfg(test)]
mod tests {
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
}
