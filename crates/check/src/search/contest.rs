//! The searches of a folder: one for each discipline, taking turns.

use std::time::Instant;

use feedrate_pageio::Discipline;
use feedrate_workload::{Control, RunAs};

use crate::bench::Bench;
use crate::candidates;
use crate::error::Result;
use crate::findings::SearchResult;
use crate::options::Effort;
use crate::search::{Search, TrialOutcome};
use crate::setting::Setting;
use crate::trial::{self, Order, Pattern};

/// The most rounds of a race without a deadline.
const MOST_ROUNDS: usize = 30;

/// The most rounds of a race with a deadline, which usually comes first: the rounds of the last few are short.
const MOST_ROUNDS_IN_TIME: usize = 100;

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
    /// The kind of streams: threads or processes.
    pub run_as: RunAs,
    /// The deadline; `None` for no limit.
    pub deadline: Option<Instant>,
}

/// Races the candidates of each discipline in mixed trials.
///
/// # Errors
///
/// Returns an error if a trial fails for a reason other than its setting.
pub fn choose(bench: &Bench, contest: &Contest, control: &Control) -> Result<Vec<SearchResult>> {
    let effort = contest.effort;
    let began = Instant::now();
    let time = contest
        .deadline
        .map(|deadline| deadline.saturating_duration_since(began).as_secs_f64());
    let rounds = match time {
        Some(_) => MOST_ROUNDS_IN_TIME,
        None => MOST_ROUNDS,
    };
    let mut searches: Vec<_> = contest
        .disciplines
        .iter()
        .map(|&discipline| {
            let settings = match discipline {
                Discipline::AsSas => candidates::as_sas(effort, bench.direct),
                Discipline::Overlapped => candidates::overlapped(effort, bench.direct),
            };
            let settings = within_memory(settings, contest, bench.memory_for_buffers);
            let search = Search::new(settings, rounds, bench.seed(discipline as usize));
            (discipline, search, true)
        })
        .collect();
    // The searches alternate, so that each has rounds when the time is over.
    while searches.iter().any(|(_, _, goes_on)| *goes_on) {
        for (_, search, goes_on) in searches.iter_mut().filter(|(_, _, goes_on)| *goes_on) {
            if let Some(time) = time {
                search.narrow(began.elapsed().as_secs_f64() / time);
            }
            *goes_on = search.round(contest.deadline, |setting| attempt(bench, contest, setting, control))?;
        }
    }
    Ok(searches
        .into_iter()
        .map(|(discipline, search, _)| SearchResult::of(discipline, &search))
        .collect())
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
fn attempt(bench: &Bench, contest: &Contest, setting: Setting, control: &Control) -> Result<TrialOutcome> {
    let order = Order {
        pattern: Pattern::Mixed,
        setting,
        streams: contest.streams,
        bytes: bench.sizes().search,
        time: contest.effort.longest_trial(),
    };
    match trial::measure(&[(bench, setting)], &order, contest.run_as, control) {
        _ if control.is_stopped() => Ok(TrialOutcome::Stopped),
        Ok(trial) => Ok(TrialOutcome::Rate(trial.rate())),
        Err(error) if error.is_of_the_setting() => Ok(TrialOutcome::Unusable),
        Err(error) => Err(error),
    }
}
