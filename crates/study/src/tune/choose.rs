//! The best setting of each part of a program, by a race of all settings for each of them. A setting is run, for the
//! whole program, as long as it is in one of the races.

use feedrate_stats::{PairedRatio, Race, RaceOptions};

use super::rules::{StaysCached, stays_cached};
use super::settings::{Setting, of_cell};
use super::steps::{Part, Step};
use crate::definition::Study;
use crate::figures::SECONDS;
use crate::plan::{Cell, Plan};
use crate::store::Run;

/// The seed of the resampling of rounds.
const SEED: u64 = 1;

/// The races of the parts.
#[derive(Debug)]
pub(super) struct Races {
    cells: Vec<Cell>,
    settings: Vec<Setting>,
    /// Of the candidates, the one with which others are compared: cached, with pages of 64K if they are among them.
    baseline: usize,
    parts: Vec<PartRace>,
}

#[derive(Debug)]
struct PartRace {
    part: Part,
    /// Its steps, for people and by the names of their figures.
    names: Vec<String>,
    seconds: f64,
    stays: Option<StaysCached>,
    race: Race,
    /// The seconds of each candidate in each round.
    times: Vec<Vec<Option<f64>>>,
}

/// The advice for a part of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The line before which its options stand.
    pub line: u32,
    /// Its steps.
    pub steps: Vec<String>,
    /// The median of its seconds with the setting with which others are compared.
    pub seconds: f64,
    /// The choice for it.
    pub chosen: PartChoice,
    /// The number of settings that are as good as the best.
    pub equals: usize,
}

/// The choice for a part.
#[derive(Clone, Debug, PartialEq)]
pub enum PartChoice {
    /// It stays cached, for a reason.
    StaysCached(StaysCached),
    /// Nothing is better than what it is compared with.
    NothingPays,
    /// A setting pays.
    Pays {
        /// The setting.
        setting: Setting,
        /// Its time as a ratio to that with which it is compared.
        ratio: PairedRatio,
    },
}

impl Races {
    /// Creates the races of the parts of a program, for the cells of a plan.
    pub(super) fn new(study: &Study, plan: &Plan, parts: Vec<Part>, steps: &[Step], memory: u64) -> Self {
        let cells = plan.cells.clone();
        let settings: Vec<Setting> = cells.iter().map(|cell| of_cell(study, cell)).collect();
        let is_cached = |setting: &Setting| setting.buffers.is_none();
        let usual = settings
            .iter()
            .position(|setting| is_cached(setting) && setting.page_bytes == 64 << 10);
        let baseline = usual.or_else(|| settings.iter().position(is_cached)).unwrap_or(0);
        let parts = parts.into_iter().map(|part| PartRace {
            names: part.steps.iter().map(|&step| steps[step].figure_name()).collect(),
            seconds: part.steps.iter().map(|&step| steps[step].seconds).sum(),
            stays: stays_cached(&part, steps, memory),
            race: Race::new(
                cells.len(),
                RaceOptions {
                    min_rounds: 6,
                    max_rounds: 1000,
                    ..RaceOptions::default()
                },
            ),
            times: vec![Vec::new(); cells.len()],
            part,
        });
        Self {
            parts: parts.collect(),
            cells,
            settings,
            baseline,
        }
    }

    /// Returns the cells that are run in the next round: those that are in a race whose part may be changed, and the
    /// one with which others are compared.
    pub(super) fn live(&self) -> Vec<Cell> {
        let is_live = |candidate: usize| {
            let open = self.parts.iter().filter(|part| part.stays.is_none());
            candidate == self.baseline
                || open.into_iter().any(|part| {
                    let standing = part.race.standing();
                    standing.iter().any(|of| of.candidate == candidate && of.live)
                })
        };
        (0..self.cells.len())
            .filter(|&candidate| is_live(candidate))
            .map(|candidate| self.cells[candidate].clone())
            .collect()
    }

    /// Returns whether no race goes on.
    pub(super) fn is_decided(&self) -> bool {
        let mut open = self.parts.iter().filter(|part| part.stays.is_none());
        open.all(|part| part.race.finished())
    }

    /// Takes the runs of a round, in the order in which they were made. A setting that failed leaves all races.
    pub(super) fn record(&mut self, study: &Study, runs: &[Run], round: u32) {
        let is_of = |run: &Run, cell: &Cell| {
            let levels = study.levels(cell);
            levels.len() == run.levels.len() && levels.iter().all(|(name, level)| run.levels.get(name) == Some(level))
        };
        let of_round: Vec<(usize, &Run)> = runs
            .iter()
            .filter(|run| run.block.number == round)
            .filter_map(|run| Some((self.cells.iter().position(|cell| is_of(run, cell))?, run)))
            .collect();
        for part in &mut self.parts {
            part.race.next_round(u64::from(round));
            for times in &mut part.times {
                times.push(None);
            }
            for &(candidate, run) in &of_round {
                let steps = part.names.iter().map(|name| run.figure(name, SECONDS));
                let seconds = steps.sum::<Option<f64>>().filter(|seconds| *seconds > 0.0);
                let seconds = seconds.filter(|_| run.failure.is_none());
                if let Some(place) = part.times[candidate].last_mut() {
                    *place = seconds;
                }
                // Who is no longer in it is ignored by it.
                match seconds {
                    Some(seconds) => part.race.record(candidate, 1.0 / seconds),
                    None => part.race.record_failure(candidate),
                };
            }
            part.race.eliminate();
        }
    }

    /// Returns the advice for each part.
    pub(super) fn advice(&self) -> Vec<Advice> {
        self.parts.iter().map(|part| self.advice_for(part)).collect()
    }

    fn advice_for(&self, part: &PartRace) -> Advice {
        let known: Vec<f64> = part.times[self.baseline].iter().flatten().copied().collect();
        let seconds = feedrate_stats::Summary::of(&known).map_or(part.seconds, |summary| summary.median);
        let choice = part.race.choice(|candidate| self.cost(candidate), SEED);
        let equals = choice.as_ref().map(|choice| choice.equal.clone()).unwrap_or_default();
        let chosen = match &part.stays {
            Some(stays) => PartChoice::StaysCached(stays.clone()),
            None => self.chosen(part, &equals).unwrap_or(PartChoice::NothingPays),
        };
        Advice {
            line: part.part.line,
            steps: part.names.clone(),
            seconds,
            chosen,
            equals: equals.len(),
        }
    }

    fn cost(&self, candidate: usize) -> (bool, u64) {
        let setting = self.settings[candidate];
        (setting.buffers.is_some(), setting.cost())
    }

    /// Returns the cheapest of those that are as good as the best, if it pays: the whole interval of its ratio to what
    /// it is compared with is below 1, and it gains more than the tolerance.
    fn chosen(&self, part: &PartRace, equals: &[usize]) -> Option<PartChoice> {
        if equals.contains(&self.baseline) {
            return None;
        }
        let advised = equals.iter().copied();
        let best = advised
            .filter(|&candidate| self.settings[candidate].may_be_advised())
            .min_by_key(|&candidate| self.cost(candidate))?;
        let pairs: Vec<(f64, f64)> = part.times[best]
            .iter()
            .zip(&part.times[self.baseline])
            .filter_map(|(own, other)| Some(((*own)?, (*other)?)))
            .collect();
        let ratio = PairedRatio::of(&pairs)?;
        let pays = ratio.interval.is_some_and(|interval| interval.high < 1.0)
            && ratio.ratio < 1.0 - crate::analysis::TOLERANCE;
        pays.then_some(PartChoice::Pays {
            setting: self.settings[best],
            ratio,
        })
    }
}
