//! Rows into a data set, by a DATA step whose observations are the rows of the query.

use feedrate_language::tree::{self, DataSet, VariableList, VariableRange};
use feedrate_language::{Diagnostic, Position};
use feedrate_lower::{Catalog, Options};
use feedrate_steps::data::{self, Outcome};
use feedrate_steps::environment::Environment;
use feedrate_steps::ir::{DataStep, Slot, StaticNote};
use feedrate_values::{Kind, Value};

use super::stream::Stream;
use super::{Count, never_began};
use crate::bind::OutputColumn;
use crate::run::Planned;

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
        let named = columns
            .iter()
            .zip(&names)
            .filter_map(|(own, name)| Some((own, name.as_ref()?)));
        let attributes = named.map(|(own, name)| {
            let attributes = attributes(own, &*catalog);
            (vec![variable(name, own.at)], attributes)
        });
        let attributes = attributes.collect();
        let step = tree::DataStep {
            outputs: vec![table.clone()],
            body: vec![tree::Statement {
                kind: tree::StatementKind::Attrib(attributes),
                at,
            }],
            is_partial: false,
            at,
        };
        // The table stores only the names of its formats, so these need not exist.
        let options = Options {
            format_errors: false,
            ..*options
        };
        let lowered = feedrate_lower::data_step(&step, catalog, &options);
        let (errors, others): (Vec<_>, Vec<_>) = lowered
            .diagnostics
            .into_iter()
            .partition(Diagnostic::is_error);
        diagnostics.extend(others);
        if let Some(error) = errors.into_iter().next() {
            return Err(error);
        }
        let mut step = lowered.step;
        // The query assigns the variables.
        step.notes
            .retain(|note| !matches!(note, StaticNote::Uninitialized(_)));
        let slots = names.iter().map(|name| {
            let name = name.as_ref()?;
            let mut variables = step.vector.variables.iter();
            variables
                .find(|own| own.name.eq_ignore_ascii_case(name))
                .map(|own| own.slot)
        });
        let slots = slots.collect();
        Ok((Self { step, slots }, diagnostics))
    }

    /// Returns the step that makes the data set.
    pub(crate) fn step(&self) -> &DataStep {
        &self.step
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

fn variable(name: &str, at: Position) -> VariableList {
    VariableList {
        range: VariableRange::One(name.to_owned()),
        at,
    }
}

/// Returns the attributes of a column, without an informat that does not exist.
fn attributes(column: &OutputColumn, catalog: &dyn Catalog) -> Vec<tree::Attribute> {
    let own = &column.attributes;
    let mut attributes = vec![tree::Attribute::Length {
        text: own.kind == Kind::Text,
        length: own.length,
    }];
    if !own.label.is_empty() {
        attributes.push(tree::Attribute::Label(own.label.clone()));
    }
    attributes.extend(
        own.format
            .as_ref()
            .map(|spec| tree::Attribute::Format(spec.to_string())),
    );
    attributes.extend(
        own.informat
            .as_ref()
            .filter(|spec| catalog.informat(spec, own.kind, own.length).is_ok())
            .map(|spec| tree::Attribute::Informat(spec.to_string())),
    );
    attributes
}

/// Makes the data set without rows.
pub(crate) fn write_nothing(table: &NewTable, environment: &mut Environment<'_>) -> Outcome {
    data::supply(&table.step, environment, &mut |_| Ok(false))
}

/// Writes at most `most` rows of a query.
pub(crate) fn write(
    table: &NewTable,
    columns: &[OutputColumn],
    planned: &Planned,
    most: u64,
    environment: &mut Environment<'_>,
) -> (Outcome, Count) {
    let mut count = Count::default();
    let mut rows = match Stream::start(planned, columns, environment) {
        Ok(rows) => rows,
        Err(fault) => return (never_began(fault, environment), count),
    };
    let outcome = data::supply(&table.step, environment, &mut |supply| {
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
                (Some(Slot::Number(slot)), Value::Number(number)) => supply.number(*slot, number),
                (Some(Slot::Text(slot)), Value::Text(text)) => supply.text(*slot, text),
                _ => {}
            }
        }
        Ok(true)
    });
    (outcome, count)
}
