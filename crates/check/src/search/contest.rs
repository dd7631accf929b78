//! The searches of a folder: one for each discipline, taking turns.

use std::time::{Duration, Instant};

use feedrate_pageio::Discipline;
use feedrate_pageio::cache::Residency;
use feedrate_workload::{Control, RunAs};

use crate::bench::Bench;
use crate::candidates;
use crate::disturbance::{Disturbance, Watch};
use crate::error::Result;
use crate::findings::SearchResult;
use crate::options::Effort;
use crate::search::{Search, TrialOutcome};
use crate::setting::Setting;
use crate::trial::{self, Order, Pattern};

/// The most rounds of a race. The time usually comes first: the rounds of the last few are short.
const MOST_ROUNDS: usize = 100;

/// The trials for each setting for which there should be time, on average: with fewer, the course of the race would
/// be the choice.
const TRIALS_OF_EACH: f64 = 3.0;

/// The fewest settings of a race where there is no time for more.
const FEWEST: usize = 3;

/// The extent of a search.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The effort, which determines the candidates, the trials and the rounds.
    pub effort: Effort,
    /// The disciplines, each with a race of its own, because overlap would win every common one.
    pub disciplines: Vec<Discipline>,
    /// Concurrent streams.
    pub streams: usize,
    /// The streams of the largest trial that will use the chosen setting.
    pub most_streams: usize,
    /// The processors that control groups grant; absent without a limit.
    pub quota: Option<f64>,
    /// The kind of streams: threads or processes.
    pub run_as: RunAs,
    /// The deadline.
    pub deadline: Instant,
}

/// The outcome of the searches.
#[derive(Debug)]
pub struct SearchOutcome {
    /// The results so far, one for each discipline.
    pub results: Vec<SearchResult>,
    /// The activity of others meanwhile.
    pub disturbance: Disturbance,
    /// The error that ended it, if a trial failed for a reason other than its setting.
    pub ended: Result<()>,
}

/// Races the candidates of each discipline in mixed trials.
pub fn choose(bench: &Bench, contest: &Contest, control: &Control) -> SearchOutcome {
    let began = Instant::now();
    let time = contest.deadline.saturating_duration_since(began);
    let mut searches: Vec<_> = contest
        .disciplines
        .iter()
        .map(|&discipline| {
            let settings = within_time(candidates(bench, contest, discipline), contest, bench, time);
            (
                discipline,
                Search::new(settings, MOST_ROUNDS, bench.seed(discipline as usize)),
            )
        })
        .collect();
    let mut watch = Watch::begin(bench, contest.quota, contest.run_as == RunAs::Processes);
    let ended = race(contest, began, &mut searches, |setting| {
        attempt(bench, contest, setting, (control, &mut watch))
    });
    let disturbance = watch.end(bench);
    let results = searches.iter_mut().map(|(discipline, search)| {
        search.end();
        SearchResult::of(*discipline, search, &disturbance)
    });
    SearchOutcome {
        results: results.collect(),
        disturbance,
        ended,
    }
}

/// Runs the searches by turns, so that each has rounds when the time is over.
fn race(
    contest: &Contest,
    began: Instant,
    searches: &mut [(Discipline, Search)],
    mut attempt: impl FnMut(Setting) -> Result<TrialOutcome>,
) -> Result<()> {
    let time = contest.deadline.saturating_duration_since(began).as_secs_f64();
    let mut live = vec![true; searches.len()];
    while live.contains(&true) {
        for ((_, search), goes_on) in searches.iter_mut().zip(&mut live).filter(|(_, goes_on)| **goes_on) {
            search.narrow(began.elapsed().as_secs_f64() / time);
            *goes_on = search.round(Some(contest.deadline), &mut attempt)?;
        }
    }
    Ok(())
}

/// Returns the settings of a discipline for which there is memory.
fn candidates(bench: &Bench, contest: &Contest, discipline: Discipline) -> Vec<Setting> {
    let mut settings = match discipline {
        Discipline::AsSas => candidates::as_sas(contest.effort, bench.direct),
        Discipline::Overlapped => candidates::overlapped(contest.effort, bench.direct),
    };
    if bench.direct && !Residency::is_told() {
        // Reads through the cache may not be cold, and would win then.
        settings.retain(|setting| setting.direct);
    }
    within_memory(settings, contest, bench.memory_for_buffers)
}

/// Leaves settings out, evenly, where a slow volume has no time for all of them.
fn within_time(settings: Vec<Setting>, contest: &Contest, bench: &Bench, time: Duration) -> Vec<Setting> {
    let trial = bench.time_of_trial(contest.streams, bench.sizes().search);
    let trial = trial.max(contest.effort.trial()).as_secs_f64();
    let of_each_race = time.as_secs_f64() / contest.disciplines.len().max(1) as f64;
    thinned(settings, (of_each_race / (TRIALS_OF_EACH * trial)) as usize)
}

/// Returns so many of the settings, at least a few, from the first to the last at equal distances.
fn thinned(settings: Vec<Setting>, most: usize) -> Vec<Setting> {
    let (number, most) = (settings.len(), most.max(FEWEST));
    if number <= most {
        return settings;
    }
    (0..most)
        .map(|place| settings[place * (number - 1) / (most - 1)])
        .collect()
}

/// Removes settings whose buffers, in all streams of the largest trial together, exceed the memory for them. One is
/// always left.
fn within_memory(settings: Vec<Setting>, contest: &Contest, memory: u64) -> Vec<Setting> {
    let streams = contest.most_streams as u64;
    let least = settings.iter().map(|setting| setting.cost()).min();
    settings
        .into_iter()
        .filter(|setting| Some(setting.cost()) == least || setting.cost().saturating_mul(streams) <= memory)
        .collect()
}

/// Tries a setting in a mixed trial.
fn attempt(
    bench: &Bench,
    contest: &Contest,
    setting: Setting,
    (control, watch): (&Control, &mut Watch),
) -> Result<TrialOutcome> {
    let order = Order {
        pattern: Pattern::Mixed,
        setting,
        streams: contest.streams,
        bytes: bench.sizes().search,
        time: contest.effort.longest_trial(),
    };
    match trial::measure(&[(bench, setting)], &order, contest.run_as, control) {
        _ if control.is_stopped() => Ok(TrialOutcome::Stopped),
        Ok(trial) => {
            watch.count(&trial);
            Ok(TrialOutcome::Rate(trial.rate()))
        }
        Err(error) if error.is_of_the_setting() => Ok(TrialOutcome::Unusable),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_volume_races_fewer_settings_of_all_kinds() {
        let all = candidates::as_sas(Effort::Normal, true);
        assert_eq!(thinned(all.clone(), 22), all);
        for (most, expected) in [(10, 10), (3, 3), (0, FEWEST)] {
            let some = thinned(all.clone(), most);
            assert_eq!(some.len(), expected);
            assert_eq!((some.first(), some.last()), (all.first(), all.last()));
            assert!(some.iter().all(|setting| all.contains(setting)));
        }
    }
}
