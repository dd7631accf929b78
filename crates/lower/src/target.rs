//! Assignment targets: variables and array elements.

use feedrate_language::Position;
use feedrate_language::tree::{Name, Target};
use feedrate_program::{AssignmentTarget, Number, Slot, Text};
use feedrate_values::Kind;

use super::element::Element;
use super::expression::TypedExpression;
use super::line::is_line;
use super::lowering::StepLowering;
use super::variables::{VariableId, Variables};

impl StepLowering<'_> {
    /// Returns the variable that a statement assigns to, which is declared if it is new.
    pub fn declare_target(&mut self, name: &Name) -> Option<VariableId> {
        if self.array_facts.contains_key(&Variables::key(&name.text)) {
            let name_text = &name.text;
            return self.fail_with_hint(
                name.at,
                format!("{name_text} is an array, which cannot be given a value"),
                format!("write {name_text}{{…}} with the index of an element"),
            );
        }
        if self.objects.contains_key(&Variables::key(&name.text)) {
            return self.fail(
                name.at,
                format!("{} is an object, which cannot be given a value here", name.text),
            );
        }
        if !self.is_name(&name.text, name.at) {
            return None;
        }
        let id = self.variables.declare(&name.text);
        self.variables.entry_mut(id).assigned = true;
        Some(id)
    }

    /// Returns the target of an assignment. A variable without a kind gets this one.
    pub fn place(&mut self, target: &Target, kind: Kind, length: u32, at: Position) -> Option<AssignmentTarget> {
        let target = self.told_target(target);
        match target.as_ref() {
            Target::Variable(name) if is_line(&name.text) => {
                let slot = Slot::Text(self.line(at)?);
                self.mark_line_assigned(slot);
                Some(AssignmentTarget::Variable(slot))
            }
            Target::Variable(name) => {
                let id = self.declare_target(name)?;
                if self.variables.entry(id).slot.is_none() {
                    match kind {
                        Kind::Number => self.variables.number(id).map(|_| ())?,
                        Kind::Text => self.define_text(id, length, at).map(|_| ())?,
                    }
                }
                self.variables.entry(id).slot.map(AssignmentTarget::Variable)
            }
            Target::Element { array, index } => {
                let place = target_of(self.element(&array.text, index, array.at)?);
                self.mark_target_assigned(&place);
                Some(place)
            }
            Target::Part { .. } => self.fail(at, "a part of a variable cannot stand here"),
        }
    }

    /// Marks the variables of a target as assigned.
    pub fn mark_target_assigned(&mut self, place: &AssignmentTarget) {
        match place {
            AssignmentTarget::Variable(slot) => self.mark_assigned(*slot),
            AssignmentTarget::Element { array, .. } => self.mark_elements_assigned(*array),
        }
    }

    /// Returns the kind of a target.
    pub fn kind_of_place(&self, place: &AssignmentTarget) -> Kind {
        match place {
            AssignmentTarget::Variable(slot) => slot.kind(),
            AssignmentTarget::Element { array, .. } => self.arrays[array.0 as usize].kind,
        }
    }

    /// Returns the value of a target as an expression.
    pub fn value_of(&self, place: AssignmentTarget) -> TypedExpression {
        match place {
            AssignmentTarget::Variable(slot) => TypedExpression::slot(slot),
            AssignmentTarget::Element { array, index, site } => match self.arrays[array.0 as usize].kind {
                Kind::Text => {
                    let length = self.longest_element(array);
                    TypedExpression::Text(Text::Element { array, index, site }, length)
                }
                Kind::Number => TypedExpression::Number(Number::Element { array, index, site }),
            },
        }
    }
}

/// Returns an element as an assignment target.
pub(super) fn target_of(element: Element) -> AssignmentTarget {
    match element {
        Element::Fixed(slot) => AssignmentTarget::Variable(slot),
        Element::Indexed { array, index, site, .. } => AssignmentTarget::Element { array, index, site },
    }
}
