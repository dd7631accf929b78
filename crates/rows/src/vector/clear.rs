//! Slots that are set to missing together.

use std::ops::Range;

use feedrate_program::Slot;
use feedrate_values::missing::MISSING;

use super::values::{Values, span};

/// A set of slots that are set to missing together, as few ranges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clear {
    numbers: Vec<Range<usize>>,
    text: Vec<Range<usize>>,
}

impl Clear {
    /// Returns the ranges of these slots.
    pub fn new(slots: impl IntoIterator<Item = Slot>) -> Self {
        let mut clear = Self::default();
        for slot in slots {
            match slot {
                Slot::Number(slot) => clear.numbers.push(slot.0 as usize..slot.0 as usize + 1),
                Slot::Text(slot) => clear.text.push(span(slot)),
            }
        }
        for ranges in [&mut clear.numbers, &mut clear.text] {
            ranges.sort_by_key(|range| range.start);
            ranges.dedup_by(|next, before| {
                let touches = next.start <= before.end;
                if touches {
                    before.end = before.end.max(next.end);
                }
                touches
            });
        }
        clear
    }

    /// Returns the ranges of numbers.
    pub fn numbers(&self) -> &[Range<usize>] {
        &self.numbers
    }

    /// Returns the ranges of bytes of character values.
    pub fn text(&self) -> &[Range<usize>] {
        &self.text
    }

    /// Sets all of them to missing.
    #[inline]
    pub fn apply(&self, values: &mut Values) {
        for range in &self.numbers {
            values.numbers[range.clone()].fill(MISSING);
        }
        for range in &self.text {
            values.text[range.clone()].fill(b' ');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feedrate_program::NumberSlot;

    #[test]
    fn slots_are_cleared_in_pieces() {
        let slots = [1, 0, 3].map(|slot| Slot::Number(NumberSlot(slot)));
        let clear = Clear::new(slots);
        assert_eq!(clear.numbers, [0..2, 3..4]);
        let mut values = Values {
            numbers: vec![7.0; 4],
            text: Vec::new(),
            ..Values::default()
        };
        clear.apply(&mut values);
        assert_eq!(
            values.numbers.iter().map(|number| number.is_nan()).collect::<Vec<_>>(),
            [true, true, false, true]
        );
    }
}
