//! An observation as procedures see it.

use feedrate_values::Value;

use super::values::Values;
use crate::environment::Listing;
use crate::ir::Slot;

/// The values of a step at the end of an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'v> {
    pub(crate) values: &'v Values,
}

impl<'v> Observation<'v> {
    /// The value that lies there.
    pub fn value(&self, slot: Slot) -> Value<'v> {
        self.values.value(slot)
    }
}

/// Takes observations one by one, and may print.
pub type Visitor<'v> = dyn FnMut(&Observation<'_>, &mut dyn Listing) + 'v;
