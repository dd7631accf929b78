//! The levels of the response and of class variables, as they are met.

use std::collections::HashMap;

use feedrate_steps::data::{from_sortable, sortable};
use feedrate_steps::ir::Slot;
use feedrate_values::Value;

use super::request::LogisticVariable;
use crate::aggregate::{ClassOrder, Keys};

/// About how many bytes a level takes beside what is shown of it.
const LEVEL_BYTES: usize = 192;

/// The levels of a variable.
#[derive(Debug)]
pub(super) struct Levels {
    /// Values that were met, and the levels of them.
    values: Keys,
    of_value: Vec<u32>,
    levels: Vec<Level>,
    by_label: HashMap<Vec<u8>, u32>,
    bytes: usize,
    key: Vec<u8>,
    label: Vec<u8>,
}

/// A level.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// What is shown of its values, or the one value as bytes that sort as values do.
    label: Vec<u8>,
    /// The least value in it, as such bytes.
    least: Vec<u8>,
    /// What is shown of it.
    pub text: String,
}

impl Levels {
    pub(super) fn new(variable: &LogisticVariable) -> Self {
        let bytes = match variable.slot {
            Slot::Number(_) => 8,
            Slot::Text(slot) => slot.length as usize,
        };
        Self {
            values: Keys::new(bytes),
            of_value: Vec::new(),
            levels: Vec::new(),
            by_label: HashMap::new(),
            bytes: 0,
            key: vec![0; bytes],
            label: Vec::new(),
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.levels.len()
    }

    /// A level by its number.
    pub(super) fn level(&self, number: u32) -> &Level {
        &self.levels[number as usize]
    }

    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.values.bytes()
    }

    /// The level of a value, which is a new one where it was not met yet.
    pub(super) fn number(&mut self, variable: &LogisticVariable, value: Value<'_>) -> u32 {
        write_key(value, &mut self.key);
        let known = self.values.number(&self.key) as usize;
        if let Some(&number) = self.of_value.get(known) {
            return number;
        }
        let mut shown = Vec::new();
        variable.format.write(value, &mut shown);
        self.label.clear();
        match variable.formatted {
            true => self.label.extend_from_slice(&shown),
            false => self.label.extend_from_slice(&self.key),
        }
        let text = String::from_utf8_lossy(&shown).trim().to_owned();
        let level = Level {
            label: self.label.clone(),
            least: self.key.clone(),
            text,
        };
        let number = self.add(level);
        self.of_value.push(number);
        number
    }

    /// Adds a level, or the values of one that is there.
    fn add(&mut self, level: Level) -> u32 {
        if let Some(&number) = self.by_label.get(&level.label) {
            let known = &mut self.levels[number as usize];
            if level.least < known.least {
                known.least = level.least;
            }
            return number;
        }
        let number = self.levels.len() as u32;
        self.bytes += LEVEL_BYTES + 2 * level.label.len() + level.least.len() + level.text.len();
        self.by_label.insert(level.label.clone(), number);
        self.levels.push(level);
        number
    }

    /// The level of a value that was met. `key` is a place for bytes.
    #[inline]
    pub(super) fn find(&self, value: Value<'_>, key: &mut Vec<u8>) -> Option<u32> {
        key.resize(self.key.len(), 0);
        write_key(value, key);
        let known = self.values.find(key)?;
        self.of_value.get(known as usize).copied()
    }

    /// Adds the levels of a later part of the data, and says which of these they are.
    pub(super) fn merge(&mut self, other: &Self) -> Vec<u32> {
        let levels = other.levels.iter().cloned();
        let numbers: Vec<u32> = levels.map(|level| self.add(level)).collect();
        for value in 0..other.values.len() as u32 {
            let known = self.values.number(other.values.key(value)) as usize;
            if known == self.of_value.len() {
                let number = other.of_value[value as usize] as usize;
                self.of_value.push(numbers[number]);
            }
        }
        numbers
    }

    /// Those that are there so often, in their order.
    pub(super) fn ordered(&self, variable: &LogisticVariable, counts: &[f64]) -> Vec<u32> {
        let count = |level: u32| counts.get(level as usize).copied().unwrap_or(0.0);
        let all = 0..self.levels.len() as u32;
        let mut there: Vec<u32> = all.filter(|level| count(*level) > 0.0).collect();
        if variable.by_frequency {
            there.sort_by(|a, b| count(*b).total_cmp(&count(*a)));
        } else {
            match variable.order {
                // The order in which they were met is that of their numbers.
                ClassOrder::Data => {}
                ClassOrder::Internal => {
                    there.sort_by(|a, b| self.level(*a).least.cmp(&self.level(*b).least));
                }
                ClassOrder::Formatted => {
                    there.sort_by(|a, b| self.level(*a).label.cmp(&self.level(*b).label));
                }
            }
        }
        if variable.descending {
            there.reverse();
        }
        there
    }
}

impl Level {
    /// Its least number, if it is one of numbers.
    pub(super) fn least_number(&self) -> Option<f64> {
        let bytes = self.least.first_chunk::<8>()?;
        Some(from_sortable(u64::from_be_bytes(*bytes)))
    }

    /// The bytes of its least value, which is a text.
    pub(super) fn least_text(&self) -> &[u8] {
        &self.least
    }
}

#[inline]
fn write_key(value: Value<'_>, key: &mut [u8]) {
    match value {
        Value::Number(number) => key.copy_from_slice(&sortable(number).to_be_bytes()),
        Value::Text(text) => key.copy_from_slice(text),
    }
}
