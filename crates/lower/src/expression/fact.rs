//! VNAME, VLABEL, VTYPE, VLENGTH, VFORMAT and the like: attributes of a variable, which are constant when the step
//! runs.

use std::collections::HashMap;

use feedrate_language::Position;
use feedrate_language::tree::{CallArgument, ExpressionKind, VariableList, VariableRange};
use feedrate_program::{Array, ArrayId, Fact, Initial, Number, Slot, Text};
use feedrate_values::{Kind, Spec};

use super::super::element::Element;
use super::super::formats::{best, best_text, of_kind};
use super::super::lowering::StepLowering;
use super::super::variables::{VariableId, Variables};
use super::TypedExpression;

/// The length of a variable that is declared by being assigned an attribute or a shown value.
pub(super) const LENGTH_OF_RESULT: u32 = 200;

/// The value of an attribute.
pub(super) enum FactValue {
    Number(f64),
    Text(Vec<u8>),
}

impl StepLowering<'_> {
    /// Lowers `vname(x)` and the like.
    pub(super) fn fact(&mut self, fact: Fact, arguments: &[CallArgument], at: Position) -> TypedExpression {
        let [CallArgument::One(argument)] = arguments else {
            return self.invalid(at, "VNAME, VLABEL, VTYPE, VLENGTH and VFORMAT take one variable");
        };
        if self.scope.is_some() {
            return self.invalid(
                at,
                "VNAME, VLABEL, VTYPE, VLENGTH and VFORMAT cannot stand in a condition on a data set or in a query",
            );
        }
        let Some(element) = self.element_of_expression(argument) else {
            let ExpressionKind::Name(name) = &argument.kind else {
                return self.invalid(
                    at,
                    "VNAME, VLABEL, VTYPE, VLENGTH and VFORMAT take a variable, not a computed value",
                );
            };
            self.variable(name, argument.at);
            return match self.variables.find(name) {
                Some(id) => self.fact_of(fact, id),
                None => TypedExpression::nothing(),
            };
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
                match fact.is_number() {
                    false => TypedExpression::Text(Text::Element { array, index, site }, length_of_result(fact)),
                    true => TypedExpression::Number(Number::Element { array, index, site }),
                }
            }
        }
    }

    fn fact_of(&self, fact: Fact, id: VariableId) -> TypedExpression {
        match self.fact_value(fact, id) {
            FactValue::Number(number) => TypedExpression::Number(Number::Constant(number)),
            FactValue::Text(text) => TypedExpression::Text(Text::Constant(text), length_of_result(fact)),
        }
    }

    pub(super) fn fact_value(&self, fact: Fact, id: VariableId) -> FactValue {
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
            Fact::Format => self.format_of(id).to_string(),
            Fact::FormatName => self.format_of(id).name,
            Fact::FormatWidth => return FactValue::Number(self.format_of(id).width.map_or(0.0, f64::from)),
            Fact::FormatDecimals => return FactValue::Number(self.format_of(id).decimals.map_or(0.0, f64::from)),
            Fact::Informat => self.informat_of(id).map(|spec| spec.to_string()).unwrap_or_default(),
            Fact::InformatName => self.informat_of(id).map(|spec| spec.name).unwrap_or_default(),
            Fact::InformatWidth => {
                let spec = self.informat_of(id);
                return FactValue::Number(spec.and_then(|spec| spec.width).map_or(0.0, f64::from));
            }
            Fact::InformatDecimals => {
                let spec = self.informat_of(id);
                return FactValue::Number(spec.and_then(|spec| spec.decimals).map_or(0.0, f64::from));
            }
        };
        FactValue::Text(text.into_bytes())
    }

    /// Collects the informat that a statement gives to variables that it names one by one.
    pub(in super::super) fn scan_informat(&mut self, lists: &[VariableList], spec: Option<&String>) {
        declare(&mut self.declarations.informats, lists, spec);
    }

    /// Returns the informat of a variable, wherever the step declares it; `None` if it has none.
    fn informat_of(&self, id: VariableId) -> Option<Spec> {
        let entry = self.variables.entry(id);
        let kind = entry.slot.map_or(Kind::Number, Slot::kind);
        let spec = declared(&self.declarations.informats, &entry.name, &entry.informat);
        spec.map(|spec| of_kind(&spec, kind))
    }

    /// Collects the format that a statement gives to variables that it names one by one.
    pub(in super::super) fn scan_format(&mut self, lists: &[VariableList], spec: Option<&String>) {
        declare(&mut self.declarations.formats, lists, spec);
    }

    /// Returns the format of a variable, wherever the step declares it, with its width; `BEST12.` or `$w.` if it has
    /// none.
    pub(super) fn format_of(&self, id: VariableId) -> Spec {
        let entry = self.variables.entry(id);
        let (kind, length) = entry.slot.map_or((Kind::Number, 8), |slot| (slot.kind(), slot.bytes()));
        let Some(spec) = declared(&self.declarations.formats, &entry.name, &entry.format) else {
            return entry.slot.map_or_else(|| best(12), plain_format);
        };
        let mut spec = of_kind(&spec, kind);
        if spec.width.is_none()
            && let Ok(format) = self.catalog.format(&spec, kind, length)
        {
            spec.width = u16::try_from(format.width()).ok();
        }
        spec
    }

    /// Lowers `vvalue(x)`: the value of a variable by its format.
    pub(super) fn shown_value(&mut self, arguments: &[CallArgument], at: Position) -> TypedExpression {
        let [CallArgument::One(argument)] = arguments else {
            return self.invalid(at, "VVALUE takes one variable");
        };
        let spec = match self.element_of_expression(argument) {
            Some(Some(element)) => self.format_of_element(&element, at),
            Some(None) => None,
            None => match &argument.kind {
                ExpressionKind::Name(name) => {
                    self.variable(name, argument.at);
                    self.variables.find(name).map(|id| self.format_of(id))
                }
                _ => return self.invalid(at, "VVALUE takes a variable, not a computed value"),
            },
        };
        let Some(spec) = spec else {
            return TypedExpression::nothing();
        };
        let value = self.expression(argument);
        let length = match &value {
            TypedExpression::Text(_, length) => *length,
            TypedExpression::Number(_) => 0,
        };
        match self.format(&spec, value.kind(), length, at) {
            Some(format) => TypedExpression::Text(Text::Put(Box::new(value.into_argument()), format), LENGTH_OF_RESULT),
            None => TypedExpression::nothing(),
        }
    }

    /// Returns the format of an element. Fails if the index is not constant and elements have different formats.
    fn format_of_element(&mut self, element: &Element, at: Position) -> Option<Spec> {
        let slots = match element {
            Element::Fixed(slot) => std::slice::from_ref(slot),
            Element::Indexed { array, .. } => self.arrays[array.0 as usize].elements.as_slice(),
        };
        let mut specs = slots.iter().map(|&slot| match self.variables.owner(slot) {
            Some(id) => self.format_of(id),
            None => plain_format(slot),
        });
        let first = specs.next()?;
        if specs.all(|spec| spec == first) {
            return Some(first);
        }
        self.fail_with_hint(
            at,
            "the elements of the array have different formats",
            "take the name of the element, `vvaluex(vname(a{i}))`",
        )
    }

    /// Lowers `vinarray(x)`: 1 for an element of an array, else 0; the name of an array is no variable, unless it is
    /// that of the current element of an implicit one.
    pub(super) fn is_in_array(&mut self, arguments: &[CallArgument], at: Position) -> TypedExpression {
        let [CallArgument::One(argument)] = arguments else {
            return self.invalid(at, "VINARRAY takes one variable");
        };
        let found = match &argument.kind {
            ExpressionKind::Name(name) if self.array_facts.contains_key(&Variables::key(name)) => {
                self.implicit_index(name, argument.at).is_some()
            }
            ExpressionKind::Name(name) => {
                self.variable(name, argument.at);
                let id = self.variables.find(name);
                let slot = id.and_then(|id| self.variables.entry(id).slot);
                slot.is_some_and(|slot| self.arrays.iter().any(|array| array.elements.contains(&slot)))
            }
            ExpressionKind::Element { .. } => true,
            ExpressionKind::Call { name, .. } if self.array_facts.contains_key(&Variables::key(name)) => true,
            _ => return self.invalid(at, "VINARRAY takes a variable, not a computed value"),
        };
        TypedExpression::Number(Number::Constant(f64::from(u8::from(found))))
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
                    let length = (text.len() as u32).max(1);
                    let slot = self.spare_text(length, at)?;
                    self.variables.set_initial(Initial::Text(slot, text));
                    elements.push(Slot::Text(slot));
                }
            }
        }
        let id = self.next_array();
        let kind = match fact.is_number() {
            true => Kind::Number,
            false => Kind::Text,
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

/// Returns the format of a value without one.
fn plain_format(slot: Slot) -> Spec {
    match slot.kind() {
        Kind::Number => best(12),
        Kind::Text => best_text(slot.bytes()),
    }
}

/// Returns the length of a variable that is declared by being assigned an attribute of characters.
pub(super) fn length_of_result(fact: Fact) -> u32 {
    match fact {
        Fact::Kind => 1,
        _ => LENGTH_OF_RESULT,
    }
}

/// Notes what a statement declares for variables that it names one by one.
fn declare(declarations: &mut HashMap<String, Option<String>>, lists: &[VariableList], spec: Option<&String>) {
    for list in lists {
        if let VariableRange::One(name) = &list.range {
            declarations.insert(Variables::key(name), spec.cloned());
        }
    }
}

/// Returns the format or informat of a variable: that of its declarations, or else its own.
fn declared(declarations: &HashMap<String, Option<String>>, name: &str, own: &Option<Option<Spec>>) -> Option<Spec> {
    match declarations.get(&Variables::key(name)) {
        Some(written) => written.as_ref().and_then(|written| written.parse().ok()),
        None => own.clone().flatten(),
    }
}
