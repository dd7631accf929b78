//! The values that are ranked: in memory, or spilled where they do not fit.

use std::sync::{Mutex, PoisonError};

use feedrate_procedure::records::ranked::{RankedValues, RanksInOrder, Segment};
use feedrate_procedure::records::spilling::SpillSetting;
use feedrate_procedure::threads::results_on_threads;
use feedrate_rows::{StepResult, Values, check_stop};

use super::request::{Rank, VALUE_BYTES};
use super::scores::{self, Scorer};

/// The values of all observations.
pub(super) struct RankValues<'m, 'r> {
    rank: &'m Rank,
    spilling: SpillSetting<'r>,
    /// The number of observations so far.
    count: usize,
    /// The number of BY groups that have ended.
    groups: u64,
    held: ValueStore<'r>,
}

enum ValueStore<'r> {
    /// The values of each variable, and the end of each BY group.
    Memory {
        values: Vec<Vec<f64>>,
        ends: Vec<usize>,
    },
    Spilled(Box<RankedValues<'r>>),
}

/// The scores of all observations, and their missing values.
pub(super) struct Scores<'m, 'r> {
    rank: &'m Rank,
    found: RankSource<'r>,
}

enum RankSource<'r> {
    Memory(Vec<Vec<f64>>),
    Spilled(Box<RanksInOrder<'r>>),
}

impl<'m, 'r> RankValues<'m, 'r> {
    /// Returns one without values.
    pub(super) fn new(rank: &'m Rank, spilling: SpillSetting<'r>) -> Self {
        Self {
            rank,
            spilling,
            count: 0,
            groups: 0,
            held: ValueStore::Memory {
                values: vec![Vec::new(); rank.variables.len()],
                ends: Vec::new(),
            },
        }
    }

    /// Adds the values of an observation.
    pub(super) fn push(&mut self, row: &Values) -> StepResult<()> {
        let each = VALUE_BYTES * self.rank.variables.len();
        if matches!(self.held, ValueStore::Memory { .. }) && each.saturating_mul(self.count + 1) > self.spilling.memory
        {
            self.spill()?;
        }
        let numbers = self.rank.variables.iter();
        let numbers = numbers.map(|(slot, _)| row.number(*slot));
        match &mut self.held {
            ValueStore::Memory { values, .. } => {
                for (values, number) in values.iter_mut().zip(numbers) {
                    values.push(number);
                }
            }
            ValueStore::Spilled(values) => {
                for (variable, number) in numbers.enumerate().filter(|(_, own)| !own.is_nan()) {
                    values.push(variable, self.groups, self.count as u64, number)?;
                }
            }
        }
        self.count += 1;
        Ok(())
    }

    /// Ends a BY group, or the data set.
    pub(super) fn end_group(&mut self) {
        self.groups += 1;
        if let ValueStore::Memory { ends, .. } = &mut self.held {
            ends.push(self.count);
        }
    }

    /// Spills the values in memory, and those that follow.
    fn spill(&mut self) -> StepResult<()> {
        let mut spilled = RankedValues::new(self.spilling, self.rank.descending);
        if let ValueStore::Memory { values, ends } = &mut self.held {
            for (variable, values) in values.iter_mut().enumerate() {
                let (mut group, mut end) = (0_u64, ends.iter());
                let mut next = end.next();
                for (place, number) in std::mem::take(values).into_iter().enumerate() {
                    while next.is_some_and(|&end| end <= place) {
                        group += 1;
                        next = end.next();
                    }
                    if !number.is_nan() {
                        spilled.push(variable, group, place as u64, number)?;
                    }
                }
            }
        }
        self.held = ValueStore::Spilled(Box::new(spilled));
        Ok(())
    }

    /// Returns the scores, which up to so many threads compute, a variable each.
    pub(super) fn ranked(self, threads: usize) -> StepResult<Scores<'m, 'r>> {
        let Rank {
            descending,
            ties,
            scores,
            ..
        } = *self.rank;
        let found = match self.held {
            ValueStore::Memory { values, ends } => {
                let values: Vec<_> = values.into_iter().map(Mutex::new).collect();
                let ranked = results_on_threads(threads, values.len(), |variable| {
                    let mut values = values[variable].lock().unwrap_or_else(PoisonError::into_inner);
                    let (mut start, stop) = (0, self.spilling.stop);
                    for &end in &ends {
                        check_stop(stop)?;
                        scores::rank(&mut values[start..end], descending, ties, scores);
                        start = end;
                    }
                    Ok(std::mem::take(&mut *values))
                });
                RankSource::Memory(ranked.into_iter().collect::<StepResult<_>>()?)
            }
            ValueStore::Spilled(values) => {
                let begin = |own: Segment| {
                    let mut scorer = Scorer::new(own.n as f64, own.distinct as f64, ties, scores);
                    move |count: u64| scorer.next(count as f64)
                };
                RankSource::Spilled(Box::new(values.finish(begin, |_, _| {})?))
            }
        };
        Ok(Scores { rank: self.rank, found })
    }
}

impl Scores<'_, '_> {
    /// Sets the scores of the observation at a place, which is in the vector.
    pub(super) fn set(&mut self, place: usize, row: &mut Values) -> StepResult<()> {
        let variables = &self.rank.variables;
        match &mut self.found {
            RankSource::Memory(scores) => {
                for ((_, to), scores) in variables.iter().zip(scores) {
                    let score = scores.get(place).copied();
                    row.set_number(*to, score.unwrap_or(feedrate_values::missing::MISSING));
                }
            }
            RankSource::Spilled(scores) => {
                for (from, to) in variables {
                    let number = row.number(*from);
                    row.set_number(*to, number);
                }
                scores.of(place as u64, |variable, score| {
                    row.set_number(variables[variable].1, score);
                })?;
            }
        }
        Ok(())
    }
}
