//! Attributes of variables by their names.

use feedrate_program::{Attribute, AttributeQuery, Slot};
use feedrate_values::Value;
use feedrate_values::severity::Severity;

use super::core::Core;
use super::pending::TextRef;
use crate::fault::StepResult;

impl<'s> Core<'s, '_> {
    /// Evaluates an attribute of a variable. A name that no variable has is reported, and gives a blank value.
    pub fn attribute(&mut self, query: &'s AttributeQuery, mark: usize) -> StepResult<TextRef<'s>> {
        let name = self.text(&query.name)?;
        let mut result = std::mem::take(&mut self.result);
        result.clear();
        let is_known = self.write_attribute(query, name, &mut result);
        self.result = result;
        if !is_known {
            self.problems.mathematical(query.site);
            let what = format!("Argument to function {} is not a known variable name", query.function);
            self.log_problem(query.site, Severity::Note, &what);
        }
        Ok(self.keep_result(mark, usize::MAX))
    }

    /// Appends the attribute; returns false if there is no such variable.
    fn write_attribute(&self, query: &'s AttributeQuery, name: TextRef<'s>, out: &mut Vec<u8>) -> bool {
        let Some(variables) = query.variables.get() else {
            return false;
        };
        let name = self.bytes(name);
        let found = variables.find(name);
        match (query.attribute, found) {
            (Attribute::Value, Some(variable)) => {
                let value = match variable.slot {
                    Slot::Number(slot) => Value::Number(self.values.number(slot)),
                    Slot::Text(slot) => Value::Text(self.values.text(slot)),
                };
                variable.format.write(value, out);
            }
            (Attribute::Next, None) if name.trim_ascii().is_empty() => out.extend_from_slice(&variables.first),
            (Attribute::Next, Some(variable)) => out.extend_from_slice(&variable.next),
            (Attribute::InArray, found) => out.push(b'0' + u8::from(found.is_some_and(|variable| variable.is_element))),
            (Attribute::Fact(fact), Some(variable)) => out.extend_from_slice(&variable.facts[fact as usize]),
            (_, None) => return false,
        }
        true
    }
}
