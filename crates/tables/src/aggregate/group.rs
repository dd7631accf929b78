//! The BY values of a group whose values differ but have the same formatted value: those of its first observation
//! represent the group.

use feedrate_procedure::variables::GroupVariable;
use feedrate_program::{NumberSlot, Slot};
use feedrate_rows::Values;

use super::request::Aggregation;

/// The BY values of the first observation of a group.
#[derive(Debug)]
pub(super) struct FirstOfGroup<'m> {
    groups: &'m [GroupVariable],
    /// The `first.x` of the innermost BY variable; `None` if all values of a group are equal.
    first: Option<NumberSlot>,
    numbers: Vec<f64>,
    text: Vec<u8>,
}

impl<'m> FirstOfGroup<'m> {
    pub(super) fn new(aggregation: &'m Aggregation) -> Self {
        let by = || aggregation.step.reads.iter().flat_map(|read| &read.by);
        let differ = by().any(|by| by.group_format.is_some());
        Self {
            groups: &aggregation.groups,
            first: by().next_back().filter(|_| differ).map(|by| by.first),
            numbers: Vec::new(),
            text: Vec::new(),
        }
    }

    /// Records the BY values if the observation is the first of a group.
    #[inline]
    pub(super) fn see(&mut self, values: &Values) {
        if self.first.is_some_and(|first| values.number(first) == 1.0) {
            self.keep(values);
        }
    }

    fn keep(&mut self, values: &Values) {
        self.numbers.clear();
        self.text.clear();
        for group in self.groups {
            match group.slot {
                Slot::Number(slot) => self.numbers.push(values.number(slot)),
                Slot::Text(slot) => self.text.extend_from_slice(values.text(slot)),
            }
        }
    }

    /// Restores the values of the first observation in the vector.
    pub(super) fn put_back(&self, values: &mut Values) {
        if self.first.is_none() {
            return;
        }
        let (mut numbers, mut text) = (self.numbers.iter(), self.text.as_slice());
        for group in self.groups {
            match group.slot {
                Slot::Number(slot) => {
                    if let Some(&number) = numbers.next() {
                        values.set_number(slot, number);
                    }
                }
                Slot::Text(slot) => {
                    let (own, rest) = text.split_at((slot.length as usize).min(text.len()));
                    values.set_text(slot, own);
                    text = rest;
                }
            }
        }
    }
}
