//! Assignments and sum statements.

use feedrate_language::Position;
use feedrate_language::tree::{Expression, Target};
use feedrate_program::{Argument, AssignmentTarget, Initial, Slot, Statement, Text};
use feedrate_values::Kind;

use super::declare::DEFAULT_LENGTH;
use super::element::Element;
use super::expression::TypedExpression;
use super::formats::best;
use super::line::is_line;
use super::lowering::StepLowering;
use super::variables::{VariableId, Variables};

/// The least width in which `BESTw.` writes any number: `-1E300`.
const WIDTH_OF_ANY_NUMBER: u32 = 6;

impl StepLowering<'_> {
    /// Lowers `x = …`. The target is declared before the variables of the expression, in the order of the source.
    pub fn assign(&mut self, target: &Target, value: &Expression, at: Position, out: &mut Vec<Statement>) {
        let target = self.told_target(target);
        match target.as_ref() {
            Target::Variable(name) if self.objects.contains_key(&Variables::key(&name.text)) => {
                self.assign_object(name, value, out);
            }
            Target::Variable(name) if is_line(&name.text) => {
                let Some(slot) = self.line(name.at) else {
                    return;
                };
                self.mark_line_assigned(Slot::Text(slot));
                let value_at = value.at;
                let value = self.expression(value);
                let value = self.text_fitting(value, slot.length, value_at);
                out.push(Statement::AssignText(slot, value));
            }
            Target::Variable(name) => {
                let Some(id) = self.declare_target(name) else {
                    return;
                };
                // The target's number slot is allocated before those of the expression too, so that values are in the
                // same order as in a data set and move as one block. The slot stays unused if the value turns out to
                // be a character value.
                let is_new = self.variables.entry(id).slot.is_none();
                let aside = is_new.then(|| self.variables.spare_number());
                if let Some(slot) = self.variables.entry(id).slot {
                    self.mark_line_assigned(slot);
                }
                let value_at = value.at;
                let value = self.expression(value);
                if let (Some(slot), TypedExpression::Number(_)) = (aside, &value) {
                    self.variables.number_in(id, slot);
                }
                self.assign_variable(id, value, value_at, at, out);
            }
            Target::Element { array, index } => {
                let Some(element) = self.element(&array.text, index, array.at) else {
                    return;
                };
                let value_at = value.at;
                let value = self.expression(value);
                self.assign_element(element, value, value_at, out);
            }
            Target::Part { of, from, length } => {
                self.assign_part(of, from, length.as_ref(), value, at, out);
            }
        }
    }

    fn assign_variable(
        &mut self,
        id: VariableId,
        value: TypedExpression,
        value_at: Position,
        at: Position,
        out: &mut Vec<Statement>,
    ) {
        if self.variables.entry(id).slot.is_none() {
            match &value {
                TypedExpression::Number(_) => {
                    self.variables.number(id);
                }
                TypedExpression::Text(_, length) => {
                    self.define_text(id, *length, at);
                }
            }
        }
        match self.variables.entry(id).slot {
            Some(Slot::Number(slot)) => {
                let value = self.number_from(value, value_at);
                out.push(Statement::Assign(slot, value));
            }
            Some(Slot::Text(slot)) => {
                let value = self.text_fitting(value, slot.length, value_at);
                out.push(Statement::AssignText(slot, value));
            }
            None => {}
        }
    }

    fn assign_element(
        &mut self,
        element: Element,
        value: TypedExpression,
        value_at: Position,
        out: &mut Vec<Statement>,
    ) {
        match element {
            Element::Fixed(slot @ Slot::Number(number)) => {
                self.mark_assigned(slot);
                let value = self.number_from(value, value_at);
                out.push(Statement::Assign(number, value));
            }
            Element::Fixed(slot @ Slot::Text(text)) => {
                self.mark_assigned(slot);
                let value = self.text_fitting(value, text.length, value_at);
                out.push(Statement::AssignText(text, value));
            }
            Element::Indexed {
                array,
                index,
                site,
                kind,
                length,
            } => {
                self.mark_elements_assigned(array);
                let value = match kind {
                    Kind::Number => Argument::Number(self.number_from(value, value_at)),
                    Kind::Text => Argument::Text(self.text_fitting(value, length, value_at)),
                };
                out.push(Statement::AssignElement {
                    array,
                    index,
                    value,
                    site,
                });
            }
        }
    }

    /// Converts a value for a character variable of that length. A number is formatted as wide as the variable.
    pub fn text_fitting(&mut self, value: TypedExpression, length: u32, at: Position) -> Text {
        match value {
            TypedExpression::Text(mut text, _) => {
                if let Text::Call { function, longest, .. } = &mut text
                    && function.must_fit()
                {
                    *longest = length;
                }
                text
            }
            TypedExpression::Number(number) => {
                let site = self.note_conversion(at, false);
                match self.format(&best(length), Kind::Number, 8, at) {
                    Some(format) if length < WIDTH_OF_ANY_NUMBER => Text::Fitted(Box::new(number), format, site),
                    Some(format) => Text::Put(Box::new(Argument::Number(number)), format),
                    None => Text::FromNumber(Box::new(number)),
                }
            }
        }
    }

    fn assign_part(
        &mut self,
        of: &Target,
        from: &Expression,
        length: Option<&Expression>,
        value: &Expression,
        at: Position,
        out: &mut Vec<Statement>,
    ) {
        let Some(place) = self.place(of, Kind::Text, DEFAULT_LENGTH, at) else {
            return;
        };
        if self.kind_of_place(&place) == Kind::Number {
            self.error(
                at,
                "SUBSTR on the left of an assignment takes a text variable, and this is a number",
            );
            return;
        }
        let from = self.number(from);
        let length = length.map(|length| self.number(length));
        let (value, _) = self.text(value);
        let site = self.site(at);
        out.push(Statement::AssignPart {
            target: place,
            from,
            length,
            value,
            site,
        });
    }

    /// Lowers `x + …;`: x starts at zero and is retained.
    pub fn sum(&mut self, target: &Target, value: &Expression, at: Position, out: &mut Vec<Statement>) {
        let Some(place) = self.place(target, Kind::Number, 8, at) else {
            return;
        };
        if self.kind_of_place(&place) == Kind::Text {
            self.error(at, "a sum statement adds to a number, and this is a text variable");
            return;
        }
        match &place {
            // Elements begin as missing, which counts as zero too.
            AssignmentTarget::Variable(slot) if matches!(target, Target::Element { .. }) => self.retain_slot(*slot),
            AssignmentTarget::Variable(slot) => self.begin_at_zero(*slot),
            AssignmentTarget::Element { array, .. } => {
                let elements = self.arrays[array.0 as usize].elements.clone();
                for slot in elements {
                    self.retain_slot(slot);
                }
            }
        }
        let value = self.number(value);
        out.push(Statement::Sum(place, value));
    }

    /// Marks the variable of a slot as retained.
    pub fn retain_slot(&mut self, slot: Slot) {
        if let Some(id) = self.variables.owner(slot) {
            self.variables.entry_mut(id).retained = true;
        }
    }

    /// Marks the variable of a sum statement as retained, and sets its initial value to zero unless it has another.
    fn begin_at_zero(&mut self, slot: Slot) {
        let Slot::Number(number) = slot else {
            return;
        };
        self.retain_slot(slot);
        if !self.variables.has_initial(slot) {
            self.variables.set_initial(Initial::Number(number, 0.0));
        }
    }
}
