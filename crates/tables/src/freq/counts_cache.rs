//! The counts of crossings, in memory or spilled, which several tables share.

use std::collections::HashMap;

use feedrate_rows::{Runtime, StepResult};

use super::counts::Counts;
use super::request::Freq;
use super::spilled_counts::{SpilledCounts, SpillingCounts};
use crate::aggregate::{GroupResults, Statistic};

/// The counts of a crossing.
#[derive(Debug)]
pub(super) enum CrossingCounts {
    Held(Counts),
    /// The counts, which exceed the memory limit.
    SpilledRecords(SpilledCounts),
}

/// The counts of crossings that are used by further tables.
#[derive(Debug)]
pub(super) struct CountsCache {
    /// The counts by the number of the crossing; `None` if there are no observations.
    counts: HashMap<usize, Option<CrossingCounts>>,
    /// The memory limit in bytes.
    memory: usize,
}

impl CountsCache {
    /// Returns an empty cache with a limit of `memory` bytes.
    pub(super) fn new(memory: usize) -> Self {
        Self {
            counts: HashMap::new(),
            memory,
        }
    }

    /// Returns the counts of a crossing; `None` if there are no observations.
    pub(super) fn of(
        &mut self,
        freq: &Freq,
        crossing: usize,
        computed: &mut GroupResults<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<Option<&CrossingCounts>> {
        let counts = match self.counts.remove(&crossing) {
            Some(counts) => counts,
            None => {
                let others = self.counts.values().flatten();
                let others = others.map(|taken| match taken {
                    CrossingCounts::Held(counts) => counts.bytes,
                    CrossingCounts::SpilledRecords(_) => 0,
                });
                let most = self.memory.saturating_sub(others.sum());
                computed.go_to(crossing)?;
                let taken = take(freq, crossing, most, computed, runtime)?;
                computed.leave();
                match taken {
                    CrossingCounts::Held(counts) if counts.counts.is_empty() => None,
                    taken => Some(taken),
                }
            }
        };
        let counts = self.counts.entry(crossing).insert_entry(counts);
        Ok(counts.into_mut().as_ref())
    }

    /// Removes the counts of a crossing.
    pub(super) fn forget(&mut self, crossing: usize) {
        self.counts.remove(&crossing);
    }
}

impl Freq {
    /// Returns the frequency or weight of the current combination, and whether a weight was negative; `None` if the
    /// combination is not counted.
    fn counted(&self, computed: &GroupResults<'_, '_, '_>) -> Option<(f64, bool)> {
        let current = computed.current();
        if self.aggregation.variables.is_empty() {
            let count = current.observations;
            return (count != 0.0).then_some((count, false));
        }
        let figure = |statistic| current.figures.of(0, statistic);
        let count = figure(Statistic::Sum);
        let is_negative = figure(Statistic::Minimum) < 0.0;
        let is_met = figure(Statistic::N) > 0.0;
        (is_met && (count != 0.0 || is_negative || self.zeros)).then_some((count, is_negative))
    }
}

/// Gathers the results of a crossing, and spills them if they exceed `memory` bytes.
fn take(
    freq: &Freq,
    crossing: usize,
    memory: usize,
    computed: &mut GroupResults<'_, '_, '_>,
    runtime: &mut Runtime<'_, '_>,
) -> StepResult<CrossingCounts> {
    let mut counts = Counts::new(&freq.aggregation.crossings[crossing].classes);
    while computed.advance()? {
        runtime.core.check_stop()?;
        let Some((count, is_negative)) = freq.counted(computed) else {
            continue;
        };
        counts.is_negative |= is_negative;
        counts.counts.push(count);
        counts.bytes += size_of::<f64>();
        for place in 0..counts.classes.len() {
            counts.bytes += size_of::<u32>();
            let key = computed.class_key(place);
            let number = match counts.numbers[place].get(key) {
                Some(&number) => number,
                None => {
                    computed.load(&mut runtime.core.values);
                    counts.add_level(freq, place, key, &runtime.core.values)
                }
            };
            counts.cells.push(number);
        }
        if counts.bytes > memory {
            return spill(counts, freq, computed, runtime);
        }
    }
    Ok(CrossingCounts::Held(counts))
}

/// Spills the counts so far, and all further ones.
fn spill(
    counts: Counts,
    freq: &Freq,
    computed: &mut GroupResults<'_, '_, '_>,
    runtime: &mut Runtime<'_, '_>,
) -> StepResult<CrossingCounts> {
    let places = 0..counts.classes.len();
    let keys: Vec<usize> = places.clone().map(|place| computed.class_key(place).len()).collect();
    let mut spilling = SpillingCounts::begin(freq, &counts, &keys, computed.spilling())?;
    drop(counts);
    while computed.advance()? {
        runtime.core.check_stop()?;
        if let Some(counted) = freq.counted(computed) {
            computed.load(&mut runtime.core.values);
            let keys = places.clone().map(|place| computed.class_key(place));
            spilling.take(keys, counted, runtime)?;
        }
    }
    Ok(CrossingCounts::SpilledRecords(spilling.finish()?))
}
