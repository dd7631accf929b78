//! The values of a program data vector.

use std::collections::BTreeSet;

use feedrate_program::{Initial, NumberSlot, Slot, TextSlot, Vector};
use feedrate_values::Value;
use feedrate_values::missing::MISSING;
use feedrate_values::value::split_character;

pub use feedrate_dataset::key::fill;

/// The numbers and the bytes of texts of a [`Vector`].
#[derive(Clone, Debug, Default)]
pub struct Values {
    /// The numbers, in the order of their slots.
    pub numbers: Vec<f64>,
    /// The bytes of character values, one value behind the other.
    pub text: Vec<u8>,
    /// Where the texts begin that were cut before a character of UTF-8 that did not fit.
    pub cut: BTreeSet<u32>,
}

impl Values {
    /// Returns the values before the first iteration.
    pub fn new(vector: &Vector) -> Self {
        let mut values = Self {
            numbers: vec![MISSING; vector.numbers as usize],
            text: vec![b' '; vector.text_bytes as usize],
            cut: BTreeSet::new(),
        };
        for initial in &vector.initial {
            match initial {
                Initial::Number(slot, number) => values.set_number(*slot, *number),
                Initial::Text(slot, text) => values.set_text(*slot, text),
            }
        }
        values
    }

    /// Returns a number.
    pub fn number(&self, slot: NumberSlot) -> f64 {
        self.numbers[slot.0 as usize]
    }

    /// Sets a number.
    pub fn set_number(&mut self, slot: NumberSlot, number: f64) {
        self.numbers[slot.0 as usize] = number;
    }

    /// The bytes of a text, its padding included.
    pub fn text(&self, slot: TextSlot) -> &[u8] {
        &self.text[span(slot)]
    }

    /// Returns the bytes of a character value, its padding included, to be changed.
    pub fn text_mut(&mut self, slot: TextSlot) -> &mut [u8] {
        &mut self.text[span(slot)]
    }

    /// Sets a text, cut or padded to its length. A character of UTF-8 that the cut would split is left out.
    pub fn set_text(&mut self, slot: TextSlot, text: &[u8]) {
        let whole = self.whole(slot, slot.length as usize, text);
        fill(self.text_mut(slot), &text[..whole]);
    }

    /// Sets a part of a text, which begins at an offset, in the same way.
    pub fn set_part(&mut self, slot: TextSlot, offset: usize, length: usize, text: &[u8]) {
        let whole = self.whole(slot, length, text);
        fill(&mut self.text_mut(slot)[offset..offset + length], &text[..whole]);
    }

    /// Returns how many bytes of a text are kept in a field of this length.
    #[inline]
    fn whole(&mut self, slot: TextSlot, length: usize, text: &[u8]) -> usize {
        match split_character(text, length) {
            None => text.len(),
            Some(before) => {
                self.cut.insert(slot.start);
                before
            }
        }
    }

    /// Sets a text to another of the same vector, which may be itself, in the same way.
    pub fn copy_text(&mut self, to: TextSlot, from: TextSlot) {
        let length = to.length.min(from.length) as usize;
        let split = split_character(self.text(from), length);
        if split.is_some() {
            self.cut.insert(to.start);
        }
        let length = split.unwrap_or(length);
        let from = from.start as usize;
        self.text.copy_within(from..from + length, to.start as usize);
        self.text_mut(to)[length..].fill(b' ');
    }

    /// Returns whether a text was cut before a character of UTF-8 that did not fit.
    pub fn is_cut(&self, slot: Slot) -> bool {
        matches!(slot, Slot::Text(slot) if self.cut.contains(&slot.start))
    }

    /// Returns a value of either kind.
    pub fn value(&self, slot: Slot) -> Value<'_> {
        match slot {
            Slot::Number(slot) => Value::Number(self.number(slot)),
            Slot::Text(slot) => Value::Text(self.text(slot)),
        }
    }

    /// Makes a value missing.
    pub fn clear(&mut self, slot: Slot) {
        match slot {
            Slot::Number(slot) => self.set_number(slot, MISSING),
            Slot::Text(slot) => self.text_mut(slot).fill(b' '),
        }
    }
}

/// The bytes of a text among all.
pub fn span(slot: TextSlot) -> std::ops::Range<usize> {
    let start = slot.start as usize;
    start..start + slot.length as usize
}
