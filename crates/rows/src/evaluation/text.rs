//! Character expressions.

use feedrate_program::{Slot, Text, TextSlot};
use feedrate_values::Value;
use feedrate_values::value::compare_text;

use super::core::Core;
use super::pending::TextRef;
use crate::fault::StepResult;

impl<'s> Core<'s, '_> {
    /// Evaluates a character expression.
    ///
    /// A value in the scratch begins at its previous end and is all that was appended. The caller truncates the scratch
    /// when it is done with the value.
    ///
    /// # Errors
    ///
    /// Fails if an array index is out of bounds.
    pub fn text(&mut self, expression: &'s Text) -> StepResult<TextRef<'s>> {
        let mark = self.scratch.len();
        Ok(match expression {
            Text::Constant(text) => TextRef::Constant(text),
            Text::Variable(slot) => TextRef::Variable(*slot),
            Text::Element { array, index, site } => match self.element(*array, index, *site)? {
                Slot::Text(slot) => TextRef::Variable(slot),
                Slot::Number(_) => TextRef::Constant(b""),
            },
            Text::Concatenate(parts) => {
                for part in parts {
                    match self.text(part)? {
                        TextRef::Constant(text) => self.scratch.extend_from_slice(text),
                        TextRef::Variable(slot) => {
                            let Self { values, scratch, .. } = self;
                            scratch.extend_from_slice(values.text(slot));
                        }
                        // It is already in its place.
                        TextRef::Scratch { .. } => {}
                    }
                }
                self.since(mark)
            }
            Text::Least(left, right) => {
                let (left, right) = (self.text(left)?, self.text(right)?);
                let is_left = compare_text(self.bytes(left), self.bytes(right)).is_le();
                self.only(mark, if is_left { left } else { right })
            }
            Text::Greatest(left, right) => {
                let (left, right) = (self.text(left)?, self.text(right)?);
                let is_left = compare_text(self.bytes(left), self.bytes(right)).is_ge();
                self.only(mark, if is_left { left } else { right })
            }
            Text::FromNumber(number) => {
                let number = self.number(number)?;
                let Self { best, scratch, .. } = self;
                best.write(Value::Number(number), scratch);
                self.since(mark)
            }
            Text::Fitted(number, format, site) => self.fitted_text(number, format, *site, mark)?,
            Text::Put(value, format) => self.put_text(value, format, mark)?,
            Text::Input(text, informat) => self.input_text(text, informat, mark)?,
            Text::Call {
                function,
                arguments,
                site,
                longest,
            } => self.call_text(function, arguments, *site, *longest as usize)?,
            Text::Attribute(query) => self.attribute(query, mark)?,
            Text::Lag { queue, value } => {
                let text_ref = self.text(value)?;
                self.lag_text(*queue, text_ref, mark)
            }
        })
    }

    /// Returns the bytes of a character value.
    pub fn bytes(&self, text_ref: TextRef<'s>) -> &[u8] {
        text_ref.bytes(&self.values, &self.scratch)
    }

    /// Returns everything that was appended to the scratch since it had so many bytes.
    pub fn since(&self, mark: usize) -> TextRef<'s> {
        TextRef::Scratch {
            start: mark,
            end: self.scratch.len(),
        }
    }

    /// Removes everything but this value from what was appended to the scratch.
    fn only(&mut self, mark: usize, text_ref: TextRef<'s>) -> TextRef<'s> {
        match text_ref {
            TextRef::Scratch { start, end } => {
                self.scratch.copy_within(start..end, mark);
                self.scratch.truncate(mark + end - start);
                self.since(mark)
            }
            elsewhere => {
                self.scratch.truncate(mark);
                elsewhere
            }
        }
    }

    /// Replaces what was appended to the scratch by the result of a function, cut to `longest`.
    pub fn keep_result(&mut self, mark: usize, longest: usize) -> TextRef<'s> {
        self.scratch.truncate(mark);
        let length = self.result.len().min(longest);
        self.scratch.extend_from_slice(&self.result[..length]);
        self.since(mark)
    }

    /// Assigns the value of an expression, cut or padded to the variable.
    ///
    /// # Errors
    ///
    /// Fails if the expression does.
    pub fn assign_text(&mut self, to: TextSlot, expression: &'s Text) -> StepResult<()> {
        let mark = self.scratch.len();
        match self.text(expression)? {
            TextRef::Constant(text) => self.values.set_text(to, text),
            TextRef::Variable(from) => self.values.copy_text(to, from),
            TextRef::Scratch { start, end } => self.set_text_from_scratch(to, start, end),
        }
        self.scratch.truncate(mark);
        Ok(())
    }
}
