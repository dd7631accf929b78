//! VNAMEX, VFORMATX and the like, whose argument is the name of a variable as a value; CALL VNAME, LABEL and VNEXT.

use std::sync::Arc;

use feedrate_language::Position;
use feedrate_language::tree::{self, CallArgument, Expression, ExpressionKind, Name, Target};
use feedrate_program::{
    AssignmentTarget, Attribute, AttributeQuery, Fact, NamedVariable, NamedVariables, Number, Slot, Statement, Text,
};

use super::super::lowering::StepLowering;
use super::super::variables::{VariableId, Variables};
use super::TypedExpression;
use super::fact::{FactValue, LENGTH_OF_RESULT, length_of_result};

/// The functions and their attributes.
const FUNCTIONS: &[(&str, Attribute)] = &[
    ("VNAMEX", Attribute::Fact(Fact::Name)),
    ("VLABELX", Attribute::Fact(Fact::Label)),
    ("VTYPEX", Attribute::Fact(Fact::Kind)),
    ("VLENGTHX", Attribute::Fact(Fact::Length)),
    ("VFORMATX", Attribute::Fact(Fact::Format)),
    ("VFORMATNX", Attribute::Fact(Fact::FormatName)),
    ("VFORMATWX", Attribute::Fact(Fact::FormatWidth)),
    ("VFORMATDX", Attribute::Fact(Fact::FormatDecimals)),
    ("VINFORMATX", Attribute::Fact(Fact::Informat)),
    ("VINFORMATNX", Attribute::Fact(Fact::InformatName)),
    ("VINFORMATWX", Attribute::Fact(Fact::InformatWidth)),
    ("VINFORMATDX", Attribute::Fact(Fact::InformatDecimals)),
    ("VINARRAYX", Attribute::InArray),
    ("VVALUEX", Attribute::Value),
];

impl StepLowering<'_> {
    /// Lowers a call of one of these functions; returns `None` for all others.
    pub(super) fn named(&mut self, name: &str, arguments: &[CallArgument], at: Position) -> Option<TypedExpression> {
        let &(function, attribute) = FUNCTIONS.iter().find(|(known, _)| *known == name)?;
        let [CallArgument::One(argument)] = arguments else {
            return Some(self.invalid(at, format!("{name} takes the name of one variable as a value")));
        };
        if self.scope.is_some() {
            let message = format!("{name} cannot stand in a condition on a data set or in a query");
            return Some(self.invalid(at, message));
        }
        let value = self.expression(argument);
        let (name, _) = self.text_from(value, argument.at);
        Some(self.query(function, attribute, name, at))
    }

    fn query(&mut self, function: &'static str, attribute: Attribute, name: Text, at: Position) -> TypedExpression {
        let site = self.site(at);
        let variables = Arc::clone(self.named_variables.get_or_insert_default());
        let text = Text::Attribute(Box::new(AttributeQuery {
            function,
            attribute,
            name,
            variables,
            site,
        }));
        match attribute.is_number() {
            true => TypedExpression::Number(Number::FromText(Box::new(text), site)),
            false => {
                let length = match attribute {
                    Attribute::Fact(fact) => length_of_result(fact),
                    _ => LENGTH_OF_RESULT,
                };
                TypedExpression::Text(text, length)
            }
        }
    }

    /// Gives the queries the variables of the whole step.
    pub(in super::super) fn settle_named_variables(&mut self) {
        let Some(variables) = self.named_variables.take() else {
            return;
        };
        let ids: Vec<VariableId> = self.variables.iter().map(|(id, _)| id).collect();
        let known = ids.into_iter().filter(|&id| self.variables.entry(id).slot.is_some());
        let known: Vec<VariableId> = known.collect();
        let names: Vec<Vec<u8>> = known
            .iter()
            .map(|&id| self.variables.entry(id).name.clone().into_bytes())
            .collect();
        let mut all = Vec::with_capacity(known.len());
        for (place, &id) in known.iter().enumerate() {
            let next = names.get(place + 1).cloned().unwrap_or_default();
            all.extend(self.named_variable(id, next));
        }
        all.sort_by(|one, other| one.key.cmp(&other.key));
        let first = names.into_iter().next().unwrap_or_default();
        // Nobody else sets them.
        let _ = variables.set(NamedVariables { all, first });
    }

    fn named_variable(&mut self, id: VariableId, next: Vec<u8>) -> Option<NamedVariable> {
        let slot = self.variables.entry(id).slot?;
        let spec = self.format_of(id);
        let format = self.catalog.format(&spec, slot.kind(), slot.bytes()).ok()?;
        let is_element = self.arrays.iter().any(|array| array.elements.contains(&slot));
        let facts = Fact::ALL.map(|fact| match self.fact_value(fact, id) {
            FactValue::Number(number) => format!("{number}").into_bytes(),
            FactValue::Text(text) => text,
        });
        Some(NamedVariable {
            key: Variables::key(&self.variables.entry(id).name),
            slot,
            format,
            facts,
            is_element,
            next,
        })
    }

    /// Lowers CALL VNAME, LABEL and VNEXT, which assign attributes to variables; returns false for other routines.
    pub(in super::super) fn attribute_routine(
        &mut self,
        name: &Name,
        arguments: &[tree::CallArgument],
        out: &mut Vec<Statement>,
    ) -> bool {
        let upper = name.text.to_ascii_uppercase();
        match (upper.as_str(), arguments) {
            ("VNAME" | "LABEL", [of, CallArgument::One(target)]) => {
                let fact = if upper == "VNAME" { Fact::Name } else { Fact::Label };
                let value = self.fact(fact, std::slice::from_ref(of), name.at);
                self.assign_result(target, value, name.at, out);
            }
            ("VNAME" | "LABEL", _) => {
                self.error(
                    name.at,
                    format!("CALL {upper} takes a variable, and the variable for its result"),
                );
            }
            ("VNEXT", [CallArgument::One(variable), rest @ ..]) if rest.len() <= 2 => {
                let attributes = [
                    Attribute::Next,
                    Attribute::Fact(Fact::Kind),
                    Attribute::Fact(Fact::Length),
                ];
                let targets = std::iter::once(variable).chain(rest.iter().filter_map(|argument| match argument {
                    CallArgument::One(target) => Some(target),
                    _ => None,
                }));
                for (attribute, target) in attributes.into_iter().zip(targets) {
                    let from = self.expression(variable);
                    let (from, _) = self.text_from(from, variable.at);
                    let value = self.query("VNEXT", attribute, from, name.at);
                    self.assign_result(target, value, name.at, out);
                }
            }
            ("VNEXT", _) => {
                self.error(
                    name.at,
                    "CALL VNEXT takes variables for a name and perhaps for a type and a length",
                );
            }
            _ => return false,
        }
        true
    }

    /// Assigns a result to an argument of a routine, which must be a variable.
    fn assign_result(&mut self, argument: &Expression, value: TypedExpression, at: Position, out: &mut Vec<Statement>) {
        let ExpressionKind::Name(name) = &argument.kind else {
            self.error(
                argument.at,
                "the result of the routine needs a variable here, without an index",
            );
            return;
        };
        let target = Target::Variable(Name {
            text: name.clone(),
            at: argument.at,
        });
        let length = match &value {
            TypedExpression::Text(_, length) => *length,
            TypedExpression::Number(_) => 0,
        };
        match self.place(&target, value.kind(), length, at) {
            Some(AssignmentTarget::Variable(Slot::Number(slot))) => {
                let value = self.number_from(value, at);
                out.push(Statement::Assign(slot, value));
            }
            Some(AssignmentTarget::Variable(Slot::Text(slot))) => {
                let (value, _) = self.text_from(value, at);
                out.push(Statement::AssignText(slot, value));
            }
            _ => {}
        }
    }
}
