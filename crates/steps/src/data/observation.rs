//! An observation as procedures see it, and as they give it.

use super::fault::Faulted;
use feedrate_values::Value;

use super::values::Values;
use crate::environment::Listing;
use crate::ir::{NumberSlot, Slot, TextSlot};

/// The values of a step at the end of an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'v> {
    /// The values of the vector.
    pub values: &'v Values,
    /// Its number in the data set that the step reads first, from 1.
    pub number: u64,
}

impl<'v> Observation<'v> {
    /// The number that it has in the data set that the step reads first, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The value that lies there.
    pub fn value(&self, slot: Slot) -> Value<'v> {
        self.values.value(slot)
    }
}

/// Takes observations one by one, and may print.
pub type Visitor<'v> = dyn FnMut(&Observation<'_>, &mut dyn Listing) + 'v;

/// The values of a step that a procedure gives it as an iteration begins.
#[derive(Debug)]
pub struct Supply<'v> {
    /// The values of the vector.
    pub values: &'v mut Values,
}

impl Supply<'_> {
    /// Gives a number.
    pub fn number(&mut self, slot: NumberSlot, number: f64) {
        self.values.set_number(slot, number);
    }

    /// Gives a text, which is cut or padded.
    pub fn text(&mut self, slot: TextSlot, text: &[u8]) {
        self.values.set_text(slot, text);
    }
}

/// Gives observations one by one; false when there are no more.
pub type Supplier<'v> = dyn FnMut(&mut Supply<'_>) -> Faulted<bool> + 'v;
