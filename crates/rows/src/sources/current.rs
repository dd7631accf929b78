//! The number of the observation that SET has read.

use feedrate_values::missing::MISSING;

use super::read::{Order, ReadState};
use crate::evaluation::core::Core;

impl<'s> ReadState<'s> {
    /// Sets the variable of CUROBS= to the number of the observation that was read, in its data set.
    pub(super) fn tell_current(&self, core: &mut Core<'s, '_>) {
        let Some(slot) = self.read.current else {
            return;
        };
        let number = match &self.order {
            Order::Concatenate(order) => order
                .current()
                .and_then(|at| self.cursors.get(at))
                .map(|cursor| cursor.number),
            Order::Interleave(order) => order
                .current()
                .and_then(|at| self.cursors.get(at))
                .map(|cursor| cursor.number),
            Order::Random(random) => random.number(&core.values),
            _ => self.cursors.first().map(|cursor| cursor.number),
        };
        core.values
            .set_number(slot, number.map_or(MISSING, |number| number as f64));
    }
}
