//! What can be given a value: variables and elements.

use feedrate_language::Position;
use feedrate_language::tree::{Name, Target};
use feedrate_steps::ir::{AssignmentTarget, Number, Slot, Text};
use feedrate_values::Kind;

use super::element::Element;
use super::expression::Typed;
use super::line::is_line;
use super::lowering::Lowering;
use super::variables::{VariableId, Variables};

impl Lowering<'_> {
    /// The variable that a statement gives a value, which takes its place if it is new.
    pub fn meet_target(&mut self, name: &Name) -> Option<VariableId> {
        if self.array_facts.contains_key(&Variables::key(&name.text)) {
            let name_text = &name.text;
            self.error_with_hint(
                name.at,
                format!("{name_text} is an array, which cannot be given a value"),
                format!("write {name_text}{{…}} with the index of an element"),
            );
            return None;
        }
        if !self.is_name(&name.text, name.at) {
            return None;
        }
        let id = self.variables.meet(&name.text);
        self.variables.entry_mut(id).given = true;
        Some(id)
    }

    /// What a statement gives a value. A variable whose kind is open takes the one given here.
    pub fn place(
        &mut self,
        target: &Target,
        kind: Kind,
        length: u32,
        at: Position,
    ) -> Option<AssignmentTarget> {
        match target {
            Target::Variable(name) if is_line(&name.text) => {
                let slot = Slot::Text(self.line(at)?);
                self.give_line(slot);
                Some(AssignmentTarget::Variable(slot))
            }
            Target::Variable(name) => {
                let id = self.meet_target(name)?;
                if self.variables.entry(id).slot.is_none() {
                    match kind {
                        Kind::Number => self.variables.number(id).map(|_| ())?,
                        Kind::Text => self.define_text(id, length, at).map(|_| ())?,
                    }
                }
                self.variables
                    .entry(id)
                    .slot
                    .map(AssignmentTarget::Variable)
            }
            Target::Element { array, index } => {
                let place = target_of(self.element(&array.text, index, array.at)?);
                self.give_place(&place);
                Some(place)
            }
            Target::Part { .. } => {
                self.error(at, "a part of a variable cannot stand here");
                None
            }
        }
    }

    /// Something gives a place a value.
    pub fn give_place(&mut self, place: &AssignmentTarget) {
        match place {
            AssignmentTarget::Variable(slot) => self.give_slot(*slot),
            AssignmentTarget::Element { array, .. } => self.give_elements(*array),
        }
    }

    /// Which kind of value lies in a place.
    pub fn kind_of_place(&self, place: &AssignmentTarget) -> Kind {
        match place {
            AssignmentTarget::Variable(slot) => slot.kind(),
            AssignmentTarget::Element { array, .. } => self.arrays[array.0 as usize]
                .elements
                .first()
                .map_or(Kind::Number, |slot| slot.kind()),
        }
    }

    /// What lies in a place.
    pub fn value_of(&self, place: AssignmentTarget) -> Typed {
        match place {
            AssignmentTarget::Variable(slot) => Typed::slot(slot),
            AssignmentTarget::Element { array, index, site } => {
                match self.arrays[array.0 as usize].elements.first() {
                    Some(Slot::Text(_)) => {
                        let length = self.longest_element(array);
                        Typed::Text(Text::Element { array, index, site }, length)
                    }
                    _ => Typed::Number(Number::Element { array, index, site }),
                }
            }
        }
    }
}

/// An element as something that is given a value.
pub(super) fn target_of(element: Element) -> AssignmentTarget {
    match element {
        Element::Fixed(slot) => AssignmentTarget::Variable(slot),
        Element::Indexed {
            array, index, site, ..
        } => AssignmentTarget::Element { array, index, site },
    }
}
