//! Numeric expressions.

use feedrate_program::{Comparison, Logic, Number, SiteId, Slot, Text};
use feedrate_values::missing::{self, MISSING};
use feedrate_values::value::compare_text;

use super::core::{Core, holds, truth};
use super::pending::TextRef;
use crate::fault::StepResult;

impl<'s> Core<'s, '_> {
    /// Evaluates a numeric expression.
    ///
    /// # Errors
    ///
    /// Fails if an array index is out of bounds.
    pub fn number(&mut self, expression: &'s Number) -> StepResult<f64> {
        Ok(match expression {
            Number::Constant(number) => *number,
            Number::Variable(slot) => self.values.number(*slot),
            Number::Element { array, index, site } => match self.element(*array, index, *site)? {
                Slot::Number(slot) => self.values.number(slot),
                Slot::Text(_) => MISSING,
            },
            Number::Negate(operand, site) => {
                let number = self.number(operand)?;
                self.unless_missing(number, *site).map_or(MISSING, |number| -number)
            }
            Number::Not(operand) => truth(!self.condition(operand)?),
            Number::Arithmetic(operation, left, right, site) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.arithmetic(*operation, left, right, *site)
            }
            Number::Least(left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                if missing::compare(left, right).is_le() {
                    left
                } else {
                    right
                }
            }
            Number::Greatest(left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                if missing::compare(left, right).is_ge() {
                    left
                } else {
                    right
                }
            }
            Number::Compare(comparison, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                truth(compare(*comparison, left, right))
            }
            Number::CompareText {
                comparison,
                prefix,
                left,
                right,
            } => self.compare_text(*comparison, *prefix, left, right)?,
            Number::Logic(logic, left, right) => {
                let left = self.condition(left)?;
                truth(match (logic, left) {
                    (Logic::And, true) | (Logic::Or, false) => self.condition(right)?,
                    (Logic::And, false) | (Logic::Or, true) => left,
                })
            }
            Number::In(value, among) => {
                let number = self.number(value)?;
                truth(super::membership::is_among(number, among))
            }
            Number::InText { value, prefix, among } => self.with_text(value, |text| {
                truth(super::membership::is_text_among(text, *prefix, among))
            })?,
            Number::Like { value, pattern, escape } => {
                self.with_text(value, |text| truth(super::membership::is_like(text, pattern, *escape)))?
            }
            Number::FromText(text, site) => self.number_of_text(text, *site)?,
            Number::Input {
                text,
                informat,
                quiet,
                site,
            } => self.input_number(text, informat, *quiet, *site)?,
            Number::Call {
                function,
                arguments,
                site,
            } => self.call_number(function, arguments, *site)?,
            Number::Lag { queue, value } => {
                let number = self.number(value)?;
                self.lag(*queue, number)
            }
            Number::Dif { queue, value, site } => {
                let number = self.number(value)?;
                let before = self.lag(*queue, number);
                self.arithmetic(feedrate_program::Arithmetic::Subtract, number, before, *site)
            }
            Number::Object(call) => self.object_call(call)?,
        })
    }

    /// Evaluates a condition.
    ///
    /// # Errors
    ///
    /// Fails if an array index is out of bounds.
    pub fn condition(&mut self, expression: &'s Number) -> StepResult<bool> {
        Ok(holds(self.number(expression)?))
    }

    /// Returns the number, or `None` if it is missing, which is counted.
    pub fn unless_missing(&mut self, number: f64, site: SiteId) -> Option<f64> {
        if missing::is_missing(number) {
            self.problems.missing(site);
            return None;
        }
        Some(number)
    }

    fn compare_text(
        &mut self,
        comparison: Comparison,
        prefix: bool,
        left: &'s Text,
        right: &'s Text,
    ) -> StepResult<f64> {
        let mark = self.scratch.len();
        let (left, right) = (self.text(left)?, self.text(right)?);
        let (left, right) = (self.bytes(left), self.bytes(right));
        let order = if prefix {
            let common = left.len().min(right.len());
            left[..common].cmp(&right[..common])
        } else {
            compare_text(left, right)
        };
        self.scratch.truncate(mark);
        Ok(truth(comparison.holds(order)))
    }

    /// Calls a closure with the character value of an expression.
    ///
    /// # Errors
    ///
    /// Fails if the expression does.
    pub fn with_text<R>(&mut self, expression: &'s Text, of: impl FnOnce(&[u8]) -> R) -> StepResult<R> {
        let mark = self.scratch.len();
        let text_ref: TextRef<'s> = self.text(expression)?;
        let result = of(self.bytes(text_ref));
        self.scratch.truncate(mark);
        Ok(result)
    }
}

/// Compares numbers; those that are not missing by the machine's comparison, which is faster.
#[inline]
fn compare(comparison: Comparison, left: f64, right: f64) -> bool {
    match left.partial_cmp(&right) {
        Some(order) => comparison.holds(order),
        None => comparison.holds(missing::compare(left, right)),
    }
}
