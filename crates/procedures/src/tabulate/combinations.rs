//! The results of a BY group: the levels of class variables, and the statistics of their combinations.

use std::cell::RefCell;

use feedrate_steps::data::{Fault, Faulted, Runtime, Values};
use feedrate_steps::ir::Slot;
use feedrate_values::missing::{MISSING, of_operation};

use super::followers::Followers;
use super::request::{TableFigure, Tabulate};
use super::types::Types;
use crate::aggregate::{Computed, Statistic};

/// The level of a class variable that is not part of a combination's type.
pub(super) const NONE: u32 = u32::MAX;

/// The number of combinations between checks of the memory.
const LOOK_EVERY: usize = 1 << 12;

/// The approximate memory of a level in bytes: its key, its text, its value, and the overhead of allocations.
const LEVEL_BYTES: usize = 192;

/// The levels of a class variable.
#[derive(Debug, Default)]
pub(super) struct Levels {
    /// The key of each level in the results, in ascending order.
    keys: Vec<Vec<u8>>,
    /// The formatted value of each level.
    pub texts: Vec<String>,
    values: Vec<LevelValue>,
    observations: Vec<f64>,
    /// The numbers of the levels in display order.
    pub shown: Vec<u32>,
}

/// The value of a level.
#[derive(Clone, Debug)]
enum LevelValue {
    Number(f64),
    Text(Vec<u8>),
}

/// The statistics of combinations.
#[derive(Debug)]
pub(super) struct Combinations<'m> {
    tabulate: &'m Tabulate,
    /// The levels of each class variable.
    pub levels: Vec<Levels>,
    /// Combinations by type and levels.
    pub(super) types: Types,
    /// The number of observations of each combination, then the statistics of the first variable, of the second, and
    /// so on.
    numbers: Vec<f64>,
    /// Cached lookups of levels that occur together with others.
    pub(super) followers: RefCell<Followers>,
}

impl<'m> Combinations<'m> {
    /// Gathers all results, which may take at most `memory` bytes.
    pub(super) fn new(
        tabulate: &'m Tabulate,
        memory: usize,
        computed: &mut Computed<'_, '_, '_>,
        runtime: &mut Runtime<'_, '_>,
    ) -> Faulted<Self> {
        let classes = &tabulate.aggregation.classes;
        let mut combinations = Self {
            tabulate,
            levels: classes.iter().map(|_| Levels::default()).collect(),
            types: Types::default(),
            numbers: Vec::new(),
            followers: RefCell::default(),
        };
        let mut levels = vec![NONE; classes.len()];
        while computed.advance()? {
            runtime.core.check_stop()?;
            let bits = computed.current().bits;
            let is_level = bits.count_ones() == 1;
            for (class, level) in levels.iter_mut().enumerate() {
                *level = NONE;
                if !tabulate.aggregation.has(bits, class) {
                    continue;
                }
                let of_class = &combinations.levels[class];
                let class_key = computed.class_key(class);
                match of_class.keys.binary_search_by(|key| (**key).cmp(class_key)) {
                    Ok(number) => *level = number as u32,
                    Err(_) if is_level => {
                        *level = of_class.keys.len() as u32;
                        let class_key = class_key.to_vec();
                        computed.load(&mut runtime.core.values);
                        let observations = computed.current().observations;
                        let values = &runtime.core.values;
                        combinations.add_level(class, class_key, observations, values);
                    }
                    Err(_) => {}
                }
            }
            let current = computed.current();
            // Without class variables there is a result even for no observations.
            if current.observations == 0.0 {
                continue;
            }
            let own = (0..classes.len()).filter(|&class| tabulate.aggregation.has(bits, class));
            let is_added = combinations.types.push(bits, own, &levels);
            debug_assert!(is_added, "combinations come in the order of their levels");
            if !is_added {
                continue;
            }
            combinations.numbers.push(current.observations);
            combinations
                .numbers
                .extend_from_slice(current.figures.all());
            if (combinations.count() as usize).is_multiple_of(LOOK_EVERY)
                && combinations.bytes() > memory
            {
                return Err(Box::new(Fault::TableMemory(memory)));
            }
        }
        for (levels, by_frequency) in combinations.levels.iter_mut().zip(&tabulate.by_frequency) {
            levels.shown = (0..levels.keys.len() as u32).collect();
            if *by_frequency {
                let observations = &levels.observations;
                levels.shown.sort_by(|&a, &b| {
                    observations[b as usize].total_cmp(&observations[a as usize])
                });
            }
        }
        Ok(combinations)
    }

    fn add_level(&mut self, class: usize, key: Vec<u8>, observations: f64, values: &Values) {
        let facts = &self.tabulate.aggregation.classes[class];
        let value = values.value(facts.slot);
        let text = facts.format.text(value);
        let levels = &mut self.levels[class];
        levels.keys.push(key);
        levels
            .texts
            .push(String::from_utf8_lossy(&text).trim().to_owned());
        levels.values.push(match facts.slot {
            Slot::Number(slot) => LevelValue::Number(values.number(slot)),
            Slot::Text(slot) => LevelValue::Text(values.text(slot).to_vec()),
        });
        levels.observations.push(observations);
    }

    /// Returns the approximate memory in bytes.
    fn bytes(&self) -> usize {
        let levels: usize = self.levels.iter().map(|levels| levels.keys.len()).sum();
        self.types.bytes() + 8 * self.numbers.capacity() + LEVEL_BYTES * levels
    }

    /// Returns the number of numbers for each combination.
    fn stride(&self) -> usize {
        1 + self.tabulate.aggregation.variables.len() * self.tabulate.statistics.len()
    }

    /// Returns the number of a combination; `None` if it does not occur. Levels of class variables that are not part
    /// of its type are ignored.
    pub(super) fn find(&self, bits: u64, levels: &[u32]) -> Option<u32> {
        self.types.find(bits, levels)
    }

    /// Returns the number of combinations, which are in the order of types and levels.
    pub(super) fn count(&self) -> u32 {
        self.types.count()
    }

    /// Returns the type of a combination, and writes its levels to `levels`.
    pub(super) fn read(&self, number: u32, levels: &mut [u32]) -> u64 {
        levels.fill(NONE);
        for (class, level) in self.types.levels(number) {
            levels[class] = level;
        }
        self.types.bits(number)
    }

    /// Returns a statistic of a combination.
    fn number(&self, combination: u32, variable: Option<usize>, statistic: Statistic) -> f64 {
        let start = combination as usize * self.stride();
        let statistics = &self.tabulate.statistics;
        let place = match variable {
            None => Some(0),
            Some(variable) => statistics
                .iter()
                .position(|&other| other == statistic)
                .map(|place| 1 + variable * statistics.len() + place),
        };
        let number = place.and_then(|place| self.numbers.get(start + place));
        number.copied().unwrap_or(MISSING)
    }

    /// Returns the value of a cell; missing if the combination does not occur.
    pub(super) fn figure(&self, bits: u64, figure: TableFigure, levels: &[u32]) -> f64 {
        let Some(cell) = self.find(bits, levels) else {
            return MISSING;
        };
        match figure {
            TableFigure::Observations => self.number(cell, None, Statistic::N),
            TableFigure::Statistic(variable, statistic) => {
                self.number(cell, Some(variable), statistic)
            }
            TableFigure::Percent {
                variable,
                sum,
                over,
                over_variable,
            } => {
                let Some(whole) = self.find(over, levels) else {
                    return MISSING;
                };
                let statistic = match sum {
                    true => Statistic::Sum,
                    false => Statistic::N,
                };
                let whole = self.number(whole, over_variable, statistic);
                let part = self.number(cell, variable, statistic);
                match whole == 0.0 {
                    true => MISSING,
                    false => of_operation(100.0 * part / whole),
                }
            }
        }
    }

    /// Loads the levels of a combination into the slots of their variables. Other class variables are set to missing.
    pub(super) fn load(&self, levels: &[u32], values: &mut Values) {
        let classes = self.tabulate.aggregation.classes.iter();
        for ((class, of_class), &level) in classes.zip(&self.levels).zip(levels) {
            match (class.slot, of_class.values.get(level as usize)) {
                (Slot::Number(slot), Some(LevelValue::Number(number))) => {
                    values.set_number(slot, *number);
                }
                (Slot::Text(slot), Some(LevelValue::Text(text))) => values.set_text(slot, text),
                (slot, _) => values.clear(slot),
            }
        }
    }
}
