//! CREATE INDEX and DROP INDEX.

use feedrate_dataset::index::Index;
use feedrate_dataset::{DataSetName, Error, RequestedSettings};
use feedrate_language::Diagnostic;
use feedrate_language::tree::{IndexDefinition, Name, TableName};
use feedrate_lower::index_of;
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::index::{IndexChange, change_indexes, defined_note, definitions};
use feedrate_rows::{Outcome, StepResult};

use super::action::{Action, StatementOutcome};
use crate::bind::Binder;
use crate::options::SqlOptions;

/// An index to make.
pub(super) struct CreateIndex {
    table: DataSetName,
    index: Index,
}

/// Indexes to remove.
pub(super) struct DropIndexes {
    table: DataSetName,
    /// Their names in capitals.
    names: Vec<String>,
}

impl Binder<'_> {
    pub(super) fn bind_create_index(
        &mut self,
        index: &IndexDefinition,
        table: &TableName,
    ) -> Result<CreateIndex, Diagnostic> {
        let target = self.target(table)?;
        for column in &index.variables {
            if target.schema.find(&column.text).is_none() {
                return Err(target.has_no(column));
            }
        }
        if index.variables.len() > 1 && target.schema.find(&index.name.text).is_some() {
            let name = index.name.text.to_ascii_uppercase();
            let message = format!("the index {name} of several columns has the name of a column");
            return Err(Diagnostic::error(index.name.at, message).with_hint("give it another name"));
        }
        Ok(CreateIndex {
            table: target.name,
            index: index_of(index),
        })
    }

    pub(super) fn bind_drop_index(&mut self, names: &[Name], table: &TableName) -> Result<DropIndexes, Diagnostic> {
        let names = names.iter().map(|name| name.text.to_ascii_uppercase());
        Ok(DropIndexes {
            table: self.target(table)?.name,
            names: names.collect(),
        })
    }
}

impl Action for CreateIndex {
    fn changes(&self) -> Vec<&DataSetName> {
        vec![&self.table]
    }

    fn run(&self, _: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        run(environment, |environment, outcome| {
            let mut others = definitions(environment.libraries, &self.table)?.into_iter();
            if others.any(|other| other.name == self.index.name) {
                return Err(Error::IndexNotPossible {
                    name: self.table.clone(),
                    index: self.index.name.clone(),
                    reason: "it has one of this name, which DROP INDEX removes".into(),
                }
                .into());
            }
            let change = IndexChange {
                make: vec![self.index.clone()],
                ..IndexChange::default()
            };
            apply(&self.table, &change, environment, outcome)?;
            let text = defined_note(&self.index);
            environment.log.message(Severity::Note, &text);
            Ok(())
        })
    }
}

impl Action for DropIndexes {
    fn changes(&self) -> Vec<&DataSetName> {
        vec![&self.table]
    }

    fn run(&self, _: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        run(environment, |environment, outcome| {
            let change = IndexChange {
                remove: self.names.clone(),
                ..IndexChange::default()
            };
            let removed = apply(&self.table, &change, environment, outcome)?;
            for name in &self.names {
                if removed.contains(name) {
                    let text = format!("Index {name} has been dropped.");
                    environment.log.message(Severity::Note, &text);
                    continue;
                }
                for text in [
                    format!("The data set {} has no index {name}.", self.table),
                    format!("Index {name} has not been dropped."),
                ] {
                    environment.log.message(Severity::Warning, &text);
                }
            }
            Ok(())
        })
    }
}

/// Changes indexes, adds what was moved to the outcome, and returns the names of those that were removed.
fn apply(
    table: &DataSetName,
    change: &IndexChange,
    environment: &mut Environment<'_>,
    outcome: &mut Outcome,
) -> StepResult<Vec<String>> {
    let done = change_indexes(table, &RequestedSettings::default(), change, environment)?;
    outcome.others.extend(done.others);
    outcome.utility.extend(done.utility);
    Ok(done.removed)
}

fn run(
    environment: &mut Environment<'_>,
    work: impl FnOnce(&mut Environment<'_>, &mut Outcome) -> StepResult<()>,
) -> StatementOutcome {
    let mut outcome = Outcome::default();
    match work(environment, &mut outcome) {
        Ok(()) => StatementOutcome {
            outcome,
            ..StatementOutcome::default()
        },
        Err(fault) => StatementOutcome::failed(fault, environment),
    }
}
