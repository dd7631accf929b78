//! The searches of a folder: one for each discipline, taking turns.

use std::time::Instant;

use feedrate_pageio::Discipline;
use feedrate_workload::{Control, RunAs};

use crate::bench::Bench;
use crate::candidates;
use crate::error::{Error, Result};
use crate::findings::Searched;
use crate::options::Effort;
use crate::search::Search;
use crate::setting::Setting;
use crate::trial::{self, Order, Pattern};

/// What is searched, and until when.
#[derive(Clone, Debug)]
pub struct Contest {
    /// How many candidates, how long a trial, how many rounds.
    pub effort: Effort,
    /// The disciplines, each with a race of its own: overlap would win every common one.
    pub disciplines: Vec<Discipline>,
    /// Streams at once.
    pub streams: usize,
    /// What each stream runs as.
    pub run_as: RunAs,
    /// When it ends at the latest; `None` for as long as it takes.
    pub deadline: Option<Instant>,
}

/// Races the candidates of each discipline in mixed trials.
pub fn choose(bench: &Bench, contest: &Contest, control: &Control) -> Result<Vec<Searched>> {
    let effort = contest.effort;
    let rounds = match effort {
        Effort::Quick | Effort::Normal => 12,
        Effort::Thorough => 16,
    };
    let mut searches: Vec<_> = contest
        .disciplines
        .iter()
        .map(|&discipline| {
            let settings = match discipline {
                Discipline::AsSas => candidates::as_sas(effort, bench.direct),
                Discipline::Overlapped => candidates::overlapped(effort, bench.direct),
            };
            let search = Search::new(settings, rounds, bench.seed(discipline as usize));
            (discipline, search, true)
        })
        .collect();
    // The searches take turns, so that neither is left without when time runs out.
    while searches.iter().any(|(_, _, goes_on)| *goes_on) {
        for (_, search, goes_on) in searches.iter_mut().filter(|(_, _, goes_on)| *goes_on) {
            *goes_on = search.round(contest.deadline, |setting| {
                rate(bench, contest, setting, control)
            })? && !control.is_stopped();
        }
    }
    Ok(searches
        .into_iter()
        .map(|(discipline, search, _)| Searched {
            discipline,
            choice: search.choice(),
            trials: search.trials(),
            ranking: search.ranking(),
        })
        .collect())
}

/// The rate of a setting in a mixed trial; `None` where it cannot be used here, or was not measured to
/// the end.
fn rate(
    bench: &Bench,
    contest: &Contest,
    setting: Setting,
    control: &Control,
) -> Result<Option<f64>> {
    let order = Order {
        pattern: Pattern::Mixed,
        setting,
        streams: contest.streams,
        bytes: bench.sizes().search,
        time: contest.effort.longest_trial(),
    };
    match trial::measure(&[(bench, setting)], &order, contest.run_as, control) {
        Ok(trial) if trial.figures.stopped => Ok(None),
        Ok(trial) => Ok(Some(trial.rate())),
        Err(Error::Workload(feedrate_workload::Error::Pages(
            feedrate_pageio::Error::Memory { .. }
            | feedrate_pageio::Error::Misaligned { .. }
            | feedrate_pageio::Error::Engine { .. },
        ))) => Ok(None),
        Err(error) => Err(error),
    }
}
