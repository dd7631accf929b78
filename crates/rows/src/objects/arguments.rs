//! The values that a call states instead of those of the variables.

use feedrate_program::{Argument, ObjectCall};
use feedrate_values::Kind;

use super::layout::{Field, length};
use crate::evaluation::core::Core;
use crate::fault::StepResult;

impl<'s> Core<'s, '_> {
    /// Sets a key or data to the values of arguments.
    ///
    /// # Errors
    ///
    /// Fails if there are more or fewer arguments than fields, if one is of another kind, or if its evaluation fails.
    pub(super) fn given(
        &mut self,
        fields: &[Field],
        arguments: &'s [Argument],
        is_key: bool,
        bytes: &mut Vec<u8>,
        call: &ObjectCall,
    ) -> StepResult<()> {
        if fields.len() != arguments.len() {
            let tag = if is_key { "KEY:" } else { "DATA:" };
            let (given, needed) = (arguments.len(), fields.len());
            let what = format!("A method has {given} arguments {tag}, and its hash object {needed} such variables,");
            return Err(self.object_fault(call.site, &what));
        }
        bytes.clear();
        bytes.resize(length(fields), 0);
        for (position, (field, argument)) in fields.iter().zip(arguments).enumerate() {
            match (field.slot.kind(), argument) {
                (Kind::Number, Argument::Number(number)) => {
                    let number = self.number(number)?;
                    match is_key {
                        true => field.set_key_number(bytes, number),
                        false => field.set_number(bytes, number),
                    }
                }
                (Kind::Text, Argument::Text(text)) => self.with_text(text, |text| field.set_text(bytes, text))?,
                _ => {
                    let what = format!("Type mismatch for method parameter {}", position + 1);
                    return Err(self.object_fault(call.site, &what));
                }
            }
        }
        Ok(())
    }
}
