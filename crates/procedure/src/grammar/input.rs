//! The input of a procedure, and its variables.

use std::collections::HashSet;

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name, Statement, StatementKind};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::StoredColumn;
use feedrate_lower::formats::found_format;
use feedrate_program::{DataStep, NumberSlot, Slot, StaticNote, Variable};
use feedrate_values::Kind;
use feedrate_values::format::Format;

use crate::grammar::lowering::ProcedureLowering;
use crate::variables::GroupVariable;

pub use crate::grammar::input_variables::InputVariables;

/// Returns a data set with a special name: `_LAST_`, `_NULL_` or `_DATA_`.
pub fn special_data_set(name: &str, at: Position) -> DataSet {
    DataSet {
        library: None,
        member: Name { text: name.into(), at },
        is_prefix: false,
        options: Vec::new(),
    }
}

/// The input of a procedure: the observations of a data set that satisfy its WHERE statement, in BY groups if it has
/// a BY statement, with the attributes of its FORMAT and LABEL statements. The output data sets of the procedure are
/// [added](Input::add_output) to it.
pub struct Input {
    step: DataStep,
}

impl Input {
    /// Returns the input from a data set, or from the last created one, with `statements` such as BY, WHERE, FORMAT
    /// and LABEL. BY values with the same formatted value are one group.
    ///
    /// # Errors
    /// The first error of the data set, its options or the statements.
    pub fn new(lowering: &mut ProcedureLowering<'_>, data: Option<DataSet>, statements: &[Statement]) -> Result<Self> {
        let at = lowering.procedure.at;
        let mut input = Self::ungrouped(lowering, data, statements)?;
        for by in input.step.reads.iter_mut().flat_map(|read| &mut read.by) {
            let mut variables = input.step.vector.variables.iter();
            if let Some(variable) = variables.find(|variable| variable.slot == by.slot) {
                by.group_format = grouped_by(variable, lowering, at)?;
            }
        }
        Ok(input)
    }

    /// Like [`new`](Self::new), with BY groups of equal values, regardless of formats.
    pub fn ungrouped(
        lowering: &mut ProcedureLowering<'_>,
        data: Option<DataSet>,
        statements: &[Statement],
    ) -> Result<Self> {
        let (at, options) = (lowering.procedure.at, lowering.options);
        let data = data.unwrap_or_else(|| special_data_set("_LAST_", at));
        let lowered = feedrate_lower::input(&data, statements, at, lowering.catalog, options);
        lowering.take(lowered.diagnostics)?;
        let mut input = Self { step: lowered.step };
        for name in input.remove_absent() {
            let upper = name.to_uppercase();
            let message = format!("Variable {upper} not found; nothing is done with its format.");
            let at = position_of_format(&name, statements).unwrap_or(at);
            lowering.diagnostics.push(Diagnostic::warning(at, message));
        }
        Ok(input)
    }

    /// Removes variables that FORMAT names and the data set does not have, and returns their names.
    fn remove_absent(&mut self) -> Vec<String> {
        let sources = self.step.reads.iter().flat_map(|read| &read.sources);
        let loads = sources.flat_map(|source| &source.loads);
        let read: HashSet<Slot> = loads.map(|load| load.slot).collect();
        let mut absent = Vec::new();
        self.step.vector.variables.retain(|variable| {
            let is_there = variable.automatic || read.contains(&variable.slot);
            if !is_there {
                absent.push(variable.name.clone());
            }
            is_there
        });
        self.step.notes.retain(|note| match note {
            StaticNote::Uninitialized(name) => !absent.contains(name),
            _ => true,
        });
        absent
    }

    /// Adds statements that the procedure executes with values of its own.
    pub fn extend(&mut self, lowering: &mut ProcedureLowering<'_>, statements: &[Statement]) -> Result<()> {
        let options = lowering.options;
        let diagnostics = feedrate_lower::extend(&mut self.step, statements, lowering.catalog, options);
        lowering.take(diagnostics)
    }

    /// Returns the variables of the input.
    pub fn variables(&self) -> InputVariables<'_> {
        InputVariables(&self.step)
    }

    /// Returns the BY variables, whose indexes are `by`, with their `last.x`.
    pub fn groups(&self, lowering: &ProcedureLowering<'_>, by: &[usize]) -> Result<Vec<GroupVariable>> {
        let at = lowering.procedure.at;
        let flags = self.step.reads.iter().flat_map(|read| &read.by);
        let groups = flags.zip(by).map(|(flags, &index)| {
            let variable = self.variables().variable(index);
            Ok(GroupVariable {
                name: variable.name.clone(),
                heading: label_or_name(variable).to_owned(),
                last: flags.last,
                slot: variable.slot,
                format: shown_by(variable, lowering, at)?,
            })
        });
        groups.collect()
    }

    /// Returns the `first.x` of each BY variable.
    pub fn firsts_of_groups(&self) -> impl Iterator<Item = NumberSlot> {
        let flags = self.step.reads.iter().flat_map(|read| &read.by);
        flags.map(|by| by.first)
    }

    /// Returns the `last.x` of the innermost BY variable.
    pub fn last_of_group(&self) -> Option<NumberSlot> {
        let flags = self.step.reads.iter().flat_map(|read| &read.by);
        flags.last().map(|by| by.last)
    }

    /// Returns the step that reads the observations and writes the data sets that were added.
    pub fn into_step(self) -> DataStep {
        self.step
    }

    /// Adds a slot for a value that the procedure computes. It is set to missing for each observation.
    pub(super) fn add_slot(&mut self, kind: Kind, bytes: u32) -> Slot {
        let slot = self.step.vector.add(kind, bytes);
        self.step.reset.push(slot);
        slot
    }

    /// Adds a data set with these columns, and returns its index.
    pub(super) fn write(
        &mut self,
        lowering: &mut ProcedureLowering<'_>,
        data_set: &DataSet,
        columns: &[StoredColumn],
    ) -> Result<u32> {
        let number = self.step.writes.len();
        let options = lowering.options;
        let diagnostics = feedrate_lower::output(&mut self.step, data_set, columns, lowering.catalog, options);
        lowering.take(diagnostics)?;
        Ok(number as u32)
    }
}

/// Returns the format by whose formatted values a BY variable is grouped; `None` if that is the same as grouping by
/// value.
fn grouped_by(variable: &Variable, lowering: &ProcedureLowering<'_>, at: Position) -> Result<Option<Format>> {
    if variable.format.is_none() {
        return Ok(None);
    }
    let format = shown_by(variable, lowering, at)?;
    let tells_apart = format.tells_texts_apart(variable.stored_length as usize);
    Ok((!tells_apart).then_some(format))
}

/// Returns the position of the first item of FORMAT or INFORMAT that names a variable.
fn position_of_format(name: &str, statements: &[Statement]) -> Option<Position> {
    let items = statements.iter().flat_map(|statement| match &statement.kind {
        StatementKind::Format(items) | StatementKind::Informat(items) => items.as_slice(),
        _ => &[],
    });
    let mut lists = items.flat_map(|item| &item.variables);
    let named = lists.find(|list| {
        let names = list.range.names().unwrap_or_default();
        names.iter().any(|other| other.eq_ignore_ascii_case(name))
    });
    named.map(|list| list.at)
}

/// Returns the label of a variable or, without one, its name.
pub fn label_or_name(variable: &Variable) -> &str {
    match variable.label.is_empty() {
        true => &variable.name,
        false => &variable.label,
    }
}

/// Returns the format of a variable.
pub fn shown_by(variable: &Variable, lowering: &ProcedureLowering<'_>, at: Position) -> Result<Format> {
    let (kind, length) = (variable.slot.kind(), variable.stored_length);
    let Some(spec) = &variable.format else {
        return Ok(lowering.catalog.formats().default_of(kind, length as usize));
    };
    let found = found_format(lowering.catalog, lowering.options, spec, kind, length, at)?;
    Ok(found.0)
}
