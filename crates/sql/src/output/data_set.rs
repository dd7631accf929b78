//! Rows into a data set, by a DATA step whose observations are the rows of the query.

use feedrate_dataset::RequestedSettings;
use feedrate_language::tree::DataSet;
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::{Catalog, NewVariable, Options, new_data_set};
use feedrate_program::{DataStep, Slot};
use feedrate_rows::Outcome;
use feedrate_rows::environment::Environment;
use feedrate_values::Value;

use super::stream::Stream;
use super::{Count, never_began};
use crate::bind::OutputColumn;
use crate::run::PlannedQuery;

/// A data set that is created from the columns of a query.
pub(crate) struct NewTable {
    step: DataStep,
    /// The slot of each column in the DATA step; `None` for a column that is left out.
    slots: Vec<Option<Slot>>,
}

impl NewTable {
    /// Describes the data set of these columns. Returns it with the diagnostics.
    pub(crate) fn new(
        table: &DataSet,
        columns: &[OutputColumn],
        catalog: &mut dyn Catalog,
        options: &Options,
        at: Position,
    ) -> Result<(Self, Vec<Diagnostic>), Diagnostic> {
        let mut diagnostics = Vec::new();
        let names = names(columns, &mut diagnostics);
        let variables = columns.iter().zip(&names);
        let variables = variables.filter_map(|(own, name)| {
            let name = name.as_ref()?;
            Some(new_variable(own, name, &*catalog))
        });
        let variables: Vec<NewVariable> = variables.collect();
        // The table stores only the names of its formats, so these need not exist.
        let options = Options {
            format_errors: false,
            ..*options
        };
        let (lowered, slots) = new_data_set(table, &variables, at, catalog, &options);
        let (errors, others): (Vec<_>, Vec<_>) = lowered.diagnostics.into_iter().partition(Diagnostic::is_error);
        diagnostics.extend(others);
        if let Some(error) = errors.into_iter().next() {
            return Err(error);
        }
        let step = lowered.step;
        let mut slots = slots.into_iter();
        let slots = names.iter().map(|name| match name {
            Some(_) => slots.next().flatten(),
            None => None,
        });
        let slots = slots.collect();
        Ok((Self { step, slots }, diagnostics))
    }

    /// Returns the step that makes the data set.
    pub(crate) fn step(&self) -> &DataStep {
        &self.step
    }

    /// Sets the settings of its I/O and its label.
    pub(crate) fn set_attributes(&mut self, settings: RequestedSettings, label: String) {
        if let Some(write) = self.step.writes.first_mut() {
            write.settings = settings;
            write.label = label;
        }
    }
}

/// Returns the names of the columns in the data set. A column without a name gets one; the second of two columns with
/// the same name is left out.
fn names(columns: &[OutputColumn], diagnostics: &mut Vec<Diagnostic>) -> Vec<Option<String>> {
    let mut taken: Vec<String> = Vec::new();
    let (mut summaries, mut others) = (0, 0);
    let names = columns.iter().map(|own| {
        let name = match own.name.as_str() {
            "" if own.is_summary => {
                summaries += 1;
                format!("_TEMG{summaries:03}")
            }
            "" => {
                others += 1;
                format!("_TEMA{others:03}")
            }
            name => name.to_owned(),
        };
        let key = name.to_uppercase();
        if taken.contains(&key) {
            diagnostics.push(Diagnostic::warning(
                own.at,
                format!("Variable {name} already exists on the table; the second one is left out."),
            ));
            return None;
        }
        taken.push(key);
        Some(name)
    });
    names.collect()
}

/// Returns a column as a variable, without an informat that does not exist.
fn new_variable(column: &OutputColumn, name: &str, catalog: &dyn Catalog) -> NewVariable {
    let own = &column.attributes;
    let informat = own.informat.as_ref();
    let informat = informat.filter(|spec| catalog.informat(spec, own.kind, own.length).is_ok());
    NewVariable {
        name: name.to_owned(),
        kind: own.kind,
        length: own.length,
        label: own.label.clone(),
        format: own.format.clone(),
        informat: informat.cloned(),
        at: column.at,
    }
}

/// Makes the data set without rows.
pub(crate) fn write_nothing(table: &NewTable, environment: &mut Environment<'_>) -> Outcome {
    feedrate_rows::supply(&table.step, environment, &mut |_| Ok(false))
}

/// Writes at most `most` rows of a query.
pub(crate) fn write(
    table: &NewTable,
    columns: &[OutputColumn],
    planned: &PlannedQuery,
    most: u64,
    environment: &mut Environment<'_>,
) -> (Outcome, Count) {
    let mut count = Count::default();
    let mut rows = match Stream::start(planned, columns, environment) {
        Ok(rows) => rows,
        Err(fault) => return (never_began(fault, environment), count),
    };
    let outcome = feedrate_rows::supply(&table.step, environment, &mut |supply| {
        if !rows.advance()? {
            return Ok(false);
        }
        if count.rows == most {
            count.has_more = true;
            return Ok(false);
        }
        count.rows += 1;
        for (column, slot) in table.slots.iter().enumerate() {
            match (slot, rows.value(column)) {
                (Some(Slot::Number(slot)), Value::Number(number)) => supply.set_number(*slot, number),
                (Some(Slot::Text(slot)), Value::Text(text)) => supply.set_text(*slot, text),
                _ => {}
            }
        }
        Ok(true)
    });
    (outcome, count)
}
