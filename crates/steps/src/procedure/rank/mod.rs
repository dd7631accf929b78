//! PROC RANK: ranks of values, in their place or beside them.
//!
//! The ranks of a group are known when all of its values are: these are read first, and the observations once more to
//! be written with the ranks ([`scores`]).

mod scores;

use crate::data::{Fault, Faulted, Outcome, Runtime, carry_out};
use crate::environment::{Environment, Severity};
use crate::ir::{DataStep, NumberSlot, Site};

pub use scores::{NormalScores, RankScores, Ties};

/// Ranks values.
#[derive(Clone, Debug)]
pub struct Rank {
    /// What is read, and made: all variables of the data set, and those of ranks.
    pub step: DataStep,
    /// The variables that are ranked, and where the ranks go.
    pub variables: Vec<(NumberSlot, NumberSlot)>,
    /// The `last.x` of the innermost BY variable.
    pub last: Option<NumberSlot>,
    /// DESCENDING: whether the greatest value has rank 1.
    pub descending: bool,
    /// TIES=.
    pub ties: Ties,
    /// What is made of ranks.
    pub scores: RankScores,
}

/// Bytes that a value takes while it is ranked: itself, its rank, and its place in the order.
const VALUE_BYTES: usize = 3 * size_of::<f64>();

impl Rank {
    pub(super) fn run(&self, site: Site, environment: &mut Environment<'_>) -> Outcome {
        let memory = usize::try_from(environment.options.memory_bytes / 2).unwrap_or(usize::MAX);
        let mut reading = self.step.clone();
        reading.writes.clear();
        // They are told with the second pass.
        reading.notes.clear();
        let mut values = vec![Vec::new(); self.variables.len()];
        let mut ends = Vec::new();
        let first = carry_out(&reading, environment, &mut |runtime, _| {
            let taken = self.take(runtime, memory, &mut values, &mut ends);
            taken.map_err(|fault| fault.at(site))
        });
        if first.is_failed() {
            return first;
        }
        for values in &mut values {
            let mut start = 0;
            for &end in &ends {
                scores::rank(
                    &mut values[start..end],
                    self.descending,
                    self.ties,
                    self.scores,
                );
                start = end;
            }
        }
        environment.log.message(
            Severity::Note,
            "The data set is read in 2 passes. Without SGIO the page cache has for the second what it can hold.",
        );
        carry_out(&self.step, environment, &mut |runtime, _| {
            let mut ranks: Vec<_> = values.iter().map(|values| values.iter()).collect();
            let mut work = || {
                while runtime.read(0)? {
                    runtime.core.heed_stop()?;
                    for ((_, slot), ranks) in self.variables.iter().zip(&mut ranks) {
                        let rank = ranks.next().copied();
                        let rank = rank.unwrap_or(feedrate_values::missing::MISSING);
                        runtime.core.values.set_number(*slot, rank);
                    }
                    runtime.output(&[0])?;
                }
                Ok(())
            };
            work().map_err(|fault: Box<Fault>| fault.at(site))
        })
    }

    /// Takes the values of all observations, and where each BY group ends.
    fn take(
        &self,
        runtime: &mut Runtime<'_, '_>,
        memory: usize,
        values: &mut [Vec<f64>],
        ends: &mut Vec<usize>,
    ) -> Faulted<()> {
        let mut count = 0;
        let each = VALUE_BYTES * self.variables.len();
        while runtime.read(0)? {
            runtime.core.heed_stop()?;
            count += 1;
            if each.saturating_mul(count) > memory {
                return Err(Box::new(Fault::GroupMemory {
                    what: "the data set, for ranks,",
                    bytes: memory,
                }));
            }
            let row = &runtime.core.values;
            for (values, (slot, _)) in values.iter_mut().zip(&self.variables) {
                values.push(row.number(*slot));
            }
            if self.last.is_some_and(|last| row.number(last) == 1.0) {
                ends.push(count);
            }
        }
        if self.last.is_none() {
            ends.push(count);
        }
        Ok(())
    }
}
