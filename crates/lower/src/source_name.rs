//! INDSNAME= of SET, and the formats of BY groups with GROUPFORMAT.

use feedrate_language::tree::{DataSetOption, OptionValue};
use feedrate_program::{Number, Statement, Text, TextSlot};

use super::facts::ReadFacts;
use super::lowering::StepLowering;
use super::variables::Origin;

/// The length of the variable of INDSNAME= unless it has one: that of a library and a data set with the dot.
const NAME_LENGTH: u32 = 41;

impl StepLowering<'_> {
    /// Returns the slot of the variable of INDSNAME=, which is not written to data sets.
    pub fn source_name_variable(&mut self, option: &DataSetOption) -> Option<TextSlot> {
        let OptionValue::Word(name) = &option.value else {
            return None;
        };
        if !self.is_name(name, option.at) {
            return None;
        }
        let id = self.variables.declare(name);
        let slot = self.define_text(id, NAME_LENGTH, option.at);
        if slot.is_none() {
            self.error(
                option.at,
                format!("INDSNAME= takes a character variable, and {name} is a number"),
            );
        }
        let entry = self.variables.entry_mut(id);
        entry.origin = Origin::Automatic;
        entry.assigned = true;
        slot
    }

    /// Lowers INDSNAME=: assigns the name of the data set from which the statement has just read.
    pub fn tell_source(&mut self, facts: &mut ReadFacts, out: &mut Vec<Statement>) {
        let Some(slot) = facts.source_name else {
            return;
        };
        let is_only = facts.sources.len() == 1;
        for source in &mut facts.sources {
            let name = source.name.to_string().into_bytes();
            let assign = Statement::AssignText(slot, Text::Constant(name));
            if is_only {
                out.push(assign);
                continue;
            }
            let flag = *source.contributes.get_or_insert_with(|| self.variables.spare_number());
            out.push(Statement::If(Number::Variable(flag), vec![assign], Vec::new()));
        }
    }

    /// Returns a read with the formats that make its BY groups, which are known at the end of the step.
    pub fn with_group_formats(&mut self, mut facts: ReadFacts) -> ReadFacts {
        if !facts.by_format {
            return facts;
        }
        for by in &mut facts.by {
            let owner = self.variables.owner(by.slot);
            let spec = owner.and_then(|id| self.variables.entry(id).format.clone().flatten());
            if let Some(spec) = spec {
                by.group_format = self.format(&spec, by.slot.kind(), by.slot.bytes(), facts.at);
            }
        }
        facts
    }
}
