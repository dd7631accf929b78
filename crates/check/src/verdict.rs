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
mod tests;
