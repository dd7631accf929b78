//! Changes of the rows of a table: INSERT, UPDATE, DELETE and ALTER TABLE.

use feedrate_dataset::DataSetName;
use feedrate_language::Diagnostic;
use feedrate_language::tree::{Assignment, Expression, Name, TableName};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{NextRow, RowChange, change_rows};
use feedrate_values::Value;

use super::action::{Action, StatementOutcome};
use super::reads::finish;
use super::target::{Target, as_data_set};
use crate::bind::{Binder, OutputColumn};
use crate::options::SqlOptions;
use crate::output::Stream;
use crate::run::PlannedQuery;

/// A table, and the rows of a plan that are added to it or replace its own.
pub(super) struct TableChange {
    pub target: Target,
    pub planned: Box<PlannedQuery>,
    /// The columns of the plan.
    pub columns: Vec<OutputColumn>,
    /// The variables that are set, each with the index of its column.
    pub values: Vec<(usize, usize)>,
    pub change: RowChange,
    pub statement: ChangeStatement,
}

/// The statement that changes a table.
pub(super) enum ChangeStatement {
    Insert,
    /// After the columns of the table there is one more, which is 1 for the rows that are changed.
    Update,
    /// The rows are those to keep.
    Delete,
    Alter {
        /// The number of columns that the table gets.
        columns: usize,
    },
}

impl Binder<'_> {
    pub(super) fn bind_update(
        &mut self,
        table: &TableName,
        alias: Option<&Name>,
        set: &[Assignment],
        condition: Option<&Expression>,
    ) -> Result<TableChange, Diagnostic> {
        let target = self.target(table)?;
        let relation = self.updated(&as_data_set(table), alias, set, condition)?;
        let variables = 0..relation.columns.len() - 1;
        Ok(TableChange {
            planned: self.planned(&relation),
            columns: relation.columns,
            values: variables.clone().zip(variables).collect(),
            change: RowChange::Replace(target.schema.clone()),
            target,
            statement: ChangeStatement::Update,
        })
    }

    pub(super) fn bind_delete(
        &mut self,
        table: &TableName,
        alias: Option<&Name>,
        condition: Option<&Expression>,
    ) -> Result<TableChange, Diagnostic> {
        let target = self.target(table)?;
        let relation = self.kept(&as_data_set(table), alias, condition)?;
        let variables = 0..relation.columns.len();
        Ok(TableChange {
            planned: self.planned(&relation),
            columns: relation.columns,
            values: variables.clone().zip(variables).collect(),
            change: RowChange::Replace(target.schema.clone()),
            target,
            statement: ChangeStatement::Delete,
        })
    }
}

impl Action for TableChange {
    fn changes(&self) -> Vec<&DataSetName> {
        vec![&self.target.name]
    }

    fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        let name = &self.target.name;
        // The rows that the statement counts, and those of the table before.
        let (mut counted, mut before) = (0, 0);
        let changed = Stream::start(&self.planned, &self.columns, environment).and_then(|mut rows| {
            // The table itself is bound before the tables that a condition reads.
            let table = self.planned.sources.first().and_then(|source| source.table());
            before = table.map_or(0, |table| table.row_count());
            change_rows(name, &self.change, environment, &mut |row| {
                if rows.advance()? {
                    counted += match self.statement {
                        ChangeStatement::Update => {
                            let flag = rows.value(self.columns.len() - 1);
                            u64::from(matches!(flag, Value::Number(1.0)))
                        }
                        _ => 1,
                    };
                    for &(variable, column) in &self.values {
                        row.set(variable, rows.value(column));
                    }
                    return Ok(NextRow::Row);
                }
                if matches!(self.change, RowChange::Replace(_)) {
                    self.target.check_cut(&self.planned)?;
                }
                let is_same = match self.statement {
                    ChangeStatement::Insert | ChangeStatement::Update => counted == 0,
                    ChangeStatement::Delete => counted == before,
                    ChangeStatement::Alter { .. } => false,
                };
                Ok(if is_same { NextRow::NoChange } else { NextRow::End })
            })
        });
        let mut done = match changed {
            Ok(made) => {
                let count = match self.statement {
                    ChangeStatement::Insert | ChangeStatement::Update => counted,
                    ChangeStatement::Delete => before.saturating_sub(counted),
                    ChangeStatement::Alter { .. } => 0,
                };
                environment.log.message(Severity::Note, &self.note(count));
                StatementOutcome::changed(made, count)
            }
            Err(fault) => StatementOutcome::failed(fault, environment),
        };
        finish(&self.planned, &mut done.outcome, sql, environment);
        done
    }
}

impl TableChange {
    /// Returns the note on a change of `count` rows.
    fn note(&self, count: u64) -> String {
        let name = &self.target.name;
        let rows_were = match count {
            0 => "No rows were".to_owned(),
            1 => "1 row was".to_owned(),
            several => format!("{several} rows were"),
        };
        match self.statement {
            ChangeStatement::Insert => format!("{rows_were} inserted into {name}."),
            ChangeStatement::Update => format!("{rows_were} updated in {name}."),
            ChangeStatement::Delete => format!("{rows_were} deleted from {name}."),
            ChangeStatement::Alter { columns } => format!("Table {name} has been modified, with {columns} columns."),
        }
    }
}
