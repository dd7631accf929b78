//! Assignments.

use feedrate_program::{Argument, ArrayId, AssignmentTarget, Number, SiteId, Slot, Text};
use feedrate_values::missing::MISSING;

use super::core::Core;
use super::pending::TextRef;
use crate::fault::{Fault, StepResult};
use feedrate_values::Severity;

impl<'s> Core<'s, '_> {
    /// Returns the slot of an array element.
    ///
    /// # Errors
    ///
    /// Fails if an index is missing or out of bounds, or if its expression fails.
    pub fn element(&mut self, array: ArrayId, index: &'s [Number], site: SiteId) -> StepResult<Slot> {
        let step = self.step;
        let outside = |core: &Self| Box::new(Fault::Subscript(core.site(site)));
        let Some(array) = step.arrays.get(array.0 as usize) else {
            return Err(outside(self));
        };
        let mut position = 0_usize;
        for (&(least, greatest), index) in array.bounds.iter().zip(index) {
            let at = self.number(index)?.floor();
            // A missing index is not between any two numbers.
            if !(least as f64..=greatest as f64).contains(&at) {
                return Err(outside(self));
            }
            let extent = greatest.abs_diff(least).saturating_add(1) as usize;
            let within = (at as i64).abs_diff(least) as usize;
            position = position.saturating_mul(extent).saturating_add(within);
        }
        array.elements.get(position).copied().ok_or_else(|| outside(self))
    }

    /// Returns the slot of a target.
    ///
    /// # Errors
    ///
    /// Fails if an index is missing or out of bounds, or if its expression fails.
    pub fn target_slot(&mut self, target: &'s AssignmentTarget) -> StepResult<Slot> {
        match target {
            AssignmentTarget::Variable(slot) => Ok(*slot),
            AssignmentTarget::Element { array, index, site } => self.element(*array, index, *site),
        }
    }

    /// Assigns the value of an expression to a slot of its kind.
    pub fn assign(&mut self, to: Slot, value: &'s Argument) -> StepResult<()> {
        match (to, value) {
            (Slot::Number(slot), Argument::Number(number)) => {
                let number = self.number(number)?;
                self.values.set_number(slot, number);
            }
            (Slot::Text(slot), Argument::Text(text)) => self.assign_text(slot, text)?,
            // The front end inserts conversions; without one the value is missing.
            (slot, _) => self.values.clear(slot),
        }
        Ok(())
    }

    /// `x + number;`: a missing operand counts as zero.
    pub fn add_to(&mut self, target: &'s AssignmentTarget, number: &'s Number) -> StepResult<()> {
        let slot = self.target_slot(target)?;
        let number = self.number(number)?;
        if let Slot::Number(slot) = slot {
            let or_zero = |number: f64| if number.is_nan() { 0.0 } else { number };
            let sum = or_zero(self.values.number(slot)) + or_zero(number);
            self.values
                .set_number(slot, if sum.is_finite() { sum } else { MISSING });
        }
        Ok(())
    }

    /// `substr(x, from, length) = value;`.
    pub fn assign_part(
        &mut self,
        target: &'s AssignmentTarget,
        from: &'s Number,
        length: Option<&'s Number>,
        value: &'s Text,
        site: SiteId,
    ) -> StepResult<()> {
        let slot = self.target_slot(target)?;
        let from = self.number(from)?.floor();
        let length = length.map(|length| self.number(length)).transpose()?;
        let Slot::Text(slot) = slot else {
            return Ok(());
        };
        let whole = f64::from(slot.length);
        if !(1.0..=whole).contains(&from) {
            self.log_problem(site, Severity::Note, "Invalid second argument to function SUBSTR");
            return Ok(());
        }
        let rest = whole - from + 1.0;
        let length = match length.map(f64::floor) {
            None => rest,
            Some(length) if (1.0..=rest).contains(&length) => length,
            Some(_) => {
                self.log_problem(site, Severity::Note, "Invalid third argument to function SUBSTR");
                rest
            }
        };
        let mark = self.scratch.len();
        let text_ref = self.text(value)?;
        // The value may be part of the same variable, so its bytes are copied first.
        if let TextRef::Variable(variable) = text_ref {
            let Self { values, scratch, .. } = self;
            scratch.extend_from_slice(values.text(variable));
        }
        let Self { values, scratch, .. } = self;
        let text = match text_ref {
            TextRef::Constant(text) => text,
            _ => &scratch[mark..],
        };
        values.set_part(slot, from as usize - 1, length as usize, text);
        self.scratch.truncate(mark);
        Ok(())
    }
}
