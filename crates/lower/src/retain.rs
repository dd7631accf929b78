//! RETAIN statements and initial values.

use feedrate_language::Position;
use feedrate_language::tree::{Expression, ExpressionKind, InitialValue, Unary, VariableList, VariableRange};
use feedrate_program::{Initial, Slot};
use feedrate_values::missing::MISSING;

use super::lowering::StepLowering;
use super::variables::{VariableId, Variables};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    Number(f64),
    Text(Vec<u8>),
}

impl StepLowering<'_> {
    /// Lowers a RETAIN statement. A single value is the initial value of all variables before it; values in
    /// parentheses are assigned to the variables in order.
    pub fn retain(&mut self, groups: &[(Vec<VariableList>, Vec<InitialValue>)], at: Position) {
        if groups.is_empty() {
            self.declarations.retain_all = true;
        }
        for (lists, initial) in groups {
            let mut ids = Vec::new();
            for list in lists {
                match self.elements_of(list) {
                    Some(elements) => ids.extend(elements),
                    None => ids.extend(self.declare_listed(list)),
                }
            }
            for &id in &ids {
                self.variables.entry_mut(id).retained = true;
            }
            let values = match initial.as_slice() {
                [] => continue,
                [InitialValue::One(value)] => {
                    let Some(value) = self.constant(value) else {
                        continue;
                    };
                    vec![value; ids.len()]
                }
                list => match self.initial_values(list, ids.len(), at) {
                    Some(values) => values,
                    None => continue,
                },
            };
            for (id, value) in ids.into_iter().zip(values) {
                let slot = match &value {
                    Constant::Number(_) => self.variables.number(id).map(Slot::Number),
                    Constant::Text(text) => {
                        let length = (text.len() as u32).max(1);
                        self.define_text(id, length, at).map(Slot::Text)
                    }
                };
                let Some(slot) = slot.or(self.variables.entry(id).slot) else {
                    continue;
                };
                self.variables.entry_mut(id).assigned = true;
                self.set_initial(slot, value, at);
            }
        }
    }

    /// Returns the variables of an array whose name stands in a list.
    fn elements_of(&mut self, list: &VariableList) -> Option<Vec<VariableId>> {
        let (VariableRange::One(name) | VariableRange::Array(name)) = &list.range else {
            return None;
        };
        let array = self.array_facts.get(&Variables::key(name))?.id;
        let elements = self.arrays[array.0 as usize].elements.iter();
        let owners = elements.filter_map(|&slot| self.variables.owner(slot));
        Some(owners.collect())
    }

    /// Sets the value of a slot before the first iteration.
    pub fn set_initial(&mut self, slot: Slot, value: Constant, at: Position) {
        match (slot, value) {
            (Slot::Number(slot), Constant::Number(number)) => {
                self.variables.set_initial(Initial::Number(slot, number));
            }
            (Slot::Text(slot), Constant::Text(text)) => {
                self.variables.set_initial(Initial::Text(slot, text));
            }
            (Slot::Number(_), Constant::Text(_)) => {
                self.error(at, "a number cannot begin with a text as its value");
            }
            // A numeric missing value is also accepted as a blank character value.
            (Slot::Text(_), Constant::Number(number)) if number.is_nan() => {}
            (Slot::Text(_), Constant::Number(_)) => {
                self.error(at, "a text cannot begin with a number as its value; put it in quotes");
            }
        }
    }

    /// Expands a list of initial values, including repetition factors, for this number of variables.
    pub fn initial_values(&mut self, list: &[InitialValue], most: usize, at: Position) -> Option<Vec<Constant>> {
        let mut values = Vec::new();
        let fits = self.expand_values(list, most, &mut values)?;
        if !fits {
            self.warning(
                at,
                format!("there are more initial values than the {most} variables; the others are ignored"),
            );
        }
        Some(values)
    }

    /// Appends the values of a list up to a maximum number; returns false if there are more.
    fn expand_values(&mut self, list: &[InitialValue], most: usize, values: &mut Vec<Constant>) -> Option<bool> {
        for value in list {
            match value {
                InitialValue::One(_) if values.len() == most => return Some(false),
                InitialValue::One(value) => values.push(self.constant(value)?),
                InitialValue::Repeated(times, list) => {
                    for _ in 0..*times {
                        let before = values.len();
                        if !self.expand_values(list, most, values)? {
                            return Some(false);
                        }
                        // A repeated empty list adds no values; stop rather than loop over its count.
                        if values.len() == before {
                            break;
                        }
                    }
                }
            }
        }
        Some(true)
    }

    /// Returns the value of an optionally signed literal.
    pub fn constant(&mut self, expression: &Expression) -> Option<Constant> {
        match &expression.kind {
            ExpressionKind::Number(number) => return Some(Constant::Number(*number)),
            ExpressionKind::Text(text) => return Some(Constant::Text(text.clone())),
            ExpressionKind::Unary(sign @ (Unary::Minus | Unary::Plus), operand) => {
                if let ExpressionKind::Number(number) = operand.kind {
                    let negated = if number.is_nan() { MISSING } else { -number };
                    let number = if *sign == Unary::Minus { negated } else { number };
                    return Some(Constant::Number(number));
                }
            }
            _ => {}
        }
        self.fail(expression.at, "an initial value must be a constant")
    }
}
