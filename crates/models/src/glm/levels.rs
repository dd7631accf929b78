//! The levels of a class variable: numbered by first occurrence, and ordered after all are known.

use std::cmp::Ordering;

use feedrate_procedure::keys::Keys;
use feedrate_procedure::variables::{ClassOrder, ClassVariable};
use feedrate_program::Slot;
use feedrate_rows::{Values, sortable};
use feedrate_values::Value;
use hashbrown::HashMap;

/// The approximate memory of a level in bytes, without its texts.
const LEVEL_BYTES: usize = 160;

/// The levels of a class variable.
#[derive(Debug)]
pub(super) struct Levels<'m> {
    class: &'m ClassVariable,
    values: Keys,
    /// The level of each value.
    of_value: Vec<u32>,
    levels: Vec<Level>,
    by_label: HashMap<Vec<u8>, u32>,
    /// The position of each level in the order, after [`arrange`](Self::arrange).
    places: Vec<u32>,
    /// The level at each position.
    order: Vec<u32>,
    key: Vec<u8>,
    label: Vec<u8>,
    label_bytes: usize,
}

/// A level.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The formatted value.
    pub label: String,
    /// The least value in it, as bytes that sort as values do.
    least: Vec<u8>,
    /// The least value in it.
    pub value: LevelValue,
    /// The number of observations with it.
    count: f64,
}

/// A class value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LevelValue {
    Number(f64),
    Text(Vec<u8>),
}

impl<'m> Levels<'m> {
    /// Returns an empty set of levels.
    pub(super) fn new(class: &'m ClassVariable) -> Self {
        let bytes = match class.slot {
            Slot::Number(_) => 8,
            Slot::Text(slot) => slot.length as usize,
        };
        Self {
            class,
            values: Keys::new(bytes),
            of_value: Vec::new(),
            levels: Vec::new(),
            by_label: HashMap::new(),
            places: Vec::new(),
            order: Vec::new(),
            key: vec![0; bytes],
            label: Vec::new(),
            label_bytes: 0,
        }
    }

    /// Returns whether an observation has a valid class value.
    pub(super) fn has_value(&self, values: &Values) -> bool {
        !values.value(self.class.slot).is_missing()
    }

    /// Returns the number of the level of an observation, and adds its frequency.
    pub(super) fn number(&mut self, values: &Values, frequency: f64) -> u32 {
        let value = values.value(self.class.slot);
        write_key(value, &mut self.key);
        let known = self.values.number(&self.key) as usize;
        let number = match self.of_value.get(known) {
            Some(&number) => number,
            None => {
                let number = self.level_of(value);
                self.of_value.push(number);
                number
            }
        };
        self.levels[number as usize].count += frequency;
        number
    }

    /// Returns the level of a value that did not occur before.
    fn level_of(&mut self, value: Value<'_>) -> u32 {
        self.label.clear();
        match self.class.formatted {
            true => {
                self.class.format.write(value, &mut self.label);
            }
            false => self.label.extend_from_slice(&self.key),
        }
        let of_level = || match value {
            Value::Number(number) => LevelValue::Number(number),
            Value::Text(text) => LevelValue::Text(text.to_vec()),
        };
        if let Some(&number) = self.by_label.get(&self.label) {
            let level = &mut self.levels[number as usize];
            if self.key < level.least {
                level.least.clone_from(&self.key);
                level.value = of_level();
            }
            return number;
        }
        let number = self.levels.len() as u32;
        let shown = self.class.format.text(value);
        self.levels.push(Level {
            label: String::from_utf8_lossy(&shown).trim().to_owned(),
            least: self.key.clone(),
            value: of_level(),
            count: 0.0,
        });
        self.label_bytes += shown.len() + self.label.len() + 2 * self.key.len();
        self.by_label.insert(self.label.clone(), number);
        number
    }

    /// Adds the levels of another part of the observations, and returns their numbers here by their numbers there.
    pub(super) fn merge(&mut self, other: &Self) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(other.levels.len());
        let mut labels = vec![&[][..]; other.levels.len()];
        for (label, number) in &other.by_label {
            labels[*number as usize] = label.as_slice();
        }
        for (label, level) in labels.into_iter().zip(&other.levels) {
            let number = match self.by_label.get(label) {
                Some(&number) => {
                    let own = &mut self.levels[number as usize];
                    own.count += level.count;
                    if level.least < own.least {
                        own.least.clone_from(&level.least);
                        own.value = level.value.clone();
                        own.label.clone_from(&level.label);
                    }
                    number
                }
                None => {
                    let number = self.levels.len() as u32;
                    self.levels.push(level.clone());
                    self.by_label.insert(label.to_vec(), number);
                    self.label_bytes += level.label.len() + label.len() + 2 * level.least.len();
                    number
                }
            };
            numbers.push(number);
        }
        for (value, &number) in (0..).zip(&other.of_value) {
            let known = self.values.number(other.values.key(value)) as usize;
            if known == self.of_value.len() {
                self.of_value.push(numbers[number as usize]);
            }
        }
        numbers
    }

    /// Returns the approximate memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.values.bytes() + LEVEL_BYTES * self.levels.len() + self.label_bytes
    }

    /// Orders the levels, and returns the position of each level by its number.
    pub(super) fn arrange(&mut self, by_frequency: bool) -> &[u32] {
        let mut order: Vec<u32> = (0..self.levels.len() as u32).collect();
        let by_value = |a: &Level, b: &Level| a.least.cmp(&b.least);
        let is_by_label = self.class.order == ClassOrder::Formatted && self.class.formatted;
        let compare = |a: &Level, b: &Level| match (by_frequency, self.class.order) {
            (true, _) => b.count.total_cmp(&a.count).then_with(|| by_value(a, b)),
            (false, ClassOrder::Data) => Ordering::Equal,
            (false, _) if is_by_label => a.label.cmp(&b.label).then_with(|| by_value(a, b)),
            (false, _) => by_value(a, b),
        };
        order.sort_by(|&a, &b| compare(&self.levels[a as usize], &self.levels[b as usize]));
        self.places = vec![0; order.len()];
        for (place, &number) in (0..).zip(&order) {
            self.places[number as usize] = place;
        }
        self.order = order;
        &self.places
    }

    /// Returns the position of the level of an observation; `None` if there is no such level.
    pub(super) fn place(&mut self, values: &Values) -> Option<u32> {
        write_key(values.value(self.class.slot), &mut self.key);
        let number = match self.values.find(&self.key) {
            Some(value) => *self.of_value.get(value as usize)?,
            // A value that did not occur may have the same formatted value as a level.
            None if self.class.formatted => {
                self.label.clear();
                let value = values.value(self.class.slot);
                self.class.format.write(value, &mut self.label);
                *self.by_label.get(&self.label)?
            }
            None => return None,
        };
        self.places.get(number as usize).copied()
    }

    /// Returns the name of the class variable.
    pub(super) fn name(&self) -> &str {
        &self.class.heading
    }

    /// Returns the level at a position.
    pub(super) fn at(&self, place: u32) -> Option<&Level> {
        let number = self.order.get(place as usize)?;
        self.levels.get(*number as usize)
    }

    /// Returns the formatted value of the level at a position.
    pub(super) fn label(&self, place: u32) -> &str {
        self.at(place).map_or("", |level| &level.label)
    }

    /// Returns the formatted values of the levels in order.
    pub(super) fn labels(&self) -> impl Iterator<Item = &str> {
        (0..self.order.len() as u32).map(|place| self.label(place))
    }
}

fn write_key(value: Value<'_>, key: &mut [u8]) {
    match value {
        // Adding 0 turns -0 into 0, so that both are one value.
        Value::Number(number) => key.copy_from_slice(&sortable(number + 0.0).to_be_bytes()),
        Value::Text(text) => key.copy_from_slice(text),
    }
}

#[cfg(test)]
mod tests {
    use feedrate_values::Kind;
    use feedrate_values::format::Formats;

    use super::*;
    use feedrate_program::{NumberSlot, Vector};

    fn class(order: ClassOrder, format: Option<&str>) -> ClassVariable {
        let spec = format.map(|format| format.parse().unwrap());
        let resolved = spec.map(|spec| Formats::new().resolve(&spec, Kind::Number, 8).unwrap());
        ClassVariable {
            heading: "a".to_owned(),
            slot: Slot::Number(NumberSlot(0)),
            formatted: resolved.is_some(),
            format: resolved.unwrap_or_else(|| Formats::of_language().default_of(Kind::Number, 8)),
            order,
            descending: false,
            missing: false,
        }
    }

    fn labels(class: &ClassVariable, by_frequency: bool, numbers: &[f64]) -> Vec<String> {
        let mut values = Values::new(&Vector {
            numbers: 1,
            ..Vector::default()
        });
        let mut levels = Levels::new(class);
        let mut met = Vec::new();
        for &number in numbers {
            values.set_number(NumberSlot(0), number);
            assert!(levels.has_value(&values));
            met.push(levels.number(&values, 1.0));
        }
        let places = levels.arrange(by_frequency).to_vec();
        for (&number, met) in numbers.iter().zip(met) {
            values.set_number(NumberSlot(0), number);
            assert_eq!(levels.place(&values), Some(places[met as usize]));
        }
        levels.labels().map(str::to_owned).collect()
    }

    #[test]
    fn levels_come_in_the_order_that_is_asked_for() {
        let numbers = [10.0, 9.0, -0.0, 9.0, 0.0, 9.0];
        let by = |order| labels(&class(order, None), false, &numbers);
        assert_eq!(by(ClassOrder::Internal), ["0", "9", "10"]);
        assert_eq!(by(ClassOrder::Formatted), ["0", "9", "10"]);
        assert_eq!(by(ClassOrder::Data), ["10", "9", "0"]);
        let class = class(ClassOrder::Formatted, None);
        assert_eq!(labels(&class, true, &numbers), ["9", "0", "10"]);
    }

    #[test]
    fn values_that_are_shown_alike_are_one_level() {
        let class = class(ClassOrder::Formatted, Some("1."));
        assert_eq!(labels(&class, false, &[2.1, 1.9, 1.0]), ["1", "2"]);
        let mut levels = Levels::new(&class);
        let mut values = Values::new(&Vector {
            numbers: 1,
            ..Vector::default()
        });
        values.set_number(NumberSlot(0), 2.2);
        levels.number(&values, 1.0);
        levels.arrange(false);
        values.set_number(NumberSlot(0), 1.8);
        assert_eq!(levels.place(&values), Some(0));
        values.set_number(NumberSlot(0), 5.0);
        assert_eq!(levels.place(&values), None);
    }
}
