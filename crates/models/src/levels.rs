//! The levels of variables, numbered by their first occurrence.

use std::collections::HashMap;

use feedrate_procedure::keys::Keys;
use feedrate_procedure::records::spilled::value_bytes;
use feedrate_procedure::variables::ClassVariable;
use feedrate_program::Slot;
use feedrate_rows::{Values, from_sortable, sortable};
use feedrate_values::Value;

/// The approximate memory of a level in bytes, without its formatted value.
const LEVEL_BYTES: usize = 192;

/// The levels of a variable.
#[derive(Debug)]
pub(crate) struct Levels {
    /// The values that occurred; `of_value` has their levels.
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
pub(crate) struct Level {
    /// The formatted value, or the value as bytes that sort as values do.
    pub label: Vec<u8>,
    /// The least value in it, as bytes that sort as values do.
    pub least: Vec<u8>,
    /// The formatted value.
    pub text: String,
}

impl Levels {
    /// Returns no levels of a variable with this slot.
    pub(crate) fn new(slot: Slot) -> Self {
        let bytes = value_bytes(slot);
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

    /// Returns the number of levels.
    pub(crate) fn len(&self) -> usize {
        self.levels.len()
    }

    /// Returns a level by its number.
    pub(crate) fn level(&self, number: u32) -> &Level {
        &self.levels[number as usize]
    }

    /// Returns the approximate memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.values_bytes()
    }

    /// Returns the memory of the values that occurred, in bytes.
    pub(crate) fn values_bytes(&self) -> usize {
        self.values.bytes()
    }

    /// Returns the level of a value, which is added if it is new.
    pub(crate) fn number(&mut self, variable: &ClassVariable, value: Value<'_>) -> u32 {
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

    /// Adds a level, or merges it with an existing one.
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

    /// Returns the level of a value, if it occurred. `key` is a buffer.
    #[inline]
    pub(crate) fn find(&self, value: Value<'_>, key: &mut Vec<u8>) -> Option<u32> {
        key.resize(self.key.len(), 0);
        write_key(value, key);
        let known = self.values.find(key)?;
        self.of_value.get(known as usize).copied()
    }

    /// Returns the level of a value that need not have occurred, if it has the formatted value of one. `label` is a
    /// buffer.
    pub(crate) fn find_alike(&self, variable: &ClassVariable, value: Value<'_>, label: &mut Vec<u8>) -> Option<u32> {
        if !variable.formatted {
            return None;
        }
        label.clear();
        variable.format.write(value, label);
        self.by_label.get(label).copied()
    }

    /// Adds the levels of a later part of the data, and returns their numbers here.
    pub(crate) fn merge(&mut self, other: &Self) -> Vec<u32> {
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
}

impl Level {
    /// Loads its least value into the slot of its variable.
    pub(crate) fn load(&self, slot: Slot, values: &mut Values) {
        match slot {
            Slot::Number(slot) => {
                let bytes = self.least.first_chunk().copied().unwrap_or_default();
                values.set_number(slot, from_sortable(u64::from_be_bytes(bytes)));
            }
            Slot::Text(slot) => values.set_text(slot, &self.least),
        }
    }
}

#[inline]
fn write_key(value: Value<'_>, key: &mut [u8]) {
    match value {
        Value::Number(number) => key.copy_from_slice(&sortable(number).to_be_bytes()),
        Value::Text(text) => key.copy_from_slice(text),
    }
}
