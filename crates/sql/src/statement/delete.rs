//! DELETE: removes rows from a table.

use feedrate_dataset::DataSetName;
use feedrate_language::Diagnostic;
use feedrate_language::tree::{Expression, Name, TableName};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{NextRow, RowChange, change_rows};

use super::reads::finish;
use super::target::{Target, as_data_set};
use super::{Action, StatementOutcome, rows_were};
use crate::bind::{Binder, OutputColumn};
use crate::options::SqlOptions;
use crate::output::Stream;
use crate::run::PlannedQuery;

/// The rows of a table to keep.
pub(super) struct Delete {
    target: Target,
    planned: Box<PlannedQuery>,
    columns: Vec<OutputColumn>,
    change: RowChange,
}

impl Binder<'_> {
    pub(super) fn bind_delete(
        &mut self,
        table: &TableName,
        alias: Option<&Name>,
        condition: Option<&Expression>,
    ) -> Result<Delete, Diagnostic> {
        let target = self.target(table)?;
        let relation = self.kept(&as_data_set(table), alias, condition)?;
        Ok(Delete {
            planned: self.planned(&relation),
            columns: relation.columns,
            change: RowChange::Replace(target.schema.clone()),
            target,
        })
    }
}

impl Action for Delete {
    fn changes(&self) -> Vec<&DataSetName> {
        vec![&self.target.name]
    }

    fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        let name = &self.target.name;
        let (mut kept, mut before) = (0, 0);
        let changed = Stream::start(&self.planned, &self.columns, environment).and_then(|mut rows| {
            // The table itself is bound before the tables that its condition reads.
            let table = self.planned.sources.first();
            before = table
                .and_then(|source| source.table())
                .map_or(0, |table| table.row_count());
            change_rows(name, &self.change, environment, &mut |row| {
                if !rows.advance()? {
                    self.target.check_cut(&self.planned)?;
                    return Ok(match kept == before {
                        true => NextRow::NoChange,
                        false => NextRow::End,
                    });
                }
                kept += 1;
                for variable in 0..self.columns.len() {
                    row.set(variable, rows.value(variable));
                }
                Ok(NextRow::Row)
            })
        });
        let mut done = match changed {
            Ok(made) => {
                let count = before.saturating_sub(kept);
                let text = format!("{} deleted from {name}.", rows_were(count));
                environment.log.message(Severity::Note, &text);
                StatementOutcome::changed(made, count)
            }
            Err(fault) => StatementOutcome::failed(fault, environment),
        };
        finish(&self.planned, &mut done.outcome, sql, environment);
        done
    }
}
