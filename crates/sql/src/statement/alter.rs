//! ALTER TABLE: changes the columns of a table and keeps its rows.

use feedrate_dataset::DataSetName;
use feedrate_language::Diagnostic;
use feedrate_language::tree::{AlterAction, ColumnDefinition, Name, TableName};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{NextRow, RowChange, change_rows};

use super::reads::finish;
use super::target::{Target, as_data_set, attributes, schema_of};
use super::{Action, StatementOutcome};
use crate::bind::{Binder, OutputColumn};
use crate::options::SqlOptions;
use crate::output::Stream;
use crate::run::PlannedQuery;

/// A table and its new columns.
pub(super) struct Alter {
    target: Target,
    planned: Box<PlannedQuery>,
    /// The present columns.
    columns: Vec<OutputColumn>,
    /// For each new column the index of the present one, or `None` for an added one.
    from: Vec<Option<usize>>,
    change: RowChange,
}

/// The new columns, while the actions are applied.
struct Columns {
    all: Vec<(Option<usize>, OutputColumn)>,
}

impl Columns {
    fn find(&self, name: &Name) -> Option<usize> {
        let same = |(_, own): &(_, OutputColumn)| own.name.eq_ignore_ascii_case(&name.text);
        self.all.iter().position(same)
    }

    fn add(&mut self, definition: &ColumnDefinition) -> Result<(), Diagnostic> {
        let name = &definition.name;
        if self.find(name).is_some() {
            let text = format!("the table has a column {} already", name.text);
            return Err(Diagnostic::error(name.at, text).with_hint("MODIFY changes a column that is there"));
        }
        if definition.text.is_none() {
            let text = format!("{} needs a type, such as NUM or CHAR(20)", name.text);
            return Err(Diagnostic::error(name.at, text));
        }
        let new = OutputColumn {
            name: name.text.clone(),
            id: String::new(),
            attributes: attributes(definition, None)?,
            is_summary: false,
            at: name.at,
        };
        self.all.push((None, new));
        Ok(())
    }
}

impl Binder<'_> {
    pub(super) fn bind_alter(&mut self, table: &TableName, actions: &[AlterAction]) -> Result<Alter, Diagnostic> {
        let target = self.target(table)?;
        let relation = self.updated(&as_data_set(table), None, &[], None)?;
        let mut now = relation.columns.clone();
        // The flag of changed rows is not used here.
        now.pop();
        let all = now.iter().cloned().enumerate();
        let mut columns = Columns {
            all: all.map(|(index, own)| (Some(index), own)).collect(),
        };
        for action in actions {
            match action {
                AlterAction::Add(definitions) => {
                    for definition in definitions {
                        columns.add(definition)?;
                    }
                }
                AlterAction::Modify(definitions) => {
                    for definition in definitions {
                        let name = &definition.name;
                        let found = columns.find(name).ok_or_else(|| target.has_no(name))?;
                        let own = &mut columns.all[found].1;
                        own.attributes = attributes(definition, Some(&own.attributes))?;
                    }
                }
                AlterAction::Drop(names) => {
                    for name in names {
                        let found = columns.find(name).ok_or_else(|| target.has_no(name))?;
                        columns.all.remove(found);
                    }
                }
            }
        }
        if columns.all.is_empty() {
            return Err(
                Diagnostic::error(target.at, format!("{} would have no columns left", target.name))
                    .with_hint("DROP TABLE removes a table"),
            );
        }
        let (from, then): (Vec<_>, Vec<_>) = columns.all.into_iter().unzip();
        let schema = schema_of(&then, target.at)?;
        Ok(Alter {
            planned: self.planned(&relation),
            columns: now,
            from,
            change: RowChange::Replace(schema),
            target,
        })
    }
}

impl Action for Alter {
    fn changes(&self) -> Vec<&DataSetName> {
        vec![&self.target.name]
    }

    fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        let name = &self.target.name;
        let changed = Stream::start(&self.planned, &self.columns, environment).and_then(|mut rows| {
            change_rows(name, &self.change, environment, &mut |row| {
                if !rows.advance()? {
                    self.target.check_cut(&self.planned)?;
                    return Ok(NextRow::End);
                }
                for (variable, column) in self.from.iter().enumerate() {
                    if let Some(column) = column {
                        row.set(variable, rows.value(*column));
                    }
                }
                Ok(NextRow::Row)
            })
        });
        let mut done = match changed {
            Ok(made) => {
                let text = format!("Table {name} has been modified, with {} columns.", self.from.len());
                environment.log.message(Severity::Note, &text);
                StatementOutcome::changed(made, 0)
            }
            Err(fault) => StatementOutcome::failed(fault, environment),
        };
        finish(&self.planned, &mut done.outcome, sql, environment);
        done
    }
}
