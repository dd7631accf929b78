//! Observations that procedures receive and supply.

use feedrate_program::Slot;
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

/// Supplies observations one by one: sets the values of the vector at the beginning of an iteration. Returns `false`
/// when there are no more.
pub type Supplier<'v> = dyn FnMut(&mut Values) -> StepResult<bool> + 'v;
