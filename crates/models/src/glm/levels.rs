//! The levels of a class variable in the order that is asked for.

use std::cmp::Ordering;

use feedrate_procedure::variables::{ClassOrder, ClassVariable};
use feedrate_rows::Values;

use crate::levels::{Level, Levels};

/// The approximate memory of a level in bytes, without its texts.
const LEVEL_BYTES: usize = 160;

/// The levels of a class variable, ordered after all are known.
#[derive(Debug)]
pub(super) struct ClassLevels<'m> {
    class: &'m ClassVariable,
    levels: Levels,
    /// The number of observations with each level.
    counts: Vec<f64>,
    /// The position of each level in the order, after [`arrange`](Self::arrange).
    places: Vec<u32>,
    /// The level at each position.
    order: Vec<u32>,
    key: Vec<u8>,
    label: Vec<u8>,
    label_bytes: usize,
}

impl<'m> ClassLevels<'m> {
    /// Returns an empty set of levels.
    pub(super) fn new(class: &'m ClassVariable) -> Self {
        Self {
            class,
            levels: Levels::new(class.slot),
            counts: Vec::new(),
            places: Vec::new(),
            order: Vec::new(),
            key: Vec::new(),
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
        let number = self.levels.number(self.class, value);
        if number as usize == self.counts.len() {
            let text_bytes = self.class.format.text(value).len();
            self.add_count(text_bytes);
        }
        self.counts[number as usize] += frequency;
        number
    }

    /// Begins to count the observations of the last level, whose formatted value has this length.
    fn add_count(&mut self, text_bytes: usize) {
        let level = self.levels.level(self.counts.len() as u32);
        self.label_bytes += text_bytes + level.label.len() + 2 * level.least.len();
        self.counts.push(0.0);
    }

    /// Adds the levels of another part of the observations, and returns their numbers here by their numbers there.
    pub(super) fn merge(&mut self, other: &Self) -> Vec<u32> {
        let numbers = self.levels.merge(&other.levels);
        while self.counts.len() < self.levels.len() {
            let text_bytes = self.levels.level(self.counts.len() as u32).text.len();
            self.add_count(text_bytes);
        }
        for (&number, count) in numbers.iter().zip(&other.counts) {
            self.counts[number as usize] += count;
        }
        numbers
    }

    /// Returns the approximate memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.levels.values_bytes() + LEVEL_BYTES * self.levels.len() + self.label_bytes
    }

    /// Orders the levels, and returns the position of each level by its number.
    pub(super) fn arrange(&mut self, by_frequency: bool) -> &[u32] {
        let mut order: Vec<u32> = (0..self.levels.len() as u32).collect();
        let count = |number: u32| self.counts[number as usize];
        let is_by_label = self.class.order == ClassOrder::Formatted && self.class.formatted;
        order.sort_by(|&a, &b| {
            let (first, second) = (self.levels.level(a), self.levels.level(b));
            let by_value = || first.least.cmp(&second.least);
            match (by_frequency, self.class.order) {
                (true, _) => count(b).total_cmp(&count(a)).then_with(by_value),
                (false, ClassOrder::Data) => Ordering::Equal,
                (false, _) if is_by_label => first.text.cmp(&second.text).then_with(by_value),
                (false, _) => by_value(),
            }
        });
        self.places = vec![0; order.len()];
        for (place, &number) in (0..).zip(&order) {
            self.places[number as usize] = place;
        }
        self.order = order;
        &self.places
    }

    /// Returns the position of the level of an observation; `None` if there is no such level.
    pub(super) fn place(&mut self, values: &Values) -> Option<u32> {
        let value = values.value(self.class.slot);
        let number = self.levels.find(value, &mut self.key);
        // A value that did not occur may have the same formatted value as a level.
        let number = number.or_else(|| self.levels.find_alike(self.class, value, &mut self.label))?;
        self.places.get(number as usize).copied()
    }

    /// Returns the name of the class variable.
    pub(super) fn name(&self) -> &str {
        &self.class.heading
    }

    /// Returns the level at a position.
    pub(super) fn at(&self, place: u32) -> Option<&Level> {
        let number = self.order.get(place as usize)?;
        Some(self.levels.level(*number))
    }

    /// Returns the formatted value of the level at a position.
    pub(super) fn label(&self, place: u32) -> &str {
        self.at(place).map_or("", |level| &level.text)
    }

    /// Returns the formatted values of the levels in order.
    pub(super) fn labels(&self) -> impl Iterator<Item = &str> {
        (0..self.order.len() as u32).map(|place| self.label(place))
    }
}

#[cfg(test)]
mod tests {
    use feedrate_values::Kind;
    use feedrate_values::format::Formats;

    use super::*;
    use feedrate_program::{NumberSlot, Slot, Vector};

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
        let mut levels = ClassLevels::new(class);
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
        let mut levels = ClassLevels::new(&class);
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
