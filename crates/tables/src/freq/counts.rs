//! The frequencies of combinations of table variables in a BY group.

use std::collections::HashMap;

use feedrate_program::Slot;
use feedrate_rows::{Runtime, StepResult, Values};

use super::request::Freq;
use super::spilled::{SpilledCounts, SpillingCounts};
use crate::aggregate::{Computed, Statistic};

/// The approximate memory of a level in bytes, without its key and its formatted value.
const LEVEL_BYTES: usize = 192;

/// A level of a variable.
#[derive(Debug)]
pub(super) struct Level {
    /// Bytes that sort as the levels do.
    pub key: Vec<u8>,
    /// Its formatted value.
    pub text: String,
    pub value: LevelValue,
    pub is_missing: bool,
}

/// The value of a level.
#[derive(Clone, Debug)]
pub(super) enum LevelValue {
    Number(f64),
    Text(Vec<u8>),
}

/// The combinations of the variables of a crossing.
#[derive(Debug)]
pub(super) struct Counts {
    /// The class variables, in ascending order.
    pub classes: Vec<usize>,
    /// The levels of each variable in the order of first occurrence.
    pub levels: Vec<Vec<Level>>,
    numbers: Vec<HashMap<Vec<u8>, u32>>,
    /// The levels of each combination, one combination after the other.
    pub cells: Vec<u32>,
    /// The frequency of each combination, or its weight.
    pub counts: Vec<f64>,
    /// True if a weight was negative.
    pub is_negative: bool,
    /// The approximate memory of the counts in bytes.
    bytes: usize,
}

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
        computed: &mut Computed<'_, '_, '_>,
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
                let taken = Counts::take(freq, crossing, most, computed, runtime)?;
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
    fn counted(&self, computed: &Computed<'_, '_, '_>) -> Option<(f64, bool)> {
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

impl Counts {
    /// Gathers the results of a crossing, and spills them if they exceed `memory` bytes.
    fn take(
        freq: &Freq,
        crossing: usize,
        memory: usize,
        computed: &mut Computed<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<CrossingCounts> {
        let mut counts = Self::new(&freq.aggregation.crossings[crossing].classes);
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
                return counts.spill(freq, computed, runtime);
            }
        }
        Ok(CrossingCounts::Held(counts))
    }

    /// Spills the counts so far, and all further ones.
    fn spill(
        self,
        freq: &Freq,
        computed: &mut Computed<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> StepResult<CrossingCounts> {
        let places = 0..self.classes.len();
        let keys: Vec<usize> = places.clone().map(|place| computed.class_key(place).len()).collect();
        let mut laying = SpillingCounts::begin(freq, &self, &keys, computed.spilling())?;
        drop(self);
        while computed.advance()? {
            runtime.core.check_stop()?;
            if let Some(counted) = freq.counted(computed) {
                computed.load(&mut runtime.core.values);
                let keys = places.clone().map(|place| computed.class_key(place));
                laying.take(keys, counted, runtime)?;
            }
        }
        Ok(CrossingCounts::SpilledRecords(laying.finish()?))
    }

    fn new(classes: &[usize]) -> Self {
        Self {
            classes: classes.to_vec(),
            levels: classes.iter().map(|_| Vec::new()).collect(),
            numbers: classes.iter().map(|_| HashMap::new()).collect(),
            cells: Vec::new(),
            counts: Vec::new(),
            is_negative: false,
            bytes: 0,
        }
    }

    /// Adds a level whose value is in the vector, and returns its number.
    fn add_level(&mut self, freq: &Freq, place: usize, key: &[u8], values: &Values) -> u32 {
        let facts = &freq.aggregation.classes[self.classes[place]];
        let value = values.value(facts.slot);
        let text = String::from_utf8_lossy(&facts.format.text(value)).trim().to_owned();
        self.bytes += 2 * key.len() + text.len() + LEVEL_BYTES;
        let levels = &mut self.levels[place];
        let number = levels.len() as u32;
        self.numbers[place].insert(key.to_vec(), number);
        levels.push(Level {
            key: key.to_vec(),
            text,
            is_missing: value.is_missing(),
            value: match facts.slot {
                Slot::Number(slot) => LevelValue::Number(values.number(slot)),
                Slot::Text(slot) => LevelValue::Text(values.text(slot).to_vec()),
            },
        });
        number
    }
}
