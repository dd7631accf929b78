//! How often the combinations of the variables of tables were met in a BY group.

use std::collections::HashMap;

use feedrate_steps::data::{Faulted, Runtime, Values};
use feedrate_steps::ir::Slot;

use super::request::Freq;
use super::spilled::{SpilledCounts, SpillingCounts};
use crate::aggregate::{Computed, Statistic};

/// About how many bytes a level takes beside its key and what is shown of it.
const LEVEL_BYTES: usize = 192;

/// A level of a variable.
#[derive(Debug)]
pub(super) struct Level {
    /// Bytes that sort as the levels do.
    pub key: Vec<u8>,
    /// What is shown of it.
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
    /// Their levels as they were met, variable by variable.
    pub levels: Vec<Vec<Level>>,
    numbers: Vec<HashMap<Vec<u8>, u32>>,
    /// The levels of each combination, one combination after the other.
    pub cells: Vec<u32>,
    /// How often each was met, or its weight.
    pub counts: Vec<f64>,
    /// Whether a weight was negative.
    pub is_negative: bool,
    /// About how many bytes all that takes.
    bytes: usize,
}

/// The counts of a crossing.
#[derive(Debug)]
pub(super) enum CrossingCounts {
    Held(Counts),
    /// They are more than may be held.
    SpilledRecords(SpilledCounts),
}

/// The counts of crossings that further tables are made of.
#[derive(Debug)]
pub(super) struct CountsCache {
    /// By the number of the crossing; none where there are no observations.
    counts: HashMap<usize, Option<CrossingCounts>>,
    /// Bytes that may be held.
    memory: usize,
}

impl CountsCache {
    /// None yet, of which no more than `memory` bytes may be held.
    pub(super) fn new(memory: usize) -> Self {
        Self {
            counts: HashMap::new(),
            memory,
        }
    }

    /// Those of a crossing; none where there are no observations.
    pub(super) fn of(
        &mut self,
        freq: &Freq,
        crossing: usize,
        computed: &mut Computed<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> Faulted<Option<&CrossingCounts>> {
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

    /// Forgets those of a crossing.
    pub(super) fn forget(&mut self, crossing: usize) {
        self.counts.remove(&crossing);
    }
}

impl Freq {
    /// How often the combination at hand was met, or its weight, and whether a weight was negative; `None` where it
    /// is not met.
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
    /// Takes the results of a crossing, of which no more than `memory` bytes are held.
    fn take(
        freq: &Freq,
        crossing: usize,
        memory: usize,
        computed: &mut Computed<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> Faulted<CrossingCounts> {
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
                return counts.lay(freq, computed, runtime);
            }
        }
        Ok(CrossingCounts::Held(counts))
    }

    /// Lays the counts down, and those to come.
    fn lay(
        self,
        freq: &Freq,
        computed: &mut Computed<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> Faulted<CrossingCounts> {
        let places = 0..self.classes.len();
        let keys: Vec<usize> = places
            .clone()
            .map(|place| computed.class_key(place).len())
            .collect();
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

    /// Adds a level whose value lies in the vector, and gives its number.
    fn add_level(&mut self, freq: &Freq, place: usize, key: &[u8], values: &Values) -> u32 {
        let facts = &freq.aggregation.classes[self.classes[place]];
        let value = values.value(facts.slot);
        let text = String::from_utf8_lossy(&facts.format.text(value))
            .trim()
            .to_owned();
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
