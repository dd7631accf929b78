//! The frequencies of combinations of table variables in a BY group, in memory.

use std::collections::HashMap;

use feedrate_program::Slot;
use feedrate_rows::Values;

use super::request::Freq;

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
    /// The number of each level by its key.
    pub numbers: Vec<HashMap<Vec<u8>, u32>>,
    /// The levels of each combination, one combination after the other.
    pub cells: Vec<u32>,
    /// The frequency of each combination, or its weight.
    pub counts: Vec<f64>,
    /// True if a weight was negative.
    pub is_negative: bool,
    /// The approximate memory of the counts in bytes.
    pub bytes: usize,
}

impl Counts {
    /// Returns the counts of no combinations.
    pub(super) fn new(classes: &[usize]) -> Self {
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
    pub(super) fn add_level(&mut self, freq: &Freq, place: usize, key: &[u8], values: &Values) -> u32 {
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
