//! The input and the output data sets of a procedure, over one vector of values.

use feedrate_language::tree::{DataSet, Statement};
use feedrate_language::{Diagnostic, Position};
use feedrate_program::{DataStep, Slot};
use feedrate_values::Spec;

use super::LoweredStep;
use super::catalog::{Catalog, Options};
use super::column::{Column, Columns};
use super::facts::ReadVerb;
use super::lowering::StepLowering;
use super::variables::Origin;

/// The length of a number in a data set unless another is given.
const NUMBER_BYTES: u32 = 8;

/// A column of an output data set of a procedure, before the data set options are applied.
#[derive(Clone, Debug)]
pub struct StoredColumn {
    /// Its name.
    pub name: String,
    /// The slot that holds its value.
    pub slot: Slot,
    /// The length of a number in the data set, 3 to 8 bytes. A character value has the length of its slot.
    pub length: u32,
    /// Its label; empty for none.
    pub label: String,
    /// Its format.
    pub format: Option<Spec>,
    /// Its informat.
    pub informat: Option<Spec>,
    /// True if the program chooses its name, which is then checked to be a valid name of a variable.
    pub is_new: bool,
}

/// Lowers the input of a procedure: a data set with statements such as BY, WHERE, FORMAT and LABEL. `at` is
/// the position of the procedure.
///
/// The resulting step has one read and no output data sets until [`output`] adds some.
pub fn input(
    data: &DataSet,
    statements: &[Statement],
    at: Position,
    catalog: &mut dyn Catalog,
    options: &Options,
) -> LoweredStep {
    let mut lowering = StepLowering::new(catalog, options);
    lowering.scan(statements);
    let mut body = Vec::new();
    lowering.read(ReadVerb::Set, std::slice::from_ref(data), &[], at, &mut body);
    for statement in statements {
        lowering.statement(statement, &mut body);
    }
    lowering.finish(body)
}

/// Adds statements to a step that [`input`] made and that has no arrays or text files yet. Returns the diagnostics;
/// the step must not run if one of them is an error.
pub fn extend(
    step: &mut DataStep,
    statements: &[Statement],
    catalog: &mut dyn Catalog,
    options: &Options,
) -> Vec<Diagnostic> {
    let mut lowering = StepLowering::resume(step, catalog, options);
    for variable in &step.vector.variables {
        let id = lowering.variables.enter(&variable.name, variable.slot);
        let entry = lowering.variables.entry_mut(id);
        entry.origin = match variable.automatic {
            true => Origin::Automatic,
            false => Origin::DataSet,
        };
        entry.assigned = true;
        entry.stored_length = Some(variable.stored_length);
        entry.label = Some(variable.label.clone()).filter(|label| !label.is_empty());
        entry.format = variable.format.clone().map(Some);
        entry.informat = variable.informat.clone().map(Some);
    }
    lowering.scan(statements);
    let mut body = Vec::new();
    for statement in statements {
        lowering.statement(statement, &mut body);
    }
    let LoweredStep {
        step: added,
        diagnostics,
        ..
    } = lowering.finish(body);
    step.vector.numbers = added.vector.numbers;
    step.vector.text_bytes = added.vector.text_bytes;
    step.vector.variables = added.vector.variables;
    step.vector.initial.extend(added.vector.initial);
    step.arrays = added.arrays;
    step.externals = added.externals;
    step.lags = added.lags;
    step.reset.extend(added.reset);
    step.body.extend(added.body);
    step.sites = added.sites;
    step.notes.extend(added.notes);
    diagnostics
}

/// Adds an output data set to the step of a procedure: all `columns` in their order, reduced by the options of the
/// data set. Returns the diagnostics; the step must not run if one of them is an error.
///
/// `_DATA_` is the next unnamed data set, and `_NULL_` adds none.
pub fn output(
    step: &mut DataStep,
    data_set: &DataSet,
    columns: &[StoredColumn],
    catalog: &mut dyn Catalog,
    options: &Options,
) -> Vec<Diagnostic> {
    let at = data_set.member.at;
    let mut lowering = StepLowering::resume(step, catalog, options);
    lowering.outputs(std::slice::from_ref(data_set), at);
    let mut named = Vec::with_capacity(columns.len());
    for column in columns {
        if column.is_new && lowering.is_name(&column.name, at) {
            lowering.check_not_automatic(&column.name, at);
        }
        let id = lowering.variables.enter(&column.name, column.slot);
        let entry = lowering.variables.entry_mut(id);
        entry.origin = Origin::DataSet;
        entry.assigned = true;
        entry.stored_length = Some(column.length);
        entry.label = Some(column.label.clone());
        entry.format = Some(column.format.clone());
        entry.informat = Some(column.informat.clone());
        named.push(Column {
            name: column.name.clone(),
            kind: column.slot.kind(),
            origin: id.0,
        });
    }
    if lowering.fits(0, at) {
        for facts in std::mem::take(&mut lowering.writes) {
            if step.writes.iter().any(|write| write.data_set == facts.name) {
                let message = format!("{} is made twice", facts.name);
                lowering.error(facts.at, message);
                continue;
            }
            let write = lowering.write(facts, Columns::new(named.clone()), NUMBER_BYTES);
            step.writes.extend(write);
        }
    }
    lowering.suspend(step)
}

impl<'a> StepLowering<'a> {
    /// Continues a lowered step. Slots and sites that are added follow those that it has.
    fn resume(step: &mut DataStep, catalog: &'a mut dyn Catalog, options: &'a Options) -> Self {
        let mut lowering = Self::new(catalog, options);
        lowering.set_sites(std::mem::take(&mut step.sites));
        lowering.variables.reserve(&step.vector);
        lowering
    }

    /// Reports an error if `name` is that of an automatic variable.
    fn check_not_automatic(&mut self, name: &str, at: Position) {
        let found = self.variables.find(name);
        if found.is_some_and(|id| self.variables.entry(id).origin == Origin::Automatic) {
            let upper = name.to_uppercase();
            let message = format!("{upper} is kept by each step for itself and goes into no data set");
            self.error_with_hint(at, message, "give the variable another name");
        }
    }

    /// Writes the additions back to the step.
    fn suspend(mut self, step: &mut DataStep) -> Vec<Diagnostic> {
        step.sites = self.take_sites();
        self.variables.add_reserved(&mut step.vector);
        step.notes.append(&mut self.notes);
        self.diagnostics
    }
}
