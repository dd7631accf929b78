//! INSERT: adds rows to a table.

use feedrate_dataset::DataSetName;
use feedrate_language::tree::{Assignment, Expression, InsertedRows, Name, TableName};
use feedrate_language::{Diagnostic, Position};
use feedrate_rows::environment::{Environment, Severity};
use feedrate_rows::{NextRow, RowChange, change_rows};

use super::reads::finish;
use super::target::Target;
use super::{Action, StatementOutcome, rows_were};
use crate::bind::{Binder, OutputColumn, Relation, assignable};
use crate::options::SqlOptions;
use crate::output::Stream;
use crate::run::PlannedQuery;

/// Rows to add to a table.
pub(super) struct Insert {
    target: Target,
    planned: Box<PlannedQuery>,
    columns: Vec<OutputColumn>,
    /// The index of the table's variable for each column.
    variables: Vec<usize>,
    change: RowChange,
}

impl Binder<'_> {
    pub(super) fn bind_insert(
        &mut self,
        table: &TableName,
        columns: &[Name],
        rows: &InsertedRows,
    ) -> Result<Insert, Diagnostic> {
        let target = self.target(table)?;
        let mut variables = Vec::with_capacity(columns.len());
        for name in columns {
            add_variable(&target, name, &mut variables)?;
        }
        if columns.is_empty() {
            variables.extend(0..target.schema.variables().len());
        }
        let relation = match rows {
            InsertedRows::Query(query) => {
                let relation = self.bind(query)?;
                check_count(relation.columns.len(), variables.len(), query.at, "The query")?;
                let of_table = target.schema.variables();
                for (own, &variable) in relation.columns.iter().zip(&variables) {
                    let to = &of_table[variable];
                    assignable(own.attributes.kind, &to.name, to.kind, own.at)?;
                }
                relation
            }
            InsertedRows::Values(rows) => {
                let mut all = Vec::with_capacity(rows.len());
                for (row, at) in rows {
                    check_count(row.len(), variables.len(), *at, "VALUES")?;
                    all.push((row.iter().map(Some).collect(), *at));
                }
                self.inserted(&target, &variables, &all)?
            }
            InsertedRows::Set(rows) => {
                if let Some(first) = columns.first() {
                    return Err(
                        Diagnostic::error(first.at, "columns are named before SET, which names them itself")
                            .with_hint("leave them out"),
                    );
                }
                let mut all = Vec::with_capacity(rows.len());
                for (row, at) in rows {
                    all.push((set(&target, row)?, *at));
                }
                self.inserted(&target, &variables, &all)?
            }
        };
        let is_read = self.sources.iter().any(|source| {
            let mut reads = source.step().reads.iter().flat_map(|read| &read.sources);
            reads.any(|source| source.data_set == target.name)
        });
        Ok(Insert {
            planned: self.planned(&relation),
            columns: relation.columns,
            variables,
            change: RowChange::Add { is_read },
            target,
        })
    }

    fn inserted(
        &mut self,
        target: &Target,
        variables: &[usize],
        rows: &[(Vec<Option<&Expression>>, Position)],
    ) -> Result<Relation, Diagnostic> {
        let of_table = target.schema.variables();
        let targets: Vec<_> = variables
            .iter()
            .map(|&variable| (of_table[variable].name.as_str(), of_table[variable].kind))
            .collect();
        self.rows_of_values(rows, &targets, target.at)
    }
}

/// Returns the values of one SET, in the order of the table's variables.
fn set<'r>(target: &Target, row: &'r [Assignment]) -> Result<Vec<Option<&'r Expression>>, Diagnostic> {
    let mut named = Vec::with_capacity(row.len());
    let mut values = vec![None; target.schema.variables().len()];
    for assignment in row {
        add_variable(target, &assignment.column, &mut named)?;
        if let Some(value) = named.last().and_then(|&last: &usize| values.get_mut(last)) {
            *value = Some(&assignment.value);
        }
    }
    Ok(values)
}

/// Adds the index of a variable to those that are named already.
fn add_variable(target: &Target, name: &Name, variables: &mut Vec<usize>) -> Result<(), Diagnostic> {
    let Some(found) = target.schema.position(&name.text) else {
        return Err(target.has_no(name));
    };
    if variables.contains(&found) {
        let text = format!("{} is named twice", name.text);
        return Err(Diagnostic::error(name.at, text));
    }
    variables.push(found);
    Ok(())
}

fn check_count(values: usize, columns: usize, at: Position, what: &str) -> Result<(), Diagnostic> {
    if values == columns {
        return Ok(());
    }
    let than = match values > columns {
        true => "more",
        false => "fewer",
    };
    Err(Diagnostic::error(
        at,
        format!(
            "{what} attempts to insert {than} columns than specified after the INSERT table name: {values} for {columns}."
        ),
    ))
}

impl Action for Insert {
    fn changes(&self) -> Vec<&DataSetName> {
        vec![&self.target.name]
    }

    fn run(&self, sql: &SqlOptions, environment: &mut Environment<'_>) -> StatementOutcome {
        let name = &self.target.name;
        let mut count = 0;
        let changed = Stream::start(&self.planned, &self.columns, environment).and_then(|mut rows| {
            change_rows(name, &self.change, environment, &mut |row| {
                if !rows.advance()? {
                    return Ok(match count {
                        0 => NextRow::NoChange,
                        _ => NextRow::End,
                    });
                }
                count += 1;
                for (column, &variable) in self.variables.iter().enumerate() {
                    row.set(variable, rows.value(column));
                }
                Ok(NextRow::Row)
            })
        });
        let mut done = match changed {
            Ok(made) => {
                let text = format!("{} inserted into {name}.", rows_were(count));
                environment.log.message(Severity::Note, &text);
                StatementOutcome::changed(made, count)
            }
            Err(fault) => StatementOutcome::failed(fault, environment),
        };
        finish(&self.planned, &mut done.outcome, sql, environment);
        done
    }
}
