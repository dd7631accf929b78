//! What a procedure reads and the data sets that it makes, over one vector of values.

use feedrate_language::tree::{DataSet, Statement};
use feedrate_language::{Diagnostic, Position};
use feedrate_steps::ir::{DataStep, Slot};
use feedrate_values::Spec;

use super::Lowered;
use super::catalog::{Catalog, Options};
use super::columns::{Column, Columns};
use super::lowering::Lowering;
use super::variables::Origin;

/// The bytes that a number takes in a data set unless something says otherwise.
const NUMBER_BYTES: u32 = 8;

/// A column of a data set that a procedure makes, before the options of the data set act.
#[derive(Clone, Debug)]
pub struct StoredColumn {
    /// Its name.
    pub name: String,
    /// The slot of the vector that holds its value.
    pub slot: Slot,
    /// The bytes that a number takes, 3 to 8. A character value takes those of its slot.
    pub length: u32,
    /// Its label; empty for none.
    pub label: String,
    /// Its format.
    pub format: Option<Spec>,
    /// Its informat.
    pub informat: Option<Spec>,
    /// Whether the program gives it its name, which must then be one that a variable can have.
    pub is_new: bool,
}

/// Lowers what a procedure reads: a data set, with statements such as BY, WHERE, FORMAT and LABEL. `at` is
/// the place of the procedure.
///
/// The step has one read and writes nothing until [`output`] adds data sets to it.
pub fn input(
    data: &DataSet,
    statements: &[Statement],
    at: Position,
    catalog: &mut dyn Catalog,
    options: &Options,
) -> Lowered {
    let mut lowering = Lowering::new(catalog, options);
    lowering.scan(statements);
    let mut body = Vec::new();
    lowering.read(false, std::slice::from_ref(data), &[], at, &mut body);
    for statement in statements {
        lowering.statement(statement, &mut body);
    }
    lowering.finish(body)
}

/// Adds statements to a step that [`input`] made and that has no arrays and files of lines yet. Returns what is to be told
/// of them; after an error the step must not run.
pub fn extend(
    step: &mut DataStep,
    statements: &[Statement],
    catalog: &mut dyn Catalog,
    options: &Options,
) -> Vec<Diagnostic> {
    let mut lowering = Lowering::resume(step, catalog, options);
    for variable in &step.vector.variables {
        let id = lowering.variables.enter(&variable.name, variable.slot);
        let entry = lowering.variables.entry_mut(id);
        entry.origin = match variable.automatic {
            true => Origin::Automatic,
            false => Origin::DataSet,
        };
        entry.given = true;
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
    let Lowered {
        step: added,
        diagnostics,
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

/// Adds a data set that a procedure makes to its step: all `columns` in their order, then what the options of the data
/// set leave of them. Returns what is to be told of it; after an error the step must not run.
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
    let mut lowering = Lowering::resume(step, catalog, options);
    lowering.outputs(std::slice::from_ref(data_set), at);
    let mut named = Vec::with_capacity(columns.len());
    for column in columns {
        if column.is_new && lowering.is_name(&column.name, at) {
            lowering.check_not_automatic(&column.name, at);
        }
        let id = lowering.variables.enter(&column.name, column.slot);
        let entry = lowering.variables.entry_mut(id);
        entry.origin = Origin::DataSet;
        entry.given = true;
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

impl<'a> Lowering<'a> {
    /// Goes on with a step that was lowered: what is added to it lies after what it has.
    fn resume(step: &mut DataStep, catalog: &'a mut dyn Catalog, options: &'a Options) -> Self {
        let mut lowering = Self::new(catalog, options);
        lowering.set_sites(std::mem::take(&mut step.sites));
        lowering.variables.reserve(&step.vector);
        lowering
    }

    /// Refuses the name of a variable that every step keeps for itself.
    fn check_not_automatic(&mut self, name: &str, at: Position) {
        let found = self.variables.find(name);
        if found.is_some_and(|id| self.variables.entry(id).origin == Origin::Automatic) {
            let upper = name.to_uppercase();
            let message =
                format!("{upper} is kept by each step for itself and goes into no data set");
            self.error_with_hint(at, message, "give the variable another name");
        }
    }

    /// Gives the step what was added.
    fn suspend(mut self, step: &mut DataStep) -> Vec<Diagnostic> {
        step.sites = self.take_sites();
        self.variables.give_room(&mut step.vector);
        step.notes.append(&mut self.notes);
        self.diagnostics
    }
}
