//! VNAME, VLABEL, VTYPE and VLENGTH: attributes of a variable, which are constant when the step runs.

use feedrate_dataset::schema::LONGEST_NAME;
use feedrate_language::Position;
use feedrate_language::tree::{CallArgument, Expression, ExpressionKind};
use feedrate_program::{Array, ArrayId, Initial, Number, Slot, Text};
use feedrate_values::Kind;

use super::super::element::Element;
use super::super::lowering::StepLowering;
use super::super::variables::{VariableId, Variables};
use super::TypedExpression;

/// An attribute that a function such as VNAME returns.
#[derive(Clone, Copy)]
pub(super) enum Fact {
    Name,
    Label,
    Kind,
    Length,
}

/// The value of an attribute.
enum FactValue {
    Number(f64),
    Text(Vec<u8>),
}

impl StepLowering<'_> {
    /// Lowers `vname(x)` and the like.
    pub(super) fn fact(&mut self, fact: Fact, arguments: &[CallArgument], at: Position) -> TypedExpression {
        let [CallArgument::One(Expression { kind, at: argument_at })] = arguments else {
            return self.invalid(at, "VNAME, VLABEL, VTYPE and VLENGTH take one variable");
        };
        if self.scope.is_some() {
            return self.invalid(
                at,
                "VNAME, VLABEL, VTYPE and VLENGTH cannot stand in a condition on a data set or in a query",
            );
        }
        let element = match kind {
            ExpressionKind::Element { array, index } => self.element(array, index, *argument_at),
            ExpressionKind::Call { name, arguments } if self.array_facts.contains_key(&Variables::key(name)) => {
                self.element_of_call(name, arguments, *argument_at)
            }
            ExpressionKind::Name(name) => {
                self.variable(name, *argument_at);
                let Some(id) = self.variables.find(name) else {
                    return TypedExpression::nothing();
                };
                return self.fact_of(fact, id);
            }
            _ => {
                return self.invalid(
                    at,
                    "VNAME, VLABEL, VTYPE and VLENGTH take a variable, not a computed value",
                );
            }
        };
        match element {
            None => TypedExpression::nothing(),
            Some(Element::Fixed(slot)) => match self.variables.owner(slot) {
                Some(id) => self.fact_of(fact, id),
                None => self.invalid(at, "elements of a temporary array have no names or labels"),
            },
            Some(Element::Indexed { array, index, site, .. }) => {
                let Some(array) = self.array_of_facts(fact, array.0 as usize, at) else {
                    return TypedExpression::nothing();
                };
                match self.arrays[array.0 as usize].kind {
                    Kind::Text => {
                        let length = self.longest_element(array);
                        TypedExpression::Text(Text::Element { array, index, site }, length)
                    }
                    Kind::Number => TypedExpression::Number(Number::Element { array, index, site }),
                }
            }
        }
    }

    fn fact_of(&self, fact: Fact, id: VariableId) -> TypedExpression {
        match self.fact_value(fact, id) {
            FactValue::Number(number) => TypedExpression::Number(Number::Constant(number)),
            FactValue::Text(text) => {
                // A variable that first takes the result must be long enough for any name.
                let length = (text.len() as u32).max(LONGEST_NAME as u32);
                TypedExpression::Text(Text::Constant(text), length)
            }
        }
    }

    fn fact_value(&self, fact: Fact, id: VariableId) -> FactValue {
        let entry = self.variables.entry(id);
        let text = match fact {
            Fact::Name => entry.name.clone(),
            Fact::Label => {
                let declared = self.declarations.labels.get(&Variables::key(&entry.name));
                let label = declared.map(|(label, _)| label).or(entry.label.as_ref());
                match label {
                    Some(label) if !label.is_empty() => label.clone(),
                    // The label of a variable without one is its name.
                    _ => entry.name.clone(),
                }
            }
            Fact::Kind => match entry.slot.map(Slot::kind) {
                Some(Kind::Text) => "C".to_owned(),
                _ => "N".to_owned(),
            },
            Fact::Length => return FactValue::Number(f64::from(entry.stored_length(8))),
        };
        FactValue::Text(text.into_bytes())
    }

    /// Returns an array of the attribute of each variable of an array. It has the same bounds, so that `vname(a{i})`
    /// is its element `i`.
    fn array_of_facts(&mut self, fact: Fact, array: usize, at: Position) -> Option<ArrayId> {
        let bounds = self.arrays[array].bounds.clone();
        let name = self.arrays[array].name.clone();
        let owners: Option<Vec<VariableId>> = self.arrays[array]
            .elements
            .iter()
            .map(|&slot| self.variables.owner(slot))
            .collect();
        let Some(owners) = owners else {
            return self.fail(
                at,
                format!("elements of the temporary array {name} have no names or labels"),
            );
        };
        let values: Vec<FactValue> = owners.into_iter().map(|id| self.fact_value(fact, id)).collect();
        let mut elements = Vec::with_capacity(values.len());
        for value in values {
            match value {
                FactValue::Number(number) => {
                    let slot = self.variables.spare_number();
                    self.variables.set_initial(Initial::Number(slot, number));
                    elements.push(Slot::Number(slot));
                }
                FactValue::Text(text) => {
                    let length = (text.len() as u32).max(LONGEST_NAME as u32);
                    let slot = self.spare_text(length, at)?;
                    self.variables.set_initial(Initial::Text(slot, text));
                    elements.push(Slot::Text(slot));
                }
            }
        }
        let id = self.next_array();
        let kind = match fact {
            Fact::Length => Kind::Number,
            Fact::Name | Fact::Label | Fact::Kind => Kind::Text,
        };
        self.arrays.push(Array {
            name,
            bounds,
            kind,
            elements,
        });
        Some(id)
    }
}
