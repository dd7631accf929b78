//! UPDATE: changes values in the rows of a table.

use feedrate_dataset::DataSetName;
use feedrate_language::Diagnostic;
use feedrate_language::tree::{Assignment, Expression, Name, TableName};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{NextRow, RowChange, change_rows};
use feedrate_values::Value;

use super::reads::finish;
use super::target::{Target, as_data_set};
use super::{Action, StatementOutcome, rows_were};
use crate::bind::{Binder, OutputColumn};
use crate::options::SqlOptions;
use crate::output::Stream;
use crate::run::PlannedQuery;

/// All rows of a table with their new values.
pub(super) struct Update {
    target: Target,
    planned: Box<PlannedQuery>,
    /// The columns of the table, and after them whether the row is changed.
    columns: Vec<OutputColumn>,
    change: RowChange,
}

impl Binder<'_> {
    pub(super) fn bind_update(
        &mut self,
        table: &TableName,
        alias: Option<&Name>,
        set: &[Assignment],
        condition: Option<&Expression>,
    ) -> Result<Update, Diagnostic> {
        let target = self.target(table)?;
        let relation = self.updated(&as_data_set(table), alias, set, condition)?;
        Ok(Update {
            planned: self.planned(&relation),
            columns: relation.columns,
            change: RowChange::Replace(target.schema.clone()),
            target,
        })
    }
}

impl Action for Update {
    fn changes(&self) -> Vec<&DataSetName> {
        vec![&self.target.name]
    }

    fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        let name = &self.target.name;
        let flag = self.columns.len() - 1;
        let mut count = 0;
        let changed = Stream::start(&self.planned, &self.columns, environment).and_then(|mut rows| {
            change_rows(name, &self.change, environment, &mut |row| {
                if !rows.advance()? {
                    self.target.check_cut(&self.planned)?;
                    return Ok(match count {
                        0 => NextRow::NoChange,
                        _ => NextRow::End,
                    });
                }
                count += u64::from(matches!(rows.value(flag), Value::Number(1.0)));
                for variable in 0..flag {
                    row.set(variable, rows.value(variable));
                }
                Ok(NextRow::Row)
            })
        });
        let mut done = match changed {
            Ok(made) => {
                let text = format!("{} updated in {name}.", rows_were(count));
                environment.log.message(Severity::Note, &text);
                StatementOutcome::changed(made, count)
            }
            Err(fault) => StatementOutcome::failed(fault, environment),
        };
        finish(&self.planned, &mut done.outcome, sql, environment);
        done
    }
}
