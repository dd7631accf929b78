//! The levels of class variables.

use std::collections::HashMap;

use feedrate_procedure::variables::ClassVariable;
use feedrate_rows::sortable;
use feedrate_values::Value;

use super::cell_value::CellValue;

/// A level of a class variable.
#[derive(Debug, Default)]
pub(super) struct Level {
    /// Bytes that sort as the levels do.
    pub key: Vec<u8>,
    pub value: CellValue,
    /// The number of observations, if levels are ordered by frequency.
    pub observations: f64,
}

/// The levels of a class variable.
#[derive(Debug, Default)]
pub(super) struct Levels {
    /// The levels by number.
    pub levels: Vec<Level>,
    /// The number of each level by its key.
    pub numbers: HashMap<Vec<u8>, u32>,
}

/// Finds the number of a level by its formatted value or by its value.
#[derive(Debug)]
pub(super) struct LevelNumbers(HashMap<Vec<u8>, u32>);

impl Levels {
    /// Adds a level, and returns its number.
    pub(super) fn add(&mut self, key: Vec<u8>, value: CellValue) -> u32 {
        let number = self.levels.len() as u32;
        self.numbers.insert(key.clone(), number);
        self.levels.push(Level {
            key,
            value,
            observations: 0.0,
        });
        number
    }
}

impl LevelNumbers {
    /// Returns the index of the levels of a class variable.
    pub(super) fn new(class: &ClassVariable, levels: &Levels) -> Self {
        let levels = (0..).zip(&levels.levels);
        let labels = levels.filter_map(|(number, level)| {
            let mut label = Vec::new();
            write_label(class, level.value.value()?, &mut label);
            Some((label, number))
        });
        Self(labels.collect())
    }

    /// Returns the number of the level of a value; `label` is a buffer for its formatted value.
    pub(super) fn of(&self, class: &ClassVariable, value: Value<'_>, label: &mut Vec<u8>) -> Option<u32> {
        label.clear();
        write_label(class, value, label);
        self.0.get(label.as_slice()).copied()
    }
}

/// Writes the identity of a level: its formatted value, or its value.
fn write_label(class: &ClassVariable, value: Value<'_>, label: &mut Vec<u8>) {
    match class.formatted {
        true => {
            class.format.write(value, label);
        }
        false => write_key(value, label),
    }
}

/// Appends bytes that sort as values do.
pub(super) fn write_key(value: Value<'_>, key: &mut Vec<u8>) {
    match value {
        Value::Number(number) => key.extend_from_slice(&sortable(number).to_be_bytes()),
        Value::Text(text) => key.extend_from_slice(text),
    }
}
