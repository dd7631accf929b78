//! How often the combinations of each type were met in a BY group.

use std::collections::HashMap;

use super::request::{Freq, FreqTable};
use crate::data::{Fault, Faulted, Runtime, Values};
use crate::ir::Slot;
use crate::procedure::aggregate::{Computed, Statistic};

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

/// The combinations of some class variables.
#[derive(Debug)]
pub(super) struct OfType {
    bits: u64,
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
}

/// The combinations of all types.
#[derive(Debug)]
pub(super) struct Counts {
    types: Vec<OfType>,
}

impl Counts {
    /// Takes all results, of which no more than `memory` bytes may be held.
    pub(super) fn new(
        freq: &Freq,
        memory: usize,
        computed: &mut Computed<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> Faulted<Self> {
        let mut types: Vec<OfType> = Vec::new();
        let mut bytes = 0_usize;
        while computed.advance()? {
            runtime.core.heed_stop()?;
            let current = computed.current();
            let (bits, mut count, mut is_negative) = (current.bits, current.observations, false);
            if !freq.aggregation.variables.is_empty() {
                let figure = |statistic| current.figures.of(0, statistic);
                count = figure(Statistic::Sum);
                is_negative = figure(Statistic::Minimum) < 0.0;
                let is_met = figure(Statistic::N) > 0.0;
                if !is_met || count == 0.0 && !is_negative && !freq.zeros {
                    continue;
                }
            }
            if count == 0.0 && freq.aggregation.variables.is_empty() {
                continue;
            }
            if types.last().is_none_or(|of_type| of_type.bits != bits) {
                types.push(OfType::new(freq, bits));
            }
            let Some(of_type) = types.last_mut() else {
                continue;
            };
            of_type.is_negative |= is_negative;
            of_type.counts.push(count);
            bytes += size_of::<f64>();
            for place in 0..of_type.classes.len() {
                bytes += size_of::<u32>();
                let class = of_type.classes[place];
                let key = computed.class_key(class);
                let number = match of_type.numbers[place].get(key) {
                    Some(&number) => number,
                    None => {
                        computed.load(&mut runtime.core.values);
                        bytes += of_type.add_level(freq, place, key, &runtime.core.values);
                        of_type.levels[place].len() as u32 - 1
                    }
                };
                of_type.cells.push(number);
            }
            if bytes > memory {
                return Err(Box::new(Fault::TableMemory(memory)));
            }
        }
        Ok(Self { types })
    }

    /// Those of a table; none where there are no observations.
    pub(super) fn of(&self, table: &FreqTable) -> Option<&OfType> {
        let mut classes = table.classes.clone();
        classes.sort_unstable();
        self.types.iter().find(|of_type| of_type.classes == classes)
    }
}

impl OfType {
    fn new(freq: &Freq, bits: u64) -> Self {
        let classes = 0..freq.aggregation.classes.len();
        let classes: Vec<usize> = classes
            .filter(|&class| freq.aggregation.has(bits, class))
            .collect();
        Self {
            bits,
            levels: classes.iter().map(|_| Vec::new()).collect(),
            numbers: classes.iter().map(|_| HashMap::new()).collect(),
            classes,
            cells: Vec::new(),
            counts: Vec::new(),
            is_negative: false,
        }
    }

    /// Adds a level whose value lies in the vector, and says about how many bytes it takes.
    fn add_level(&mut self, freq: &Freq, place: usize, key: &[u8], values: &Values) -> usize {
        let facts = &freq.aggregation.classes[self.classes[place]];
        let value = values.value(facts.slot);
        let text = String::from_utf8_lossy(&facts.format.text(value))
            .trim()
            .to_owned();
        let bytes = 2 * key.len() + text.len() + LEVEL_BYTES;
        let levels = &mut self.levels[place];
        self.numbers[place].insert(key.to_vec(), levels.len() as u32);
        levels.push(Level {
            key: key.to_vec(),
            text,
            is_missing: value.is_missing(),
            value: match facts.slot {
                Slot::Number(slot) => LevelValue::Number(values.number(slot)),
                Slot::Text(slot) => LevelValue::Text(values.text(slot).to_vec()),
            },
        });
        bytes
    }
}
