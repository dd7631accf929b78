//! Observations that procedures receive and supply.

use feedrate_program::{NumberSlot, Slot, TextSlot};
use feedrate_values::Value;

use crate::environment::log::Listing;
use crate::fault::StepResult;
use crate::vector::values::Values;

/// An observation: the values of a step at the end of an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'v> {
    /// The values of the vector.
    pub values: &'v Values,
    /// Its number, from 1, in the first data set that the step reads.
    pub number: u64,
}

impl<'v> Observation<'v> {
    /// Returns its number, from 1, in the first data set that the step reads.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the value in a slot.
    pub fn value(&self, slot: Slot) -> Value<'v> {
        self.values.value(slot)
    }
}

/// Receives observations one by one, and may print.
pub type Visitor<'v> = dyn FnMut(&Observation<'_>, &mut dyn Listing) + 'v;

/// The values of a step that a procedure sets at the beginning of an iteration.
#[derive(Debug)]
pub struct Supply<'v> {
    /// The values of the vector.
    pub values: &'v mut Values,
}

impl Supply<'_> {
    /// Sets a number.
    pub fn number(&mut self, slot: NumberSlot, number: f64) {
        self.values.set_number(slot, number);
    }

    /// Sets a character value, which is cut or padded.
    pub fn text(&mut self, slot: TextSlot, text: &[u8]) {
        self.values.set_text(slot, text);
    }
}

/// Supplies observations one by one. Returns `false` when there are no more.
pub type Supplier<'v> = dyn FnMut(&mut Supply<'_>) -> StepResult<bool> + 'v;
